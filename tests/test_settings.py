"""Settings: layers, and errors that name file, key and reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import settings
from companion.rules.game import BadOption


def test_later_layers_win_key_by_key_and_each_setting_knows_its_source(tmp_path: Path) -> None:
    """System, user, screen, command line: the later one wins for each key alone, and the source of each is told."""
    system, user, screen = (tmp_path / name for name in ("system.toml", "user.toml", "screen.toml"))
    system.write_text('[screen]\nvolume = 10\ntheme = "light"\nsound = false\n[files]\ndata = "/srv/companion"\n')
    user.write_text("[screen]\nvolume = 20\nhints = false\n")
    screen.write_text("[screen]\nhints = true\n")
    loaded = settings.load([system, user], ["screen.sound=on"], overrides=screen)
    shown = loaded.settings.screen
    assert (shown.volume, shown.theme, shown.sound, shown.hints, shown.motion) == (20, "light", True, True, True)
    sources = {origin.key: origin.source for origin in loaded.origins}
    assert sources["screen.volume"] == str(user)
    assert sources["screen.theme"] == sources["files.data"] == str(system)
    assert sources["screen.hints"] == str(screen)
    assert sources["screen.sound"] == "command line"
    assert sources["screen.motion"] == "default"


def test_missing_files_are_no_error(tmp_path: Path) -> None:
    """Without any file the defaults are in force."""
    loaded = settings.load([tmp_path / "none.toml"], overrides=tmp_path / "neither.toml")
    assert loaded.settings == settings.Settings()


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        ("[screen]\nvolumme = 3\n", "screen.volumme", "did you mean volume?"),
        ("[sceen]\nvolume = 3\n", "sceen", "did you mean screen?"),
        ("[screen]\nvolume = 300\n", "screen.volume", "<= 100"),
        ("[screen]\nvolume = true\n", "screen.volume", "int"),
        ('[screen]\ntheme = "blue"\n', "screen.theme", "blue"),
        ('[screen]\nlanguage = "xx"\n', "screen.language", "is one of en"),
        ("screen = 3\n", "screen", "is a table"),
        ('[[hardware.readers]]\nport = "/dev/ttyUSB0"\nkinds = "pod"\n', "hardware.readers", "did you mean kind?"),
        ("[[hardware.lamps]]\nseat = 1\npins = [99]\n", "hardware.lamps", "<= 27"),
        ("[screen\n", "", "line 1"),
    ],
)
def test_an_error_names_file_key_and_reason(tmp_path: Path, text: str, key: str, reason: str) -> None:
    """A setting that cannot be used is refused with the file, the key and the reason; unknown names get the nearest one."""
    file = tmp_path / "companion.toml"
    file.write_text(text)
    with pytest.raises(settings.SettingsError) as caught:
        settings.load([file], overrides=tmp_path / "none.toml")
    assert caught.value.file == str(file)
    assert caught.value.key == key
    assert reason in caught.value.reason


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    """Bytes that are not UTF-8 are an error that names the file."""
    file = tmp_path / "companion.toml"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(settings.SettingsError, match=r"companion\.toml"):
        settings.load([file], overrides=tmp_path / "none.toml")


@pytest.mark.parametrize("word", ["screen.volume", "screen.volume=loud", "volume=3", "screen.volume.x=1"])
def test_words_on_the_command_line_are_checked_too(tmp_path: Path, word: str) -> None:
    """A word that is no setting is refused as of the command line."""
    with pytest.raises(settings.SettingsError) as caught:
        settings.load([], [word], overrides=tmp_path / "none.toml")
    assert caught.value.file == "command line"


def test_the_screen_keeps_its_changes_in_its_own_file(tmp_path: Path) -> None:
    """A change on the screen is kept, later ones beside earlier ones, in a file that the loader reads."""
    file = tmp_path / "new" / "screen.toml"
    settings.save_override(file, "volume", "35")
    settings.save_override(file, "sound", "off")
    loaded = settings.load([], overrides=file)
    assert (loaded.settings.screen.volume, loaded.settings.screen.sound) == (35, False)
    assert [path.name for path in file.parent.iterdir()] == ["screen.toml"]


@pytest.mark.parametrize(
    ("name", "value"), [("volume", "101"), ("loudness", "3"), ("theme", "blue"), ("language", "xx")]
)
def test_the_screen_cannot_save_an_impossible_value(tmp_path: Path, name: str, value: str) -> None:
    """An unknown setting or a value out of range is refused and nothing is written."""
    file = tmp_path / "screen.toml"
    with pytest.raises(BadOption):
        settings.save_override(file, name, value)
    assert not file.exists()


def test_every_setting_of_the_screen_is_described_and_readable_back() -> None:
    """The described fields and the written values are the same set, and each default is among its choices."""
    words = settings.screen_words(settings.Screen())
    fields = settings.screen_fields()
    assert [field.name for field in fields] == list(words)
    assert all(words[field.name] in field.choices for field in fields if field.choices)
