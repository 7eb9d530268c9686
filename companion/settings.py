"""Settings: `companion.toml` of the system, then of the user, then what the screen changed, then the command line.

Each layer may set any key; the later one wins key by key. A file that cannot be used is refused as a whole, with the file, the
key and the reason; an unknown key is an error that names the nearest one. The screen's changes live in a file of their own, so
that what people wrote by hand, comments included, is never rewritten.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args, get_type_hints

import msgspec
from msgspec import Meta

from companion.rules.game import BadOption, Options
from companion.rules.options import OptionField, written
from companion.rules.options import fields as described
from companion.rules.options import read as read_words

FILE: Final = "companion.toml"
SCREEN_FILE: Final = "screen.toml"
SYSTEM: Final = Path("/etc/companion") / FILE
MOST_BYTES: Final = 256 * 1024

Kind = Literal["pn532", "pod", "acr122", "rcs380"]
Pin = Annotated[int, Meta(ge=0, le=27)]


class SettingsError(ValueError):
    """A setting that cannot be used: `file` (or `command line`), `key`, `reason`."""

    code = "bad-setting"

    def __init__(self, file: str, key: str, reason: str) -> None:
        super().__init__(f"{file}: {key}: {reason}" if key else f"{file}: {reason}")
        self.file, self.key, self.reason = file, key, reason


class Screen(Options, frozen=True):
    """What the touchscreen lets people change."""

    language: Annotated[str, Meta(description="Language of the screen and the log")] = "en"
    sound: Annotated[bool, Meta(description="Sounds for taken, already taken, unknown and refused")] = True
    volume: Annotated[int, Meta(ge=0, le=100, description="Volume of the sounds in percent")] = 70
    theme: Annotated[Literal["dark", "light"], Meta(description="Colours of the screen")] = "dark"
    text_size: Annotated[Literal["normal", "large"], Meta(description="Size of the text")] = "normal"
    motion: Annotated[bool, Meta(description="Short animations")] = True
    hints: Annotated[bool, Meta(description="A hint the first three times a stage appears")] = True
    facing: Annotated[bool, Meta(description="Prompts turn to face the player who acts")] = False
    lockout_ms: Annotated[
        int, Meta(ge=0, le=2000, description="Milliseconds a button rests after its meaning changed")
    ] = 300
    dim_after: Annotated[
        int, Meta(ge=0, le=86400, description="Seconds without a touch until the screen dims; 0 never")
    ] = 300
    sleep_after: Annotated[
        int, Meta(ge=0, le=86400, description="Seconds without a touch until the screen sleeps; 0 never")
    ] = 1800
    brightness: Annotated[int, Meta(ge=5, le=100, description="Brightness of the backlight in percent")] = 100
    auto_next: Annotated[
        int,
        Meta(
            ge=-1,
            le=60,
            description="Seconds until the next step comes by itself; 0 never, -1 as the game has it",
            extra={"words": {"game": -1, "never": 0}},
        ),
    ] = -1
    chores: Annotated[bool, Meta(description="After a round, wait until the cards are put away")] = True


class ReaderSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reader: a serial device or `usb`, its kind, and the seat it stands at (empty: shared)."""

    port: str
    kind: Kind = "pn532"
    seat: str = ""


class LampSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's lamp: BCM numbers of one pin, or of three for red, green and blue. Seats are counted from 1; 0 is the dealer."""

    seat: Annotated[int, Meta(ge=0, le=6)]
    pins: tuple[Pin, ...]
    active_high: bool = True


class ButtonSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A push button on a pin and what it means; held for `hold_s` seconds it switches the table off (0: it never does).

    `off` means nothing but that, and only when it is held: nobody ends an evening with an elbow.
    """

    name: Literal["next", "undo", "off"]
    pin: Pin
    hold_s: Annotated[float, Meta(ge=0.0, le=30.0)] = 3.0


class Hardware(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is wired to this machine."""

    readers: tuple[ReaderSetting, ...] = ()
    lamps: tuple[LampSetting, ...] = ()
    buttons: tuple[ButtonSetting, ...] = ()


