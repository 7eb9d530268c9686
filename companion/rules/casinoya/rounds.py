"""The round that all games of CasiNoya share (RULES.md 1), as one walk from state to state.

start → choices → reveal → contest k → [playoff] → [support] → battle ⇄ next → contest k+1 … → next round | over
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.cards import Card
from companion.rules.casinoya import battle as battles
from companion.rules.casinoya import effects as library
from companion.rules.casinoya.battle import Side
from companion.rules.casinoya.numbers import Role
from companion.rules.casinoya.rules import Rules
from companion.rules.casinoya.state import (
    NOBODY,
    AttackerChosen,
    Battle,
    DefenderSpared,
    GameOver,
    HandsRevealed,
    NoAttacker,
    PlayerOut,
    PlayoffStarted,
    RoundStarted,
    Shown,
    State,
    SuddenDeath,
)
from companion.rules.game import Chore, ChoresDue, Event, Outcome


def settle(rules: Rules, s: State, out: list[Event]) -> State:
    """Walk on by itself until the table waits for somebody, or the game is over; events are added to `out`."""
    while True:
        after = _STEPS[s.phase](rules, s, out)
        if after is s:
            return s
        s = after


# --- the round begins ----------------------------------------------------------------------------------------------


def open_round(rules: Rules, s: State, out: list[Event]) -> State:
    """The opening draw is due: who cannot draw is out, then everybody living draws (RULES.md 1, Elimination by deck)."""
    living = s.living()
    short = [at for at in living if s.seats[at].deck < rules.need]
    if short and (len(short) == len(living) or s.options.first_short_ends):
        most = max(s.seats[at].hp for at in living)
        return _end(rules, s, tuple(at for at in living if s.seats[at].hp == most), out)
    for at in short:
        s = _put_out(s, at, "deck", out)
        living = s.living()
    if len(living) == 1:
        return _end(rules, s, living, out)
    seats = tuple([seat if seat.out else seat.draw(rules.draw) for seat in s.seats])
    s = replace(
        s, round=s.round + 1, seats=seats, phase="choices", contest=0, attacker=NOBODY, queue=(), battle=None, tied=(),
        turn=0, used=frozenset(), deeds=0, began=None,
    )  # fmt: skip
    out.append(RoundStarted(round=s.round))
    return s


def _choices(rules: Rules, s: State, out: list[Event]) -> State:
    doomed = rules.doomed(s)
    if doomed is not None:
        s = _put_out(s, doomed, "deckout", out)
        return _end(rules, s, s.living(), out) if len(s.living()) == 1 else s
    return s if rules.choices(s) else replace(s, phase="reveal")


def _reveal(rules: Rules, s: State, out: list[Event]) -> State:
    for at, seat in enumerate(s.seats):
        if not seat.out and (rules.owed(s, at) or rules.reading(s, at)):
            return s
    living = s.living()
    fouls = [told for at in s.tied or living if (told := rules.foul(s, at)) is not None]
    for at in living:
        s = rules.revealed(s, at)
    hands = [Shown(seat.name, seat.scans, seat.faces(seat.scans)) for seat in s.seats if not seat.out]
    out.append(HandsRevealed(hands=tuple(hands)))
    out += fouls
    return _contest(rules, s, out, s.tied or living)


# --- who attacks ---------------------------------------------------------------------------------------------------


def _contest(rules: Rules, s: State, out: list[Event], candidates: tuple[int, ...]) -> State:
    """The best hand among `candidates` attacks; equal best hands go the way of the option `tie`."""
    strengths = {at: strength for at in candidates if (strength := rules.strength(s, s.contest, at)) is not None}
    if not strengths:
        return _no_attacker(rules, s, out, "all-out", candidates)
    best = max(strengths.values())
    tied = tuple([at for at, strength in strengths.items() if strength == best])
    if len(tied) == 1:
        return _attack(rules, s, out, tied[0], "best")
    tie = getattr(s.options, "tie", rules.tie)
    if tie == "cancel":
        return _no_attacker(rules, s, out, "tie", tied)
    out.append(PlayoffStarted(contest=s.contest + 1, seats=_names(s, tied), how=tie))
    if tie == "playoff":
        return replace(s, phase="playoff", tied=tied, turn=1)
    for at in tied:
        s = s.put(at, s.seats[at].gather().draw(rules.draw))
    gathered = [Chore("gather", name) for name in _names(s, tied)]
    _due(out, [*gathered, Chore("shuffle"), *(Chore("draw", s.seats[at].name, s.seats[at].hand) for at in tied)])
    return replace(s, phase="reveal", tied=tied)


def _playoff(rules: Rules, s: State, out: list[Event]) -> State:
    """Each tied player turns the top card; the highest attacks, again among those still tied.

    Who has no card to turn is the lower; where nobody has one, nobody attacks (RULES.md 1, Ties).
    """
    turned = [at for at in s.tied if len(s.seats[at].turned) == s.turn]
    able = [at for at in s.tied if at not in turned and s.seats[at].deck]
    if not turned and len(able) <= 1:
        tied = s.tied
        s = _return_turned(s, out)
        if able:
            return _attack(rules, s, out, able[0], "playoff")
        return _no_attacker(rules, s, out, "decks-empty", tied)
    if able:
        return s
    highest = max(s.seats[at].turned[-1].rank for at in turned)
    tied = tuple(at for at in turned if s.seats[at].turned[-1].rank == highest)
    if len(tied) == 1:
        return _attack(rules, _return_turned(s, out), out, tied[0], "playoff")
    return replace(s, tied=tied, turn=s.turn + 1)


def _return_turned(s: State, out: list[Event]) -> State:
    _due(out, [Chore("under", seat.name, len(seat.turned)) for seat in s.seats if seat.turned])
    return replace(s, seats=tuple(seat.return_turned() for seat in s.seats))


def _no_attacker(rules: Rules, s: State, out: list[Event], why: str, seats: tuple[int, ...]) -> State:
    out.append(NoAttacker(contest=s.contest + 1, why=why, seats=_names(s, seats)))
    return _next_contest(rules, s, out)


def _attack(rules: Rules, s: State, out: list[Event], attacker: int, how: str) -> State:
    name = s.seats[attacker].name
    hand = rules.hand(s, s.contest, attacker).code
    out.append(AttackerChosen(seat=name, contest=s.contest + 1, how=how, hand=hand))
    queue = tuple([at for at in s.clockwise(attacker + 1)[:-1] if not s.seats[at].out])
    return replace(
        s,
        phase="support",
        attacker=attacker,
        last_attacker=attacker,
        queue=queue,
        fought=0,
        tied=(),
        turn=0,
        battle=None,
    )


def _support(rules: Rules, s: State, out: list[Event]) -> State:
    for at in s.queue:
        if rules.support(s, s.contest, at):
            return s
    return _next_battle(rules, s, out)


# --- battles -------------------------------------------------------------------------------------------------------


def _next_battle(rules: Rules, s: State, out: list[Event]) -> State:
    if not s.queue:
        return _next_contest(rules, s, out)
    return replace(s, phase="attack", battle=None) if s.options.may_spare else fight(rules, s, out)


def spare(rules: Rules, s: State, out: list[Event]) -> State:
    """The attacker lets the next defender go (option `may_spare`)."""
    out.append(DefenderSpared(seat=s.seats[s.queue[0]].name, by=s.seats[s.attacker].name))
    return _next_battle(rules, replace(s, queue=s.queue[1:], fought=s.fought + 1), out)


def fight(rules: Rules, s: State, out: list[Event]) -> State:
    """The attacker fights the next defender."""
    at, defender = s.attacker, s.queue[0]
    attacking, defending = _side(rules, s, at, "attacker"), _side(rules, s, defender, "defender")
    hand = rules.hand(s, s.contest, at)
    fought = battles.fight(
        s.numbers, attacking, defending, base=rules.base(s, s.contest, hand), hand=hand.code, contest=s.contest + 1, limit=s.limit, least=s.options.min_damage,
    )  # fmt: skip
    out.extend(fought.events)
    seats = [*s.seats]
    seats[at], seats[defender] = fought.attacker, fought.defender
    used = s.used
    if s.options.effects_once_per_round:
        used = used.union([one.card for one in (*attacking.effects, *defending.effects)])
    return replace(
        s, seats=tuple(seats), phase="battle", queue=s.queue[1:], used=used, fought=s.fought + 1,
        battle=Battle(at, defender, fought.mill, fought.recover),
    )  # fmt: skip


def _side(rules: Rules, s: State, at: int, role: Role) -> Side:
    options = s.options
    effects = library.usable(s.numbers, rules.live(s, s.contest, at), role, both=options.all_effects_both)
    if options.effects_once_per_round:
        effects = tuple([one for one in effects if one.card not in s.used])
    return Side(s.seats[at], effects)


def _possible(s: State, battle: Battle) -> Battle:
    """The scans still owed, no more than there are cards for (RULES.md 1: fewer if the deck is short).

    What is milled can be recovered in the same battle, so the pit is looked into only when the mill is done.
    """
    decks = ((name, min(count, s.seats[s.index(name)].deck)) for name, count in battle.mill)
    mill = tuple((name, count) for name, count in decks if count)
    if mill:
        return replace(battle, mill=mill)
    pits = ((name, min(count, len(s.seats[s.index(name)].known_pit))) for name, count in battle.recover)
    return replace(battle, mill=(), recover=tuple((name, count) for name, count in pits if count))


def _battle(rules: Rules, s: State, out: list[Event]) -> State:
    """Once its scans are done, a battle's deaths are looked for; then the table waits for `next`."""
    assert s.battle is not None
    if s.battle.buried:
        return s
    if s.battle.mill or s.battle.recover:
        owed = _possible(s, s.battle)
        return s if owed == s.battle else replace(s, battle=owed)
    for at in (s.battle.defender, s.battle.attacker):
        if s.seats[at].hp == 0:
            s = _put_out(s, at, "hp", out)
    queue = () if s.seats[s.attacker].out else s.queue
    assert s.battle is not None
    done = Battle(s.battle.attacker, s.battle.defender, buried=True)
    return replace(s, battle=done, queue=queue)


