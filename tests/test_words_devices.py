"""What the hardware says, and what the doctor finds, in French on a French screen."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import doctor, settings
from companion.words import use
from companion.words.devices import device_text, known
from hardware.ports import _STOP, _console_fix

HARDWARE = Path(__file__).parents[1] / "hardware"
PEOPLE = {
    "DeviceError", "DeviceMissingError", "DeviceBusyError", "DeviceForbiddenError", "DeviceSilentError", "DriverMissingError",
    "TagError", "TagGoneError", "TagRefusedError", "TagMismatchError", "BadKindError", "PodVersionError", "SessionLostError",
    "PinsReport", "Uart",
}  # fmt: skip


@pytest.fixture
def french() -> Iterator[None]:
    """French, and English again."""
    use("fr")
    yield
    use("en")


def sentences() -> Iterator[tuple[str, str]]:
    """Every literal sentence that an error or a report for people is made with: where it stands, and how it may read."""
    for path in sorted(HARDWARE.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in PEOPLE:
                arguments = [*node.args, *(word.value for word in node.keywords if word.arg in ("detail", "fix"))]
                yield from ((f"{path.name}:{node.lineno}", text) for text in filter(None, map(read, arguments)))


def read(node: ast.expr) -> str:
    """A literal with something in its places; empty for what is no sentence."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
        return node.value
    if isinstance(node, ast.JoinedStr) and any(isinstance(part, ast.Constant) for part in node.values):
        text = "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in node.values)
        return text if " " in text else ""
    return ""


def test_everything_the_hardware_says_has_its_template() -> None:
    """A sentence that is new or changed in `hardware` is missed here before a French table shows it in English."""
    said = list(sentences())
    assert len(said) > 15
    said += [("ports.py", fix) for fix in (*_STOP.values(), _console_fix("ttyS0"))]
    missing = [f"{place}: {text}" for place, text in said if not known(text)]
    assert not missing, "\n".join(missing)


def test_a_fault_is_said_in_french_with_its_facts(french: None) -> None:
    """Port, user and command stay as they are; a fix within a reason is said in French, too."""
    said = device_text("Nothing is connected at /dev/ttyUSB0. Serial ports that are there: none.")
    assert said.startswith("Rien n'est branché sur /dev/ttyUSB0")
    held = device_text(f"A login console holds /dev/ttyS0: {_console_fix('ttyS0')}")
    assert "serial-getty@ttyS0.service" in held
    assert "Restart" not in held
    assert device_text("something new") == "something new"


def test_the_doctor_speaks_french(french: None, tmp_path: Path) -> None:
    """Titles, findings and fixes; machines read English."""
    loaded = settings.load([], [f"files.data={tmp_path}"], overrides=tmp_path / "screen.toml")
    found = doctor.examine(loaded=loaded, running={"north": ("lost", "The tag was lifted too soon.")})
    said = {doctor.title(one): one.detail for one in found}
    assert said["journal"] == "cette table ne garde rien"
    assert "paquets" in said
    assert said["lecteur north"].startswith("Le tag")
    assert {"data", "reader north"} <= {one.what for one in found}


def test_no_sentence_of_the_doctor_is_said_in_english_alone() -> None:
    """Every literal sentence of companion/doctor is marked for translation."""
    modules = sorted(Path(doctor.__file__).parent.glob("*.py"))
    tree = ast.parse("\n".join(module.read_text(encoding="utf-8") for module in modules))
    marked = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("N_", "P_")
        for part in ast.walk(node)
    }
    findings = [
        node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Finding"
    ]
    assert len(findings) > 40
    for node in findings:
        for part in (piece for argument in node.args[2:] for piece in ast.walk(argument)):
            text = str(part.value) if isinstance(part, ast.Constant) else ""
            command = text.startswith(("companion ", "apt-get ", "sudo ")) or " -aG" in text
            assert id(part) in marked or command or " " not in text.strip(" ,:()→.") or "%" in text, text
