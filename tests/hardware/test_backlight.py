"""The panel's backlight: found, set within its range, and left alone where it cannot be set."""

from __future__ import annotations

from pathlib import Path

from hardware.backlight import Backlight


def panel(folder: Path, most: str = "31") -> Path:
    light = folder / "10-0045"
    light.mkdir(parents=True)
    (light / "max_brightness").write_text(most + "\n")
    (light / "brightness").write_text(most + "\n")
    return light


def test_a_machine_without_a_backlight_has_none(tmp_path: Path) -> None:
    """No folder, an empty one, and a light that does not tell its range are no backlight."""
    assert Backlight.find(tmp_path / "nothing") is None
    assert Backlight.find(tmp_path) is None
    panel(tmp_path, "dark")
    assert Backlight.find(tmp_path) is None


def test_percent_become_steps_of_the_panel(tmp_path: Path) -> None:
    """100 is the panel's own most, little is never quite dark, 0 is dark."""
    light = panel(tmp_path)
    found = Backlight.find(tmp_path)
    assert found is not None
    for percent, step in ((100, "31"), (50, "16"), (1, "1"), (0, "0"), (400, "31")):
        assert found.set(percent)
        assert (light / "brightness").read_text().strip() == step


def test_a_light_that_cannot_be_written_is_given_up(tmp_path: Path) -> None:
    """The first failure is told, nothing raises, and it is not tried again."""
    light = panel(tmp_path)
    found = Backlight.find(tmp_path)
    assert found is not None
    (light / "brightness").unlink()
    (light / "brightness").mkdir()
    assert not found.set(50)
    (light / "brightness").rmdir()
    (light / "brightness").write_text("7")
    assert not found.set(60)
    assert (light / "brightness").read_text() == "7"
