"""What is installed: the unit's sandbox, the screen finder, one touch provider, udev, polkit, users."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kiosk is for Linux")

SYSTEMD = Path(__file__).parents[2] / "systemd"
UNIT = (SYSTEMD / "companion.service").read_text()

needs_analyze = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")


def values(key: str) -> list[str]:
    """Every value of a key in the unit, in order."""
    return re.findall(rf"^{key}=(.*)$", UNIT, re.MULTILINE)


# -- the unit ------------------------------------------------------------------------------------------------------------------


@needs_analyze
def test_systemd_accepts_the_unit_without_a_word(tmp_path: Path) -> None:
    """systemd-analyze verify finds nothing to say about the unit, with the programs it starts in their places."""
    unit = (
        UNIT.replace("/opt/companion/venv/bin/companion", "/bin/true")
        .replace("/usr/lib/companion/display", "/bin/true")
        .replace("/usr/bin/chvt", "/bin/true")
    )
    (tmp_path / "companion.service").write_text(unit)
    done = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / "companion.service")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@needs_analyze
def test_the_sandbox_is_tight() -> None:
    """systemd's own measure of exposure is at most 1.5, with every device of a table allowed."""
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=15", str(SYSTEMD / "companion.service")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    score = re.search(r"Overall exposure level for companion.service: ([0-9.]+)", done.stdout)
    assert score is not None
    assert float(score[1]) <= 1.5


def test_the_unit_restarts_for_ever_and_is_watched() -> None:
    """No number of quick failures leaves a dark table, and a hang is noticed (failures.md, row 18)."""
    head, _, _ = UNIT.partition("[Service]")
    assert "\nStartLimitIntervalSec=0\n" in head
    assert (values("Restart"), values("Type"), values("NotifyAccess")) == (["always"], ["notify"], ["main"])
    assert 10 <= int(values("WatchdogSec")[0]) <= 60
    assert int(values("TimeoutStopSec")[0]) < int(values("WatchdogSec")[0])


def test_the_unit_has_a_console_of_its_own_and_no_network() -> None:
    """It sits on its own virtual terminal with whoever else draws there shut out, and cannot speak to any network."""
    assert values("TTYPath") == ["/dev/tty7"]
    assert "getty@tty7.service" in values("Conflicts")[0].split()
    assert "display-manager.service" in values("Conflicts")[0].split()
    assert values("PrivateNetwork") == ["yes"]
    assert values("IPAddressDeny") == ["any"]
    assert "AF_INET" not in " ".join(values("RestrictAddressFamilies"))


def test_state_survives_and_everything_else_is_in_memory() -> None:
    """Games are in a private StateDirectory; Kivy and lgpio write into the RuntimeDirectory, so the root may be read-only."""
    assert (values("StateDirectory"), values("StateDirectoryMode")) == (["companion"], ["0700"])
    assert values("RuntimeDirectory") == ["companion"]
    assert values("ProtectSystem") == ["strict"]
    environment = " ".join(values("Environment")).split()
    for name in ("KIVY_HOME", "XDG_RUNTIME_DIR", "LG_WD"):
        assert [item for item in environment if item.startswith(f"{name}=/run/companion")], name
    assert "GPIOZERO_PIN_FACTORY=lgpio" in environment
    assert not [item for item in environment if item.startswith("KIVY_NO_CONFIG")]


def test_every_device_of_a_table_is_allowed() -> None:
    """Screen, touch, sound, pins, USB readers and each kind of serial port are in the device list, and the list is closed."""
    allowed = {line.split()[0] for line in values("DeviceAllow")}
    assert values("DevicePolicy") == ["closed"]
    assert {
        "char-drm",
        "char-input",
        "char-alsa",
        "char-gpiochip",
        "char-usb_device",
        "char-ttyUSB",
        "char-ttyACM",
        "char-ttyAMA",
        "char-ttyS",
        "/dev/tty7",
    } <= allowed


