"""The installer in a temporary root: dry run, twice the same, nothing left, the UART, and who is refused."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kiosk is for Linux")

SYSTEMD = Path(__file__).parents[2] / "systemd"
CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=1 rootwait quiet\n"
CONFIG = "dtparam=audio=on\n[pi4]\narm_boost=1\n"
PI_4, PI_5 = "Raspberry Pi 4 Model B Rev 1.5\0", "Raspberry Pi 5 Model B Rev 1.0\0"


def make_root(folder: Path, codename: str = "bookworm", *, bits: int = 64, model: str = PI_4) -> Path:
    """A Raspberry Pi's file system, as far as the installer looks at it."""
    root = folder / "root"
    for directory in (
        "etc/systemd/system",
        "etc/udev/rules.d",
        "lib",
        "boot/firmware",
        "proc/device-tree",
        "usr/lib",
        "var/lib",
    ):
        (root / directory).mkdir(parents=True)
    (root / "etc/os-release").write_text(f'NAME="Debian"\nVERSION_CODENAME={codename}\n')
    (root / "lib" / ("ld-linux-aarch64.so.1" if bits == 64 else "ld-linux-armhf.so.3")).touch()
    (root / "boot/firmware/cmdline.txt").write_text(CMDLINE)
    (root / "boot/firmware/config.txt").write_text(CONFIG)
    (root / "proc/device-tree/model").write_text(model)
    return root


def install(root: Path, *options: str, ok: bool = True) -> str:
    """Run the installer on this root; returns all that it said."""
    done = subprocess.run(
        [str(SYSTEMD / "install"), "--root", str(root), *options],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode == 0) == ok, done.stdout + done.stderr
    return done.stdout + done.stderr


def tree(root: Path) -> dict[str, tuple[str, str]]:
    """Every path below root with its mode and contents."""
    found = {}
    for path in sorted(root.rglob("*")):
        name, mode = str(path.relative_to(root)), oct(stat.S_IMODE(path.lstat().st_mode))
        contents = os.readlink(path) if path.is_symlink() else path.read_text() if path.is_file() else "directory"
        found[name] = ("link" if path.is_symlink() else mode, contents)
    return found


@pytest.mark.parametrize("codename", ["bookworm", "trixie"])
def test_a_dry_run_says_everything_and_does_nothing(tmp_path: Path, codename: str) -> None:
    """Nothing in the root changes, and each file that an installation would write is named."""
    root = make_root(tmp_path, codename)
    before = tree(root)
    said = install(root, "--dry-run", "--uart")
    assert tree(root) == before
    assert "nothing was changed" in said
    install(root, "--uart")
    written = [name for name, (_, contents) in tree(root).items() if name not in before and contents != "directory"]
    ours = [name for name in written if not name.endswith(("manifest", ".before", ".after"))]
    assert len(ours) >= 12
    assert [name for name in ours if f"/{name}" not in said] == []


def test_installing_twice_is_installing_once(tmp_path: Path) -> None:
    """The second run finds everything as it should be and leaves the very same tree."""
    root = make_root(tmp_path)
    install(root, "--uart")
    once = tree(root)
    said = install(root, "--uart")
    assert tree(root) == once
    assert "written:" not in said
    assert "linked:" not in said
    assert "added to" not in said


def test_an_older_installation_is_brought_up_to_date(tmp_path: Path) -> None:
    """A file that differs is written anew with its mode; the edited screen settings are kept."""
    root = make_root(tmp_path)
    install(root)
    now = tree(root)
    (root / "etc/systemd/system/companion.service").write_text("old\n")
    (root / "usr/lib/companion/display").chmod(0o600)
    (root / "etc/companion/kiosk.env").write_text("COMPANION_ROTATION=270\n")
    install(root)
    changed = {name for name, what in tree(root).items() if now[name] != what}
    assert changed == {"etc/companion/kiosk.env"}
    assert (root / "etc/companion/kiosk.env").read_text() == "COMPANION_ROTATION=270\n"


@pytest.mark.parametrize("config", [CONFIG, CONFIG.rstrip("\n"), ""])
@pytest.mark.parametrize("options", [(), ("--uart",)])
def test_uninstalling_leaves_nothing(tmp_path: Path, options: tuple[str, ...], config: str) -> None:
    """After install and uninstall the tree is what it was, to the byte, folders and boot files included."""
    root = make_root(tmp_path)
    (root / "boot/firmware/config.txt").write_text(config)
    before = tree(root)
    install(root, *options)
    assert tree(root) != before
    said = install(root, "--uninstall", "--dry-run")
    assert "would remove: /etc/systemd/system/companion.service" in said
    install(root, "--uninstall")
    assert tree(root) == before
    assert "not installed here" in install(root, "--uninstall")
    assert tree(root) == before


def test_games_stay_unless_they_are_to_go(tmp_path: Path) -> None:
    """Uninstalling keeps the games and edited settings and says so; with --purge they go too."""
    root = make_root(tmp_path)
    install(root)
    (root / "var/lib/companion").mkdir()
    (root / "var/lib/companion/journal.db").write_text("games")
    (root / "etc/companion/kiosk.env").write_text("COMPANION_ROTATION=270\n")
    said = install(root, "--uninstall")
    assert "kept: games and decks" in said
    assert (root / "var/lib/companion/journal.db").exists()
    assert (root / "etc/companion/kiosk.env").exists()
    install(root)
    install(root, "--uninstall", "--purge")
    assert not (root / "var/lib/companion").exists()
    assert not (root / "etc/companion").exists()


