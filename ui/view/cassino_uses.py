"""The uses of a played card as the screen shows them: in what order, in which words, what was tapped, and why nothing comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from companion.rules.cards import Card
from companion.rules.cassino.compose import composed
from companion.rules.cassino.offers import wanted
from companion.rules.cassino.state import CassinoState
from companion.rules.cassino.turns import CLAIM
from companion.rules.cassino.uses import TRAIL, Use, after, nth_build, read
from companion.rules.cassino.variants import worths
from companion.rules.game import Choices
from companion.words import N_, P_, error_text, face_text, say
from companion.words.options import option_name

SWEEP: Final = 100  # hundredths of a point, like `wanted`
LONG: Final = 40  # letters that a button has room for


class Tapped(msgspec.Struct, frozen=True):
    """What somebody tapped: loose cards and places of builds."""

    loose: tuple[Card, ...] = ()
    builds: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.loose or self.builds)


def loose_key(card: Card) -> str:
    """Under which name a tapped card is remembered."""
    return card.face


def build_key(place: int) -> str:
    """Under which name a tapped build is remembered."""
    return f"b{place}"


def tapped(state: CassinoState, notes: Mapping[str, str]) -> Tapped:
    """What the notes say was tapped, in the order it lies."""
    if state.phase != "use":
        return Tapped()
    return Tapped(
        tuple(card for card in state.table if loose_key(card) in notes),
        tuple(place for place in range(len(state.builds)) if build_key(place) in notes),
    )


def moved(state: CassinoState, use: Use) -> tuple[Card, ...]:
    """The loose cards of a use, and those of the builds that it takes."""
    cards = [card for group in use.groups for card in group]
    if use.kind == "take":
        cards += [card for place in use.builds for card in state.builds[place].cards]
    return tuple(cards)


def sweeps(state: CassinoState, use: Use) -> bool:
    """Whether a use takes all that lies."""
    return use.kind == "take" and not after(state, use) and len(state.table) == sum(map(len, use.groups))


def worth(state: CassinoState, text: str) -> tuple[int, int]:
    """How much a use is wanted, for sorting: captures by points, sweep and share of the majorities; then all else.

    The id itself tells the cards: reading 200 of them through the rules takes ten times as long.
    """
    if text == TRAIL or state.played is None:
        return 0, 0
    value = wanted(state.counts_spades)
    kind, _, rest = text.partition(":")
    names = (rest if kind == "take" else rest.partition(":")[2]).replace("+", ",").split(",")
    faces = [name for name in names if name in value]
    points = value[state.played.face] + sum(value[face] for face in faces)
    if kind != "take":
        return 1, points
    taken = [name for name in names if name and name not in value]
    for name in taken:
        number, _, which = name[1:].partition("#")
        build = state.builds[nth_build(state, int(number), int(which or 1))]
        points += sum(value[card.face] for card in build.cards)
    if len(faces) == len(state.table) and len(taken) == len(state.builds) and state.options.sweeps != "0":
        points += SWEEP
    return 2, points


def ranked(state: CassinoState, choices: Choices) -> tuple[str, ...]:
    """The offered uses, most points first, `trail` last; the claim is not one of them."""
    ids = [one for one in choices.ids if one != CLAIM]
    return tuple(sorted(ids, key=lambda text: worth(state, text), reverse=True))


def words(state: CassinoState, text: str) -> str:
    """A use in full: `Take 9♥ and 4♠+5♣ · sweep`."""
    said = option_name(text)
    if text != TRAIL and sweeps(state, read(state, text, trusted=True)):
        said += " · " + say(N_("sweep"))
    return said


def short(state: CassinoState, text: str) -> str:
    """A use for a button: many cards are only counted, they are ringed on the table."""
    if text == TRAIL:
        return say(N_("Trail"))
    full = words(state, text)
    if len(full) <= LONG:
        return full
    use = read(state, text, trusted=True)
    count = len(moved(state, use))
    value = {"value": use.value, "count": count}
    said = {
        "take": say(P_("Take {count} card", "Take {count} cards", "count"), **value),
        "build": say(P_("Build {value} with {count} card", "Build {value} with {count} cards", "count"), **value),
        "raise": say(P_("Raise to {value} with {count} card", "Raise to {value} with {count} cards", "count"), **value),
        "add": say(P_("Add to {value} with {count} card", "Add to {value} with {count} cards", "count"), **value),
    }[use.kind]
    return said + " · " + say(N_("sweep")) if sweeps(state, use) else said


def come_to(state: CassinoState, chosen: Tapped) -> tuple[tuple[str, ...], str]:
    """What the played card can do with exactly what was tapped, most points first; if nothing, a sentence why."""
    found = composed(state, chosen.loose, chosen.builds)
    if found.ids:
        return tuple(sorted(found.ids, key=lambda text: worth(state, text), reverse=True)), ""
    return (), why_not(state, chosen, found.code, found.facts)


def why_not(state: CassinoState, chosen: Tapped, code: str, facts: Mapping[str, Any]) -> str:
    """`2♠ and 4♥ come to 6; 9♠ takes groups of 9`, or the refusal's own sentence."""
    card = state.played
    assert card is not None
    worth_of = worths(state.options)
    values = worth_of.held[card.face]
    if code != "wrong-sum" or not values:
        return error_text(code, dict(facts))
    total = sum(worth_of.lying[one.face] for one in chosen.loose)
    total += sum(state.builds[place].value for place in chosen.builds)
    takes = say(N_("{first} or {second}"), first=values[0], second=values[1]) if len(values) > 1 else str(values[0])
    if any(value > 1 and total % value == 0 for value in values):
        return say(
            N_("These {total} cannot be parted into groups of {takes} for {card:cards}"),
            total=total,
            takes=takes,
            card=card,
        )
    return say(N_("These come to {total}; {card:cards} takes groups of {takes}"), total=total, takes=takes, card=card)


def played_text(card: Card) -> str:
    """The face of the played card."""
    return face_text(card.face)
