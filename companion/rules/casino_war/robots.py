"""Players of Casino War by their habit: one always goes to war, one always surrenders, one loves the tie bet."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import cycle
from typing import Final, Literal, get_args

from companion.rules.casino_war.options import CasinoWarOptions
from companion.rules.game import Number

Manner = Literal["war", "surrender", "tie"]
MANNERS: Final[tuple[Manner, ...]] = get_args(Manner)


def manners(seats: Iterable[str]) -> dict[str, Manner]:
    """A habit for each seat, in turn.

    >>> manners(["Ana", "Bruno", "Cem", "Dora"])
    {'Ana': 'war', 'Bruno': 'surrender', 'Cem': 'tie', 'Dora': 'war'}
    """
    return dict(zip(seats, cycle(MANNERS), strict=False))


def bet(manner: Manner, prompt: Number, options: CasinoWarOptions) -> int:
    """What a player of this habit answers to `ante` or `tie`: the proposed ante, and a tie bet only where it is loved."""
    if prompt.purpose != "tie":
        return prompt.default
    return tie_bet(prompt, options) if manner == "tie" else 0


def tie_bet(prompt: Number, options: CasinoWarOptions) -> int:
    """The tie bet of one who loves it: the last one again, else the smallest; 0 where not even that can be paid."""
    least = options.minimum + -options.minimum % prompt.step
    wanted = max(prompt.default, least)
    return wanted if wanted <= prompt.high else 0


def decision(manner: Manner, offered: Collection[str]) -> str:
    """War or surrender, as far as there is a choice; `offered` are the option ids of `decide`."""
    wanted = "surrender" if manner == "surrender" else "war"
    return wanted if wanted in offered else next(iter(offered))