def test_the_installation_is_complete(tmp_path: Path) -> None:
    """Unit enabled, scripts executable, everything readable, and the block-list, rules and user in their places."""
    root = make_root(tmp_path)
    install(root)
    files = tree(root)
    assert files["etc/systemd/system/multi-user.target.wants/companion.service"] == ("link", "../companion.service")
    assert files["usr/lib/companion/display"][0] == "0o755"
    assert files["etc/systemd/system/companion.service"] == ("0o644", (SYSTEMD / "companion.service").read_text())
    assert "blacklist pn533_usb" in files["etc/modprobe.d/companion-nfc.conf"][1].splitlines()
    assert {
        "etc/udev/rules.d/99-companion.rules",
        "etc/polkit-1/rules.d/50-companion.rules",
        "usr/lib/sysusers.d/companion.conf",
    } <= set(files)


@pytest.mark.parametrize(
    ("model", "line"),
    [(PI_4, "enable_uart=1"), (PI_5, "dtoverlay=uart0-pi5"), ("Raspberry Pi 3 Model B\0", "enable_uart=1")],
)
def test_the_uart_is_freed_by_the_model(tmp_path: Path, model: str, line: str) -> None:
    """No serial console, no login on the port, and the overlay that this model needs (failures.md, rows 12 and 13)."""
    root = make_root(tmp_path, model=model)
    install(root, "--uart")
    files = tree(root)
    assert files["boot/firmware/cmdline.txt"][1] == "console=tty1 root=PARTUUID=1 rootwait quiet\n"
    assert files["boot/firmware/config.txt"][1] == CONFIG + f"# companion begin\n[all]\n{line}\n# companion end\n"
    for name in ("ttyS0", "ttyAMA0"):
        assert files[f"etc/systemd/system/serial-getty@{name}.service"] == ("link", "/dev/null")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("console=tty1 console=ttyAMA0,115200 quiet\n", "console=tty1 quiet\n"),
        ("console=ttyS0,115200n8\n", "\n"),
        ("console=serial0,115200 console=ttyAMA0,115200 console=ttyS0 x\n", "x\n"),
        ("console=tty1 earlycon=console=serial0 quiet\n", "console=tty1 earlycon=console=serial0 quiet\n"),
        ("quiet\n", "quiet\n"),
    ],
)
def test_only_serial_consoles_are_taken_out(tmp_path: Path, before: str, after: str) -> None:
    """Whatever stands in the kernel's command line besides serial consoles stays, in its order."""
    root = make_root(tmp_path)
    (root / "boot/firmware/cmdline.txt").write_text(before)
    install(root, "--uart")
    assert (root / "boot/firmware/cmdline.txt").read_text() == after
    install(root, "--uninstall")
    assert (root / "boot/firmware/cmdline.txt").read_text() == before


def test_boot_files_that_were_edited_since_keep_the_edits(tmp_path: Path) -> None:
    """Uninstalling takes only our own lines back out when somebody has edited the boot files in between."""
    root = make_root(tmp_path)
    install(root, "--uart")
    cmdline, config = root / "boot/firmware/cmdline.txt", root / "boot/firmware/config.txt"
    cmdline.write_text(cmdline.read_text().replace("quiet", "splash"))
    config.write_text(config.read_text() + "dtoverlay=other\n")
    install(root, "--uninstall")
    assert cmdline.read_text() == "console=serial0,115200 console=tty1 root=PARTUUID=1 rootwait splash\n"
    assert config.read_text() == CONFIG + "dtoverlay=other\n"
    assert not (root / "usr/lib/companion").exists()


def test_a_getty_that_was_masked_before_stays_masked(tmp_path: Path) -> None:
    """What somebody else did before us is his, and is left to him."""
    root = make_root(tmp_path)
    (root / "etc/systemd/system/serial-getty@ttyS0.service").symlink_to("/dev/null")
    before = tree(root)
    install(root, "--uart")
    install(root, "--uninstall")
    assert tree(root) == before


@pytest.mark.parametrize(
    ("codename", "bits", "word"), [("bullseye", 64, "bullseye"), ("bookworm", 32, "64-bit"), ("", 64, "unknown")]
)
def test_systems_that_cannot_run_it_are_refused_before_anything_is_done(
    tmp_path: Path, codename: str, bits: int, word: str
) -> None:
    """An older or a 32-bit system is told so, and nothing is written."""
    root = make_root(tmp_path, codename, bits=bits)
    before = tree(root)
    assert word in install(root, ok=False)
    assert tree(root) == before
    install(root, "--any-system")


@pytest.mark.parametrize("options", [("--nonsense",), ("--purge",), ("--root",), ("--root", "/nowhere/at/all")])
def test_wrong_options_are_refused(tmp_path: Path, options: tuple[str, ...]) -> None:
    """An option that is not understood stops everything before it begins."""
    root = make_root(tmp_path)
    before = tree(root)
    assert "install:" in install(root, *options, ok=False)
    assert tree(root) == before


def test_uart_without_boot_files_is_refused(tmp_path: Path) -> None:
    """Where there is no Raspberry Pi's boot partition, --uart says so."""
    root = make_root(tmp_path)
    (root / "boot/firmware/cmdline.txt").unlink()
    assert "no Raspberry Pi" in install(root, "--uart", ok=False)


@pytest.mark.skipif(hasattr(os, "getuid") and os.getuid() == 0, reason="root may install, and this test must not")
def test_without_rights_it_says_what_to_do() -> None:
    """A plain user is told about sudo and --dry-run."""
    done = subprocess.run(
        [str(SYSTEMD / "install"), "--any-system"], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert "sudo" in done.stderr


def test_help_lists_every_option() -> None:
    """The help is the head of the script and names each option it takes."""
    said = subprocess.run(
        [str(SYSTEMD / "install"), "--help"], capture_output=True, text=True, timeout=60, check=True
    ).stdout
    for option in ("--uart", "--dry-run", "--uninstall", "--purge", "--root", "--any-system"):
        assert option in said
