"""What the doctor sees: rights, panels, ports, and a table that is running."""

from __future__ import annotations

import grp
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import doctor, settings
from companion.doctor import Finding, devices, machine

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="groups and panels are looked at on Linux")


def loaded(tmp_path: Path, *words: str) -> settings.Loaded:
    return settings.load([], [f"files.data={tmp_path}", *words], overrides=tmp_path / "screen.toml")


def groups(monkeypatch: pytest.MonkeyPatch, mine: list[int], members: dict[str, list[str]]) -> list[Finding]:
    """The findings of a user called `tina` on a machine with these groups."""
    known = {
        name: SimpleNamespace(gr_name=name, gr_gid=900 + at, gr_mem=users)
        for at, (name, users) in enumerate(members.items())
    }
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(os, "getegid", lambda: 1000)
    monkeypatch.setattr(os, "getgroups", lambda: mine)
    monkeypatch.setattr("pwd.getpwuid", lambda _uid: SimpleNamespace(pw_name="tina"))
    monkeypatch.setattr(grp, "getgrnam", lambda name: known[name])
    monkeypatch.setattr(grp, "getgrall", lambda: list(known.values()))
    return list(devices.groups(settings.Loaded(settings.Settings(), ())))


def test_a_missing_group_is_named_with_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it opens, and the exact line that mends it; a group that this machine lacks is not asked for."""
    (found,) = groups(monkeypatch, [901], {"dialout": [], "input": []})
    assert (found.state, found.fix) == ("note", "sudo usermod -aG dialout tina")
    assert "serial ports" in found.detail


def test_a_group_that_counts_from_the_next_login_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Added, but this session began before (failures.md, row 14)."""
    (found,) = groups(monkeypatch, [], {"dialout": ["tina"]})
    assert found.fix == "log out and in again"


def test_all_groups_are_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line."""
    assert [one.state for one in groups(monkeypatch, [900, 901], {"dialout": [], "input": []})] == ["ok"]


@pytest.mark.parametrize(
    ("bits", "touch"), [("260800000000003", True), ("3", False), ("0", False), ("", False), ("nonsense", False)]
)
def test_a_panel_is_known_by_what_it_reports(tmp_path: Path, bits: str, touch: bool) -> None:
    """Positions of several fingers make a touch panel; a mouse or a keyboard is none."""
    folder = tmp_path / "event3" / "device" / "capabilities"
    folder.mkdir(parents=True)
    (folder / "abs").write_text(f"{bits}\n")
    assert machine.is_touch(tmp_path / "event3") is touch


def test_a_running_table_is_asked_and_nothing_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its readers are told as they are, the lost one with its fix; the port is not opened a second time."""

    def opened(*_: Any) -> None:
        raise AssertionError("a port was opened")

    monkeypatch.setattr("hardware.nfc.open_source", opened)
    running = {
        "north": ("ready", "PN532 1.6"),
        "south": ("lost", "Nothing is connected: plug it in."),
        "pod": ("starting", ""),
    }
    found = {one.what: one for one in doctor.examine(running=running, loaded=loaded(tmp_path))}
    assert (found["reader north"].state, found["reader north"].detail) == ("ok", "PN532 1.6")
    assert (found["reader south"].state, found["reader south"].fix) == ("fault", "plug it in.")
    assert found["reader pod"].state == "note"
    assert found["journal"].detail == "this table keeps nothing"


def test_lamps_that_are_set_are_walked_by_eyes(tmp_path: Path) -> None:
    """The doctor cannot see light: he names the command that shows it."""
    found = doctor.examine(loaded=loaded(tmp_path, "hardware.lamps=[{seat=1, pins=[17]}]"))
    assert [one.fix for one in found if one.what == "lamps"] == ["companion lamps"]


def test_a_check_that_fails_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The doctor does not die of the patient."""

    def broken() -> Any:
        raise RuntimeError("no such bus")

    monkeypatch.setattr("hardware.ports.find_ports", broken)
    found = [one for one in doctor.examine(loaded=loaded(tmp_path)) if "no such bus" in one.detail]
    assert [one.state for one in found] == ["fault"]
