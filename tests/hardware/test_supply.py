"""The power supply of a Raspberry Pi, as its kernel tells of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.supply import supply


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.mark.parametrize(
    ("bits", "state"),
    [("0\n", "steady"), ("1\n", "low"), ("50005\n", "low"), ("50000\n", "was-low"), ("80000\n", "steady")],
)
@pytest.mark.parametrize("place", ["soc/soc:firmware", "soc@107c000000/soc@107c000000:firmware"])
def test_the_firmware_is_asked(tmp_path: Path, place: str, bits: str, state: str) -> None:
    """Bit 0 is now, bit 16 since the start; heat and clock are other bits; the folder has another name on a newer board."""
    put(tmp_path / "devices/platform" / place / "get_throttled", bits)
    assert supply(tmp_path) == state


def test_else_the_kernels_alarm_is_asked(tmp_path: Path) -> None:
    """Only that of the supply's own sensor."""
    put(tmp_path / "class/hwmon/hwmon0/name", "cpu_thermal\n")
    put(tmp_path / "class/hwmon/hwmon0/in0_lcrit_alarm", "1\n")
    assert supply(tmp_path) == "unknown"
    put(tmp_path / "class/hwmon/hwmon1/name", "rpi_volt\n")
    assert supply(tmp_path) == "unknown"
    put(tmp_path / "class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
    assert supply(tmp_path) == "steady"
    put(tmp_path / "class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    assert supply(tmp_path) == "low"


def test_another_machine_says_nothing(tmp_path: Path) -> None:
    """Neither there nor readable is no news."""
    assert supply(tmp_path) == "unknown"
    put(tmp_path / "devices/platform/soc/soc:firmware/get_throttled", "nonsense")
    assert supply(tmp_path) == "unknown"
