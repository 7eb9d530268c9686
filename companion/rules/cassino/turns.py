"""What one action at a Cassino table leads to: turns, deals, packs, claims and people who go."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from companion.rules.cards import Card
from companion.rules.cassino import events as ev
from companion.rules.cassino.promises import split
from companion.rules.cassino.score import certain_points, decided, lines
from companion.rules.cassino.state import CassinoState
from companion.rules.cassino.uses import Use, after, read
from companion.rules.cassino.variants import deal_of
from companion.rules.game import Chore, ChoresDue, Corrected, Event, NumberCorrected, Picked

CLAIM: Final = "claim"
NEXT: Final = "next"

# --- one action --------------------------------------------------------------------------------------------------


def shown(state: CassinoState, card: Card) -> CassinoState:
    """The table with `card` shown by the seat to move."""
    hands = _with(state.hands, state.turn, state.hands[state.turn] - 1)
    return msgspec.structs.replace(state, played=card, hands=hands, phase="use")


def touched(state: CassinoState, card: Card, happened: list[Event]) -> CassinoState:
    """A table card lies, or the card of a turn is shown and its use is asked for."""
    if state.phase == "table":
        happened.append(ev.TableCardLaid(card=card))
        table = (*state.table, card)
        phase = "play" if len(table) == deal_of(state.options).table else "table"
        return msgspec.structs.replace(state, table=table, phase=phase)
    happened.append(ev.CardPlayed(seat=state.players[state.turn], card=card))
    laid = shown(state, card)
    if state.builds:  # the card that was just seen may prove that somebody could not hold what they promised
        known = {(promise.seat, promise.value) for promise in split(state)[1]}
        happened += [
            ev.PromiseBroken(seat=state.players[promise.seat], value=promise.value, entry=promise.play)
            for promise in split(laid)[1]
            if (promise.seat, promise.value) not in known
        ]
    return laid


def picked(state: CassinoState, action: Picked, happened: list[Event]) -> CassinoState:
    """A claim, the next pack, or the use of the shown card."""
    if action.option == CLAIM:
        return _claimed(state, state.players.index(action.seat), happened)
    if state.phase == "next":
        return _next_pack(state, happened)
    return _used(state, read(state, action.option, trusted=True), happened)


def _used(state: CassinoState, use: Use, happened: list[Event]) -> CassinoState:
    card = state.played
    assert card is not None
    seat, name, side = state.turn, state.players[state.turn], state.side(state.turn)
    builds = after(state, use)
    taken = {one for group in use.groups for one in group}
    table = tuple(one for one in state.table if one not in taken)
    piles, sweeps, capturer = state.piles, state.sweeps, state.capturer
    if use.kind == "take":
        won = [one for group in use.groups for one in group]
        won += [one for place in use.builds for one in state.builds[place].cards]
        values = tuple(state.builds[place].value for place in use.builds)
        happened.append(
            ev.Captured(seat=name, card=card, value=use.value, groups=use.groups, builds=values, cards=tuple(won))
        )
        piles, capturer = _with(piles, side, (*piles[side], *won, card)), side
        if not table and not builds:
            happened.append(ev.Swept(seat=name))
            sweeps = _with(sweeps, side, sweeps[side] + 1)
    elif use.kind == "trail":
        happened.append(ev.Trailed(seat=name, card=card))
        table = (*table, card)
    elif use.kind == "build":
        made = builds[-1]
        happened.append(ev.Built(seat=name, card=card, value=made.value, groups=made.groups, multiple=made.multiple))
    else:
        old, made = state.builds[use.builds[0]], builds[use.builds[0]]
        if use.kind == "raise":
            happened.append(
                ev.Raised(
                    seat=name, card=card, old=old.value, value=made.value, groups=made.groups, multiple=made.multiple
                )
            )
        else:
            happened.append(ev.Added(seat=name, card=card, value=made.value, groups=made.groups))
    hands, stock = state.hands, state.stock
    if deal_of(state.options).draws and stock:
        hands, stock = _with(hands, seat, hands[seat] + 1), stock - 1
        happened.append(ev.CardDrawn(seat=name, stock=stock))
        if not stock:
            happened.append(ev.LastDealt(dealer=state.players[state.dealer]))
    state = msgspec.structs.replace(
        state,
        builds=builds,
        table=table,
        piles=piles,
        sweeps=sweeps,
        capturer=capturer,
        hands=hands,
        stock=stock,
        played=None,
        phase="play",
    )
    return _move_on(state, happened)


def corrected(state: CassinoState, action: Corrected, happened: list[Event]) -> CassinoState:
    """Banked points of a side are what the host says."""
    side = state.side(state.players.index(action.seat))
    happened.append(NumberCorrected(seat=action.seat, field=action.field, old=state.points[side], new=action.value))
    return msgspec.structs.replace(state, points=_with(state.points, side, action.value))


def _claimed(state: CassinoState, seat: int, happened: list[Event]) -> CassinoState:
    """A right claim wins at once, a wrong one loses: the claimer's side is out (RULES.md, Cassino, claim)."""
    side = state.side(seat)
    points = certain_points(state, side)
    right = points >= state.target
    name = state.players[seat]
    happened.append(ev.Claimed(seat=name, right=right, points=points, target=state.target))
    if right:
        return _won(state, (side,), happened)
    if len(state.living) == 2:
        return _won(state, tuple(other for other in state.living if other != side), happened)
    happened.append(ev.ClaimerDropped(seat=name))
    return without(state, seat, happened)


