"""The panel of the simulated hardware (mock-up `simulator`). It is worked with a mouse, so its targets may be smaller."""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp

from companion.live.snapshot import Snapshot
from companion.rules.cards import Card
from companion.rules.game import IllegalAction, Touch, Touched
from companion.words import N_, P_, face_text, say
from ui.facade import Facade, Fault, LampsChanged, Notice, ReadersChanged, SimulatorChanged, TableChanged
from ui.simulator.plates import ReaderPlate, SeatColumn
from ui.simulator.search import SearchBox, matches
from ui.theme import F_BODY, F_SMALL, C
from ui.view.model import Act, Button, CardView, Put
from ui.widgets.base import Group, Text, refill, spaced
from ui.widgets.buttons import Pill
from ui.widgets.cards import RATIO, PlayingCard
from ui.widgets.grid import FaceGrid

FAULTS: tuple[tuple[Fault, str], ...] = (
    ("unplug", N_("Unplugged")),
    ("garble", N_("Garbled bytes")),
    ("silence", N_("Silent")),
)


PACES: Final = ((1.5, N_("Robots slow")), (0.6, N_("Robots as people")), (0.1, N_("Robots fast")))
SESSIONS: Final = 4  # recorded sessions that there is room for


class DeckGrid(FaceGrid):
    """The deck: a tap lays a card on the reader for a moment; dragging it there leaves it lying."""

    folds = False  # a mouse is more precise than a finger, and a suit a row is how a deck is looked through

    def __init__(self, panel: SimulatorPanel, **keywords: Any) -> None:
        self._panel = panel
        self._ghost: PlayingCard | None = None
        super().__init__(panel.press, **keywords)
        for key in self.keys.values():
            key.target = False

    def on_touch_down(self, touch: Any) -> bool:
        """Remember which card the finger took."""
        for face, key in self.keys.items():
            if key.collide_point(*touch.pos) and key.act is not None:
                touch.ud["card"] = face
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        """A card that is dragged follows the finger."""
        face = touch.ud.get("card")
        if face and (self._ghost or abs(touch.x - touch.ox) + abs(touch.y - touch.oy) > dp(14)):
            if self._ghost is None:
                self._ghost = PlayingCard(CardView("face", face), size=(dp(46), dp(46) * RATIO))
                self._panel.add_widget(self._ghost)
            self._ghost.center = touch.pos
            return True
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        """Let go over the reader: the card lies there."""
        face = touch.ud.pop("card", None)
        if self._ghost is not None:
            self._panel.remove_widget(self._ghost)
            self._ghost = None
            for key in self.keys.values():
                if touch.grab_current is key or key.state == "down":
                    key.state = "normal"
            if face and self._panel.reader.collide_point(*touch.pos):
                self._panel.press(Put("place", face))
            if face:
                touch.ungrab(self.keys[face])
            return True
        return bool(super().on_touch_up(touch))


