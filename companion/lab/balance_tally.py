"""What the balance lab counts: whole numbers only, so that the parts of any number of processes add up to the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from companion.lab.intervals import Sums
from companion.rules.casino_war import events as money
from companion.rules.casinoya import battle
from companion.rules.casinoya import state as casinoya
from companion.rules.cassino.events import PackScored
from companion.rules.game import Event, Outcome

EXHAUSTED: Final = "deck exhausted"


class EffectTally(msgspec.Struct):
    """One effect: `cards` that lay in a battle with it, the points they `offered`, and those that `worked`.

    Worked are hit points for strike, mend, leech and thorns, damage kept off for guard, guard cancelled for pierce, points
    cancelled for silence, and cards scanned for mill and recover.
    """

    cards: int = 0
    offered: int = 0
    worked: int = 0


class HandTally(msgspec.Struct):
    """One kind of hand: how often it attacked, the `battles` it fought, and the damage it did in them."""

    attacks: int = 0
    battles: int = 0
    base: int = 0
    damage: int = 0


class MoneyTally(msgspec.Struct):
    """One habit at Casino War: hands played, antes and nets of the ante (tie bets apart) with what an interval needs.

    A hand's nets are whole chips; `tie_staked` and `tie_net` are those of the tie bets.
    """

    hands: int = 0
    staked: int = 0
    net: int = 0
    net_squares: int = 0
    net_staked: int = 0
    staked_squares: int = 0
    forced: int = 0
    tie_bets: int = 0
    tie_staked: int = 0
    tie_net: int = 0
    tie_squares: int = 0


class Tally(msgspec.Struct):
    """Everything that was counted over some games of one setting."""

    games: int = 0
    actions: Sums = msgspec.field(default_factory=Sums)
    rounds: Sums = msgspec.field(default_factory=Sums)  # or packs, or hands
    lengths: dict[int, int] = {}
    seat_wins: dict[int, int] = {}
    skill_wins: dict[str, int] = {}
    skill_seats: dict[str, int] = {}
    endings: dict[str, int] = {}
    games_with: dict[str, int] = {}  # at least one of these events in the game
    events: dict[str, int] = {}
    outs: dict[str, int] = {}
    effects: dict[str, EffectTally] = {}
    hands: dict[str, HandTally] = {}
    damage: int = 0
    battles: int = 0
    points: dict[str, int] = {}
    money: dict[str, MoneyTally] = {}

    def merge(self, other: Tally) -> None:
        """The games of another part."""
        for name in self.__struct_fields__:
            mine, theirs = getattr(self, name), getattr(other, name)
            if isinstance(mine, int):
                setattr(self, name, mine + theirs)
            else:
                _merge(mine, theirs)


def _merge(mine: Any, theirs: Any) -> None:
    """Add counts to counts, whatever holds them."""
    if isinstance(mine, dict):
        for key, value in theirs.items():
            if key not in mine:
                mine[key] = value
            elif isinstance(value, int):
                mine[key] += value
            else:
                _merge(mine[key], value)
        return
    for name in mine.__struct_fields__:
        setattr(mine, name, getattr(mine, name) + getattr(theirs, name))


class Listener:
    """Hears the events of one game after another and counts them into a tally."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self.skills: Mapping[str, str] = {}
        self._seen: set[str] = set()
        self._hand = ""
        self._hear: dict[type, Callable[[Any], None]] = {
            battle.DamageDealt: self._damage,
            battle.Healed: lambda event: self._effect(event.effect, event.amount),
            battle.ThornsHurt: lambda event: self._effect("thorns", event.amount),
            casinoya.CardScanned: self._scanned,
            casinoya.AttackerChosen: self._attacks,
            casinoya.PlayerOut: self._out,
            casinoya.NoAttacker: lambda event: self._saw(f"no attacker: {event.why}"),
            casinoya.PlayoffStarted: lambda event: self._saw(event.how),
            casinoya.SuddenDeath: lambda event: self._saw("sudden death"),
            money.PaidOut: self._paid,
            money.Surrendered: self._surrendered,
            PackScored: self._scored,
        }

    def begin(self, skills: Mapping[str, str]) -> None:
        """A game begins; `skills` are those of the players by name."""
        self.skills = skills
        self._seen.clear()

    def hear(self, events: Sequence[Event]) -> None:
        """What followed from one action."""
        for event in events:
            heard = self._hear.get(type(event))
            if heard is not None:
                heard(event)
            else:
                _more(self.tally.events, type(event).__name__)

    def end(self, outcome: Outcome, rounds: int, actions: int, *, exhausted: bool = False) -> None:
        """The game is over; `exhausted` if it ended because nobody could draw any more, with the most hit points best."""
        tally = self.tally
        if exhausted:
            self._seen.add(EXHAUSTED)
        tally.games += 1
        tally.rounds.add(rounds)
        tally.actions.add(actions)
        _more(tally.lengths, rounds)
        _more(tally.endings, outcome.kind)
        for seat, (name, skill) in enumerate(self.skills.items()):
            _more(tally.skill_seats, skill)
            if outcome.kind == "won" and name in outcome.winners:
                _more(tally.seat_wins, seat)
                _more(tally.skill_wins, skill)
        for what in self._seen:
            _more(tally.games_with, what)

    def _saw(self, what: str) -> None:
        self._seen.add(what)
        _more(self.tally.events, what)

    def _out(self, event: casinoya.PlayerOut) -> None:
        _more(self.tally.outs, event.why)
        if event.why in ("deck", "deckout"):
            self._seen.add(EXHAUSTED)

    def _attacks(self, event: casinoya.AttackerChosen) -> None:
        self._hand = event.hand
        self.tally.hands.setdefault(event.hand, HandTally()).attacks += 1
        _more(self.tally.events, "AttackerChosen")

    def _damage(self, event: battle.DamageDealt) -> None:
        tally = self.tally
        tally.battles += 1
        tally.damage += event.amount
        hand = tally.hands.setdefault(self._hand, HandTally())
        hand.battles += 1
        hand.base += event.base
        hand.damage += event.amount
        for line in event.lines:
            effect = tally.effects.setdefault(line.effect, EffectTally())
            effect.cards += 1
            effect.offered += line.amount
        pierced = min(event.pierce, event.guard)
        self._effect("strike", event.strike)
        self._effect("pierce", pierced)
        # the least damage may leave a guard less to keep off than it is
        self._effect("guard", max(0, min(event.guard - pierced, event.base + event.strike - event.amount)))
        self._effect("mend", event.heal)
        self._effect("silence", event.silence)

    def _effect(self, name: str, worked: int) -> None:
        if worked:
            self.tally.effects.setdefault(name, EffectTally()).worked += worked

    def _scanned(self, event: casinoya.CardScanned) -> None:
        if event.purpose in ("mill", "recover"):
            self._effect(event.purpose, 1)

    def _scored(self, event: PackScored) -> None:
        for reason in ("cards", "spades", "jack", "big", "little", "aces", "sweeps"):
            _more(self.tally.points, reason, getattr(event, reason))

    def _surrendered(self, event: money.Surrendered) -> None:
        if event.forced:
            self.tally.money.setdefault(self.skills[event.seat], MoneyTally()).forced += 1

    def _paid(self, event: money.PaidOut) -> None:
        account = self.tally.money.setdefault(self.skills[event.seat], MoneyTally())
        ante = sum(line.staked for line in event.lines if line.bet == "ante")
        net = sum(line.returned - line.staked for line in event.lines if line.bet != "tie")
        account.hands += 1
        account.staked += ante
        account.net += net
        account.net_squares += net * net
        account.net_staked += net * ante
        account.staked_squares += ante * ante
        for line in event.lines:
            if line.bet == "tie" and line.staked:
                won = line.returned - line.staked
                account.tie_bets += 1
                account.tie_staked += line.staked
                account.tie_net += won
                account.tie_squares += won * won


def _more(counts: dict[Any, int], key: Any, by: int = 1) -> None:
    counts[key] = counts.get(key, 0) + by
