"""The vocabulary of every game: what somebody did, what the table waits for, what followed, and how it ends.

A game is a pure function from what happened to what is true. It has no clock, no randomness and no I/O.

Its values are frozen and made of values that were there before, so none is ever part of a cycle: `gc=False` tells Python's
collector to leave them alone, which makes each in a third of the time and spares a long game the search for garbage.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Generic, Literal, Protocol, TypeVar

import msgspec

from companion.rules.cards import Card, CardError

DEALER: Final = "dealer"
TABLE: Final = "table"
RESERVED: Final = frozenset({DEALER, TABLE})
OFFERED: Final = 200  # options listed at most (HEADLESS.md, Option ids)

Light = Literal["off", "waiting", "attacker", "defender", "out", "winner"]


class Player(msgspec.Struct, frozen=True, gc=False):
    """Somebody at the table: a distinct `name` (also the name of the seat) and the `label` of the deck they play."""

    name: str
    label: str


# --- actions: what somebody did ------------------------------------------------------------------------------------


class Action(msgspec.Struct, frozen=True, gc=False, tag_field="do"):
    """What somebody did; the closed union is `AnyAction`."""


class Touched(Action, frozen=True, tag="touched"):
    """A card was put on a reader (or named by hand)."""

    card: Card


class Picked(Action, frozen=True, tag="picked"):
    """`seat` chose the option with this id."""

    seat: str
    option: str


class Given(Action, frozen=True, tag="given"):
    """`seat` answered a number prompt with this purpose."""

    seat: str
    purpose: str
    number: int


class Arranged(Action, frozen=True, tag="arranged"):
    """`seat` put the own scans of the running reveal into another order; the same cards, all of them."""

    seat: str
    cards: tuple[Card, ...]


class Retake(Action, frozen=True, tag="retake"):
    """`seat` takes the own scans of the running reveal back, nobody else's."""

    seat: str


class Corrected(Action, frozen=True, tag="corrected"):
    """The host corrects a number: `field` is `hp`, `bank` or `points`."""

    seat: str
    field: str
    value: int


class Moved(Action, frozen=True, tag="moved"):
    """The host says in which zone a card of `seat` really is."""

    seat: str
    card: Card
    zone: str


class Leave(Action, frozen=True, tag="leave"):
    """`seat` goes home."""

    seat: str


class Join(Action, frozen=True, tag="join"):
    """Somebody sits down: a new player, or one who had left."""

    seat: str
    label: str


class Void(Action, frozen=True, tag="void"):
    """This round, hand or pack did not happen."""


AnyAction = Touched | Picked | Given | Arranged | Retake | Corrected | Moved | Leave | Join | Void


# --- prompts: what the table waits for -----------------------------------------------------------------------------


class Touch(msgspec.Struct, frozen=True, gc=False, tag="touch", tag_field="prompt"):
    """`count` more cards of the deck `label` are waited for from `seat`."""

    seat: str
    purpose: str
    label: str
    count: int
    optional: bool = False


class Pick(msgspec.Struct, frozen=True, gc=False, tag="pick", tag_field="prompt"):
    """A choice of `seat`; its options are asked for apart (`Game.options`). `card` is the card it is about, if any."""

    seat: str
    purpose: str
    card: Card | None = None
    optional: bool = False


class Number(msgspec.Struct, frozen=True, gc=False, tag="number", tag_field="prompt"):
    """A number from `low` to `high` in steps of `step`; `default` is proposed."""

    seat: str
    purpose: str
    low: int
    high: int
    step: int = 1
    default: int = 0
    optional: bool = False


Prompt = Touch | Pick | Number


class Choices(msgspec.Struct, frozen=True, gc=False):
    """Option ids of a pick, the proposed one first; `more` says that the list is shortened."""

    ids: tuple[str, ...]
    more: bool = False


# --- events: what followed -----------------------------------------------------------------------------------------


class Event(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag=True, tag_field="event"):
    """A fact that followed from an action: for screen, log and lamps; never needed to replay. The class name tells it."""


class PlayerLeft(Event, frozen=True, kw_only=True):
    """`seat` went home."""

    seat: str


class PlayerJoined(Event, frozen=True, kw_only=True):
    """`seat` sat down."""

    seat: str


class NumberCorrected(Event, frozen=True, kw_only=True):
    """The host corrected `field` of `seat`."""

    seat: str
    field: str
    old: int
    new: int


class CardMoved(Event, frozen=True, kw_only=True):
    """The host said where a card really is."""

    seat: str
    card: Card
    old: str
    new: str


class ScansTakenBack(Event, frozen=True, kw_only=True):
    """`seat` took the own scans back to lay them anew."""

    seat: str
    cards: tuple[Card, ...]


class Voided(Event, frozen=True, kw_only=True):
    """The running round, hand or pack (`what`) did not happen."""

    what: str
    number: int


