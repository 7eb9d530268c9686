"""Least privilege: no network, no code made of data, a folder of one's own, dependencies that are exactly those that were locked."""

from __future__ import annotations

import ast
import os
import re
import socket
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from talking import PATIENCE, ROOT, Talking

OURS = ("companion", "hardware", "ui")
LOCKS = (ROOT / "systemd" / "build.lock", ROOT / "systemd" / "requirements.lock")

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="sockets are listed in /proc")


# --- no network ----------------------------------------------------------------------------------------------------------------


def held(pid: int) -> set[str]:
    """The inodes of the sockets that a process holds now."""
    inodes = set()
    for handle in Path(f"/proc/{pid}/fd").iterdir():
        try:
            target = os.readlink(handle)
        except OSError:  # closed in between
            continue
        if match := re.fullmatch(r"socket:\[(\d+)\]", target):
            inodes.add(match[1])
    return inodes


def sockets(pid: int) -> set[str]:
    """The families of the sockets that a process holds: tcp, udp, unix …; `other` for what no list of the system has."""
    inodes, families = held(pid), set()
    for family in ("tcp", "tcp6", "udp", "udp6", "udplite", "raw", "raw6", "icmp", "unix", "netlink", "packet"):
        table = Path(f"/proc/{pid}/net/{family}")
        if table.exists():
            for line in table.read_text().splitlines()[1:]:
                if inodes & set(line.split()):
                    families.add(family)
                    inodes -= set(line.split())
    return families | ({"other"} if inodes & held(pid) else set())  # one that was closed meanwhile was nobody's door


@linux
def test_the_list_of_sockets_sees_them() -> None:
    """A socket that listens and one that is only open are both found (or this test would prove nothing)."""
    with socket.socket() as one, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as two:
        one.bind(("127.0.0.1", 0))
        one.listen()
        two.bind(("127.0.0.1", 0))
        assert {"tcp", "udp"} <= sockets(os.getpid())


@linux
def test_a_running_headless_table_has_no_socket(tmp_path: Path) -> None:
    """With a journal, a game and a reader that is looked for, no socket of any kind is open."""
    process = Talking("--journal", str(tmp_path / "journal.db"), "--reader", str(tmp_path / "nothing"))
    process.reply()
    process.say("new casinoya-poker Ana Bruno")
    assert sockets(process.process.pid) == set()
    assert process.end() == 0


@linux
def test_a_running_kiosk_has_no_network_socket(tmp_path: Path) -> None:
    """The whole kiosk with its window, ready as it tells systemd, has nothing that a network could reach.

    Netlink is libusb's and hears of devices; in the unit's private network nobody else speaks there."""
    notify = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(notify))
        systemd.settimeout(PATIENCE)
        env = {
            **os.environ, "NOTIFY_SOCKET": str(notify), "STATE_DIRECTORY": str(tmp_path / "state"), "HOME": str(tmp_path),
            "KIVY_HOME": str(tmp_path / "kivy"), "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy", "LIBGL_ALWAYS_SOFTWARE": "1",
        }  # fmt: skip
        command = [sys.executable, "-m", "companion", "kiosk", "--display", "none"]
        with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as kiosk:
            try:
                while b"READY=1" not in systemd.recv(4096):
                    pass
                assert sockets(kiosk.pid) <= {"unix", "netlink"}
                assert (tmp_path / "state").stat().st_mode & 0o777 == 0o700
            finally:
                kiosk.terminate()
                assert kiosk.wait(PATIENCE) == 0


# --- no code from data -----------------------------------------------------------------------------------------------------------

BANNED_MODULES = frozenset(
    [
        "pickle",
        "cPickle",
        "marshal",
        "shelve",
        "dill",
        "code",
        "codeop",
        "pty",
        "telnetlib",
        "ftplib",
        "smtplib",
        "http",
        "urllib",
        "socketserver",
        "xmlrpc",
        "asyncio",
        "multiprocessing",
        "requests",
        "ssl",
        "webbrowser",
    ]
)
BANNED_CALLS = frozenset({"eval", "exec", "compile", "__import__"})
BANNED_ATTRIBUTES = {
    "os": {"system", "popen", "execv", "execve", "execvp", "spawnl", "spawnv"},
    "tempfile": {"mktemp"},
    "importlib": {"reload"},
}
MAY = {  # who may start a program or open a socket, and why
    "subprocess": {
        "companion/wiring/power.py": "switches the machine off",
        "companion/wiring/bench_screen.py": "measures a window in a process of its own",
        "companion/lab/balance.py": "plays games in parallel",
        "companion/wiring/sessions.py": "shows a recorded session in a window of its own, on a laptop",
    },
    "socket": {"companion/notify.py": "tells systemd"},
    "os.execv": {"companion/wiring/again.py": "begins anew on a backup that was put in place"},
}


def modules() -> list[Path]:
    return sorted(path for top in OURS for path in (ROOT / top).rglob("*.py"))


