"""Casino War: the table against the house (RULES.md 2), as a pure function from actions to states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from companion.rules import cards
from companion.rules.asking import check_option, standing_pick
from companion.rules.cards import Card
from companion.rules.casino_war import bets, hand, people
from companion.rules.casino_war.events import BetsPlaced, Rebought
from companion.rules.casino_war.options import CasinoWarOptions
from companion.rules.casino_war.state import MOST_SEATS, SHOE, Seat, State, changed, first_unseen, night
from companion.rules.game import (
    DEALER,
    OFFERED,
    AnyAction,
    Arranged,
    Choices,
    Corrected,
    Given,
    IllegalAction,
    Join,
    Leave,
    Light,
    Moved,
    Options,
    Outcome,
    Pick,
    Picked,
    Player,
    Prompt,
    Retake,
    Step,
    Touch,
    Touched,
    Void,
)


class CasinoWar:
    """One to six players against the dealer.

    Bets are open until the dealer deals: every player may answer `ante` and `tie` and change them. `deal` is offered as
    soon as one ante stands; who has placed none by then sits the hand out. Purposes and option ids: HEADLESS.md.
    """

    name: ClassVar[str] = "casino-war"
    options_type: ClassVar[type[Options]] = CasinoWarOptions
    seats: ClassVar[tuple[int, int]] = (1, MOST_SEATS)

    def decks(self, players: Sequence[Player], options: CasinoWarOptions) -> tuple[str, ...]:
        """The one shoe."""
        return (SHOE,)

    def cards(self, label: str, options: CasinoWarOptions) -> tuple[Card, ...]:
        """Every card of the shoe with its copy number, also with one pack."""
        return cards.shoe(SHOE, options.decks)

    def validate(self, players: Sequence[Player], options: CasinoWarOptions) -> None:
        """One to six players, and at least one possible ante between minimum and maximum."""
        fewest, most = self.seats
        if not fewest <= len(players) <= most:
            raise IllegalAction("bad-player-count", count=len(players), low=fewest, high=most)
        step = bets.even_step(options)
        if options.maximum - options.maximum % step < options.minimum:
            raise IllegalAction("no-possible-ante", minimum=options.minimum, maximum=options.maximum)

    def start(self, players: Sequence[Player], options: CasinoWarOptions) -> Step[State]:
        """A whole shoe and everybody with a full bank."""
        seats = tuple(Seat(player.name, options.bank, options.bank) for player in players)
        return Step(hand.begun(State(options, seats)))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """What the table waits for; changes of bets, burned cards and a misdeal are optional and come last."""
        match state.phase:
            case "bets":
                return _bets(state)
            case "decide":
                seat = state.undecided
                assert seat is not None
                return (Pick(seat.name, "decide"), MISDEAL)
            case "burn":
                left = hand.burns_left(state)
                scan = (Touch(DEALER, "burn", SHOE, left, optional=True),) if left else ()
                return (Pick(DEALER, "burn"), *scan)
            case "paid":
                return (Pick(DEALER, "next"),)
            case "first" | "war" as stage:
                return (Touch(hand.due(state) or DEALER, stage, SHOE, 1), MISDEAL)

    def options(self, state: State, pick: Pick, limit: int = OFFERED) -> Choices:
        """Option ids of a standing pick; there are never more than two."""
        return Choices(_ids(state, pick)[:limit])

    def check(self, state: State, action: AnyAction) -> None:
        """Raise `IllegalAction` if `action` cannot be done now."""
        self.apply(state, action)

    def apply(self, state: State, action: AnyAction) -> Step[State]:
        """Do the action; every refusal is raised here too, before anything has changed."""
        match action:
            case Touched():
                return hand.touched(state, action.card)
            case Picked():
                return self._picked(state, action)
            case Given():
                return _given(state, action.seat, action.purpose, action.number)
            case Retake(seat):
                return people.retake(state, seat)
            case Corrected(seat, field, value):
                return people.correct(state, seat, field, value)
            case Leave(seat):
                return people.leave(state, seat)
            case Join(seat, label):
                return people.join(state, seat, label)
            case Void():
                return people.void(state)
            case Moved():
                raise IllegalAction("no-zones", card=action.card)
            case Arranged():
                raise IllegalAction("nothing-to-arrange", seat=action.seat)

    def outcome(self, state: State) -> Outcome | None:
        """The game goes on as long as somebody is there who can bet; it is not won, it ends."""
        if state.phase != "bets" or state.playing or any(bets.can_bet(state, seat) for seat in state.seats):
            return None
        return Outcome("ended")

    def report(self, state: State) -> dict[str, Any]:
        """What `state` prints: shoe and burned cards, the dealer's cards, each seat's chips, cards and last result."""
        return {
            "game": self.name,
            "hand": state.hand,
            "phase": state.phase,
            "shoe": state.shoe,
            "burned": state.burned,
            "dealer": {"first": state.dealer_first, "second": state.dealer_second},
            "house": state.house,
            "players": [_seat_report(state, seat) for seat in state.seats],
        }

    def roles(self, state: State) -> Mapping[str, Light]:
        """Who has gone; the dealer's and the players' lamps otherwise follow the prompts."""
        return {seat.name: "out" for seat in state.seats if seat.out}

    def moment(self, state: State) -> dict[str, Any]:
        """The hand, its phase, whom the next card or decision belongs to, and what is left in the shoe."""
        seat = hand.due(state) or (state.undecided.name if state.phase == "decide" and state.undecided else "")
        return {"hand": state.hand, "phase": state.phase, "seat": seat, "shoe": state.shoe, "burned": state.burned}

    def first_unseen(self, state: State, face: str) -> Card | None:
        """The copy that a bare `face` means now (HEADLESS.md), None if every copy has been seen."""
        return first_unseen(state, face)

    def _picked(self, state: State, action: Picked) -> Step[State]:
        if (state.phase, action.seat, action.option) == ("bets", DEALER, "deal") and not state.playing:
            raise IllegalAction("no-ante", seat=action.seat)
        pick = standing_pick(_deal(state) if state.phase == "bets" else self.prompts(state), action)
        ids = _ids(state, pick)
        if pick.purpose == "decide" and action.option == "war" and "war" not in ids:
            raise IllegalAction("cannot-cover", seat=action.seat)
        check_option(action, ids)
        match action.option:
            case "deal":
                return hand.deal(state)
            case "burned":
                return hand.burned(state)
            case "misdeal":
                return hand.misdeal(state)
            case "next":
                return hand.next_hand(state)
            case _:
                return hand.decide(state, state.present(action.seat), action.option)


MISDEAL = Pick(DEALER, "misdeal", optional=True)


def _bets(state: State) -> tuple[Prompt, ...]:
    numbers = tuple(bets.prompts(state))
    required = tuple(one for one in numbers if not one.optional)
    return (*required, *_deal(state), *(one for one in numbers if one.optional))


def _deal(state: State) -> tuple[Pick, ...]:
    """The only pick while bets are open: the dealer may deal as soon as an ante stands."""
    return (Pick(DEALER, "deal"),) if state.playing else ()


def _ids(state: State, pick: Pick) -> tuple[str, ...]:
    match pick.purpose:
        case "decide":
            return hand.decisions(state, state.present(pick.seat))
        case "burn":
            return ("burned", "misdeal")
        case "deal" | "next" | "misdeal":
            return (pick.purpose,)
        case _:
            return ()


def _given(state: State, name: str, purpose: str, number: int) -> Step[State]:
    if purpose == "rebuy" and state.phase not in ("bets", "paid"):
        raise IllegalAction("not-between-hands", seat=name)
    seat = bets.place(state, name, purpose, number)
    happened = (
        Rebought(seat=name, amount=number, bank=seat.bank)
        if purpose == "rebuy"
        else BetsPlaced(seat=name, ante=seat.ante, tie=seat.tie, bank=seat.bank)
    )
    return Step(changed(state, seat), (happened,))


def _seat_report(state: State, seat: Seat) -> dict[str, Any]:
    return {
        "name": seat.name,
        "bank": seat.bank,
        "ante": seat.ante,
        "tie": seat.tie,
        "raise": seat.raised,
        "first": seat.first,
        "second": seat.second,
        "choice": seat.choice,
        "result": seat.path,
        "staked": seat.stake.total,
        "returned": seat.returned,
        "net": seat.returned - seat.stake.total if seat.path else 0,
        "night": night(seat, state.phase),
        "out": seat.out,
        "last_ante": seat.last_ante,
        "last_tie": seat.last_tie,
    }