def advance(rules: Rules, s: State, out: list[Event]) -> State:
    """`next` after a battle: the next battle, the next contest, the next round or the end."""
    living = s.living()
    if len(living) > 1:
        return _next_battle(rules, s, out)
    if living:
        return _end(rules, s, living, out)
    assert s.battle is not None
    since = len(out)
    s = _end(rules, s, (s.battle.attacker, s.battle.defender), out)
    _deal_anew(s, out, since, [])
    return s


def _next_contest(rules: Rules, s: State, out: list[Event]) -> State:
    if s.contest + 1 == rules.contests:
        return _close_round(rules, s, out)
    s = replace(s, contest=s.contest + 1, phase="reveal", attacker=NOBODY, queue=(), battle=None, tied=(), turn=0)
    return _contest(rules, s, out, s.living())


# --- the round ends ------------------------------------------------------------------------------------------------


def _close_round(rules: Rules, s: State, out: list[Event]) -> State:
    chores = [Chore("bury", seat.name, seat.hand) for seat in s.seats if not seat.out and seat.hand]
    chores += [Chore("return", seat.name, seat.aside) for seat in s.seats if not seat.out and seat.aside]
    s = replace(s, seats=tuple([seat if seat.out else seat.bury() for seat in s.seats]))
    since = len(out)
    s = open_round(rules, s, out)
    _deal_anew(s, out, since, chores)
    return s