def faults(path: Path) -> list[str]:
    """What a module does that none of ours may."""
    name = path.relative_to(ROOT).as_posix()
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        line = getattr(node, "lineno", 0)
        imported = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        imported += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
        for module in imported:
            top = module.partition(".")[0]
            if top in BANNED_MODULES or (top in MAY and name not in MAY[top]):
                found.append(f"{name}:{line} imports {module}")
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name) and node.func.id in BANNED_CALLS:
                found.append(f"{name}:{line} calls {node.func.id}")
            shell = [word for word in node.keywords if word.arg == "shell"]
            if shell and not (isinstance(shell[0].value, ast.Constant) and shell[0].value.value is False):
                found.append(f"{name}:{line} starts a shell")
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.attr in BANNED_ATTRIBUTES.get(node.value.id, ())
            and name not in MAY.get(f"{node.value.id}.{node.attr}", ())
        ):
            found.append(f"{name}:{line} uses {node.value.id}.{node.attr}")
    return found


def test_no_pickle_no_eval_no_shell() -> None:
    """No module of ours makes code of data, starts a shell, or knows a network; who starts a program is on a short list."""
    assert len(modules()) > 150
    assert [fault for path in modules() for fault in faults(path)] == []


@pytest.mark.parametrize(
    "code",
    ["import pickle", "from marshal import loads", "eval('1')", "exec(x)", "import os\nos.system('x')", "run('x', shell=True)", "import socket",
     "import subprocess", "from urllib.request import urlopen", "import tempfile\ntempfile.mktemp()", "__import__('os')"],
)  # fmt: skip
def test_the_search_finds_what_it_looks_for(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each thing that is banned is found where it is used."""
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    path = tmp_path / "module.py"
    path.write_text(code)
    assert len(faults(path)) == 1


# --- a folder of one's own ---------------------------------------------------------------------------------------------------------


def test_the_data_folder_is_the_users_alone() -> None:
    """The unit's StateDirectory is 0700 and its files are made for nobody else; nothing is allowed a network."""
    unit = (ROOT / "systemd" / "companion.service").read_text()
    for line in (
        "StateDirectoryMode=0700",
        "UMask=0077",
        "PrivateNetwork=yes",
        "IPAddressDeny=any",
        "NoNewPrivileges=yes",
        "User=companion",
    ):
        assert f"\n{line}\n" in unit, line


# --- dependencies --------------------------------------------------------------------------------------------------------------------


def locked() -> dict[str, tuple[str, int, str]]:
    """What the lock names: version, how many hashes, and the marker, by name."""
    found = {}
    text = "".join(lock.read_text(encoding="utf-8") for lock in LOCKS)
    for line in text.replace("\\\n", " ").splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        wanted, *hashes = re.split(r"\s--hash=sha256:", line.strip())
        requirement = Requirement(wanted.strip())
        assert len(list(requirement.specifier)) == 1, line
        pin = next(iter(requirement.specifier))
        assert pin.operator == "==", line
        assert all(re.fullmatch(r"[0-9a-f]{64}\s*", one) for one in hashes), line
        found[canonicalize_name(requirement.name)] = (pin.version, len(hashes), str(requirement.marker or ""))
    return found


def test_the_lock_pins_all_that_the_kiosk_needs() -> None:
    """Each dependency of pyproject.toml, and what those need in turn, is pinned to one version with hashes."""
    pins = locked()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for text in [*project["project"]["dependencies"], *project["build-system"]["requires"]]:
        wanted = Requirement(text)
        pin = pins[canonicalize_name(wanted.name)]
        assert pin[0] in wanted.specifier, (text, pin)
        assert pin[1] > 0
    assert all(count for _, count, _ in pins.values())
    from importlib.metadata import requires

    seen, open_ = set(), list(pins)
    while open_:  # everything that a pinned package needs on the kiosk is pinned, too
        name = open_.pop()
        if name in seen:
            continue
        seen.add(name)
        try:
            needs = requires(name) or []
        except PackageNotFoundError:
            continue
        for text in needs:
            need = Requirement(text)
            if need.marker is None or need.marker.evaluate(
                {**default_environment(), "extra": "", "sys_platform": "linux"}
            ):
                assert canonicalize_name(need.name) in pins, (name, text)


@pytest.mark.skipif(
    not os.environ.get("COMPANION_AUDIT"),
    reason="compares this machine with the lock: set COMPANION_AUDIT=1 on a kiosk",
)
def test_what_is_installed_is_what_was_locked() -> None:
    """Each package that is installed has the version of the lock."""
    differing = {}
    for name, (pin, _, _) in locked().items():
        try:
            found = version(name)
        except PackageNotFoundError:
            continue
        if found != pin:
            differing[name] = (pin, found)
    assert differing == {}


def test_no_locked_version_is_known_to_be_bad() -> None:
    """The lock names no version that is on our list of versions with a published fault (systemd/advisories.toml)."""
    advisories = tomllib.loads((ROOT / "systemd" / "advisories.toml").read_text(encoding="utf-8"))["advisory"]
    pins = locked()
    bad = [
        (one["package"], pins[one["package"]][0], one["id"])
        for one in advisories
        if one["package"] in pins and pins[one["package"]][0] in Requirement(f"x{one['versions']}").specifier
    ]
    assert bad == []