def without(state: CassinoState, seat: int, happened: list[Event]) -> CassinoState:
    """The table goes on without a seat: its hand lies aside, its builds have no controller."""
    mine = state.played if state.turn == seat else None
    builds = tuple(
        msgspec.structs.replace(build, controller=None) if build.controller == seat else build for build in state.builds
    )
    state = msgspec.structs.replace(
        state,
        gone=_with(state.gone, seat, True),
        aside=state.aside + state.hands[seat],
        hands=_with(state.hands, seat, 0),
        lost=state.lost if mine is None else (*state.lost, mine),
        played=None if mine is not None else state.played,
        phase="play" if mine is not None else state.phase,
        builds=builds,
    )
    if len(state.living) == 1:
        return _won(state, state.living, happened)
    if state.phase == "play" and not state.hands[state.turn]:
        return _move_on(state, happened)
    if state.phase == "table" and state.gone[state.turn]:
        return msgspec.structs.replace(state, turn=_left_of(state, state.turn))
    return state


# --- turns, deals, packs -------------------------------------------------------------------------------------------


def _with(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _left_of(state: CassinoState, seat: int) -> int:
    """The next seat clockwise that is still at the table."""
    many = len(state.players)
    return next(at % many for at in range(seat + 1, seat + 1 + many) if not state.gone[at % many])


def _move_on(state: CassinoState, happened: list[Event]) -> CassinoState:
    """The turn passes left; if all hands are played out the next are dealt, or the pack ends."""
    many = len(state.players)
    while True:
        for at in range(state.turn + 1, state.turn + 1 + many):
            if state.hands[at % many]:
                return msgspec.structs.replace(state, turn=at % many)
        if not state.stock:
            return _end_pack(state, happened)
        state = _deal(state, deal_of(state.options).later, happened)
        state = msgspec.structs.replace(state, turn=state.dealer)


def _deal(state: CassinoState, each: int, happened: list[Event], table: int = 0) -> CassinoState:
    """Hands from the stock, with what hands must do for it; what falls to a seat that is gone lies aside."""
    stock = state.stock - table - each * len(state.players)
    dealer = state.players[state.dealer]
    happened.append(ev.HandsDealt(each=each, table=table, stock=stock))
    steps = [Chore("shuffle-pack", dealer, 52)] if state.stock == 52 else []
    steps.append(Chore("deal-each", dealer, each))
    steps += [Chore("lie-aside", state.players[seat], each) for seat, gone in enumerate(state.gone) if gone]
    if table:
        steps.append(Chore("lay-table", dealer, table))
    if not stock:
        happened.append(ev.LastDealt(dealer=dealer))
        steps.append(Chore("say-last", dealer))
    happened.append(ChoresDue(steps=tuple(steps)))
    return msgspec.structs.replace(
        state,
        hands=tuple(0 if gone else each for gone in state.gone),
        aside=state.aside + each * sum(state.gone),
        stock=stock,
    )


def begin(state: CassinoState, happened: list[Event]) -> CassinoState:
    """Shuffle and deal a pack; left of the dealer starts."""
    deal = deal_of(state.options)
    starts = _left_of(state, state.dealer)
    happened.append(ev.PackBegun(pack=state.pack, dealer=state.players[state.dealer], starts=state.players[starts]))
    state = msgspec.structs.replace(
        state,
        turn=starts,
        stock=52,
        piles=((),) * state.sides,
        sweeps=(0,) * state.sides,
        phase="table" if deal.table else "play",
        table=(),
        builds=(),
        aside=0,
        lost=(),
        played=None,
        capturer=None,
        begun=None,
    )
    state = _deal(state, deal.first, happened, deal.table)
    return msgspec.structs.replace(state, begun=state)


def reopened(begun: CassinoState, actions: int) -> CassinoState:
    """The table as it was when the pack began; the count of actions goes on."""
    return msgspec.structs.replace(begun, begun=begun, actions=actions)


def _end_pack(state: CassinoState, happened: list[Event]) -> CassinoState:
    """What lies goes to the last capturer, never as a sweep; then the count."""
    rest = (*state.table, *(card for build in state.builds for card in build.cards))
    if rest and state.capturer is None:
        happened.append(ev.ResidueLeft(cards=rest))
    elif rest and state.capturer is not None:
        side = state.capturer
        happened.append(ev.ResidueTaken(seat=state.players[side], cards=rest))
        piles = _with(state.piles, side, (*state.piles[side], *rest))
        state = msgspec.structs.replace(state, piles=piles, table=(), builds=())
    points = list(state.points)
    for side in state.living:
        reasons = {line.reason: line for line in lines(state, side)}
        scored = {reason: line.points for reason, line in reasons.items()}
        total = sum(scored.values())
        points[side] += total
        happened.append(
            ev.PackScored(
                seat=state.players[side],
                **{"jack": 0, **scored},
                total=total,
                points=points[side],
                card_count=reasons["cards"].have,
                spade_count=reasons["spades"].have,
                sweep_count=reasons["sweeps"].have,
            )
        )
    return msgspec.structs.replace(state, points=tuple(points), phase="next")


def _next_pack(state: CassinoState, happened: list[Event]) -> CassinoState:
    """The count decides, or the deal passes left."""
    winners, target = decided(state)
    if winners:
        return _won(state, winners, happened)
    if any(state.points[side] >= state.target for side in state.living):
        happened.append(ev.GameExtended(target=target))
    dealer = _left_of(state, state.dealer)
    return begin(msgspec.structs.replace(state, target=target, dealer=dealer, pack=state.pack + 1), happened)


def _won(state: CassinoState, winners: tuple[int, ...], happened: list[Event]) -> CassinoState:
    names = tuple(state.players[seat] for side in winners for seat in state.seats_of(side))
    points = certain_points(state, winners[0])
    happened.append(ev.GameWon(winners=names, points=points))
    missing = deal_of(state.options).table - len(state.table) if state.phase == "table" else 0  # still in the pack
    return msgspec.structs.replace(state, phase="over", winners=winners, stock=state.stock + missing)
