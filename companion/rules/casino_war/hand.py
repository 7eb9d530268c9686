"""One hand, from the dealer's `deal` to its settlement and the next: dealing, decisions, wars, payouts, misdeals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from companion.rules.cards import NATURALS, Card
from companion.rules.casino_war import events
from companion.rules.casino_war.payouts import AT_WAR, Path, formula, lines
from companion.rules.casino_war.state import (
    SHOE,
    Phase,
    Seat,
    State,
    changed,
    cleared,
    mapped,
    shuffle_due,
    shuffled,
    too_short,
)
from companion.rules.game import DEALER, Chore, ChoresDue, Event, IllegalAction, Step

DEALING: tuple[Phase, ...] = ("first", "decide", "burn", "war")  # from deal to settlement


def due(state: State) -> str | None:
    """The seat that the next card is dealt to: players in seat order, then the dealer; None while none is due."""
    if state.phase == "first":
        for seat in state.playing:
            if seat.first is None:
                return seat.name
        return DEALER
    if state.phase == "war":
        for seat in state.warring:
            if seat.second is None:
                return seat.name
        return DEALER
    return None


def burns_left(state: State) -> int:
    """Burned cards that may still be scanned in this war."""
    return state.burn_due - len(state.scans) if state.phase == "burn" else 0


def begun(state: State) -> State:
    """The table as the point that a void goes back to."""
    start = replace(state, began=None)
    return replace(start, began=start)


def deal(state: State) -> Step[State]:
    """Close the bets; a shoe too short for this hand is shuffled first, wherever the cut card is."""
    dealt = events.HandDealt(hand=state.hand, seats=tuple(seat.name for seat in state.playing))
    if too_short(state):
        return Step(replace(shuffled(state), phase="first"), (events.ShoeShuffled(cards=state.size), dealt))
    return Step(replace(state, phase="first"), (dealt,))


def touched(state: State, card: Card) -> Step[State]:
    """Deal or burn a card of the shoe; refuse one that is not of it, or that has been seen since the shuffle."""
    seat = due(state)
    if seat is None and not burns_left(state):
        raise IllegalAction("no-card-due", card=card)
    if card.label != SHOE or card.face not in NATURALS or not 1 <= card.copy <= state.options.decks:
        raise IllegalAction("no-such-card", card=card)
    if card in state.seen:
        raise IllegalAction("card-seen", card=card)
    if seat is None:
        state = replace(state, seen=state.seen | {card}, scans=(*state.scans, card), burned=state.burned + 1)
        return Step(state, (events.CardBurned(card=card, shoe=state.shoe),))
    return _dealt(replace(state, seen=state.seen | {card}, dealt=state.dealt + 1), seat, card)


def _dealt(state: State, seat: str, card: Card) -> Step[State]:
    stage: Literal["first", "war"] = "first" if state.phase == "first" else "war"
    happened = events.CardDealt(seat=seat, card=card, stage=stage, shoe=state.shoe)
    if seat != DEALER:
        player = state.present(seat)
        player = replace(player, first=card) if stage == "first" else replace(player, second=card)
        return Step(changed(state, player), (happened,))
    if stage == "war":
        state = replace(state, dealer_second=card)
        return _then(settled(state), happened, *_comparisons(state, stage))
    state = replace(state, dealer_first=card)
    compared = tuple(_comparisons(state, stage))
    if state.tied:
        return Step(replace(state, phase="decide"), (happened, *compared))
    return _then(settled(state), happened, *compared)


def _comparisons(state: State, stage: Literal["first", "war"]) -> Iterator[Event]:
    for seat in state.playing if stage == "first" else state.warring:
        card, dealer = (seat.first, state.dealer_first) if stage == "first" else (seat.second, state.dealer_second)
        assert card is not None
        assert dealer is not None
        yield events.Compared(seat=seat.name, stage=stage, card=card, dealer=dealer, result=_result(card, dealer))


def _result(card: Card, dealer: Card) -> Literal["won", "lost", "tied"]:
    if card.rank == dealer.rank:
        return "tied"
    return "won" if card.rank > dealer.rank else "lost"


def decisions(state: State, seat: Seat) -> tuple[str, ...]:
    """What a tied seat may do, war proposed first (it loses less than surrender under every option, see odds.py).

    Who cannot cover the raise must surrender (RULES.md 2), also where `surrender` is off: nobody is made to bet chips
    that are not there, and half the ante is the price the rules name.
    """
    if seat.bank < seat.ante:
        return ("surrender",)
    return ("war", "surrender") if state.options.surrender else ("war",)


def decide(state: State, seat: Seat, choice: str) -> Step[State]:
    """A tied seat surrenders or goes to war; after the last of them the cards are burned, or the hand is settled."""
    happened: Event
    if choice == "war":
        seat = replace(seat, choice="war", raised=seat.ante, bank=seat.bank - seat.ante)
        happened = events.WentToWar(seat=seat.name, raised=seat.raised, bank=seat.bank)
    else:
        happened = events.Surrendered(seat=seat.name, forced=decisions(state, seat) == ("surrender",))
        seat = replace(seat, choice="surrender")
    state = changed(state, seat)
    if state.undecided:
        return Step(state, (happened,))
    if state.warring:
        return Step(replace(state, phase="burn"), (happened,))
    return _then(settled(state), happened)


def burned(state: State) -> Step[State]:
    """The cards of this war are burned, scanned or not."""
    count = state.burn_due
    state = replace(state, phase="war", burned=state.burned + count - len(state.scans), scans=())
    return Step(state, (events.CardsBurned(count=count, burned=state.burned, shoe=state.shoe),))


def path_of(state: State, seat: Seat) -> Path:
    """The row of the pay table that a finished hand of `seat` is on."""
    assert seat.first is not None
    assert state.dealer_first is not None
    first = _result(seat.first, state.dealer_first)
    if first != "tied":
        return "won-first" if first == "won" else "lost-first"
    if seat.choice == "surrender":
        return "surrendered"
    assert seat.second is not None
    assert state.dealer_second is not None
    match _result(seat.second, state.dealer_second):
        case "won":
            return "war-won"
        case "lost":
            return "war-lost"
        case _:
            return "war-tied"


def settled(state: State) -> Step[State]:
    """Pay every player at once, in seat order: until then a misdeal can give every bet back."""
    paid: list[Event] = []
    chores: list[Chore] = []
    seats, house = [*state.seats], state.house
    for at, seat in enumerate(seats):
        if not seat.plays:
            continue
        path, stake = path_of(state, seat), seat.stake
        assert (path in AT_WAR) is (stake.raised > 0)
        parts, rule = lines(path, stake, state.options), formula(path, state.options)
        back, staked = sum([line.returned for line in parts]), stake.total
        bank = seat.bank + back
        seats[at] = replace(seat, bank=bank, path=path, returned=back)
        house += staked - back
        paid.append(
            events.PaidOut(
                seat=seat.name,
                staked=staked,
                returned=back,
                net=back - staked,
                bank=bank,
                why=path,
                lines=parts,
                rule=rule.returned,
                net_rule=rule.net,
            )
        )
        chores.append(Chore("hand-over", seat.name, back) if back else Chore("collect", seat.name, staked))
    cards = Chore("shuffle-shoe", DEALER, state.size) if shuffle_due(state) else Chore("clear-cards", DEALER)
    state = replace(state, seats=tuple(seats), house=house, phase="paid")
    return Step(state, (*paid, ChoresDue(steps=(*chores, cards))))


def next_hand(state: State) -> Step[State]:
    """Clear the bets; the shoe is whole again, or goes on to the cut card."""
    return _reopened(replace(state, hand=state.hand + 1))


def misdeal(state: State) -> Step[State]:
    """Every bet goes back, and the hand is dealt anew under its number; nothing else changes (RULES.md 2)."""
    playing = state.playing
    happened = events.Misdealt(
        hand=state.hand,
        seats=tuple(seat.name for seat in playing),
        returned=tuple(seat.stake.total for seat in playing),
    )
    back = mapped(state, lambda seat: replace(seat, bank=seat.bank + seat.stake.total))
    return _then(_reopened(replace(state, seats=back)), happened)


def _reopened(state: State) -> Step[State]:
    shuffle = shuffle_due(state)
    state = replace(state, phase="bets", seats=mapped(state, cleared), dealer_first=None, dealer_second=None, scans=())
    if shuffle:
        return Step(begun(shuffled(state)), (events.ShoeShuffled(cards=state.size),))
    return Step(begun(state))


def _then(step: Step[State], *before: Event) -> Step[State]:
    return Step(step.state, (*before, *step.events))
