"""A facade over a live table on the screen's own thread: no owner thread, no readers, nothing kept.

It is what screenshots and tests of the screen stand on; the program itself runs on the facade of companion/wiring.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.live.log import log
from companion.live.router import signal_of
from companion.live.snapshot import Preview, Reply, Snapshot, Standing
from companion.live.table import Table
from companion.live.teaching import Gathering
from companion.rules.cards import Card
from companion.rules.casinoya.split import CARDS
from companion.rules.game import AnyAction, BadOption, Games, IllegalAction, Light, Player, Touched
from companion.rules.options import OptionField
from companion.splitting import laying, split_for
from companion.words import error_text, event_text
from ui.direct_devices import DirectDevices
from ui.direct_evening import DirectEvening
from ui.facade import (
    Group,
    HeldSplit,
    LampsChanged,
    LampView,
    Listener,
    LogLine,
    Notice,
    PrivateHand,
    ReadersChanged,
    ReaderView,
    SettingsChanged,
    SignalGiven,
    SignalKind,
    Simulator,
    TableChanged,
    TagsChanged,
)

LAMP_COLOURS: Mapping[Light, tuple[float, float, float]] = {
    "waiting": (0.96, 0.94, 0.89),
    "attacker": (0.95, 0.72, 0.29),
    "defender": (0.35, 0.66, 0.94),
    "winner": (0.3, 0.79, 0.65),
    "out": (0.0, 0.0, 0.0),
    "off": (0.0, 0.0, 0.0),
}


class DirectFacade(DirectDevices, DirectEvening):
    """Everything the screen asks for, answered at once."""

    def __init__(
        self,
        table: Table,
        *,
        settings: Mapping[str, str] | None = None,
        fields: Sequence[OptionField] = (),
        names: Sequence[str] = (),
        readers: Sequence[ReaderView] = (),
        simulator: Simulator | None = None,
        lamps: bool = True,
    ) -> None:
        super().__init__()
        self._table = table
        self._listeners: list[Listener] = []
        self._settings = dict(settings or {})
        self._fields = tuple(fields)
        self._names = tuple(names)
        self._readers = tuple(readers)
        self._groups: dict[str, Group] = {}
        self._simulator = simulator
        self._lit = lamps
        self._advice: tuple[str, ...] = ()
        self._gathering: Gathering | None = None
        self._shown: dict[str, int] = {}
        self.shone: list[float] = []
        table.subscribe(self._replied)

    # --- notices ---------------------------------------------------------------------------------------------------

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` for each notice; the returned function ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tell(self, notice: Notice) -> None:
        """Tell all listeners."""
        for listener in tuple(self._listeners):
            listener(notice)

    def _replied(self, reply: Reply) -> None:
        self._told(reply)
        self._wishes.heard(reply, "")

    def _told(self, reply: Reply) -> None:
        if reply.refusal is not None:
            code = reply.refusal.code
            if code == "stale":
                return
            kind: SignalKind = signal_of(code)
            card = reply.action.card if isinstance(reply.action, Touched) else None
            self.tell(SignalGiven(kind, error_text(code, reply.refusal.params), code, card=card))
            return
        self.hold_for_chores(reply)
        if isinstance(reply.action, Touched):
            self.tell(SignalGiven("taken", card=reply.action.card))
        self.tell(TableChanged())
        self.tell(LampsChanged())

    # --- the game --------------------------------------------------------------------------------------------------

    @property
    def snapshot(self) -> Snapshot | None:
        """The table's moment."""
        return self._table.snapshot

    def games(self) -> Games:
        """The table's games."""
        return self._table.games

    def new_game(self, game: str, players: Sequence[Player], options: Mapping[str, str]) -> None:
        """Begin; raises `IllegalAction`."""
        reply = self._table.new(game, players, options)
        if reply.refusal is not None:
            raise IllegalAction(reply.refusal.code, **reply.refusal.params)
        self._names = tuple(dict.fromkeys((*(player.name for player in players), *self._names)))

    def submit(self, action: AnyAction, answers: Standing | None = None) -> None:
        """Offer an action."""
        self._table.submit(action, answers=answers)

    def undo(self) -> None:
        """Take the last action back."""
        self._table.undo()

    def redo(self) -> None:
        """Bring it back."""
        self._table.redo()

    def log(self) -> Sequence[LogLine]:
        """The events of the records that stand, as sentences."""
        shot = self.snapshot
        records = shot.history.current() if shot else []
        entries = log(records, shot.players) if shot else ()
        return [LogLine(entry.n, event_text(fact.event), fact.seats) for entry in entries for fact in entry.facts]

    def history(self) -> Sequence[Mapping[str, Any]]:
        """Reports whenever the round, hand or pack changed, and the last one."""
        shot = self.snapshot
        if shot is None:
            return ()
        states = [record.state for record in shot.history.current()]
        reports = [shot.game.report(state) for state in (*states, shot.state)]
        kept: list[Mapping[str, Any]] = []
        for report in reports:
            if not kept or any(report.get(key) != kept[-1].get(key) for key in ("round", "hand", "pack")):
                kept.append(report)
        return [*kept, reports[-1]] if reports else ()

    def preview_replace(self, entry: int, card: Card) -> Preview:
        """What would change."""
        return self._table.preview_replace(entry, card)

    def replace(self, entry: int, card: Card) -> None:
        """Correct a misread card."""
        self._table.replace(entry, card)

    # --- cards, readers, lamps -------------------------------------------------------------------------------------

    def readers(self) -> tuple[ReaderView, ...]:
        """The readers as they were set."""
        return self._readers

    def set_readers(self, *readers: ReaderView, advice: Sequence[str] = ()) -> None:
        """Let the readers be in this state; `advice` is what the doctor then says."""
        self._readers, self._advice = readers, tuple(advice)
        self.tell(ReadersChanged())

    def retry_readers(self) -> None:
        """There is nothing to open."""
        self.tell(ReadersChanged())

    def lamps(self) -> tuple[LampView, ...]:
        """A lamp a seat, lit by the snapshot's word."""
        shot = self.snapshot
        if shot is None or not self._lit:
            return ()
        lights = shot.lights
        return tuple(LampView(player.name, LAMP_COLOURS[lights.get(player.name, "off")]) for player in shot.players)

    def doctor(self) -> Sequence[str]:
        """What was set with the readers."""
        return self._advice

    def touch(self, card: Card) -> None:
        """A card by hand; where a hand is laid privately it is one of that."""
        if self.chose(card):
            return
        gathering = self._gathering
        if gathering is None or gathering.done or card.label != gathering.label:
            self._table.submit(Touched(card))
            return
        verdict = gathering.lay(card)
        text = "" if verdict.signal == "taken" else error_text(verdict.code, verdict.params)
        self.tell(SignalGiven(verdict.signal, text, verdict.code))
        self.tell(TagsChanged())

    # --- the private split -----------------------------------------------------------------------------------------

    def ask_split(self, seat: str) -> None:
        """Gather thirteen cards of the seat's deck."""
        shot = self.snapshot
        player = next((one for one in shot.players if one.name == seat), None) if shot else None
        self._gathering = Gathering(player.label, CARDS) if player else None
        self.tell(TagsChanged())

    def private(self) -> PrivateHand | None:
        """How many cards were gathered, and for whom."""
        shot, gathering = self.snapshot, self._gathering
        if shot is None or gathering is None:
            return None
        player = next((one for one in shot.players if one.label == gathering.label), None)
        return PrivateHand(player.name, len(gathering.cards), gathering.count) if player else None

    def held_split(self) -> HeldSplit | None:
        """The best split of the cards gathered."""
        shot, hand, gathering = self.snapshot, self.private(), self._gathering
        if shot is None or hand is None or gathering is None or not gathering.done:
            return None
        split = split_for(shot, hand.seat, gathering.cards)
        return HeldSplit(
            tuple(card.face for card in split.front),
            tuple(card.face for card in split.middle),
            tuple(card.face for card in split.back),
            {card.face: face for card, face in split.readings.items()},
        )

    def lay_split(self) -> None:
        """Touch the cards in the order of the split, and give its jokers their faces."""
        shot, hand, gathering = self.snapshot, self.private(), self._gathering
        self.forget_split()
        if shot is None or hand is None or gathering is None or not gathering.done:
            return
        for action in laying(split_for(shot, hand.seat, gathering.cards), hand.seat):
            self._table.submit(action)

    def forget_split(self) -> None:
        """Forget the cards gathered."""
        self._gathering = None
        self.tell(TagsChanged())

    # --- people and settings ---------------------------------------------------------------------------------------

    def names(self) -> tuple[str, ...]:
        """Names given and played with."""
        return self._names

    def deck_labels(self) -> tuple[str, ...]:
        """The decks of the registry."""
        return self.cards.labels()

    def groups(self) -> tuple[Group, ...]:
        """Groups saved here."""
        return tuple(self._groups.values())

    def save_group(self, group: Group) -> None:
        """Remember a group."""
        self._groups[group.name] = group

    def forget_group(self, name: str) -> None:
        """Forget it."""
        self._groups.pop(name, None)

    def setting_fields(self) -> tuple[OptionField, ...]:
        """The fields given."""
        return self._fields

    def settings(self) -> Mapping[str, str]:
        """The values given and changed."""
        return dict(self._settings)

    def change_setting(self, name: str, value: str) -> None:
        """Change one; raises `BadOption` for a field that does not exist or a choice it does not have."""
        field = next((one for one in self._fields if one.name == name), None)
        if field is None:
            raise BadOption("bad-option", option=name, choices=tuple(one.name for one in self._fields))
        if field.choices and value not in field.choices:
            raise BadOption("bad-option-value", option=name, value=value, choices=field.choices)
        self._settings[name] = value
        self.tell(SettingsChanged())

    def first_times(self, what: str, most: int) -> bool:
        """Counted as long as the program runs."""
        self._shown[what] = self._shown.get(what, 0) + 1
        return self._shown[what] <= most

    def shine(self, share: float) -> bool:
        """There is no light; what was asked is kept for tests."""
        self.shone.append(share)
        return False

    def saved_options(self, game: str) -> Mapping[str, str]:
        """Nothing is kept."""
        return {}

    # --- the program -----------------------------------------------------------------------------------------------

    @property
    def simulator(self) -> Simulator | None:
        """The hand given."""
        return self._simulator

    def close(self) -> None:
        """Nothing is open."""