def test_the_units_groups_are_made_by_the_installation() -> None:
    """Each supplementary group of the unit exists after systemd-sysusers ran, or the unit would not start at all."""
    members = set(re.findall(r"^m companion (\w+)$", (SYSTEMD / "companion.sysusers.conf").read_text(), re.MULTILINE))
    assert set(values("SupplementaryGroups")[0].split()) == members


@pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="systemd-sysusers is not installed")
def test_the_user_and_its_groups_can_be_made(tmp_path: Path) -> None:
    """systemd-sysusers makes the user with all its groups in an empty root, and a second run changes nothing."""
    (tmp_path / "etc").mkdir()
    for _ in range(2):
        done = subprocess.run(
            ["systemd-sysusers", f"--root={tmp_path}", str(SYSTEMD / "companion.sysusers.conf")],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert len(re.findall(r"^companion:", (tmp_path / "etc/passwd").read_text(), re.MULTILINE)) == 1
    groups = {
        line.split(":")[0]: line.strip().split(":")[3] for line in (tmp_path / "etc/group").read_text().splitlines()
    }
    assert all("companion" in groups[name].split(",") for name in values("SupplementaryGroups")[0].split())


# -- the screen ----------------------------------------------------------------------------------------------------------------


def find_screen(
    tmp_path: Path, connectors: dict[str, tuple[str, str]], **environ: str
) -> tuple[int, dict[str, str], str]:
    """Run the screen finder on these connectors (name → status, modes); returns exit status, display.env, and what was said."""
    drm, out = tmp_path / "drm", tmp_path / "run"
    drm.mkdir(exist_ok=True)
    out.mkdir(exist_ok=True)
    for name, (status, modes) in connectors.items():
        (drm / name).mkdir()
        (drm / name / "status").write_text(status + "\n")
        (drm / name / "modes").write_text(modes)
    done = subprocess.run(
        [str(SYSTEMD / "display")],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
        env={
            "PATH": os.environ["PATH"],
            "COMPANION_DRM": str(drm),
            "RUNTIME_DIRECTORY": str(out),
            "COMPANION_DISPLAY_WAIT": "0",
            **environ,
        },
    )
    lines = (out / "display.env").read_text().splitlines() if (out / "display.env").exists() else []
    return done.returncode, dict(line.split("=", 1) for line in lines), done.stdout + done.stderr


def graphics(tmp_path: Path) -> dict[str, str]:
    """The [graphics] section of the configuration that was written."""
    text = (tmp_path / "run/kivy/config.ini").read_text()
    section = text.split("[graphics]")[1].split("\n[")[0]
    return dict(line.split(" = ", 1) for line in section.strip().splitlines() if " = " in line)


def test_the_panel_comes_before_a_monitor_whatever_its_number(tmp_path: Path) -> None:
    """On a Pi 5 the DSI panel is a card of its own; its number is found, not assumed (SDL #13705)."""
    code, env, _ = find_screen(
        tmp_path,
        {
            "card0-HDMI-A-1": ("connected", "1920x1080\n"),
            "card1-HDMI-A-2": ("disconnected", ""),
            "card2-DSI-2": ("connected", "720x1280\n"),
            "card2-Writeback-1": ("unknown", ""),
        },
    )
    assert code == 0
    assert env["SDL_KMSDRM_DEVICE_INDEX"] == "2"
    assert env["KIVY_METRICS_DENSITY"] == "1.5"
    assert (graphics(tmp_path)["width"], graphics(tmp_path)["height"], graphics(tmp_path)["rotation"]) == (
        "720",
        "1280",
        "90",
    )


def test_a_monitor_will_do_and_lies_as_it_is(tmp_path: Path) -> None:
    """Without a panel a connected monitor is taken, unturned."""
    code, env, _ = find_screen(
        tmp_path, {"card1-HDMI-A-1": ("connected", "1920x1080i\n1280x720\n"), "card0-DSI-1": ("disconnected", "")}
    )
    assert (code, env["SDL_KMSDRM_DEVICE_INDEX"], env["KIVY_METRICS_DENSITY"]) == (0, "1", "2")
    assert (graphics(tmp_path)["height"], graphics(tmp_path)["rotation"]) == ("1080", "0")


def test_a_panel_that_names_no_modes_is_the_first_official_one(tmp_path: Path) -> None:
    """No mode list: 800 × 480, and fullscreen takes the real size anyhow."""
    code, env, _ = find_screen(tmp_path, {"card0-DSI-1": ("connected", "")})
    assert (code, env["KIVY_METRICS_DENSITY"]) == (0, "1")
    assert (graphics(tmp_path)["width"], graphics(tmp_path)["fullscreen"]) == ("800", "auto")


def test_the_owner_has_the_last_word(tmp_path: Path) -> None:
    """Rotation, density and card from kiosk.env overrule what was found; an impossible rotation is told and ignored."""
    screens = {"card0-DSI-1": ("connected", "720x1280\n"), "card1-HDMI-A-1": ("connected", "1280x720\n")}
    code, env, _ = find_screen(
        tmp_path, screens, COMPANION_ROTATION="270", COMPANION_DENSITY="1.25", COMPANION_DRM_CARD="1"
    )
    assert (code, env["SDL_KMSDRM_DEVICE_INDEX"], env["KIVY_METRICS_DENSITY"]) == (0, "1", "1.25")
    assert graphics(tmp_path)["rotation"] == "270"
    code, _, said = find_screen(tmp_path, {}, COMPANION_ROTATION="45")
    assert code == 0
    assert "not 45" in said
    assert graphics(tmp_path)["rotation"] == "0"


def test_no_screen_is_told_and_tried_again_by_systemd(tmp_path: Path) -> None:
    """Without any screen the finder fails with a sentence, writes nothing, and the unit's Restart tries again (failures.md, row 18)."""
    code, env, said = find_screen(tmp_path, {"card0-HDMI-A-1": ("disconnected", "")})
    assert (code, env) == (1, {})
    assert "no screen is connected" in said


def test_the_environment_file_can_be_read_by_systemd(tmp_path: Path) -> None:
    """Every line of display.env is NAME=value, quoted where there are spaces."""
    find_screen(tmp_path, {"card0-DSI-1": ("connected", "720x1280\n")})
    for line in (tmp_path / "run/display.env").read_text().splitlines():
        assert re.fullmatch(r'[A-Z_]+=("[^"]*"|[^\s"]+)', line), line


def test_kivy_ends_up_with_exactly_one_touch_provider(tmp_path: Path) -> None:
    """After Kivy itself has read the kiosk's configuration there is one input provider, and the rest is as meant (failures.md, row 17)."""
    find_screen(tmp_path, {"card0-DSI-1": ("connected", "720x1280\n")})
    written = (tmp_path / "run/kivy/config.ini").read_text()
    assert "@" not in "".join(line for line in written.splitlines() if not line.startswith("#"))
    code = (
        "import json\nfrom kivy.config import Config\n"
        "print(json.dumps({'input': [list(item) for item in Config.items('input')],"
        " 'graphics': {key: Config.get('graphics', key) for key in ('rotation', 'show_cursor', 'fullscreen', 'multisamples')},"
        " 'escape': Config.get('kivy', 'exit_on_escape'), 'version': Config.get('kivy', 'config_version')}))"
    )
    environ = {
        "PATH": os.environ["PATH"],
        "KIVY_HOME": str(tmp_path / "run/kivy"),
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_FILELOG": "1",
        "HOME": str(tmp_path),
    }
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env=environ, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Upgrading configuration" not in done.stderr
    config = json.loads(done.stdout.splitlines()[-1])
    assert config["input"] == [["%(name)s", "probesysfs,provider=mtdev"]]
    assert config["graphics"] == {"rotation": "90", "show_cursor": "0", "fullscreen": "auto", "multisamples": "0"}
    assert config["escape"] == "0"
    from kivy.config import KIVY_CONFIG_VERSION

    assert config["version"] == str(KIVY_CONFIG_VERSION)


# -- udev, polkit, modules -------------------------------------------------------------------------------------------------------

RULES = [line for line in (SYSTEMD / "companion.rules").read_text().splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("rule", RULES)
def test_udev_rules_are_well_formed(rule: str) -> None:
    """Each rule is a list of known keys with operators that fit them and quoted values."""
    matching = r'(?:ACTION|SUBSYSTEM|KERNEL|SUBSYSTEMS|ATTR\{\w+\}|ATTRS\{\w+\})=="[^"]+"'
    setting = r'(?:PROGRAM="[^"]+"|SYMLINK\+="[^"]+"|GROUP="\w+"|MODE="0[0-7]{3}"|ENV\{\w+\}="[^"]*"|RUN\+="/[^"]+"|GOTO="\w+"|LABEL="\w+")'
    for part in re.split(r",\s+(?=[A-Z])", rule):
        assert re.fullmatch(f"{matching}|{setting}", part), part


def test_names_can_be_parsed_by_nfcpy_and_follow_the_socket() -> None:
    """Aliases have neither underscore nor dot, are made of the USB socket, and differ for two equal adapters (failures.md, row 16)."""
    programs = set(re.findall(r'PROGRAM="([^"]+)"', "\n".join(RULES)))
    assert programs == {"/bin/sh -c 'echo %b | tr . -'"}
    names = set()
    for socket in ("1-1.1", "1-1.2", "3-1", "1-1.4.3"):
        made = subprocess.run(
            ["/bin/sh", "-c", f"echo {socket} | tr . -"], capture_output=True, text=True, timeout=10, check=True
        ).stdout.strip()
        names.add(made)
        assert re.fullmatch(r"[a-zA-Z0-9-]+", f"nfc-{made}")
    assert len(names) == 4
    assert set(re.findall(r'SYMLINK\+="([^"]+)"', "\n".join(RULES))) == {"nfc-%c", "pod-%c"}


def test_readers_and_adapters_have_rights_and_are_left_alone() -> None:
    """USB readers belong to plugdev, ports to dialout, and ModemManager and brltty keep their hands off (failures.md, rows 14 and 15)."""
    text = "\n".join(RULES)
    for vendor in ("072f", "054c"):
        assert re.search(rf'ATTR{{idVendor}}=="{vendor}".*GROUP="plugdev"', text)
    for vendor in ("1a86", "10c4", "0403", "067b", "2e8a"):
        assert re.search(rf'ATTR{{idVendor}}=="{vendor}".*ENV{{ID_MM_DEVICE_IGNORE}}="1"', text)
        assert re.search(rf'SUBSYSTEM=="tty".*ATTRS{{idVendor}}=="{vendor}".*GROUP="dialout"', text)
    for vendor in ("1a86", "10c4"):
        assert re.search(rf'idVendor}}=="{vendor}".*ENV{{BRLTTY_BRAILLE_DRIVER}}=""', text)


@pytest.mark.skipif(shutil.which("node") is None, reason="no JavaScript to run the polkit rule with (node)")
def test_the_table_may_switch_itself_off_and_nobody_else() -> None:
    """polkit's rule says yes to the user companion for power-off and reboot, and has no opinion on anything else."""
    script = (
        "let rule; const polkit = {addRule: r => { rule = r; }, Result: {YES: 'yes'}};\n"
        + (SYSTEMD / "companion.polkit.rules").read_text()
        + "\nconst ask = (id, user) => rule({id}, {user}) || null;\n"
        "console.log(JSON.stringify([ask('org.freedesktop.login1.power-off', 'companion'), ask('org.freedesktop.login1.reboot', 'companion'),"
        " ask('org.freedesktop.login1.power-off', 'somebody'), ask('org.freedesktop.systemd1.manage-units', 'companion')]));"
    )
    done = subprocess.run(["node", "-e", script], capture_output=True, text=True, timeout=60, check=True)
    assert json.loads(done.stdout) == ["yes", "yes", None, None]


def test_the_kernels_nfc_drivers_are_kept_away() -> None:
    """pn533_usb, which takes an ACR122U from nfcpy, is neither loaded by itself nor when asked for (failures.md, row 15)."""
    lines = (SYSTEMD / "companion.modprobe.conf").read_text().splitlines()
    assert "blacklist pn533_usb" in lines
    assert "install pn533_usb /bin/false" in lines
