"""What a battle of CasiNoya did, read back from its events: the ledger, the sum, the words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.live.snapshot import Change, Snapshot
from companion.rules.cards import FACES
from companion.rules.casinoya.battle import DamageDealt, Healed, ThornsHurt
from companion.rules.casinoya.numbers import Numbers
from companion.rules.casinoya.state import NOBODY, PlayerOut, State
from companion.rules.game import AnyAction, Event, Picked, Touched
from companion.words import N_, say, translate
from ui.view.effects import card_name, why_lines
from ui.view.model import Explain, LedgerBox
from ui.view.titles import faces, hand_name


def last_battle(shot: Snapshot) -> Sequence[Event] | None:
    """The events of the battle shown: of the last action, or of an earlier one (after scans, an undo or a resume)."""
    if any(isinstance(event, DamageDealt) for event in shot.events):
        return shot.events
    for record in reversed(shot.history.current()):
        if any(isinstance(event, DamageDealt) for event in record.events):
            return record.events
    return None


def state_before_death(shot: Snapshot, at: int) -> State | None:
    """The newest state in which the seat still lived, with what the action that killed it laid or chose first.

    The last card of a reveal, or the face of its last joker, may begin the battle in which its own player dies.
    """
    last: Change | None = None
    for record in reversed(shot.history.current()):
        state = record.state
        if isinstance(state, State) and at < len(state.seats) and not state.seats[at].out and state.seats[at].scans:
            return _with_last(shot, state, at, last.action) if last else state
        last = record.change
    return None


def _with_last(shot: Snapshot, state: State, at: int, action: AnyAction) -> State:
    """The state with the card that this action laid for the seat, or the face that it chose for its joker."""
    game: Any = shot.game
    seat = state.seats[at]
    if isinstance(action, Touched) and action.card.label == seat.label and seat.where(action.card) is None:
        if state.phase == "support":
            later: State = game.rules.supported(state, state.contest, at, action.card)
            return later
        return state.put(at, replace(seat, scans=(*seat.scans, action.card)))
    unread = [card for card in seat.scans if card.is_joker and not seat.reading(card)]
    if isinstance(action, Picked) and action.seat == seat.name and unread and action.option in FACES:
        return state.put(at, replace(seat, readings=(*seat.readings, (unread[0], action.option))))
    return state


def last_shown(shot: Snapshot, name: str) -> tuple[str, tuple[int, ...]] | None:
    """What the hand of a player who is out was called."""
    state: State = shot.state
    at = state.index(name)
    before = state_before_death(shot, at) if at != NOBODY else None
    rules: Any = shot.game
    if before is None or rules.rules.owed(before, at) or rules.rules.reading(before, at):
        return None
    hand = rules.rules.hand(before, state.contest, at)
    return hand.code, hand.ranks


def change_of(fought: Sequence[Event], name: str) -> int:
    """By how much the battle changed a seat's hit points."""
    change = 0
    for event in fought:
        if isinstance(event, DamageDealt) and event.seat == name:
            change += event.hp - event.before
        elif isinstance(event, Healed) and event.seat == name:
            change += event.amount
        elif isinstance(event, ThornsHurt) and event.seat == name:
            change -= event.amount
    return change


def cards_of(dealt: DamageDealt, effect: str) -> tuple[str, ...]:
    """Faces of the cards that brought an effect."""
    return tuple(line.card.face for line in dealt.lines if line.effect == effect)


def ledger(dealt: DamageDealt, numbers: Numbers) -> tuple[LedgerBox, ...]:
    """Base + strike − what of the guard the pierce left = damage; each with its cards."""
    why = explain(dealt, numbers)
    boxes = [LedgerBox(hand_name(dealt.hand), str(dealt.base), why=why)]
    if dealt.strike:
        found = cards_of(dealt, "strike")
        name = card_name(numbers, found[0]) if len(found) == 1 else ""  # two names would leave no room for the rest
        word = f"{with_cards('Strike', dealt, 'strike')} {name}".rstrip()
        boxes.append(LedgerBox(word, str(dealt.strike), "gold", "+", why))
    if dealt.guard:
        left = max(0, dealt.guard - dealt.pierce)
        word = with_cards("Guard", dealt, "guard")
        if dealt.pierce:
            word += f" − {with_cards('pierce', dealt, 'pierce')}"
        boxes.append(LedgerBox(word, str(left), "mint", "−", why))
    raw = dealt.base + dealt.strike - max(0, dealt.guard - dealt.pierce)
    word = say(N_("Damage")) if dealt.amount == raw else say(N_("Damage, at least {least}"), least=dealt.least)
    boxes.append(LedgerBox(word, str(dealt.amount), "red", "=", why))
    return tuple(boxes)


def with_cards(word: str, dealt: DamageDealt, effect: str) -> str:
    """`Strike K♣ 4♣`; from four cards on their number."""
    found = cards_of(dealt, effect)
    words = translate({"Strike": N_("Strike"), "Guard": N_("Guard"), "pierce": N_("pierce")}[word])
    return f"{words} {faces(found)}" if len(found) < 4 else f"{words} ×{len(found)}"


def total(dealt: DamageDealt) -> tuple[str, str]:
    """`18 + 1 − 10 = 9`."""
    heal = f" + {dealt.heal}" if dealt.heal else ""
    return f"{dealt.before}{heal} − {dealt.amount} = {dealt.hp}", "red"


def below(shot: Snapshot, dealt: DamageDealt) -> str:
    """Healing before the damage, and who is next."""
    state: State = shot.state
    parts = []
    mend = cards_of(dealt, "mend")
    if mend and dealt.heal:
        parts.append(say(N_("mend {cards} first"), cards=faces(mend) if len(mend) < 4 else f"×{len(mend)}"))
    elif mend:
        parts.append(say(N_("mend heals nothing at full hit points")))
    if state.queue:
        parts.append(say(N_("then {seat}"), seat=state.seats[state.queue[0]].name))
    return " · ".join(parts)


def explain(dealt: DamageDealt, numbers: Numbers) -> Explain:
    """The ledger in sentences."""
    lines = [say(N_("{hand}: base damage {base}"), hand=hand_name(dealt.hand), base=dealt.base)]
    lines += why_lines(dealt, numbers)
    lines.append(
        say(
            N_("{base} + {strike} − max(0, {guard} − {pierce}) = {amount}"),
            base=dealt.base,
            strike=dealt.strike,
            guard=dealt.guard,
            pierce=dealt.pierce,
            amount=dealt.amount,
        )
    )
    if dealt.least and dealt.base + dealt.strike - max(0, dealt.guard - dealt.pierce) < dealt.least:
        lines.append(say(N_("An attack does at least {least}"), least=dealt.least))
    return Explain(say(N_("Why {seat} takes {amount}"), seat=dealt.seat, amount=dealt.amount), tuple(lines))


def battle_sentence(shot: Snapshot) -> str:
    """`Bruno takes 10`, and who is out."""
    fought = last_battle(shot) or ()
    dealt = next((event for event in fought if isinstance(event, DamageDealt)), None)
    if dealt is None:
        return say(N_("Ready to go on?"))
    gone = [event.seat for event in shot.events if isinstance(event, PlayerOut)]
    if gone:
        return say(N_("{seat} takes {amount}; {gone:names} out"), seat=dealt.seat, amount=dealt.amount, gone=gone)
    return say(N_("{seat} takes {amount}"), seat=dealt.seat, amount=dealt.amount)


def next_word(state: State) -> str:
    """What the primary button does."""
    if len(state.living()) < 2:
        return say(N_("Finish"))
    return say(N_("Next battle")) if state.queue else say(N_("Next round"))