class Files(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where things are kept; empty is the usual place of the system."""

    data: str = ""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The effective settings."""

    screen: Screen = Screen()
    hardware: Hardware = Hardware()
    files: Files = Files()

    @property
    def data(self) -> Path:
        """The folder of journal, cards and backups."""
        return Path(self.files.data).expanduser() if self.files.data else data_folder()


class Origin(msgspec.Struct, frozen=True):
    """Where a setting came from: its dotted `key`, its `value`, and the `file`, `default` or `command line`."""

    key: str
    value: Any
    source: str


class Loaded(msgspec.Struct, frozen=True):
    """Settings and where each came from."""

    settings: Settings
    origins: tuple[Origin, ...]


def data_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder for what is kept: systemd's StateDirectory, else the user's data folder."""
    if state := environ.get("STATE_DIRECTORY"):
        return Path(state.split(":")[0])
    import platformdirs

    return Path(platformdirs.user_data_dir("companion", appauthor=False))


def user_file() -> Path:
    """The user's own `companion.toml`."""
    import platformdirs

    return Path(platformdirs.user_config_dir("companion", appauthor=False)) / FILE


def load(
    files: Sequence[Path] | None = None,
    words: Sequence[str] = (),
    overrides: Path | None = None,
    faults: list[SettingsError] | None = None,
) -> Loaded:
    """The effective settings: `files` in order (default: system, user), the screen's `overrides`, then `key=value` words.

    Raises `SettingsError`. A missing file is no error. With `faults` a file that cannot be used is left out and told there
    instead: a kiosk must come up, and say on its screen what is wrong.
    """
    layers = [_layer(path, faults) for path in (files if files is not None else (SYSTEM, user_file()))]
    so_far = _merged(layers)
    if overrides is None:
        overrides = _convert(so_far, layers).data / SCREEN_FILE
    layers.append(_layer(overrides, faults))
    layers.append(("command line", _from_words(words)))
    settings = _convert(_merged(layers), layers)
    return Loaded(settings, tuple(_origins(settings, layers)))


def save_override(path: Path, name: str, value: str) -> Screen:
    """Save a setting that the screen changed; `BadOption` for an unknown one or an impossible value.

    The file is replaced in one step, so that a power cut leaves the old or the new one. Returns the screen's own layer.
    """
    checked = changed(Screen(), name, value)
    faults: list[SettingsError] = []
    kept = dict(_layer(path, faults)[1].get("screen", {}))  # one that cannot be used gives way to what is set now
    kept[name] = getattr(checked, name)
    text = "# Written by the touchscreen; your own settings belong into companion.toml.\n[screen]\n"
    text += "".join(f"{key} = {toml_value(one)}\n" for key, one in sorted(kept.items()))
    from companion.live.files import PRIVATE, write_whole

    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text.encode(), PRIVATE)
    return msgspec.convert(kept, Screen)


def changed(screen: Screen, name: str, value: str) -> Screen:
    """The screen's settings with one changed; `BadOption` for an unknown one or an impossible value."""
    field = next((one for one in screen_fields() if one.name == name), None)
    if field is not None and field.choices and value not in field.choices:
        raise BadOption("bad-option-value", option=name, value=value, choices=field.choices)
    return msgspec.structs.replace(screen, **{name: getattr(read_words(Screen, {name: value}), name)})


def toml_value(value: Any) -> str:
    """A string, number, boolean or list of them as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml_value(one)}" for key, one in value.items()) + "}"
    return msgspec.json.encode(value).decode()


def screen_fields() -> tuple[OptionField, ...]:
    """The settings that the screen may change, described like a game's options."""
    from companion.words import languages

    return tuple(
        msgspec.structs.replace(field, kind="choice", choices=languages()) if field.name == "language" else field
        for field in described(Screen)
    )


def screen_words(screen: Screen) -> dict[str, str]:
    """The screen's settings as people write them."""
    return {field.name: written(getattr(screen, field.name)) for field in described(Screen)}


# --- reading --------------------------------------------------------------------------------------------------------

Layer = tuple[str, Mapping[str, Any]]