def _deal_anew(s: State, out: list[Event], since: int, chores: list[Chore]) -> None:
    """The chores between two rounds: `chores`, and what the events from `since` on ask of hands, in order."""
    rebuilt = [name for event in out[since:] if type(event) is SuddenDeath for name in event.seats]
    if rebuilt:
        chores = [chore for chore in chores if chore.seat not in rebuilt] + [Chore("rebuild", name) for name in rebuilt]
    if s.outcome is None:
        draws = [Chore("draw", seat.name, seat.hand) for seat in s.seats if not seat.out]
        chores += [Chore("shuffle"), *draws]
    _due(out, chores)


def _due(out: list[Event], steps: list[Chore]) -> None:
    """Say chores; an action has one list of them, so that nobody is told half."""
    told = [event for event in out if type(event) is ChoresDue]
    if told:
        out[:] = [event for event in out if type(event) is not ChoresDue]
        steps = [step for event in told for step in event.steps] + steps
    if steps:
        out.append(ChoresDue(steps=tuple(steps)))


def _put_out(s: State, at: int, why: str, out: list[Event]) -> State:
    """A player is out: the hand goes to the pit and what lies aside to the deck, at once."""
    out.append(PlayerOut(seat=s.seats[at].name, why=why))
    return s.put(at, replace(s.seats[at].bury(), out=True))


def end_by_leaving(rules: Rules, s: State, out: list[Event]) -> State:
    """Somebody went home: the last one at the table has won."""
    return _end(rules, s, s.living(), out) if len(s.living()) == 1 else s


def _end(rules: Rules, s: State, best: tuple[int, ...], out: list[Event]) -> State:
    """One is best and wins; several share (option `shared_win`) or rebuild and play the same game on."""
    if len(best) == 1 or s.options.shared_win:
        outcome = Outcome("won" if len(best) == 1 else "shared", _names(s, best))
        out.append(GameOver(kind=outcome.kind, winners=outcome.winners))
        return replace(s, phase="over", outcome=outcome, queue=(), tied=(), turn=0)
    hp = s.options.sudden_death_hp
    for at in s.living():
        if at not in best:
            s = _put_out(s, at, "sudden-death", out)
    for at in best:
        s = s.put(at, replace(s.seats[at].rebuild(hp), out=False))
    out.append(SuddenDeath(seats=_names(s, best), hp=hp))
    return open_round(rules, replace(s, limit=hp), out)


def _names(s: State, seats: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([s.seats[at].name for at in seats])


def _over(rules: Rules, s: State, out: list[Event]) -> State:
    return s


def _attack_asked(rules: Rules, s: State, out: list[Event]) -> State:
    return s


_STEPS = {
    "choices": _choices, "reveal": _reveal, "playoff": _playoff, "support": _support, "attack": _attack_asked,
    "battle": _battle, "over": _over,
}  # fmt: skip


def takeable(rules: Rules, s: State, at: int) -> tuple[Card, ...]:
    """The scans that a seat may take back now: its own of the running reveal (RULES.md 0)."""
    if s.phase != "reveal" or s.seats[at].out or (s.tied and at not in s.tied):
        return ()
    return rules.retaken(s, at)
