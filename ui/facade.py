"""All that the screen needs of the rest of the program, and nothing else: one facade, implemented by the wiring.

No Kivy here, so that the wiring, the tests and the robots can import it freely. The facade is thread safe in this sense: each
call may be made on the screen's thread and returns at once (actions are posted to the owner's inbox; their effect comes back
as a notice). Listeners are called on the owner's thread; the screen moves to its own by `Clock.schedule_once` (ui/app.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol

import msgspec

from companion.live.snapshot import Preview, Snapshot, Standing
from companion.rules.cards import Card
from companion.rules.game import AnyAction, Games, Player
from companion.rules.options import OptionField
from ui.facade_devices import DevicesFacade, Examined, Teaching
from ui.facade_evening import DeckChosen, EveningFacade, GamesRead, Reported

__all__ = ["Teaching"]  # told by `teaching()`; it lives with the other things around the game

SignalKind = Literal["taken", "already", "unknown", "refused"]
"""The four signals that must never be confused: taken, already taken, a tag nobody knows, not allowed now."""

Trouble = Literal["starting", "ready", "lost", "two-cards", "phone", "resting", "closed"]
"""What a reader says of itself (hardware.events.ReaderState); all but `starting` and `ready` are shown as a banner."""


# --- what the screen is shown ---------------------------------------------------------------------------------------


class ReaderView(msgspec.Struct, frozen=True):
    """One reader: `name` (port), `seat` it is bound to (empty: shared), `state`, a stable `code`, a sentence with the fix."""

    name: str
    state: Trouble
    seat: str = ""
    code: str = ""
    detail: str = ""


class LampView(msgspec.Struct, frozen=True):
    """One lamp as it is lit: `seat`, RGB each 0 to 1, and `motion` (`steady`, `breathe`, `blink` …; empty when dark)."""

    seat: str
    rgb: tuple[float, float, float] = (0.0, 0.0, 0.0)
    motion: str = ""


class LogLine(msgspec.Struct, frozen=True):
    """One entry of the log: its journal `entry`, the `seats` it concerns and the sentence."""

    entry: int
    text: str
    seats: tuple[str, ...] = ()


class Group(msgspec.Struct, frozen=True):
    """Saved players who often play together, in table order."""

    name: str
    players: tuple[Player, ...]


# --- notices: what the facade tells its listeners -------------------------------------------------------------------


class TableChanged(msgspec.Struct, frozen=True):
    """There is a new snapshot (or none: the game was put away)."""


class SignalGiven(msgspec.Struct, frozen=True):
    """Something was offered to the table: one of the four signals, the `seat` and `card` it concerns, code and sentence."""

    kind: SignalKind
    text: str = ""
    code: str = ""
    seat: str = ""
    card: Card | None = None
    reader: str = ""


class ReadersChanged(msgspec.Struct, frozen=True):
    """A reader's state changed; ask `readers()`."""


class LampsChanged(msgspec.Struct, frozen=True):
    """A lamp's colour or motion changed; ask `lamps()`. Sent on change only, never for each frame of a motion."""


class SettingsChanged(msgspec.Struct, frozen=True):
    """A setting changed; ask `settings()`."""


class SimulatorChanged(msgspec.Struct, frozen=True):
    """Cards, robots or faults of the simulated hardware changed; ask the simulator."""


class TagsChanged(msgspec.Struct, frozen=True):
    """Teaching went on or cards were named; ask `teaching()`."""


Notice = (
    TableChanged
    | SignalGiven
    | ReadersChanged
    | LampsChanged
    | SettingsChanged
    | SimulatorChanged
    | TagsChanged
    | DeckChosen
    | Reported
    | GamesRead
    | Examined
)
Listener = Callable[[Notice], None]


# --- the simulated hardware -----------------------------------------------------------------------------------------

Fault = Literal["unplug", "garble", "silence"]


class Simulator(Protocol):
    """The hand that moves simulated cards; present when the hardware is simulated. Everything goes through the real driver."""

    def decks(self) -> Mapping[str, tuple[Card, ...]]:
        """The cards of each deck on the table, by label."""
        ...

    def lying(self) -> tuple[Card, ...]:
        """Cards that lie on the reader now."""
        ...

    def tap(self, card: Card, reader: str = "") -> None:
        """Place the card, wait until it was read (or refused by the reader), lift it: what a player does."""
        ...

    def place(self, card: Card, reader: str = "") -> None:
        """Put a card on the reader and leave it there; a second one makes two cards."""
        ...

    def lift(self, card: Card) -> None:
        """Take a card away."""
        ...

    def deal(self, seat: str) -> int:
        """Tap random cards for what `seat` still owes to the standing touch prompt; how many were queued."""
        ...

    def robots(self) -> Mapping[str, bool]:
        """Whether a robot plays for each seat."""
        ...

    def set_robot(self, seat: str, on: bool) -> None:
        """Let a robot play for the seat, or stop it."""
        ...

    def pace(self) -> float:
        """Seconds between two actions of robots."""
        ...

    def set_pace(self, seconds: float) -> None:
        """Let robots play slower or faster."""
        ...

    def recording(self) -> bool:
        """Whether this session is being recorded."""
        ...

    def record(self, on: bool) -> None:
        """Begin or end a recording."""
        ...

    def sessions(self) -> tuple[str, ...]:
        """Recorded sessions, the newest first."""
        ...

    def show_session(self, name: str) -> None:
        """Play a recorded session again in a window of its own."""
        ...

    def faults(self) -> frozenset[Fault]:
        """Faults in force."""
        ...

    def set_fault(self, fault: Fault, on: bool) -> None:
        """Unplug the reader, garble its bytes or make it silent; or end that."""
        ...

    def two_cards(self) -> None:
        """Put two random cards on the reader at once; `clear` takes them away."""
        ...

    def leave_lying(self) -> None:
        """Put a random card on the reader and leave it there; `clear` takes it away."""
        ...

    def clear(self) -> None:
        """Take everything off the reader and end all faults."""
        ...

    def describe(self) -> str:
        """What is simulated, in few words (`PN532 · 4 lamps`)."""
        ...