class SimulatorPanel(Group):
    """Everything a hand would do with cards, readers and cables."""

    def __init__(self, facade: Facade, **keywords: Any) -> None:
        super().__init__(**keywords)
        simulator = facade.simulator
        assert simulator is not None
        self.facade, self.simulator = facade, simulator
        self.deck = ""
        self.page = "cards"  # or `faults`, or `more`
        with self.canvas.before:
            Color(*C("background"))
            self._ground = Rectangle()
            Color(*C("line"))
            self._line = Rectangle()
        self.title = Text(size=F_SMALL, tone="gold", bold=True)
        self.about = Text(size=F_SMALL, tone="muted", align="right", least=0.7)
        self.reader = ReaderPlate(self.press)
        self.seats: list[SeatColumn] = []
        self.tabs: list[Pill] = []
        self.grid = DeckGrid(self)
        self.search = SearchBox(self.press, lambda _words: self.refresh(), self._entered)
        self.no_decks = Text(size=F_BODY, tone="muted", align="center", lines=3)
        self.buttons: list[Pill] = []
        self.faults: list[Pill] = []
        for child in (self.title, self.about, self.reader, self.grid, self.search, self.no_decks):
            self.add_widget(child)
        self.refresh()

    # --- what is shown ---------------------------------------------------------------------------------------------

    def hear(self, notice: Notice) -> None:
        """Something changed."""
        if isinstance(notice, TableChanged | LampsChanged | ReadersChanged | SimulatorChanged):
            self.refresh()

    def refresh(self) -> None:
        """Show everything as it is."""
        shot = self.facade.snapshot
        self.title.set(spaced(say(N_("Simulated hardware"))))
        self.about.set(self.simulator.describe())
        self._show_reader()
        decks = self.simulator.decks()
        if self.deck not in decks:
            self.deck = next(iter(decks), "")
        if self.search.words and not any(matches(card, self.search.words) for card in decks.get(self.deck, ())):
            found = (label for label, cards in decks.items() if any(matches(card, self.search.words) for card in cards))
            self.deck = next(found, self.deck)
        lamps = {lamp.seat: lamp.rgb if any(lamp.rgb) else None for lamp in self.facade.lamps()}
        robots = self.simulator.robots()
        columns = [(seat, lamps.get(seat), on) for seat, on in robots.items()]
        refill(self, self.seats, columns, lambda: SeatColumn(self.press), lambda column, view: column.show(view))
        tabs = [Button(label, Put("deck", label), "primary" if label == self.deck else "plain") for label in decks]
        refill(self, self.tabs, tabs, self._pill, lambda pill, one: pill.show(one))
        cards = self.page == "cards"
        others = {"cards": (), "faults": self._fault_buttons(), "more": self._more_buttons()}[self.page]
        self.grid.show(self._acts(shot, decks.get(self.deck, ())) if cards else {})
        refill(self, self.faults, others, self._pill, lambda pill, one: pill.show(one))
        for child in (self.grid, self.search):
            self.have(child, cards and bool(decks))
        self.no_decks.set("" if decks or not cards else say(N_("The decks lie here once a game has begun.")))
        refill(self, self.buttons, self._buttons(shot), self._pill, lambda pill, one: pill.show(one))
        self.rearrange()

    def _show_reader(self) -> None:
        lying = self.simulator.lying()
        state = next((one.state for one in self.facade.readers()), "lost")
        words, tone = _STATES.get(state, (N_("Reader"), "blue"))
        about = (
            say(N_("press to lift {cards:names}"), cards=[face_text(card.face) for card in lying])
            if lying
            else say(N_("tap a card, or drag it here"))
        )
        self.reader.show(say(words), about, tone, lying)

    def _acts(self, shot: Snapshot | None, cards: tuple[Card, ...]) -> dict[str, Act]:
        """A tap lays the card on the reader; cards known to be gone are dark."""
        acts: dict[str, Act] = {}
        for card in cards:
            if card.face not in acts and matches(card, self.search.words) and not _gone(shot, card):
                acts[card.face] = Put("tap", card)
        return acts

    def _buttons(self, shot: Snapshot | None) -> tuple[Button, ...]:
        touches = [one.prompt for one in shot.prompts if isinstance(one.prompt, Touch)] if shot else []
        mine = next((one for one in touches if one.label == self.deck), touches[0] if touches else None)
        buttons = []
        if mine:
            words = say(P_("Deal {seat} {count}", "Deal {seat} {count}", "count"), seat=mine.seat, count=mine.count)
            buttons.append(Button(words, Put("deal", mine.seat), "primary"))
        if len(touches) > 1:
            buttons.append(Button(say(N_("Deal all")), Put("deal")))
        pages = (("cards", N_("Cards")), ("faults", N_("Faults…")), ("more", N_("More…")))
        buttons += [Button(say(words), Put("page", page)) for page, words in pages if page != self.page]
        return tuple(buttons)

    def _more_buttons(self) -> tuple[Button, ...]:
        """How fast robots play, and the recorded sessions."""
        pace, recording = self.simulator.pace(), self.simulator.recording()
        buttons = [
            Button(say(words), Put("pace", "", str(seconds)), "primary" if seconds == pace else "plain")
            for seconds, words in PACES
        ]
        words = N_("End the recording") if recording else N_("Record this session")
        buttons.append(
            Button(say(words), Put("record", "", "off" if recording else "on"), "danger" if recording else "plain")
        )
        shown = self.simulator.sessions()[recording : recording + SESSIONS]
        buttons += [Button(say(N_("Show {session}"), session=name), Put("session", name)) for name in shown]
        return tuple(buttons)

    def _entered(self) -> None:
        """Return: the only card that matches is laid on the reader."""
        cards = self.simulator.decks().get(self.deck, ())
        found = list(self._acts(self.facade.snapshot, cards).values())
        if self.search.words and len(found) == 1:
            self.search.clear()
            self.press(found[0])
        self.refresh()

    def _fault_buttons(self) -> tuple[Button, ...]:
        now = self.simulator.faults()
        buttons = [
            Button(
                say(words), Put("fault", fault, "off" if fault in now else "on"), "danger" if fault in now else "plain"
            )
            for fault, words in FAULTS
        ]
        buttons.append(Button(say(N_("Two cards at once")), Put("two")))
        buttons.append(Button(say(N_("Leave a card lying")), Put("leave")))
        buttons.append(Button(say(N_("Clear all")), Put("clear"), "primary"))
        return tuple(buttons)

    def _pill(self) -> Pill:
        pill = Pill(self.press, size_of_text=F_SMALL)
        pill.target = False
        return pill

    # --- what a hand does ------------------------------------------------------------------------------------------

    def press(self, act: Act) -> None:
        """Do what was pressed."""
        assert isinstance(act, Put)
        simulator = self.simulator
        match act.what:
            case "tap":
                simulator.tap(self._copy(Card(act.where)))
            case "place":
                simulator.place(self._copy(Card(f"{self.deck}/{act.where}")))
            case "lift":
                for card in simulator.lying():
                    simulator.lift(card)
            case "deck":
                self.deck = act.where
            case "robot":
                simulator.set_robot(act.where, not simulator.robots().get(act.where, False))
            case "deal":
                self._deal(act.where)
            case "page":
                self.page = act.where
            case "search":
                self.search.listen(not self.search.listening)
            case "pace":
                simulator.set_pace(float(act.value))
            case "record":
                simulator.record(act.value == "on")
            case "session":
                simulator.show_session(act.where)
            case "fault":
                fault = next(fault for fault, _ in FAULTS if fault == act.where)
                simulator.set_fault(fault, act.value == "on")
            case "two":
                simulator.two_cards()
            case "leave":
                simulator.leave_lying()
            case "clear":
                simulator.clear()
        self.refresh()

    def _deal(self, seat: str) -> None:
        shot = self.facade.snapshot
        seats = (
            [seat]
            if seat
            else [one.prompt.seat for one in shot.prompts if isinstance(one.prompt, Touch)]
            if shot
            else []
        )
        for one in dict.fromkeys(seats):
            self.simulator.deal(one)

    def _copy(self, card: Card) -> Card:
        """Of several copies in a shoe the first that can come."""
        shot = self.facade.snapshot
        copies = [one for one in self.simulator.decks().get(card.label, ()) if one.face == card.face]
        return next((one for one in copies if not _gone(shot, one)), copies[0] if copies else card)

    # --- places ----------------------------------------------------------------------------------------------------

    def arrange(self) -> None:
        """From the top: reader, seats, decks, cards, buttons."""
        self._ground.pos, self._ground.size = self.pos, self.size
        self._line.pos, self._line.size = self.pos, (dp(1.2), self.height)
        x, width = dp(18), self.width - dp(36)
        self.put(self.title, x, dp(14), width * 0.6, dp(20))
        self.put(self.about, x + width * 0.6, dp(14), width * 0.4, dp(20))
        self.put(self.reader, x, dp(40), width, dp(76))
        if self.seats:
            each = width / len(self.seats)
            for at, seat in enumerate(self.seats):
                self.put(seat, x + at * each, dp(122), each, dp(76))
        top = dp(206)
        if self.tabs:
            each = (width - dp(6) * (len(self.tabs) - 1)) / len(self.tabs)
            for at, tab in enumerate(self.tabs):
                self.put(tab, x + at * (each + dp(6)), top, each, dp(34))
        bottom = self.height - dp(50)
        self.put(self.search, x, top + dp(40), width, dp(28))
        self.put(self.grid, x, top + dp(74), width, bottom - top - dp(82))
        self.put(self.no_decks, x, top, width, bottom - top)
        for at, pill in enumerate(self.faults):
            row, column = divmod(at, 2)
            self.put(pill, x + column * (width / 2 + dp(3)), top + dp(42) + row * dp(48), width / 2 - dp(3), dp(42))
        if self.buttons:
            each = (width - dp(8) * (len(self.buttons) - 1)) / len(self.buttons)
            for at, pill in enumerate(self.buttons):
                self.put(pill, x + at * (each + dp(8)), bottom + dp(2), each, dp(38))


_STATES = {
    "ready": (N_("Reader"), "blue"),
    "starting": (N_("Reader starting"), "gold"),
    "lost": (N_("Reader lost"), "red"),
    "two-cards": (N_("Two cards: lift one"), "gold"),
    "resting": (N_("Lift the card once"), "gold"),
    "phone": (N_("A phone"), "gold"),
    "closed": (N_("Reader closed"), "red"),
}


def _gone(shot: Snapshot | None, card: Card) -> bool:
    """Whether the rules know the card to lie in a hand, aside or in a pit, or to be played."""
    if shot is None or shot.outcome is not None:
        return False
    try:
        shot.game.check(shot.state, Touched(card))
    except IllegalAction as refusal:
        return refusal.code.startswith("card-") or refusal.code == "already-seen"
    return False
