"""The screen's own memory and what a press does: which screen, which sheet, whose prompts; pure Python, tested without a window.

`Desk.view()` is what to show now, `Desk.press(act)` what a finger means, `Desk.hear(notice)` what the facade told. After each of
these `changed` is called. Time is passed in as `later(seconds, do)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from companion.live.snapshot import Snapshot
from companion.rules.cards import Card
from companion.rules.game import IllegalAction
from companion.words import N_, error_text, say
from companion.words.hints import TIMES, hint
from ui.facade import (
    Facade,
    Notice,
    PrivateHand,
    SignalGiven,
    SignalKind,
    TableChanged,
    TagsChanged,
)
from ui.facade_evening import DeckChosen
from ui.host import Hosting
from ui.preparing import prepared
from ui.view import pages, sheets
from ui.view.games import Context, view_of
from ui.view.home import home, over
from ui.view.host_model import PageView
from ui.view.model import (
    Act,
    AskNumber,
    Bar,
    ByHand,
    ChooseFace,
    ChoresDone,
    ChoresStage,
    CloseSheet,
    Confirm,
    Details,
    Do,
    EnterCard,
    Explain,
    Focus,
    Go,
    Look,
    Put,
    Redo,
    Retry,
    Screen,
    Split,
    Submit,
    TableView,
    Undo,
    stage_kind,
)
from ui.view.newgame import Draft, bounds, deck_chosen, keyboard, new_game, options_list, own_decks, settings_list
from ui.view.titles import game_title

Later = Callable[[float, Callable[[], None]], None]

# Where the seats are round a screen that lies on the table, clockwise from its lower edge: degrees that words are turned there.
SIDES: Final = {
    1: (0,),
    2: (0, 180),
    3: (0, 270, 90),
    4: (0, 270, 180, 90),
    5: (0, 270, 180, 180, 90),
    6: (0, 270, 180, 180, 90, 0),
}
HINT_TIME: Final = 9.0  # seconds that a hint stands in the prompt bar; a touch or another stage ends it
SIGNAL_TIME: Final = 2.6  # seconds that a refusal stands in the prompt bar
SIGNAL_WORDS: Final = {
    "taken": N_("Taken"),
    "already": N_("Already there"),
    "unknown": N_("Unknown card"),
    "refused": N_("Not now"),
}
SIGNAL_TONES: Final = {"taken": "mint", "already": "gold", "unknown": "blue", "refused": "red"}

Sheet = ByHand | ChooseFace | AskNumber | Explain | Details | Confirm | Look


class Desk:
    """One screen in front of the facade."""

    def __init__(self, facade: Facade, changed: Callable[[], None], later: Later) -> None:
        self.facade = facade
        self.changed = changed
        self.later = later
        self.screen = "home"
        self.sheet: Sheet | None = None
        self.focus = ""
        self.notes: Mapping[str, str] = {}
        self.held = False  # a finger holds the button of the private split
        self.chores_done = -1
        self.signal: SignalGiven | None = None
        self._signals = 0
        self.locked = False  # children and cleaning cloths touch nothing
        self.hint = ""  # what to do here, the first times this stage stands on the felt
        self._stage = ""
        self.draft: Draft | None = None
        self.host = Hosting(self)
        if facade.snapshot is None:
            self._listen_for_decks("home")

    # --- what to show ----------------------------------------------------------------------------------------------

    def view(self) -> Screen | PageView:
        """The screen now; where nothing is on the felt a signal stands in the bar, too."""
        view = self._view()
        if isinstance(view, TableView) or self.signal is None or not self.signal.text:
            return view
        return msgspec.structs.replace(view, bar=_with_signal(view.bar, self.signal))

    def _view(self) -> Screen | PageView:
        facade, shot = self.facade, self.facade.snapshot
        page = self.host.view()
        if page is not None:
            return page
        if self.draft is not None and self.screen in ("new", "options"):
            if self.screen == "options":
                return options_list(facade.games(), self.draft)
            if self.draft.naming >= 0:
                return keyboard(self.draft, facade.names())
            if isinstance(self.sheet, Confirm):
                return pages.question_page(self.sheet, CloseSheet())
            running = game_title(shot.name) if shot is not None and shot.outcome is None else ""
            return new_game(facade.games(), self.draft, facade.names(), facade.groups(), running)
        if self.screen == "settings":
            return settings_list(facade.setting_fields(), facade.settings())
        if self.screen in ("table", "over") and shot is not None:
            if shot.outcome is not None and self.sheet is None and self.host.sheet(shot) is None:
                return over(shot, facade.history())
            return self._table(shot)
        return home(facade.games(), shot, facade.readers(), len(facade.lamps()), True, bool(facade.setting_fields()))

    def _table(self, shot: Snapshot) -> TableView:
        game = view_of(shot.name)
        context = self._context()
        over_felt = self._sheet(shot) or self.host.sheet(shot) or (self._private(shot) if context.private else None)
        stage, bar = over_felt or (game.stage(shot, context), game.bar(shot, context))
        if self.signal is not None and self.signal.text:
            bar = _with_signal(bar, self.signal)
        elif self.hint and over_felt is None:
            bar = msgspec.structs.replace(bar, eyebrow=say(N_("Hint")), sentence=self.hint, tone="mint")
        banner = sheets.fault_banner(self.facade.readers(), shot) if over_felt is None else None
        banner = banner or (self.host.upkeep.banner(shot) if over_felt is None else None)
        facing = 0 if isinstance(stage, ChoresStage) else self._facing(shot)  # what hands do concerns everybody
        view = TableView(game.seats(shot, context), stage, bar, banner, facing)
        return self.host.decorate(shot, view, over_felt is not None)

    def _facing(self, shot: Snapshot) -> int:
        """How far prompts are turned: towards the one player who is asked; upright where several are, or nobody."""
        if self.facade.settings().get("facing") != "on":
            return 0
        names = [player.name for player in shot.players]
        asked = {one.prompt.seat for one in shot.prompts if not one.prompt.optional}
        if len(asked) != 1 or not asked <= set(names):
            return 0
        return SIDES[len(names)][names.index(asked.pop())]

    def _context(self) -> Context:
        lamps = {lamp.seat: lamp.rgb if any(lamp.rgb) else None for lamp in self.facade.lamps()}
        private = self.facade.private()
        held = self.facade.held_split() if self.held and private else None
        readers = bool(self.facade.readers())
        due = self.facade.chores()
        return Context(
            lamps, self.focus, self._wants_chores(), self.chores_done, readers, self.notes, private, held, due
        )

    def _private(self, shot: Snapshot) -> sheets.Sheet | None:
        """The sheet of a hand that is laid privately; it stands until the cards are laid or forgotten."""
        hand = self.facade.private()
        return view_of(shot.name).sheet(shot, self._context(), Look("split", hand.seat)) if hand else None

    def _split(self, act: Split) -> None:
        """The private split; the faces are asked for only while a finger holds the button."""
        self.held = act.what == "hold"
        if act.what == "ask":
            self.facade.ask_split(act.seat)
        elif act.what == "lay":
            self.facade.lay_split()
        elif act.what == "forget":
            self.facade.forget_split()
        if act.what in ("ask", "lay", "forget"):
            self.sheet = None

    def _wants_chores(self) -> bool:
        return self.facade.settings().get("chores", "on") == "on"

    def _sheet(self, shot: Snapshot) -> sheets.Sheet | None:
        match self.sheet:
            case ByHand():
                return sheets.hand_sheet(shot, self.sheet)
            case ChooseFace(standing):
                return sheets.faces_sheet(shot, standing)
            case AskNumber(ask):
                return sheets.pad_sheet(shot, ask)
            case Explain():
                return sheets.explain_sheet(shot, self.sheet)
            case Details():
                return sheets.details_sheet(shot, self.facade.doctor())
            case Confirm():
                return sheets.confirm_sheet(shot, self.sheet)
            case Look():
                return view_of(shot.name).sheet(shot, self._context(), self.sheet)
        return None

    def drawn(self, view: Screen | PageView) -> None:
        """This stands on the screen now: a stage that was seen seldom is explained for a moment."""
        kind = stage_kind(view.stage) if isinstance(view, TableView) else ""
        if kind == self._stage:
            return
        self._stage, before = kind, self.hint
        self.hint = ""
        words = hint(kind)
        if words and self.facade.settings().get("hints") == "on" and self.facade.first_times(kind, TIMES):
            self.hint = words
            self.later(HINT_TIME, lambda: self._forget_hint(words))
        if self.hint != before:
            self.changed()

    def _forget_hint(self, words: str) -> None:
        if self.hint == words:
            self.hint = ""
            self.changed()

    # --- what a finger means ---------------------------------------------------------------------------------------

    def press(self, act: Act) -> None:
        """Do what was pressed."""
        self.hint = ""
        if self.host.press(act):
            self.changed()
            return
        match act:
            case Submit(action, answers):
                self.facade.submit(action, answers)
                if not isinstance(self.sheet, ByHand):
                    self.sheet = None
            case Undo(1):
                self.facade.undo()
            case Undo(steps):
                self.facade.undo_many(steps)
            case Redo():
                self.facade.redo()
            case EnterCard(card):
                self._enter(card)
            case ByHand() | ChooseFace() | AskNumber() | Explain() | Details() | Confirm() | Look():
                self.sheet = act
            case Do():
                self._do(act)
            case Split():
                self._split(act)
            case CloseSheet():
                self.sheet = None
            case Retry():
                self.sheet = None
                self.facade.retry_readers()
            case ChoresDone(entry):
                self.chores_done = entry
                self.facade.chores_done()
            case Focus(seat):
                self.focus = seat
            case Go():
                self._go(act)
            case Put():
                self.sheet = None
                self._put(act)
        self.changed()

    def _do(self, act: Do) -> None:
        """An act of the game's own view."""
        shot = self.facade.snapshot
        if shot is None:
            return
        self.notes, submits = view_of(shot.name).did(shot, self._context(), act)
        for submit in submits:
            self.facade.submit(submit.action, submit.answers)

    def _enter(self, card: Card) -> None:
        """A card by hand: in a shoe the first copy that can come."""
        shot = self.facade.snapshot
        if shot is None:
            return
        copies = [one for one in shot.game.cards(card.label, shot.options) if one.face == card.face]
        self.facade.touch(next((one for one in copies if sheets.fits(shot, one)), card))

    def _go(self, act: Go) -> None:
        self.sheet = None
        self._listen_for_decks(act.screen)
        if act.screen in ("new", "options") and (self.draft is None or self.draft.game != act.about):
            names = self._usual_names(act.about)
            self.draft = Draft(act.about, names, dict(self.facade.saved_options(act.about)))
        elif act.screen == "new" and self.draft is not None:
            self.draft = self.draft.change(naming=-1, error="")
        self.screen = act.screen

    def _listen_for_decks(self, screen: str) -> None:
        """Cards choose decks while a game is prepared, and at home where none is running; elsewhere they go to the game."""
        shot = self.facade.snapshot
        idle = shot is None or shot.outcome is not None
        if screen == "new" or (screen == "home" and idle):
            self.facade.choose_deck("")
        elif screen != "options" and self.facade.consuming() == "deck":
            self.facade.stop_teaching()

    def _sit_down(self, label: str) -> None:
        """A card of this deck was touched; at home it begins the game that was played last."""
        if self.draft is None and self.screen == "home" and self.host.at is None:
            shot = self.facade.snapshot
            last = shot.name if shot is not None else next(iter(self.facade.games()))
            game = last if own_decks(self.facade.games(), last) else next(iter(self.facade.games()))
            self.draft = Draft(game, (), dict(self.facade.saved_options(game)))
            self.screen = "new"
        if self.draft is not None:
            self.draft, text = deck_chosen(self.facade.games(), self.draft, label, self.facade.groups())
            if text:
                self.draft = self.draft.change(error=text)

    def _usual_names(self, game: str) -> tuple[str, ...]:
        """Those who played last, if they fit the game."""
        shot = self.facade.snapshot
        names = tuple(player.name for player in shot.players) if shot else ()
        fewest, most = bounds(self.facade.games(), game)
        return names if fewest <= len(names) <= most else names[:most]

    # --- preparing a game ------------------------------------------------------------------------------------------

    def _put(self, act: Put) -> None:
        if act.what == "setting":
            try:
                self.facade.change_setting(act.where, act.value)
            except IllegalAction as refusal:
                self._say(error_text(refusal.code, refusal.params))
            return
        draft = self.draft
        if draft is None:
            return
        if act.what == "start":
            self._start(draft)
        else:
            self.draft = prepared(draft, act, self.facade)

    def _start(self, draft: Draft) -> None:
        try:
            self.facade.stop_teaching()
            self.facade.new_game(draft.game, draft.players(), draft.options)
        except IllegalAction as refusal:
            self.draft = draft.change(error=error_text(refusal.code, refusal.params))
            self._listen_for_decks("new")
            return
        self.chores_done = -1
        self.notes = {}
        self.screen = "table"
        self.draft = None

    # --- what the facade tells -------------------------------------------------------------------------------------

    def hear(self, notice: Notice) -> None:
        """A notice came."""
        self.host.hear(notice)
        if isinstance(notice, DeckChosen):
            self._sit_down(notice.label)
        if isinstance(notice, TableChanged):
            self._table_changed()
        elif isinstance(notice, TagsChanged):
            self._gathered(self.facade.private())
        elif isinstance(notice, SignalGiven) and notice.kind != "taken":
            if notice.card is None:
                self.notes = {}  # what was half put together did not come true
            self._say_signal(notice)
        self.changed()

    def _table_changed(self) -> None:
        shot = self.facade.snapshot
        if shot is None:
            self.sheet, self.screen = None, "home"
            return
        if self.signal is not None and self.signal.kind == "taken":
            self.signal = None
        self.notes = view_of(shot.name).kept(shot, self.notes)
        if self.facade.private() is not None and self._private(shot) is None:
            self.held = False
            self.facade.forget_split()
        sheet = self.sheet
        match sheet:
            case ChooseFace(standing) if standing not in shot.prompts:
                self.sheet = None
            case AskNumber(ask) if ask.standing not in shot.prompts:
                self.sheet = None
            case ByHand():
                self.sheet = sheets.next_by_hand(shot, sheet)
            case Explain():
                self.sheet = None
            case Look() if view_of(shot.name).sheet(shot, self._context(), sheet) is None:
                self.sheet = None

    def _gathered(self, hand: PrivateHand | None) -> None:
        """The last card of a private hand, entered by hand, closes the grid."""
        if hand and hand.known == hand.total and isinstance(self.sheet, ByHand) and self.sheet.seat == hand.seat:
            self.sheet = None

    def tell(self, text: str, kind: SignalKind = "refused") -> None:
        """Say something that is not done, or that was, in the prompt bar."""
        self._say_signal(SignalGiven(kind, text))

    def _say(self, text: str) -> None:
        self._say_signal(SignalGiven("refused", text))

    def _say_signal(self, signal: SignalGiven) -> None:
        self.signal = signal
        self._signals += 1
        mine = self._signals

        def forget() -> None:
            if self._signals == mine and self.signal is not None:
                self.signal = None
                self.changed()

        self.later(SIGNAL_TIME, forget)


def _with_signal(bar: Bar, signal: SignalGiven) -> Bar:
    """The prompt bar with the signal in place of its words: a whole sentence needs the large letters."""
    return msgspec.structs.replace(
        bar, eyebrow=say(SIGNAL_WORDS[signal.kind]), sentence=signal.text, tone=SIGNAL_TONES[signal.kind]
    )