# --- the private split ----------------------------------------------------------------------------------------------


class PrivateHand(msgspec.Struct, frozen=True):
    """A hand that `seat` lays for itself alone: so many cards `known` of `total`; which ones is nobody else's business."""

    seat: str
    known: int
    total: int


class HeldSplit(msgspec.Struct, frozen=True):
    """The best split while its player looks at it: faces of the rows, and the face each joker stands for."""

    front: tuple[str, ...]
    middle: tuple[str, ...]
    back: tuple[str, ...]
    readings: Mapping[str, str] = {}


# --- the facade -----------------------------------------------------------------------------------------------------


class Facade(EveningFacade, DevicesFacade, Protocol):
    """All that the screen needs; the evening around the game is described in `ui.facade_evening`, decks and health in
    `ui.facade_devices`."""

    @property
    def snapshot(self) -> Snapshot | None:
        """The newest published snapshot; None where there is no game (a finished game still has one)."""
        ...

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` on the owner's thread for each notice; the returned function ends that."""
        ...

    # the game
    def games(self) -> Games:
        """The games that can be played, by name."""
        ...

    def new_game(self, game: str, players: Sequence[Player], options: Mapping[str, str]) -> None:
        """Begin; options as people write them. Raises `IllegalAction` at once for what cannot be played (nothing changes)."""
        ...

    def submit(self, action: AnyAction, answers: Standing | None = None) -> None:
        """Offer an action; `answers` is the standing prompt it was meant for (a stale one is dropped), None: no prompt."""
        ...

    def undo(self) -> None:
        """Take the last accepted action back."""
        ...

    def redo(self) -> None:
        """Bring it back."""
        ...

    def log(self) -> Sequence[LogLine]:
        """The log of this game, oldest first."""
        ...

    def history(self) -> Sequence[Mapping[str, Any]]:
        """`Game.report` at the start, after each round or hand and at the end, oldest first: for the chart of the game's end."""
        ...

    def preview_replace(self, entry: int, card: Card) -> Preview:
        """What would change if the card of that entry was misread; changes nothing."""
        ...

    def replace(self, entry: int, card: Card) -> None:
        """Correct it."""
        ...

    # cards and readers
    def readers(self) -> tuple[ReaderView, ...]:
        """All readers; none means that cards are entered by hand."""
        ...

    def retry_readers(self) -> None:
        """Try lost readers again now."""
        ...

    def lamps(self) -> tuple[LampView, ...]:
        """All lamps as they are lit; none means that there are no lamps."""
        ...

    def doctor(self) -> Sequence[str]:
        """What is wrong and how to fix it, a sentence each; for the fault banner's details."""
        ...

    def touch(self, card: Card) -> None:
        """A card entered by hand: goes the way of a card on a reader."""
        ...

    def stop_teaching(self) -> None:
        """Touches go to the game again."""
        ...

    # the private split of Chinese poker: in no snapshot, journal, log or recording
    def ask_split(self, seat: str) -> None:
        """The next thirteen cards of the seat's deck are laid privately: the game is not asked."""
        ...

    def private(self) -> PrivateHand | None:
        """The hand that is laid privately, until it is laid for the game or forgotten."""
        ...

    def held_split(self) -> HeldSplit | None:
        """The best split of the complete private hand; asked only while its player holds the button, and not kept."""
        ...

    def lay_split(self) -> None:
        """The thirteen touches count for the reveal, in the order of the best split; the private hand is forgotten."""
        ...

    def forget_split(self) -> None:
        """Forget the private hand; touches go to the game again."""
        ...

    # people and settings
    def names(self) -> tuple[str, ...]:
        """Remembered names, last used first."""
        ...

    def deck_labels(self) -> tuple[str, ...]:
        """Labels of the decks whose tags are known."""
        ...

    def groups(self) -> tuple[Group, ...]:
        """Saved groups."""
        ...

    def save_group(self, group: Group) -> None:
        """Remember a group (replaces the one of that name)."""
        ...

    def forget_group(self, name: str) -> None:
        """Forget it."""
        ...

    def setting_fields(self) -> tuple[OptionField, ...]:
        """The settings that the screen may change, described like a game's options."""
        ...

    def settings(self) -> Mapping[str, str]:
        """Their values as people write them. The screen itself reads `sound` (on/off), `volume` (0–100), `theme` (dark/light),
        `language`, `lockout_ms`, `motion` (on/off), `hints` (on/off) where present."""
        ...

    def change_setting(self, name: str, value: str) -> None:
        """Change and save one; raises `BadOption` for an impossible value."""
        ...

    def first_times(self, what: str, most: int) -> bool:
        """Whether a hint was shown fewer than `most` times so far; counts this time, and remembers it between evenings."""
        ...

    def shine(self, share: float) -> bool:
        """Light the panel to this share (0 to 1) of the brightness of the settings; False where no light obeys."""
        ...

    def saved_options(self, game: str) -> Mapping[str, str]:
        """The house options used last for that game."""
        ...

    # the program
    @property
    def simulator(self) -> Simulator | None:
        """The simulated hardware's hand, None on real hardware."""
        ...

    def close(self) -> None:
        """The window is closing: save, put the lamps out, end the owner's thread."""
        ...
