"""The host's hand: menus, corrections, coming and going, log and evenings, and the next step that comes by itself.

Pure like the desk it belongs to: pages and sheets are made by `ui/view/host.py` and `ui/view/pages.py`, time is the desk's `later`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from companion.live.snapshot import Preview, Snapshot, Standing
from companion.live.wishes import LATER
from companion.rules.cards import Card
from companion.rules.game import DEALER, RESERVED, TABLE, BadOption, Join, Leave, Options, Pick, Picked
from companion.rules.options import read
from companion.words import N_, error_text, say
from ui.facade import Notice, SignalGiven, TableChanged, TagsChanged
from ui.facade_evening import GamesRead, Reported
from ui.upkeep import ACTS, PAGES, Upkeep
from ui.view import host as sheets
from ui.view import misread, pages
from ui.view.decks import deck_lines
from ui.view.health import quality_lines
from ui.view.host_model import PageView
from ui.view.host_parts import Sheet, refusal
from ui.view.model import (
    Act,
    AskNumber,
    Bar,
    Button,
    CloseSheet,
    Confirm,
    Go,
    GridView,
    Host,
    KeyboardView,
    OverView,
    Put,
    SeatView,
    Submit,
    TableView,
    TeachView,
)

if TYPE_CHECKING:
    from ui.desk import Desk

BY_THE_GAME: Final = {
    "casinoya-chinese": 6,
    "casinoya-war": 5,
}  # seconds to read a battle where there are many (RULES.md 1.3, 1.4)
SHEETS: Final = frozenset({"menu", "seat", "move", "misread", "preview", "name-tag"})
MOST_NAME: Final = 40


class Hosting:
    """What stands of the host's, and what a press on it means."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.at: Host | None = None
        self.preview: Preview | None = None
        self.question: tuple[Confirm, Host] | None = None
        self.typed: str | None = None  # the name of somebody who joins
        self.asking = ""  # the seat whose reader is looked for, or the word that a tag will mean
        self.said = Reported("")
        self.counting: Standing | None = None
        self.seconds = 0
        self.waits: Standing | None = None
        self._ticks = 0
        self.upkeep = Upkeep(desk)

    @property
    def leaving(self) -> tuple[str, ...]:
        """Who goes home as soon as it may be."""
        return tuple(one.seat for one in self.desk.facade.wishes() if isinstance(one, Leave))

    @property
    def joining(self) -> tuple[str, ...]:
        """Who sits down as soon as it may be."""
        return tuple(one.seat for one in self.desk.facade.wishes() if isinstance(one, Join))

    # --- what to show ----------------------------------------------------------------------------------------------

    def view(self) -> PageView | OverView | KeyboardView | TeachView | GridView | None:
        """A whole page, None where the desk's own screen is shown."""
        shot, facade = self.desk.facade.snapshot, self.desk.facade
        if self.question is not None and not self._on_table():
            return pages.question_page(*self.question)
        if self.typed is not None:
            return self._keyboard(self.typed)
        match self.at:
            case Host("log", seat, page) if shot is not None:
                return pages.log_page(shot, facade.log(), seat, int(page or 0))
            case Host("entry", entry) if shot is not None:
                number = int(entry)
                was_read = number in misread.misread_cards(shot)
                return pages.entry_page(shot, number, pages.undo_steps(shot, number), was_read)
            case Host("games", page):
                return pages.games_page(facade.past(int(page or 0)), facade.played)
            case Host("months", page):
                return pages.months_page(facade.months(), int(page or 0))
            case Host("game", number, page):
                played = facade.played(int(number))
                return pages.game_page(played, page) if played else pages.games_page(facade.past(0), facade.played)
            case Host("rules", game):
                return pages.rules_page(game, self._options_of(game), self._way_back())
            case Host("places", what):
                where = facade.backups() if what == "restore" else facade.places()
                return pages.places_page(what, where, self.said.text, self.said.good)
            case Host("readers"):
                asking = self.asking if facade.consuming() == "seat" else ""
                shown = pages.readers_page(facade.readers(), self._seats(), asking, self._way_back())
                return msgspec.structs.replace(shown, lines=(*shown.lines, *quality_lines(facade.quality())))
            case Host("cards"):
                asking = self.asking if facade.consuming() == "command" else ""
                shown = pages.cards_page(facade.commands(), facade.deck_labels(), asking)
                return msgspec.structs.replace(shown, lines=(*deck_lines(facade.decks()), *shown.lines))
            case Host(what) if what in PAGES:
                return self.upkeep.view(self.at)
        return None

    def sheet(self, shot: Snapshot) -> Sheet | None:
        """A sheet over the felt."""
        readers = bool(self.desk.facade.readers())
        match self.at:
            case Host("menu"):
                return sheets.menu(shot, self.joining, readers)
            case Host("seat", seat):
                return sheets.seat_menu(shot, seat, self.leaving, readers)
            case Host("move", seat, face):
                return sheets.move_sheet(shot, seat, face)
            case Host("misread", ""):
                return misread.misread_sheet(shot)
            case Host("misread", entry):
                card = misread.misread_cards(shot).get(int(entry))
                return misread.instead_sheet(shot, int(entry), card) if card else misread.misread_sheet(shot)
            case Host("name-tag", label):
                return self.upkeep.sheet(shot, label)
            case Host("preview") if self.preview is not None:
                return misread.preview_sheet(shot, self.preview)
        return None

    def decorate(self, shot: Snapshot, view: TableView, over_felt: bool) -> TableView:
        """The menu in the bar, a long press on each number, who goes home, and the seconds until the next step."""
        seats = tuple(self._held(one) for one in view.seats)
        bar = view.bar
        ask = self.desk.sheet.ask if isinstance(self.desk.sheet, AskNumber) else None
        if ask is not None and ask.field:
            why = Button(say(N_("Why {number}?"), number=ask.default), Host("why", ask.seat))
            more = Button(say(N_("More…")), Host("seat", ask.seat))
            bar = msgspec.structs.replace(bar, eyebrow=say(N_("Correct")), undo=None, buttons=(why, more))
        if not over_felt:
            bar = msgspec.structs.replace(bar, menu=Button("⋯", Host("menu")))
            if self.counting is not None:
                bar = self._counted(bar)
        return msgspec.structs.replace(view, seats=seats, bar=bar)

    def _held(self, seat: SeatView) -> SeatView:
        act = Host("seat" if seat.role == "out" else "correct", seat.name)
        word = say(N_("Goes home")) if seat.name in self.leaving and not seat.role_word else seat.role_word
        return msgspec.structs.replace(seat, hold=act, role_word=word, act=seat.act or Host("seat", seat.name))

    def _counted(self, bar: Bar) -> Bar:
        """The primary button with its seconds; beside it the one that lets the table wait."""
        buttons = []
        for button in bar.buttons:
            if button.kind == "primary" and isinstance(button.act, Submit) and button.act.answers == self.counting:
                buttons.append(Button(say(N_("Wait")), Host("wait"), "quiet"))
                buttons.append(msgspec.structs.replace(button, text=f"{button.text} · {self.seconds}"))
            else:
                buttons.append(button)
        return msgspec.structs.replace(bar, buttons=tuple(buttons))

    def _keyboard(self, typed: str) -> KeyboardView:
        shot = self.desk.facade.snapshot
        seated = [player.name for player in shot.players] if shot else []
        name = typed.strip()
        wrong = name in RESERVED
        sentence = say(N_("That name is reserved")) if wrong else name or say(N_("Who joins?"))
        names = [one for one in self.desk.facade.names() if one not in seated and one.lower().startswith(name.lower())]
        bar = Bar(
            say(N_("Somebody joins")),
            sentence,
            Button(say(N_("Back")), Host("menu"), "quiet"),
            (Button(say(N_("OK")), Host("joins", name), "primary", enabled=bool(name) and not wrong),),
            "red" if wrong else "gold",
        )
        buttons = tuple(Button(one, Host("joins", one)) for one in names[:5])
        return KeyboardView(say(N_("Who joins?")), typed, buttons, bar)

    def _options_of(self, game: str) -> Options:
        """The options in force: of the game being prepared, else of the one on the table; as printed where they are unfinished."""
        draft, shot = self.desk.draft, self.desk.facade.snapshot
        if draft is not None and draft.game == game:
            kind = self.desk.facade.games()[game].options_type
            try:
                return read(kind, draft.options)
            except BadOption:
                return kind()
        if shot is not None and shot.name == game:
            options: Options = shot.options
            return options
        return self.desk.facade.games()[game].options_type()

    def _seats(self) -> list[str]:
        """The seats that may have a reader: those of the draft or the game; the dealer where all play from one deck."""
        desk, shot = self.desk, self.desk.facade.snapshot
        names = list(desk.draft.names) if desk.draft else [player.name for player in shot.players] if shot else []
        return [*names, DEALER]

    def _way_back(self) -> Button:
        to = "new" if self.desk.draft is not None else "table" if self.desk.facade.snapshot else "home"
        about = self.desk.draft.game if self.desk.draft is not None else ""
        return Button(say(N_("Back")), Go(to, about), "quiet")

    def _on_table(self) -> bool:
        return self.desk.screen in ("table", "over") and (self.at is None or self.at.what in SHEETS)

    # --- what a finger means ---------------------------------------------------------------------------------------

    def press(self, act: Act) -> bool:
        """Whether the act was the host's; every other act puts what stands of the host's away."""
        match act:
            case Host():
                self._host(act)
                return True
            case Put() if self.upkeep.types(act):
                return True
            case Put("text", _, text) if self.typed is not None:
                self.typed = text[:MOST_NAME]
                return True
            case Confirm() if self.at is not None and self.at.what not in SHEETS:
                self.question = (act, self.at)
                return True
        if isinstance(act, CloseSheet | Go):
            self.stop_asking()
        self.close()
        return False

    def close(self) -> None:
        """Put the host's sheets and pages away."""
        self.at, self.preview, self.question, self.typed = None, None, None, None

    def stop_asking(self) -> None:
        """Cards go where they went before."""
        if self.asking:
            self.asking = ""
            self.desk.facade.stop_teaching()

    def _host(self, act: Host) -> None:
        desk, facade, shot = self.desk, self.desk.facade, self.desk.facade.snapshot
        self.close()
        desk.sheet = None
        if act.what in ("do-export", "do-backup", "do-restore", "do-report"):
            self._take_along(act)
            return
        if act.what in ACTS:
            self.at = self.upkeep.press(act)
            return
        match act:
            case Host("correct", seat) if shot is not None:
                ask = sheets.correction(shot, seat)
                desk.sheet = ask
                self.at = None if ask else Host("seat", seat)
            case Host("why", seat) if shot is not None:
                desk.sheet = sheets.why(shot, seat)
            case Host("misread", entry, face) if face and shot is not None:
                self._preview(shot, int(entry), face)
            case Host("misread" | "move" | "seat" | "menu" | "name-tag"):
                desk.screen = "table"
                self.at = act
            case Host("replace", entry, card):
                facade.replace(int(entry), Card(card))
            case Host("undo", steps):
                facade.undo_many(int(steps))
                self.at = Host("log")
            case Host("leave" | "stay", seat):
                facade.wish(Leave(seat), act.what == "leave")
            case Host("stays-away", seat):
                for wish in facade.wishes():
                    if isinstance(wish, Join) and wish.seat == seat:
                        facade.wish(wish, wanted=False)
            case Host("join"):
                self.typed = ""
            case Host("joins", name):
                self._join(name)
            case Host("map", seat):
                self.asking, self.at = seat, Host("readers")
                facade.map_seat(seat)
            case Host("unmap", reader):
                self.at = Host("readers")
                facade.unmap(reader)
            case Host("command", word):
                self.asking, self.at = word, Host("cards")
                facade.teach_command(word)
            case Host("forget-command", word):
                self.at = Host("cards")
                facade.forget_commands(word)
            case Host("lock"):
                desk.locked = True
            case Host("wait"):
                self.waits, self.counting = self.counting, None
            case _:
                if act.what == "places":
                    self.said = Reported("")
                self.at = act

    def _take_along(self, act: Host) -> None:
        what = act.what.removeprefix("do-")
        self.at = Host("places", what)
        self.said = Reported(say(N_("One moment…")))
        facade = self.desk.facade
        {
            "export": facade.export,
            "backup": facade.back_up,
            "restore": facade.restore,
            "report": facade.save_report,
        }[what](act.about)

    def _preview(self, shot: Snapshot, entry: int, face: str) -> None:
        """What would change; in a shoe the first copy of the face that can be it."""
        card = misread.misread_cards(shot).get(entry)
        if card is None:
            return
        copies = [one for one in shot.game.cards(card.label, shot.options) if one.face == face]
        previews = (self.desk.facade.preview_replace(entry, one) for one in copies)
        first: Preview | None = None
        for preview in previews:
            first = first or preview
            if preview.refusal is None:
                first = preview
                break
        self.desk.screen = "table"
        self.preview, self.at = first, Host("preview")

    def _join(self, name: str) -> None:
        shot = self.desk.facade.snapshot
        if shot is None:
            return
        action = Join(name, next((one.label for one in shot.players if one.name == name), name))
        error = refusal(shot, action)
        if error is None:
            self.desk.facade.submit(action)
        elif error.code in LATER:
            self.desk.facade.wish(action)
            self.desk.tell(say(N_("{seat} joins after this {what:word}"), seat=name, what=sheets.span(shot)))
        else:
            self.desk.tell(error_text(error.code, error.params))

    # --- what the facade tells -------------------------------------------------------------------------------------

    def hear(self, notice: Notice) -> None:
        """A notice came: the seconds begin anew."""
        if isinstance(notice, Reported):
            self.said = notice
        elif isinstance(notice, TableChanged):
            self.count()
        elif isinstance(notice, TagsChanged):
            if sentence := self.upkeep.hear():
                self.desk.tell(sentence, "taken")
        elif isinstance(notice, SignalGiven) and notice.kind == "taken" and self.desk.facade.consuming() == "game":
            self.asking = ""
        elif isinstance(notice, GamesRead):
            return

    # --- the next step by itself -----------------------------------------------------------------------------------

    def count(self) -> None:
        """Begin to count down to the next step where it comes by itself; the same step is counted once."""
        standing = self._next(self.desk.facade.snapshot)
        if standing == self.counting:
            return
        self._ticks += 1
        self.counting = standing
        if standing is None or standing == self.waits:
            self.counting = None
            return
        self.seconds = self._pause()
        self._later(self._ticks)

    def _later(self, mine: int) -> None:
        def tick() -> None:
            if mine != self._ticks or self.counting is None:
                return
            if self._busy():
                self._later(mine)
                return
            self.seconds -= 1
            if self.seconds > 0:
                self._later(mine)
            else:
                standing, self.counting = self.counting, None
                self.desk.facade.submit(Picked(standing.prompt.seat, "next"), standing)
            self.desk.changed()

        self.desk.later(1.0, tick)

    def _busy(self) -> bool:
        """Somebody looks at something else: then the seconds stand still."""
        return self.desk.sheet is not None or self.at is not None or self.desk.screen != "table"

    def _pause(self) -> int:
        """Seconds until the next step; 0: it waits for a hand."""
        shot, written = self.desk.facade.snapshot, self.desk.facade.settings().get("auto_next", "0")
        if shot is None or not written.lstrip("-").isdigit():
            return 0
        return BY_THE_GAME.get(shot.name, 0) if int(written) < 0 else int(written)

    def _next(self, shot: Snapshot | None) -> Standing | None:
        """The table's own next step, if nothing else is waited for; never the dealer's: chips are handed over by hand."""
        if shot is None or not self._pause():
            return None
        required = [one for one in shot.prompts if not one.prompt.optional]
        if len(required) != 1 or not isinstance(required[0].prompt, Pick):
            return None
        prompt = required[0].prompt
        return required[0] if prompt.seat == TABLE and prompt.purpose == "next" else None
