"""Everything that can be posted to the table's inbox, as small frozen values that a recording can keep.

What the hardware reports comes as the first group; the wiring makes them of `hardware.events`, which this package does not
import. `at` is seconds of the monotonic clock that was passed to the device.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from companion.live.snapshot import Origin, Standing
from companion.rules.cards import Card
from companion.rules.game import AnyAction, ChoresDue, Player


class Message(msgspec.Struct, frozen=True, tag_field="message"):
    """Base of all messages; the closed union that a recording keeps is `Recorded`."""


# --- from the hardware ----------------------------------------------------------------------------------------------


class TagSeen(Message, frozen=True, tag="tag-seen"):
    """A tag came to lie on a reader, once for one presence; `payload` is what an unknown one says of itself."""

    reader: str
    uid: str
    at: float = 0.0
    payload: int | None = None


class TagLifted(Message, frozen=True, tag="tag-lifted"):
    """The tag was lifted."""

    reader: str
    uid: str
    at: float = 0.0


class DeviceTold(Message, frozen=True, tag="device-told"):
    """A reader, pod or lamp says how it is: `status` and `code` are the device's own words (hardware/events.py)."""

    kind: Literal["reader", "pod", "lamp"]
    name: str
    status: str
    at: float = 0.0
    code: str = ""
    detail: str = ""
    uids: tuple[str, ...] = ()


class TagWritten(Message, frozen=True, tag="tag-written"):
    """A payload was written to a tag and read back (`ok`), or was not (`code`, `detail`)."""

    reader: str
    uid: str
    number: int
    at: float = 0.0
    ok: bool = True
    code: str = ""
    detail: str = ""


class Pressed(Message, frozen=True, tag="pressed"):
    """A real button was pressed; `button` is its command (`next`, `undo` …), `source` a pod's name or `gpio`."""

    source: str
    button: str
    at: float = 0.0
    held: bool = False


# --- from people ----------------------------------------------------------------------------------------------------


class Submit(Message, frozen=True, tag="submit"):
    """An action by finger, robot or text; `answers` is the standing prompt it was meant for."""

    action: AnyAction
    origin: Origin | None = None
    answers: Standing | None = None


class TakeBack(Message, frozen=True, tag="take-back"):
    """Undo; `entry` is the change the button named, if it named one: stale if another is the last by now."""

    origin: Origin | None = None
    entry: int | None = None


class BringBack(Message, frozen=True, tag="bring-back"):
    """Redo; `entry` as in `TakeBack`."""

    origin: Origin | None = None
    entry: int | None = None


class PutInstead(Message, frozen=True, tag="put-instead"):
    """Replace the card of a journal entry."""

    entry: int
    card: Card
    origin: Origin | None = None


class NewGame(Message, frozen=True, tag="new-game"):
    """Start a game; options as written."""

    game: str
    players: tuple[Player, ...]
    options: dict[str, str] = {}


class Command(Message, frozen=True, tag="command"):
    """A command word as a command card or a button gives it; `seat` is whose, empty for whoever is asked."""

    word: str
    seat: str = ""
    origin: Origin | None = None


class Line(Message, frozen=True, tag="line"):
    """A line of text; the `lines` given to the owner answers it."""

    text: bytes


# --- what the cards are for now (router.py) --------------------------------------------------------------------------


class ForGame(Message, frozen=True, tag="for-game"):
    """Cards go to the game again."""


class Hold(Message, frozen=True, tag="hold"):
    """The chores of the last change come first: no card goes to the game until somebody says that they are done."""

    due: ChoresDue


class ChoresDone(Message, frozen=True, tag="chores-done"):
    """They are done; means nothing where none are due."""


class Teach(Message, frozen=True, tag="teach"):
    """Cards are taught: those of deck `label`, 52, 54 or `packs` x 52 of them; in print order, or each named as it comes.

    With `writing` each tag is given its payload as well, so that it can introduce itself where it is not known.
    """

    label: str
    cards: Literal["pack", "jokers", "shoe"] = "jokers"
    packs: int = 6
    printed: bool = False
    writing: bool = False


class Expect(Message, frozen=True, tag="expect"):
    """The next tag in teaching becomes this card."""

    card: Card


class Check(Message, frozen=True, tag="check"):
    """The deck is looked through: each card is laid on once."""

    label: str
    cards: Literal["pack", "jokers", "shoe"] = "jokers"
    packs: int = 6


class NameTag(Message, frozen=True, tag="name-tag"):
    """A tag that the game did not know is this card, and counts as touched now; with `instead` it replaces the card's old tag."""

    uid: str
    card: Card
    reader: str = ""
    at: float = 0.0
    instead: bool = False


class Name(Message, frozen=True, tag="name"):
    """The tag that waits for a name in teaching is this card."""

    card: Card


class Untaught(Message, frozen=True, tag="untaught"):
    """The tag taught last in this session is forgotten again."""


class CardsGiven(Message, frozen=True, tag="cards-given"):
    """The tags of a card file are known from now on: a simulated deck comes onto the table."""

    file: str


class TeachCommand(Message, frozen=True, tag="teach-command"):
    """The next tag becomes a command card."""

    word: str


class MapSeat(Message, frozen=True, tag="map-seat"):
    """The reader of the next card belongs to `seat`."""

    seat: str


class Unmap(Message, frozen=True, tag="unmap"):
    """The reader belongs to no seat."""

    reader: str


class ChooseDeck(Message, frozen=True, tag="choose-deck"):
    """The deck of the next card is `seat`'s; with `keep` each further card chooses again until another message ends that."""

    seat: str
    keep: bool = False


class Gather(Message, frozen=True, tag="gather"):
    """The next `count` cards of deck `label` are laid privately, for the best split; nothing of it is kept."""

    label: str
    count: int = 13


# --- the loop itself ------------------------------------------------------------------------------------------------


class Tick(Message, frozen=True, tag="tick"):
    """Time passed; the watchdog counts the turns of the loop."""

    at: float = 0.0


class Stop(Message, frozen=True, tag="stop"):
    """The owner thread ends when it comes to this."""


class Call(msgspec.Struct, frozen=True):
    """Do something on the owner's thread that is no part of any game (settings, export); `name` is for the log.

    Its result, or the exception it raised, goes to the reply callback. A recording keeps the name only.
    """

    do: Callable[[], Any]
    name: str = ""


class Called(Message, frozen=True, tag="called"):
    """What a recording keeps of a `Call`."""

    name: str


Recorded = (
    TagSeen
    | TagLifted
    | DeviceTold
    | TagWritten
    | Pressed
    | Submit
    | TakeBack
    | BringBack
    | PutInstead
    | NewGame
    | Command
    | Line
    | ForGame
    | Hold
    | ChoresDone
    | Teach
    | Expect
    | Check
    | NameTag
    | CardsGiven
    | Name
    | Untaught
    | TeachCommand
    | MapSeat
    | Unmap
    | ChooseDeck
    | Gather
    | Tick
    | Stop
    | Called
)
AnyMessage = Recorded | Call