def _parsed(path: Path) -> Mapping[str, Any]:
    import tomllib

    from companion.live.files import read_plain

    try:
        text = read_plain(path, MOST_BYTES).decode("utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(str(path), "", str(error)) from None
    try:
        return tomllib.loads(text.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise SettingsError(str(path), "", str(error)) from None


def _layer(path: Path, faults: list[SettingsError] | None) -> Layer:
    """A file as a layer, every key checked; with `faults` one that cannot be used is empty and told there."""
    try:
        layer = str(path), _parsed(path)
        _check(*layer)
    except SettingsError as error:
        if faults is None:
            raise
        faults.append(error)
        return str(path), {}
    return layer


def _from_words(words: Sequence[str]) -> Mapping[str, Any]:
    """`screen.volume=30` and the like, each value written as in TOML or as a plain word."""
    import tomllib

    read: dict[str, Any] = {}
    for word in words:
        key, equals, text = word.partition("=")
        if not equals:
            raise SettingsError("command line", word, "is not written key=value")
        value: Any = {"on": True, "off": False}.get(text)
        if value is None:
            try:
                value = tomllib.loads(f"value = {text}")["value"]
            except (tomllib.TOMLDecodeError, RecursionError):
                value = text
        *path, last = key.split(".")
        table = read
        for part in path:
            table = table.setdefault(part, {})
            if not isinstance(table, dict):
                raise SettingsError("command line", key, "is set twice")
        table[last] = value
    return read


def _merged(layers: Sequence[Layer]) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for source, layer in layers:
        _check(source, layer)
        for section, table in layer.items():
            merged[section] = merged.get(section, {}) | dict(table)
    return merged


def _check(source: str, layer: Mapping[str, Any]) -> None:
    """Each key known, each value of its type; the error names this layer's file."""
    sections = get_type_hints(Settings)
    for section, table in layer.items():
        if section not in sections:
            raise SettingsError(source, section, unknown(section, sections))
        if not isinstance(table, dict):
            raise SettingsError(source, section, f"is a table: write [{section}]")
        hints = get_type_hints(sections[section], include_extras=True)
        for key, value in table.items():
            if key not in hints:
                raise SettingsError(source, f"{section}.{key}", unknown(key, hints))
            try:
                msgspec.convert(value, hints[key])
            except msgspec.ValidationError as error:
                raise SettingsError(source, f"{section}.{key}", _reason(error, hints[key])) from None
    language = layer.get("screen", {}).get("language")
    if language is not None:
        from companion.words import languages

        if language not in languages():
            raise SettingsError(source, "screen.language", f"is one of {', '.join(languages())}, not {language!r}")


def _reason(error: msgspec.ValidationError, hint: Any) -> str:
    """What is wrong with a value; msgspec's own words, and the nearest name for an unknown key further down."""
    text = str(error)
    marker = "contains unknown field `"
    if marker in text:
        name = text.partition(marker)[2].partition("`")[0]
        inner = get_args(get_args(hint)[0]) if get_args(hint) and get_args(get_args(hint)[0]) else get_args(hint)
        kinds = [one for one in inner if isinstance(one, type) and issubclass(one, msgspec.Struct)]
        if kinds:
            return f"{name}: {unknown(name, kinds[0].__struct_fields__)}"
    return text


def unknown(name: str, known: Sequence[str] | Mapping[str, Any]) -> str:
    """The reason for an unknown name, with the nearest known one."""
    import difflib

    near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
    return (
        f"there is no such setting; did you mean {near[0]}?"
        if near
        else f"there is no such setting; there are {', '.join(known)}"
    )


def _convert(merged: Mapping[str, Any], layers: Sequence[Layer]) -> Settings:
    try:
        return msgspec.convert(merged, Settings)
    except msgspec.ValidationError as error:  # each layer was checked; only what depends on several could come here
        raise SettingsError(" + ".join(source for source, layer in layers if layer), "", str(error)) from None


def _origins(settings: Settings, layers: Sequence[Layer]) -> Iterator[Origin]:
    for section in Settings.__struct_fields__:
        part = getattr(settings, section)
        for key in part.__struct_fields__:
            source = next((name for name, layer in reversed(layers) if key in layer.get(section, {})), "default")
            yield Origin(f"{section}.{key}", msgspec.to_builtins(getattr(part, key)), source)
