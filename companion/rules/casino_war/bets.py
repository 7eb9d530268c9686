"""The betting before a hand: what may be bet, what is proposed, what standing bets become."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.rules.casino_war.options import MOST_CHIPS, CasinoWarOptions
from companion.rules.casino_war.state import Seat, State
from companion.rules.game import IllegalAction, Number


def ante_prompt(state: State, seat: Seat, *, optional: bool) -> Number:
    """What `seat` may put on the ante circle; 0 sits out. Bets already standing may be changed."""
    options, high = state.options, highest_ante(state, seat)
    step = even_step(options)
    wanted = seat.ante if seat.ante_said else seat.last_ante or options.minimum + options.minimum % step
    return Number(seat.name, "ante", 0, high, step, _if_allowed(min(wanted, high), options), optional)


def highest_ante(state: State, seat: Seat) -> int:
    """The most that `seat` may put on the ante circle; 0 where the smallest ante is not possible."""
    options = state.options
    return _if_allowed(_multiple(min(seat.bank + seat.ante, options.maximum), even_step(options)), options)


def tie_prompt(state: State, seat: Seat, *, optional: bool) -> Number:
    """What `seat` may put on the tie circle; on an empty ante circle an equal ante comes with it."""
    options = state.options
    step, free = 1, seat.bank + seat.tie
    if not seat.ante:
        step, free = even_step(options), free // 2
    high = _multiple(min(free, options.maximum), step)
    default = min(seat.tie if seat.tie_said else seat.last_tie, high)
    default = _if_allowed(_multiple(default, step), options)
    return Number(seat.name, "tie", 0, _if_allowed(high, options), step, default, optional)


def prompts(state: State) -> Iterator[Number]:
    """The bets that may be placed: required of seats that have not spoken, then optional changes of those that have.

    As long as no ante stands the table waits for everybody who can bet, so that there is always somebody to wait for.
    """
    placed = bool(state.playing)
    for optional in (False, True):
        for seat in state.seats:
            if can_bet(state, seat) and (placed and seat.ante_said) is optional:
                yield ante_prompt(state, seat, optional=optional)
                if state.options.tie_pays != "off":
                    yield tie_prompt(state, seat, optional=optional)


def can_bet(state: State, seat: Seat) -> bool:
    """Whether the player is here and has chips for the smallest ante, standing bets included."""
    return not seat.out and highest_ante(state, seat) > 0


def even_step(options: CasinoWarOptions) -> int:
    """2 where antes must be even (RULES.md 2: half of an ante must exist), else 1."""
    return 2 if options.surrender_round == "even_antes" else 1


def place(state: State, name: str, purpose: str, number: int) -> Seat:
    """The seat after an answer to `ante`, `tie` or `rebuy`; raises `IllegalAction` if the answer may not be given.

    Taking the ante off takes the tie bet off; a tie bet on an empty ante circle puts an equal ante there (RULES.md 2).
    """
    seat = state.present(name)
    if purpose == "rebuy":
        return _rebuy(seat, number)
    if state.phase != "bets" or purpose not in ("ante", "tie"):
        raise IllegalAction("not-asked", seat=name, purpose=purpose)
    if purpose == "ante":
        _check(state.options, ante_prompt(state, seat, optional=False), number)
        tie = seat.tie if number else 0
        bank = seat.bank + seat.ante + seat.tie - number - tie
        return replace(seat, bank=bank, ante=number, tie=tie, ante_said=True, tie_said=seat.tie_said and number > 0)
    if state.options.tie_pays == "off":
        raise IllegalAction("no-tie-bets", seat=name)
    _check(state.options, tie_prompt(state, seat, optional=False), number)
    ante = seat.ante or number
    bank = seat.bank + seat.ante + seat.tie - ante - number
    return replace(seat, bank=bank, ante=ante, tie=number, ante_said=seat.ante_said or ante > 0, tie_said=True)


def _rebuy(seat: Seat, number: int) -> Seat:
    room = MOST_CHIPS - seat.bank
    if not 1 <= number <= room:
        raise IllegalAction("out-of-range", seat=seat.name, purpose="rebuy", number=number, low=1, high=room)
    return replace(seat, bank=seat.bank + number, bought=seat.bought + number)


def _check(options: CasinoWarOptions, prompt: Number, number: int) -> None:
    facts = {"seat": prompt.seat, "purpose": prompt.purpose, "number": number}
    if not 0 <= number <= prompt.high:
        raise IllegalAction("out-of-range", **facts, low=0, high=prompt.high)
    if number % prompt.step:
        raise IllegalAction("odd-bet", **facts)
    if 0 < number < options.minimum:
        raise IllegalAction("below-minimum", **facts, minimum=options.minimum)


def _multiple(number: int, step: int) -> int:
    return number - number % step


def _if_allowed(number: int, options: CasinoWarOptions) -> int:
    return number if number >= options.minimum else 0
