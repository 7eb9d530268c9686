"""Chinese poker: three rows laid, put in order, split privately, fought one after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from companion.live.snapshot import Snapshot, Standing
from companion.rules.casinoya.chinese import BACK, ROWS, Chinese
from companion.rules.casinoya.state import State
from companion.rules.game import Event, Touch
from companion.words import N_, P_, event_text, say, translate
from companion.words.events import foul_reason
from companion.words.say import large
from ui.view.battles import state_before_death
from ui.view.casinoya import nobody
from ui.view.casinoya_model import PrivateStage
from ui.view.games import Context, shows
from ui.view.laid import LaidGame
from ui.view.model import Bar, BattleStage, Button, ByHand, CardView, Look, Note, Split, Stage

NEXT_ROWS: Final = (N_("Middle row"), N_("Back row"))
SPLIT: Final = "split"  # the private sheet


@shows("casinoya-chinese")
class ChineseView(LaidGame):
    """Three rows a seat, three contests a round."""

    rows = Chinese.rows
    columns = True

    def row_names(self) -> tuple[str, ...]:
        """Front, middle, back."""
        return tuple(large(say("{row:word}", row=name)) for name in ROWS)

    # --- laying ----------------------------------------------------------------------------------------------------

    def hand_button(self, shot: Snapshot, at: int, joker: Standing | None) -> Button | None:
        """Before anything is scanned: the best split, privately."""
        seat = shot.state.seats[at]
        if not seat.scans and self.owed(shot, seat.name):
            return Button(say(N_("Best split…")), Split("ask", seat.name))
        return super().hand_button(shot, at, joker)

    def sheet_buttons(self, shot: Snapshot, at: int) -> tuple[Button, ...]:
        """The split is offered here too: beside a narrow hand is no room for a button."""
        buttons = super().sheet_buttons(shot, at)
        seat = shot.state.seats[at]
        if seat.scans:
            return buttons
        return (Button(say(N_("Best split…")), Split("ask", seat.name)), *buttons)

    def sheet(self, shot: Snapshot, context: Context, look: Look) -> tuple[Stage, Bar] | None:
        """A hand large, or the private split."""
        return self.private(shot, context, look.about) if look.what == SPLIT else super().sheet(shot, context, look)

    def private(self, shot: Snapshot, context: Context, name: str) -> tuple[Stage, Bar] | None:
        """Thirteen cards that only their player may see: backs, and faces while a finger holds the button."""
        hand, state = context.private, shot.state
        seat = state.seats[state.index(name)]
        if hand is None or hand.seat != name or seat.scans or state.phase != "reveal":
            return None
        held = context.held
        if held is not None:
            rows = tuple(
                tuple(CardView("face", face, held.readings.get(face, "")) for face in row)
                for row in (held.front, held.middle, held.back)
            )
        else:
            places = [CardView("back")] * hand.known + [CardView("empty")] * (hand.total - hand.known)
            rows = tuple(tuple(places[first:end]) for first, end in self.rows)
        missing = hand.total - hand.known
        close = Button(say(N_("Forget it")), Split("forget", name))
        if missing:
            touch = Touch(name, "reveal", seat.label, missing)
            buttons = (close, Button(say(N_("By hand")), ByHand(name, touch.label)))
            words = P_("{seat}: touch {count} more card, unseen", "{seat}: touch {count} more cards, unseen", "count")
            sentence = say(words, seat=name, count=missing)
        else:
            buttons = (close, Button(say(N_("Lay it so")), Split("lay", name), "primary"))
            sentence = say(N_("Only {seat} looks: hold the button"), seat=name)
        lines = (say(N_("Nothing of it is kept. {seat} may lay the cards so at once, or forget it."), seat=name),)
        hold = "" if missing else say(N_("Hold to see"))
        bar = Bar(say(N_("Best split, privately")), sentence, None, buttons)
        return PrivateStage(name, rows, self.row_names(), hold, lines), bar

    # --- fighting --------------------------------------------------------------------------------------------------

    def contest(self, shot: Snapshot) -> tuple[str, ...]:
        """The row that is fought."""
        state: State = shot.state
        return (self.row_names()[state.contest],) if state.phase in ("playoff", "attack", "battle") else ()

    def battle(self, shot: Snapshot, fought: Sequence[Event]) -> Stage:
        """A row that nobody fought is told with the next battle."""
        stage = super().battle(shot, fought)
        lost = self.told(shot)
        if lost and isinstance(stage, BattleStage):
            return msgspec.structs.replace(stage, notes=(Note(lost), *stage.notes))
        return stage

    def told(self, shot: Snapshot) -> str:
        """Rows in which nobody attacked."""
        names = self.row_names()
        return " ".join(f"{names[one.contest - 1]}: {event_text(one)}." for one in nobody(shot.events))

    def next_word(self, shot: Snapshot) -> str:
        """The next row's name where a row is over."""
        state: State = shot.state
        if state.queue or state.contest == BACK or len(state.living()) < 2:
            return super().next_word(shot)
        return translate(NEXT_ROWS[state.contest])

    def hand_title(self, shot: Snapshot, at: int) -> str:
        """A foul is told with its reason."""
        return foul_of(shot, at) or super().hand_title(shot, at)


def foul_of(shot: Snapshot, at: int) -> str:
    """`Foul: front (pair of tens) beats middle (high card)`; empty where the rows lie as they should."""
    rules = getattr(shot.game, "rules", None)
    assert isinstance(rules, Chinese)
    state: State | None = shot.state if not shot.state.seats[at].out else state_before_death(shot, at)
    if state is None or rules.owed(state, at) or rules.reading(state, at):
        return ""
    foul = rules.foul(state, at)
    return foul_reason(msgspec.structs.asdict(foul)) if foul else ""
