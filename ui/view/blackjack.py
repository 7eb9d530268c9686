"""Blackjack to 31: hidden and shown cards of all seats, the shown total, draw or stand, and a joker's value."""

from __future__ import annotations

from companion.live.snapshot import Snapshot
from companion.rules.cards import Card
from companion.rules.casinoya.blackjack import AIM, HIDDEN, Blackjack, totals, turns
from companion.rules.casinoya.players import Seat
from companion.rules.casinoya.state import CardScanned, State
from companion.rules.game import Pick, Touch
from companion.words import N_, say
from ui.view.casinoya import CasinoyaView
from ui.view.casinoya_model import TurnsStage, TurnView
from ui.view.chores import due_chores
from ui.view.games import Context, choice_items, shows
from ui.view.model import Button, CardView, ChooseFace, Stage
from ui.view.scanning import scan_button, scan_note
from ui.view.titles import short_title


@shows("casinoya-blackjack")
class BlackjackView(CasinoyaView):
    """The turns, the reveal of the hidden cards, the battles."""

    def stage(self, shot: Snapshot, context: Context) -> Stage:
        """All seats' cards while they are drawn and turned over; the rest is shared."""
        state: State = shot.state
        if state.phase in ("choices", "reveal") and not due_chores(shot, context):
            return TurnsStage(tuple(self.turn(shot, at) for at in state.tied or state.living()))
        return super().stage(shot, context)

    def turn(self, shot: Snapshot, at: int) -> TurnView:
        """One seat: two hidden places, then what lies open."""
        state: State = shot.state
        seat = state.seats[at]
        shown = turns(seat).shown
        newest = next((event.card for event in reversed(shot.events) if isinstance(event, CardScanned)), None)
        hidden = seat.scans[shown:]
        if state.phase == "reveal":
            places = tuple(self.scanned(shot, at, card, card == newest) for card in hidden)
            places += (CardView("empty"),) * (HIDDEN - len(hidden))
        else:
            places = (CardView("back"),) * HIDDEN
        open_cards = tuple(self.shown(shot, seat, card, card == newest) for card in seat.scans[:shown])
        total = _rules(shot).shown_total(seat)
        word, tone = self.word(shot, at)
        joker = next((one for one in shot.prompts if _is_joker(one.prompt, seat.name)), None)
        button = scan_button(seat.name, hidden, joker) if state.phase == "reveal" else None
        active = any(one.prompt.seat == seat.name for one in shot.prompts)
        return TurnView(
            seat.name, say(N_("shows {total}"), total=total), word, tone, (*places, *open_cards), button, active
        )

    def shown(self, shot: Snapshot, seat: Seat, card: Card, newest: bool) -> CardView:
        """A card that lies open; a joker keeps its value to itself until the reveal."""
        state: State = shot.state
        secret = state.phase in ("choices", "reveal") and state.options.reveal == "blind"
        value = "" if secret or not card.is_joker else seat.reading(card)
        return CardView("face", card.face, value, "gold" if newest else "")

    def word(self, shot: Snapshot, at: int) -> tuple[str, str]:
        """What the seat does, and the tone to say it in."""
        state: State = shot.state
        seat, own = state.seats[at], turns(state.seats[at])
        if state.phase == "reveal":
            owed = self.owed(shot, seat.name)
            joker = any(_is_joker(one.prompt, seat.name) for one in shot.prompts)
            return scan_note(HIDDEN - owed, owed, joker, bool(seat.readings))
        if min(totals(seat, seat.scans[: own.shown])) > AIM:
            return say(N_("over {aim}"), aim=AIM), "red"
        if own.stood:
            return say(N_("stands")), "muted"
        if _rules(shot).turn(state) == at:
            return (say(N_("draws")), "gold") if own.drawing else (say(N_("draw or stand?")), "ivory")
        if not seat.deck:
            return say(N_("no cards left")), "muted"
        return say(N_("drawing")), "muted"

    def note(self, shot: Snapshot, name: str) -> tuple[str, str]:
        """Nobody is done while the turns go round."""
        state: State = shot.state
        return ("", "mint") if state.phase == "choices" else super().note(shot, name)

    # --- the bar ---------------------------------------------------------------------------------------------------

    def title(self, shot: Snapshot) -> str:
        """The game alone: the contest needs the room."""
        return short_title(shot.name)

    def contest(self, shot: Snapshot) -> tuple[str, ...]:
        """Whose turn it is."""
        state: State = shot.state
        at = _rules(shot).turn(state) if state.phase == "choices" else None
        return () if at is None else (say(N_("{seat}'s turn"), seat=state.seats[at].name),)

    def phase_word(self, shot: Snapshot) -> str:
        """The turn says it while cards are drawn."""
        return "" if shot.state.phase == "choices" else super().phase_word(shot)

    def sentence(self, shot: Snapshot, context: Context) -> str:
        """Touching a card draws it."""
        state: State = shot.state
        if state.phase == "choices" and not due_chores(shot, context):
            pick = next((one.prompt for one in shot.prompts if isinstance(one.prompt, Pick)), None)
            touch = next((one.prompt for one in shot.prompts if isinstance(one.prompt, Touch)), None)
            if pick:
                return say(N_("Touch a card to draw, or stand"))
            if touch:
                return say(N_("{seat}: touch the top card of your deck"), seat=touch.seat)
        return super().sentence(shot, context)

    def buttons(self, shot: Snapshot, context: Context) -> tuple[Button, ...]:
        """Draw and stand, both large."""
        state: State = shot.state
        pick = next((one for one in shot.prompts if isinstance(one.prompt, Pick)), None)
        if state.phase == "choices" and pick and not due_chores(shot, context):
            draw, stand = choice_items(shot, pick)
            return Button(say(N_("Draw")), draw.act), Button(stand.text, stand.act, "primary")
        return super().buttons(shot, context)

    def reveal_buttons(self, shot: Snapshot) -> tuple[Button, ...]:
        """A joker has a value, not a face."""
        joker = next((one for one in shot.prompts if isinstance(one.prompt, Pick)), None)
        if joker and not any(isinstance(one.prompt, Touch) for one in shot.prompts):
            best = choice_items(shot, joker)[0]
            return (
                Button(say(N_("Other value…")), ChooseFace(joker)),
                Button(say(N_("Best value")), best.act, "primary"),
            )
        return super().reveal_buttons(shot)


def _rules(shot: Snapshot) -> Blackjack:
    rules = getattr(shot.game, "rules", None)
    assert isinstance(rules, Blackjack)
    return rules


def _is_joker(prompt: object, seat: str) -> bool:
    return isinstance(prompt, Pick) and prompt.purpose == "joker" and prompt.seat == seat
