"""The facade of the screen (ui/facade.py) over the owner, the devices and what is kept between evenings."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion import settings as kept_settings
from companion import words
from companion.devices import Devices
from companion.keeping import Keeping
from companion.live import messages as post
from companion.live.evening import MARKS
from companion.live.inbox import Consuming, Fault, Owner
from companion.live.log import log
from companion.live.messages import DeviceTold
from companion.live.router import signal_of
from companion.live.snapshot import Origin, Preview, Refusal, Reply, Snapshot, Standing
from companion.live.teaching import Verdict
from companion.live.wishes import FILE as WISHES
from companion.live.wishes import Wishes
from companion.people import People
from companion.rules.cards import Card
from companion.rules.game import AnyAction, Games, IllegalAction, Player, Touched
from companion.rules.options import OptionField
from companion.wiring.care import CareSide, Examine
from companion.wiring.evening import EveningSide
from companion.wiring.history import History
from companion.wiring.private import PrivateSide
from companion.wiring.remembered import Remembered
from companion.words.language import N_
from hardware.backlight import Backlight
from hardware.supply import supply
from ui.facade import (
    Group,
    LampsChanged,
    LampView,
    Listener,
    LogLine,
    Notice,
    ReadersChanged,
    ReaderView,
    SettingsChanged,
    SignalGiven,
    SignalKind,
    Simulator,
    SimulatorChanged,
    TableChanged,
    TagsChanged,
)
from ui.facade_evening import GamesRead

if TYPE_CHECKING:
    from companion.live.journal import Journal

FINGER: Final = Origin("finger")
MOST_UNHEARD: Final = 20
_SUPPLY: Final[Mapping[str, str]] = {
    "low": N_("The Raspberry Pi has too little voltage: use its own supply and a short cable."),
    "was-low": N_("The Raspberry Pi had too little voltage at times: use its own supply and a short cable."),
}
_log = logging.getLogger(__name__)


class Front(CareSide, EveningSide, PrivateSide):
    """Implements `ui.facade.Facade`. Calls come from the screen's thread; listeners hear on the owner's."""

    def __init__(
        self,
        owner: Owner,
        devices: Devices,
        loaded: kept_settings.Loaded,
        people: People,
        *,
        overrides: Path | None = None,
        simulator: Simulator | None = None,
        on_close: Callable[[], None] = lambda: None,
        keeping: Keeping | None = None,
        journal: Journal | None = None,
        restart: Callable[[Path], None] | None = None,
        examine: Examine | None = None,
        power: Callable[[], None] | None = None,
        light: Backlight | None = None,
        remembered: Remembered | None = None,
    ) -> None:
        self._owner = owner
        self._devices = devices
        self._screen, self._origins = loaded.settings.screen, loaded.origins
        self._remembered = remembered
        self._people = people
        self._overrides = overrides
        self._simulator = simulator
        self._on_close = on_close
        self._listeners: list[Listener] = []
        self._unheard: list[SignalGiven] = []  # told before there was a screen, as by a resume
        self._troubles: list[str] = []  # of the start: what the doctor says until the end
        self._told: dict[str, DeviceTold] = {}
        self._logged: tuple[int, list[LogLine]] = (-1, [])
        self._closed = False
        self._finger = FINGER
        self._examine, self._power, self._laid = examine, power, {}
        self._light = light
        self._keeping, self._journal, self._restart = keeping, journal, restart
        beside = keeping.folder / WISHES if keeping is not None and journal is not None else None
        self._wishes = Wishes(lambda wish: owner.post(post.Submit(wish, FINGER)), beside)
        self._history = History(owner, journal, lambda: self.tell(GamesRead()))
        owner.table.subscribe(self._replied)
        owner.subscribe(self._news)
        words.use(self._screen.language)

    # --- notices ---------------------------------------------------------------------------------------------------------

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` on the owner's thread for each notice; the returned function ends that."""
        self._listeners.append(listener)
        unheard, self._unheard = self._unheard, []
        for notice in unheard:
            self.tell(notice)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def tell(self, notice: Notice) -> None:
        """Tell every listener; one that fails is logged. What is refused before there is a listener waits for the first."""
        if not self._listeners and isinstance(notice, SignalGiven) and len(self._unheard) < MOST_UNHEARD:
            self._unheard.append(notice)
        for listener in tuple(self._listeners):
            try:
                listener(notice)
            except Exception:
                _log.exception("a listener of the screen failed")

    def _replied(self, reply: Reply) -> None:
        self._told_of(reply)
        self._wishes.heard(reply, self._game())

    def _told_of(self, reply: Reply) -> None:
        by_reader = reply.origin is not None and reply.origin.means in {"reader", "pod", "button"}  # its verdict tells
        if reply.refusal is not None:
            if not by_reader and reply.refusal.code != "stale":
                kind: SignalKind = signal_of(reply.refusal.code)
                text = words.error_text(reply.refusal.code, reply.refusal.params)
                self.tell(SignalGiven(kind, text, reply.refusal.code, card=reply.card))
            return
        if reply.snapshot is not None and not reply.snapshot.entries:
            self._history.forget()
        self._hold_for_chores(reply)
        if not by_reader and reply.card is not None:
            self.tell(SignalGiven("taken", card=reply.card))
        for notice in reply.notices:
            self.trouble(notice)
        self.tell(TableChanged())
        self.tell(LampsChanged())

    def _news(self, news: Any) -> None:
        match news:
            case Verdict():
                self._cared(news)
                text = "" if news.signal == "taken" else words.error_text(news.code, _facts(news))
                card = None if news.consumer == "split" else news.card  # a private hand is nobody's news
                self.tell(SignalGiven(news.signal, text, news.code, news.seat, card, news.reader))
                if news.consumer != "game":
                    self._chosen(news)
                    self.tell(TagsChanged())
            case DeviceTold():
                self._told[news.name] = news
                self.tell(LampsChanged() if news.kind == "lamp" else ReadersChanged())
            case Consuming():
                self._begun()
                self.tell(TagsChanged())
                self.tell(LampsChanged())
            case Fault():
                self.tell(SignalGiven("refused", words.error_text(news.code, {"detail": news.detail}), news.code))

    def trouble(self, refusal: Refusal) -> None:
        """Tell what was wrong at the start, with the journal mostly; the doctor says it to the end."""
        self.say_trouble(words.error_text(refusal.code, refusal.params), refusal.code)

    def say_trouble(self, text: str, code: str = "") -> None:
        """Tell a sentence on what was wrong at the start."""
        self._troubles.append(text)
        self.tell(SignalGiven("refused", text, code))

    # --- the game --------------------------------------------------------------------------------------------------------

    @property
    def snapshot(self) -> Snapshot | None:
        """The newest published snapshot; None where there is no game."""
        return self._owner.table.snapshot

    def games(self) -> Games:
        """The games that can be played, by name."""
        return self._owner.table.games

    def new_game(self, game: str, players: Sequence[Player], options: Mapping[str, str]) -> None:
        """Begin; raises `IllegalAction` for what cannot be played."""
        reply = self._owner.ask(post.NewGame(game, tuple(players), dict(options)))
        if isinstance(reply, Fault):
            raise IllegalAction("internal-error", detail=reply.detail)
        if reply.refusal is not None:
            raise IllegalAction(reply.refusal.code, **reply.refusal.params)
        try:
            self._people.played(players, game, options)
        except OSError as error:  # a full disk must not cost the game that has just begun
            _log.warning("the players could not be remembered: %s", error)

    def submit(self, action: AnyAction, answers: Standing | None = None) -> None:
        """Offer an action; `answers` is the standing prompt it was meant for."""
        self._owner.post(post.Submit(action, FINGER, answers))

    def undo(self) -> None:
        """Take back the change that the button named."""
        shot = self.snapshot
        self._owner.post(post.TakeBack(FINGER, shot.undo.entry if shot and shot.undo else None))

    def redo(self) -> None:
        """Bring it back."""
        shot = self.snapshot
        self._owner.post(post.BringBack(FINGER, shot.redo.entry if shot and shot.redo else None))

    def log(self) -> Sequence[LogLine]:
        """The log of this game, oldest first."""
        shot = self.snapshot
        if shot is None:
            return ()
        if self._logged[0] != shot.serial:
            self._logged = (shot.serial, log_lines(shot))
        return self._logged[1]

    def history(self) -> Sequence[Mapping[str, Any]]:
        """The report at the start, after each round, hand or pack, and at the end, oldest first."""
        shot = self.snapshot
        if shot is None:
            return ()
        reports: list[Mapping[str, Any]] = []
        for state in (*(record.state for record in shot.history.current()), shot.state):
            report = shot.game.report(state)
            if not reports or any(report.get(mark) != reports[-1].get(mark) for mark in MARKS):
                reports.append(report)
        return [*reports, shot.game.report(shot.state)]

    def preview_replace(self, entry: int, card: Card) -> Preview:
        """What would change if the card of that entry was misread; changes nothing."""
        found = self._owner.ask(post.Call(lambda: self._owner.table.preview_replace(entry, card), "preview-replace"))
        if isinstance(found, Exception):
            raise found
        preview: Preview = found
        return preview

    def replace(self, entry: int, card: Card) -> None:
        """Correct it."""
        self._owner.post(post.PutInstead(entry, card, FINGER))

    # --- cards, readers, lamps -------------------------------------------------------------------------------------------

    def readers(self) -> tuple[ReaderView, ...]:
        """All readers and pods, as they told last."""
        seats = self._owner.router.seats
        views = []
        told_of = (name for name, one in self._told.items() if one.kind != "lamp")  # a replay has no devices of its own
        for name in dict.fromkeys((*self._devices.names, *told_of)):
            told = self._told.get(name)
            status: Any = "starting" if told is None else "ready" if told.status == "clear" else told.status
            views.append(
                ReaderView(name, status, seats.get(name, ""), told.code if told else "", told.detail if told else "")
            )
        return tuple(views)

    def retry_readers(self) -> None:
        """Try lost readers again now."""
        for reader in self._devices.readers:
            if reader.status == "lost":
                reader.replace()

    def lamps(self) -> tuple[LampView, ...]:
        """All lamps with their lasting pattern."""
        lights = self._devices.lights
        if lights is None:
            return ()
        views = []
        for name in lights.names:
            pattern = lights.lasting(name)
            seat = self._devices.seat_of(name, self.snapshot)
            if seat:
                motion = "" if pattern.motion.value == "off" else pattern.motion.value
                views.append(LampView(seat, pattern.colour, motion))
        return tuple(views)

    def doctor(self) -> Sequence[str]:
        """What is wrong with the devices and how to fix it, a sentence each."""
        said = [told.detail for told in self._told.values() if told.detail and told.status not in {"ready", "clear"}]
        said = [*self._troubles, *said]
        low = supply() if said else "unknown"  # the usual reason why several devices drop out
        if low in _SUPPLY:
            said.append(words.say(_SUPPLY[low]))
        return said or [words.say(N_("Every device answers."))]

    def touch(self, card: Card) -> None:
        """A card entered by hand."""
        if not self._private_touch(card):
            self._owner.post(post.Submit(Touched(card), FINGER))

    def stop_teaching(self) -> None:
        """Touches go to the game again."""
        self._owner.post(post.ForGame())

    # --- people and settings ---------------------------------------------------------------------------------------------

    def names(self) -> tuple[str, ...]:
        """Remembered names, last used first."""
        return self._people.memory.names

    def deck_labels(self) -> tuple[str, ...]:
        """Labels of the decks whose tags are known."""
        return tuple(self._owner.router.cards.labels())

    def groups(self) -> tuple[Group, ...]:
        """Saved groups."""
        return tuple(Group(group.name, group.players) for group in self._people.memory.groups)

    def save_group(self, group: Group) -> None:
        """Remember a group."""
        self._people.save_group(group.name, group.players)

    def forget_group(self, name: str) -> None:
        """Forget it."""
        self._people.forget_group(name)

    def setting_fields(self) -> tuple[OptionField, ...]:
        """The settings that the screen may change."""
        return kept_settings.screen_fields()

    def settings(self) -> Mapping[str, str]:
        """Their values as people write them."""
        return kept_settings.screen_words(self._screen)

    def change_setting(self, name: str, value: str) -> None:
        """Change and save one; raises `BadOption`."""
        self._screen = kept_settings.changed(self._screen, name, value)
        if self._overrides is not None:
            try:
                kept_settings.save_override(self._overrides, name, value)
            except OSError as error:  # a full or read-only disk must not cost the screen: it holds until the end
                _log.warning("the setting could not be kept: %s", error)
                self.say_trouble(str(error))
        words.use(self._screen.language)
        if name == "brightness":
            self.shine(1.0)
        self.tell(SettingsChanged())

    def first_times(self, what: str, most: int) -> bool:
        """Whether a hint was shown fewer than `most` times; counts this time."""
        try:
            return self._people.first_times(what, most)
        except OSError as error:  # a full disk must not cost the screen: the hint is then shown once more
            _log.warning("what was shown could not be remembered: %s", error)
            return True

    def shine(self, share: float) -> bool:
        """Light the panel to this share of the brightness of the settings; whether there is a light that obeys."""
        return self._light is not None and self._light.set(self._screen.brightness * share)

    def saved_options(self, game: str) -> Mapping[str, str]:
        """The house options used last for that game."""
        return self._people.memory.options.get(game, {})

    # --- the program -----------------------------------------------------------------------------------------------------

    @property
    def simulator(self) -> Simulator | None:
        """The simulated hardware's hand, None on real hardware."""
        return self._simulator

    def simulator_changed(self) -> None:
        """Tell that the simulated hardware is another."""
        self.tell(SimulatorChanged())

    def close(self) -> None:
        """Put the lamps out, close the devices, end the owner's thread, seal the journal; any number of times."""
        if self._closed:
            return
        self._closed = True
        self._devices.close()
        self._owner.stop()
        self._on_close()
        if self._remembered is not None:
            self._remembered.close()


def log_lines(shot: Snapshot, since: int = 0) -> list[LogLine]:
    """What stands of a game in sentences: a line for each event behind entry `since`, or for what nothing followed from."""
    lines = []
    for entry in log(shot.history[since:], shot.players) if since else log(shot.history, shot.players):
        if entry.kind in {"act", "replace"} and entry.stands:
            lines += [LogLine(entry.n, words.event_text(fact.event), fact.seats) for fact in entry.facts]
            if not entry.facts:
                lines.append(LogLine(entry.n, words.action_text(entry.action), entry.seats))
    return lines


def _facts(verdict: Verdict) -> dict[str, Any]:
    return {"card": verdict.card, "seat": verdict.seat, "reader": verdict.reader, "uid": verdict.uid} | verdict.params
