"""A small whole game for the tests of the live table: bid, lay two cards each, count the ranks.

It has everything that a table must carry: simultaneous touches, a number, a pick that repeats itself, an optional pick,
retake, correction, leave, join, void, an end, and an event that names an earlier action by its ordinal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

import msgspec

from companion.rules.cards import Card, pack
from companion.rules.game import (
    AnyAction,
    Choices,
    Corrected,
    Event,
    Given,
    IllegalAction,
    Join,
    Leave,
    Number,
    Options,
    Outcome,
    Pick,
    Picked,
    Player,
    PlayerJoined,
    PlayerLeft,
    Prompt,
    Retake,
    ScansTakenBack,
    Step,
    Touch,
    Touched,
    Void,
    Voided,
)


class CountingOptions(Options, frozen=True):
    rounds: Annotated[int, msgspec.Meta(ge=1, le=100_000, description="rounds to play")] = 3
    bids: Annotated[bool, msgspec.Meta(description="whether players bid")] = True


class Laid(Event, frozen=True, kw_only=True):
    seat: str
    card: Card


class Counted(Event, frozen=True, kw_only=True):
    seat: str
    points: int
    entry: int  # ordinal of the bid


class Seat(msgspec.Struct, frozen=True):
    name: str
    label: str
    points: int = 0
    bid: int | None = None
    bid_by: int = 0
    laid: tuple[Card, ...] = ()
    out: bool = False


class State(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]
    options: CountingOptions
    actions: int = 0
    round: int = 1
    began: State | None = None
    claimed: str = ""

    def seat(self, name: str) -> Seat | None:
        return next((seat for seat in self.seats if seat.name == name), None)

    def put(self, seat: Seat) -> State:
        return msgspec.structs.replace(self, seats=tuple(seat if one.name == seat.name else one for one in self.seats))


class Counting:
    name: ClassVar[str] = "counting"
    options_type: ClassVar[type[Options]] = CountingOptions
    seats: ClassVar[tuple[int, int]] = (1, 6)

    def decks(self, players: Sequence[Player], options: CountingOptions) -> tuple[str, ...]:
        return tuple(player.label for player in players)

    def cards(self, label: str, options: CountingOptions) -> tuple[Card, ...]:
        return pack(label, jokers=True)

    def validate(self, players: Sequence[Player], options: CountingOptions) -> None:
        if not 1 <= len(players) <= 6:
            raise IllegalAction("bad-seats", low=1, high=6, count=len(players))

    def start(self, players: Sequence[Player], options: CountingOptions) -> Step[State]:
        return Step(State(tuple(Seat(player.name, player.label) for player in players), options))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        if self.outcome(state):
            return ()
        living = [seat for seat in state.seats if not seat.out]
        if state.options.bids:
            bids = tuple(Number(seat.name, "bid", 0, 28, default=14) for seat in living if seat.bid is None)
            if bids:
                return bids
        found: list[Prompt] = [
            Touch(seat.name, "reveal", seat.label, 2 - len(seat.laid)) for seat in living if len(seat.laid) < 2
        ]
        if not found:
            found.append(Pick("table", "next"))
        return (*found, *(Pick(seat.name, "claim", optional=True) for seat in living))

    def options(self, state: State, pick: Pick, limit: int = 200) -> Choices:
        return Choices(("next",) if pick.purpose == "next" else ("claim",))

    def check(self, state: State, action: AnyAction) -> None:
        prompts = self.prompts(state)
        seat = state.seat(getattr(action, "seat", ""))
        match action:
            case Touched(card):
                if any(card in one.laid for one in state.seats):
                    raise IllegalAction("already-taken", card=card)
                if not any(isinstance(prompt, Touch) and prompt.label == card.label for prompt in prompts):
                    raise IllegalAction("not-now", card=card)
            case Given(_, purpose, number):
                if not any(isinstance(p, Number) and (p.seat, p.purpose) == (action.seat, purpose) for p in prompts):
                    raise IllegalAction("not-now", seat=action.seat)
                if not 0 <= number <= 28:
                    raise IllegalAction("out-of-range", number=number)
            case Picked(name, option):
                ids = [self.options(state, p).ids for p in prompts if isinstance(p, Pick) and p.seat == name]
                if not any(option in one for one in ids):
                    raise IllegalAction("no-such-option", option=option)
            case Retake():
                if seat is None or not seat.laid or not any(isinstance(prompt, Touch) for prompt in prompts):
                    raise IllegalAction("nothing-to-retake")
            case Corrected(_, field, value):
                if seat is None or field != "points" or not 0 <= value <= 10**6:
                    raise IllegalAction("bad-correction")
            case Leave():
                if seat is None or seat.out or self.outcome(state):
                    raise IllegalAction("not-here")
                if sum(not one.out for one in state.seats) < 2:
                    raise IllegalAction("last-one")
            case Join(name, label):
                if seat is not None or any(label == one.label for one in state.seats) or len(state.seats) > 5:
                    raise IllegalAction("no-room")
                if self.outcome(state) or any(one.laid or one.bid is not None for one in state.seats):
                    raise IllegalAction("not-between-rounds")
            case Void():
                if state.began is None:
                    raise IllegalAction("nothing-to-void")
            case _:
                raise IllegalAction("unknown-action")

    def apply(self, state: State, action: AnyAction) -> Step[State]:
        began = state.began or state
        step = self._done(state, action)
        keep = None if step.state.round != state.round or isinstance(action, Void) else began
        after = msgspec.structs.replace(step.state, actions=state.actions + 1, began=keep)
        return Step(after, step.events)

    def _done(self, state: State, action: AnyAction) -> Step[State]:
        change = msgspec.structs.replace
        match action:
            case Touched(card):
                seat = next(one for one in state.seats if one.label == card.label)
                return Step(state.put(change(seat, laid=(*seat.laid, card))), (Laid(seat=seat.name, card=card),))
            case Given(name, _, number):
                seat = state.seat(name)
                return Step(state.put(change(seat, bid=number, bid_by=state.actions + 1)))
            case Picked(name, "claim"):
                return Step(change(state, claimed=name))
            case Picked():
                return self._count(state)
            case Retake(name):
                seat = state.seat(name)
                return Step(state.put(change(seat, laid=())), (ScansTakenBack(seat=name, cards=seat.laid),))
            case Corrected(name, _, value):
                return Step(state.put(change(state.seat(name), points=value)))
            case Leave(name):
                return Step(state.put(change(state.seat(name), out=True, laid=())), (PlayerLeft(seat=name),))
            case Join(name, label):
                return Step(change(state, seats=(*state.seats, Seat(name, label))), (PlayerJoined(seat=name),))
            case Void():
                return Step(state.began, (Voided(what="round", number=state.round),))
        raise AssertionError(action)

    def _count(self, state: State) -> Step[State]:
        seats, events = [], []
        for seat in state.seats:
            points = seat.points + sum(card.rank for card in seat.laid)
            seats.append(msgspec.structs.replace(seat, points=points, laid=(), bid=None, bid_by=0))
            if seat.bid_by:
                events.append(Counted(seat=seat.name, points=points, entry=seat.bid_by))
        return Step(msgspec.structs.replace(state, seats=tuple(seats), round=state.round + 1), tuple(events))

    def outcome(self, state: State) -> Outcome | None:
        if state.claimed:
            return Outcome("won", (state.claimed,))
        if state.round > state.options.rounds:
            best = max(seat.points for seat in state.seats)
            names = tuple(seat.name for seat in state.seats if seat.points == best)
            return Outcome("won" if len(names) == 1 else "shared", names)
        return None

    def report(self, state: State) -> dict[str, Any]:
        players = [{"name": seat.name, "points": seat.points, "hand_cards": list(seat.laid)} for seat in state.seats]
        return {"game": self.name, "round": state.round, "players": players}

    def roles(self, state: State) -> Mapping[str, Any]:
        return {seat.name: "out" for seat in state.seats if seat.out}

    def moment(self, state: State) -> dict[str, Any]:
        return {"round": state.round, "phase": "over" if self.outcome(state) else "reveal"}


GAMES = {"counting": Counting()}
