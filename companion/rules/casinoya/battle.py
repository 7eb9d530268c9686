"""One battle between an attacker and a defender, always in the same steps (RULES.md 1, A battle)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from companion.rules.cards import Card
from companion.rules.casinoya import effects as library
from companion.rules.casinoya.effects import Effect
from companion.rules.casinoya.numbers import Numbers
from companion.rules.casinoya.players import Seat
from companion.rules.game import Event


class Line(msgspec.Struct, frozen=True, gc=False):
    """One line of a ledger: this card of `seat` brought `amount` of `effect`."""

    seat: str
    card: Card
    effect: str
    amount: int


class DamageDealt(Event, frozen=True, kw_only=True):
    """A battle's result with its why.

    `before` + `heal` - `amount` = `hp`, never below 0. `heal` is what was really healed, `mend` what the cards offer;
    `strike`, `guard` and `pierce` are sums over `lines`, after silence; `hand` names the table line of `base`.
    """

    seat: str
    by: str
    contest: int
    amount: int
    hp: int
    before: int
    base: int
    hand: str
    strike: int
    guard: int
    pierce: int
    heal: int
    mend: int
    silence: int
    least: int
    lines: tuple[Line, ...]


class Healed(Event, frozen=True, kw_only=True):
    """`seat` gained `amount` hit points by an effect (`mend` or `leech`)."""

    seat: str
    effect: str
    amount: int
    hp: int


class ThornsHurt(Event, frozen=True, kw_only=True):
    """The attacker `seat` lost `amount` hit points to the thorns of `by`."""

    seat: str
    by: str
    amount: int
    hp: int


class Side(NamedTuple):
    """One side of a battle: the seat and the effects it may use in this role."""

    seat: Seat
    effects: tuple[Effect, ...]


class Fought(NamedTuple):
    """What a battle left: both seats, its events, and the scans it still owes as (seat name, count)."""

    attacker: Seat
    defender: Seat
    events: tuple[Event, ...]
    mill: tuple[tuple[str, int], ...]
    recover: tuple[tuple[str, int], ...]


def fight(
    numbers: Numbers, attacker: Side, defender: Side, *, base: int, hand: str, contest: int, limit: int, least: int
) -> Fought:
    """Fight steps 1 to 4; who died is looked for by the round, after the scans that mill and recover owe.

    `limit` is the starting HP up to which anybody heals, `least` the option `min_damage`. With the option
    `all_effects_both` each side may hold effects of both kinds: then the attacker mends too, the defender's mill and
    silence work on the attacker, and what has nothing to act on (a defender's strike: he deals no damage) does nothing.
    """
    foe, effects = attacker.seat, attacker.effects
    me, shields, hushed = defender.seat, defender.effects, 0
    attack, defence = library.totals(effects).get, library.totals(shields).get
    if attack("silence") or defence("silence"):
        shields, hushed = library.silenced(numbers, shields, effects)
        effects, _ = library.silenced(numbers, effects, shields)
        attack, defence = library.totals(effects).get, library.totals(shields).get
    events: list[Event] = []

    before, mend = me.hp, defence("mend", 0)
    heal = _healing(me.hp, mend, limit)
    if own := _healing(foe.hp, attack("mend", 0), limit):
        foe = replace(foe, hp=foe.hp + own)
        events.append(Healed(seat=foe.name, effect="mend", amount=own, hp=foe.hp))

    strike, pierce, guard = attack("strike", 0), attack("pierce", 0), defence("guard", 0)
    amount = max(least, base + strike - max(0, guard - pierce))
    me = replace(me, hp=max(0, before + heal - amount))
    events.append(
        DamageDealt(
            seat=me.name, by=foe.name, contest=contest, amount=amount, hp=me.hp, before=before, base=base, hand=hand,
            strike=strike, guard=guard, pierce=pierce, heal=heal, mend=mend, silence=hushed, least=least,
            lines=_lines(foe.name, effects) + _lines(me.name, shields),
        )
    )  # fmt: skip

    if (leech := attack("leech", 0)) and (leech := _healing(foe.hp, min(leech, amount), limit)):
        foe = replace(foe, hp=foe.hp + leech)
        events.append(Healed(seat=foe.name, effect="leech", amount=leech, hp=foe.hp))
    if (thorns := defence("thorns", 0)) and (thorns := min(thorns, foe.hp)):
        foe = replace(foe, hp=foe.hp - thorns)
        events.append(ThornsHurt(seat=foe.name, by=me.name, amount=thorns, hp=foe.hp))
    mill = _owed(me.name, attack("mill", 0), foe.name, defence("mill", 0))
    recover = _owed(me.name, defence("recover", 0), foe.name, attack("recover", 0))
    return Fought(foe, me, tuple(events), mill, recover)


def _lines(name: str, effects: tuple[Effect, ...]) -> tuple[Line, ...]:
    return tuple([Line(name, one.card, one.name, one.strength) for one in effects])


def _healing(hp: int, points: int, limit: int) -> int:
    """Healing never goes above the limit, and never lowers HP that a correction has put above it."""
    return min(points, limit - hp) if points and hp < limit else 0


def _owed(one: str, ones: int, other: str, others: int) -> tuple[tuple[str, int], ...]:
    return tuple([scan for scan in ((one, ones), (other, others)) if scan[1]]) if ones or others else ()