class ChoresDue(Event, frozen=True, kw_only=True):
    """What hands must do now so that wooden and counted decks stay equal; `steps` in order."""

    steps: tuple[Chore, ...]


class Chore(msgspec.Struct, frozen=True, gc=False):
    """One physical step: `do` is a stable code, `seat` whose cards (empty: everybody's), `count` how many cards."""

    do: str
    seat: str = ""
    count: int = 0


# --- refusals ------------------------------------------------------------------------------------------------------


class IllegalAction(ValueError):  # noqa: N818  DESIGN.md names it; it is a verdict on an action
    """An action that cannot be done now: a stable `code` and the facts of the sentence. The state is untouched."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(f"{code} {params}" if params else code)
        self.code: str = code
        self.params: dict[str, Any] = params


class BadOption(IllegalAction):
    """An unknown game option or value; `choices` in the params name what is possible."""


# --- games ---------------------------------------------------------------------------------------------------------


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """How a game ended: `kind` is `won`, `shared` or `ended`; `winners` by name."""

    kind: Literal["won", "shared", "ended"]
    winners: tuple[str, ...] = ()


StateT = TypeVar("StateT")


class Step(msgspec.Struct, Generic[StateT], frozen=True, gc=False):
    """What one action led to."""

    state: StateT
    events: tuple[Event, ...] = ()


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of each game's options: named, documented, bounded fields.

    Each field's annotation is `Annotated[type, Meta(description=...)]`; `Literal` fields list their choices, `bool` is
    on or off, `int` has `ge` and `le`. Screen, protocol and READMEs are made from it (`companion.rules.options`).
    """


class Game(Protocol[StateT]):
    """One game. `check` raises `IllegalAction`; `apply` trusts that `check` passed."""

    @property
    def name(self) -> str:
        """The name in `new` and in the journal."""
        ...

    @property
    def options_type(self) -> type[Options]:
        """The struct of its options."""
        ...

    @property
    def seats(self) -> tuple[int, int]:
        """Fewest and most players."""
        ...

    def decks(self, players: Sequence[Player], options: Any) -> tuple[str, ...]:
        """Labels of the decks on the table; a one-deck game (`shoe`, `pack`) has one."""
        ...

    def cards(self, label: str, options: Any) -> tuple[Card, ...]:
        """The cards of one deck."""
        ...

    def validate(self, players: Sequence[Player], options: Any) -> None:
        """Raise `IllegalAction` for a number of players or options that cannot be played."""
        ...

    def start(self, players: Sequence[Player], options: Any) -> Step[StateT]:
        """The first state and what happened at once."""
        ...

    def prompts(self, state: StateT) -> tuple[Prompt, ...]:
        """What the table waits for, required ones first; none means over."""
        ...

    def options(self, state: StateT, pick: Pick, limit: int = OFFERED) -> Choices:
        """Option ids of a standing pick, proposed first."""
        ...

    def check(self, state: StateT, action: AnyAction) -> None:
        """Raise `IllegalAction` if `action` cannot be done now."""
        ...

    def apply(self, state: StateT, action: AnyAction) -> Step[StateT]:
        """Do the action and settle until the next prompt or the end."""
        ...

    def outcome(self, state: StateT) -> Outcome | None:
        """How it ended, or None while it goes on."""
        ...

    def report(self, state: StateT) -> dict[str, Any]:
        """What `state` prints (HEADLESS.md), without `light`; `players` is a list of dicts with `name`."""
        ...

    def roles(self, state: StateT) -> Mapping[str, Light]:
        """`attacker`, `defender`, `out` by seat, where the game says so; who is waited for follows from the prompts."""
        ...

    def moment(self, state: StateT) -> dict[str, Any]:
        """Where the game stands, in facts for a sentence: `round`, `phase`, `attacker`, `battle` …"""
        ...


Games = Mapping[str, Game[Any]]


# --- codecs --------------------------------------------------------------------------------------------------------


def _read(kind: type, value: Any) -> Any:
    if kind is Card and isinstance(value, str):
        return Card(value)
    raise CardError(str(value))


_encoder = msgspec.json.Encoder(enc_hook=str)
_decoder = msgspec.json.Decoder(AnyAction, dec_hook=_read)


def encode_action(action: AnyAction) -> bytes:
    """The action as one JSON object, the journal's and the recording's form."""
    return _encoder.encode(action)


def decode_action(data: bytes | str) -> AnyAction:
    """Read `encode_action` back; raises `msgspec.DecodeError` (a `ValueError`) for anything else."""
    return _decoder.decode(data)


def plain(value: Any) -> Any:
    """A struct, event or prompt as JSON-able dicts and lists, cards as their codes."""
    return msgspec.to_builtins(value, enc_hook=str)
