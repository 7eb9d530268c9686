"""Checks that every game makes of an answer: is it asked for, and is it one of what may be said?"""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.game import Given, IllegalAction, Number, Pick, Picked, Prompt, Touch


def touch_of(prompts: Iterable[Prompt], label: str) -> Touch | None:
    """The first prompt that waits for a card of this deck."""
    for one in prompts:
        if isinstance(one, Touch) and one.label == label:
            return one
    return None


def pick_of(prompts: Iterable[Prompt], seat: str) -> Pick | None:
    """The open pick of a seat; at most one is open at a time (HEADLESS.md, Lines out)."""
    for one in prompts:
        if isinstance(one, Pick) and one.seat == seat:
            return one
    return None


def standing_pick(prompts: Iterable[Prompt], action: Picked) -> Pick:
    """The pick that an answer belongs to; `not-asked` if nothing is asked of that seat."""
    pick = pick_of(prompts, action.seat)
    if pick is None:
        raise IllegalAction("not-asked", seat=action.seat, option=action.option)
    return pick


def check_option(action: Picked, ids: Iterable[str]) -> None:
    """`no-such-option` (with the options) unless the answer is one of `ids`."""
    known = tuple(ids)
    if action.option not in known:
        raise IllegalAction("no-such-option", seat=action.seat, option=action.option, options=known[:60])


def check_number(prompts: Iterable[Prompt], action: Given) -> Number:
    """The number prompt that an answer belongs to; `not-asked`, `out-of-range` or `out-of-step` otherwise."""
    for one in prompts:
        if isinstance(one, Number) and one.seat == action.seat and one.purpose == action.purpose:
            if not one.low <= action.number <= one.high:
                raise IllegalAction(
                    "out-of-range", seat=action.seat, purpose=action.purpose, low=one.low, high=one.high
                )
            if (action.number - one.low) % one.step:
                raise IllegalAction("out-of-step", seat=action.seat, purpose=action.purpose, step=one.step)
            return one
    raise IllegalAction("not-asked", seat=action.seat, purpose=action.purpose)
