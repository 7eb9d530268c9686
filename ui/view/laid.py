"""Hands whose order means something: dragged into another order until the reveal, taken back, looked at large."""

from __future__ import annotations

from collections.abc import Sequence

from companion.live.snapshot import Snapshot, Standing
from companion.rules.cards import Card
from companion.rules.casinoya.rows import Row
from companion.rules.casinoya.state import CardScanned, State
from companion.rules.game import Arranged, Pick, Retake
from companion.words import N_, say
from ui.view.casinoya import CasinoyaView
from ui.view.casinoya_model import LaidStage, LaidView
from ui.view.games import Context
from ui.view.model import Bar, Button, ByHand, CardView, ChooseFace, CloseSheet, Do, Look, Stage, Submit
from ui.view.scanning import scan_note
from ui.view.titles import short_title

ROWS = "rows"  # the sheet with one hand, large
SWAP = "swap"  # what dragging one place onto another does


class LaidGame(CasinoyaView):
    """A game whose hands are laid in rows; `rows` and their `names` are the subclass's."""

    rows: Sequence[Row]
    columns = False  # each hand under its seat

    def title(self, shot: Snapshot) -> str:
        """The game alone: the contest needs the room."""
        return short_title(shot.name)

    def row_names(self) -> tuple[str, ...]:
        """What the rows are called; nothing for a single one."""
        return ()

    def behind(self, shot: Snapshot, at: int) -> tuple[int, ...]:
        """Places with a card face down behind them."""
        return ()

    # --- laying ----------------------------------------------------------------------------------------------------

    def scan(self, shot: Snapshot) -> Stage:
        """All hands as they are laid."""
        state: State = shot.state
        laying = state.tied or state.living()
        seats = range(len(state.seats)) if self.columns else laying
        return LaidStage(
            tuple(self.laid(shot, at) if at in laying else LaidView(state.seats[at].name) for at in seats), self.columns
        )

    def laid(self, shot: Snapshot, at: int) -> LaidView:
        """One hand: scanned cards as backs, empty places, what is still wanted."""
        state: State = shot.state
        seat = state.seats[at]
        owed = self.owed(shot, seat.name)
        joker = self.joker(shot, seat.name)
        newest = next((event.card for event in reversed(shot.events) if isinstance(event, CardScanned)), None)
        places = [self.scanned(shot, at, card, card == newest) for card in seat.scans]
        places += [CardView("empty")] * (self.rows[-1][1] - len(places))
        note, tone = scan_note(len(seat.scans), owed, joker is not None, bool(seat.readings))
        return LaidView(
            seat.name,
            tuple(tuple(places[first:end]) for first, end in self.rows),
            self.row_names(),
            note,
            tone,
            self.hand_button(shot, at, joker),
            Look(ROWS, seat.name),
            len(seat.scans),
            self.behind(shot, at),
        )

    def joker(self, shot: Snapshot, name: str) -> Standing | None:
        """The joker of a seat that wants a face."""
        picks = (one for one in shot.prompts if isinstance(one.prompt, Pick) and one.prompt.purpose == "joker")
        return next((one for one in picks if one.prompt.seat == name), None)

    def hand_button(self, shot: Snapshot, at: int, joker: Standing | None) -> Button | None:
        """The one button beside a hand: its joker, else to take the scans back."""
        seat = shot.state.seats[at]
        if joker:
            return Button(say(N_("Joker…")), ChooseFace(joker), "primary")
        return Button(say(N_("Retake")), Submit(Retake(seat.name)), "quiet") if seat.scans else None

    # --- one hand, large -------------------------------------------------------------------------------------------

    def sheet(self, shot: Snapshot, context: Context, look: Look) -> tuple[Stage, Bar] | None:
        """A hand laid out large, to be put in order."""
        state: State = shot.state
        at = state.index(look.about)
        if look.what != ROWS or state.phase != "reveal" or at not in (state.tied or state.living()):
            return None
        hand = self.laid(shot, at)
        words = N_("{seat}: drag one card onto another") if hand.movable > 1 else N_("{seat}: {note}")
        sentence = say(words, seat=look.about, note=hand.note)
        bar = Bar(self.sheet_title(), sentence, self.undo(shot), self.sheet_buttons(shot, at))
        return LaidStage(
            (LaidView(hand.seat, hand.rows, hand.names, "", "ivory", None, None, hand.movable, hand.behind),)
        ), bar

    def sheet_title(self) -> str:
        """Small capitals over the sheet."""
        return say(N_("The order of a hand"))

    def sheet_buttons(self, shot: Snapshot, at: int) -> tuple[Button, ...]:
        """Back to the table; what this hand still wants."""
        seat = shot.state.seats[at]
        close = Button(say(N_("Close")), CloseSheet(), "primary")
        if joker := self.joker(shot, seat.name):
            return Button(say(N_("Joker…")), ChooseFace(joker)), close
        if seat.scans:
            return Button(say(N_("Retake")), Submit(Retake(seat.name)), "danger"), close
        return Button(say(N_("By hand")), ByHand(seat.name, seat.label)), close

    def did(self, shot: Snapshot, context: Context, act: Do) -> tuple[dict[str, str], tuple[Submit, ...]]:
        """Two places change their cards."""
        notes = dict(context.notes)
        if act.what != SWAP:
            return notes, ()
        state: State = shot.state
        at = state.index(act.where)
        one, other = map(int, act.value.split())
        cards: list[Card] = list(state.seats[at].scans) if state.phase == "reveal" and at >= 0 else []
        if max(one, other) >= len(cards):
            return notes, ()
        cards[one], cards[other] = cards[other], cards[one]
        return notes, (Submit(Arranged(act.where, tuple(cards))),)
