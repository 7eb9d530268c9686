"""The best legal Chinese split of a hand that only its player knows: for the protocol, the private screen and the robots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.live.snapshot import Snapshot
from companion.rules.cards import Card
from companion.rules.casinoya.chinese import ChineseOptions
from companion.rules.casinoya.numbers import with_deck
from companion.rules.casinoya.rows import damage_of
from companion.rules.casinoya.split import CARDS, Split, best_split
from companion.rules.game import AnyAction, IllegalAction, Picked, Touched
from companion.rules.strength import HandError


def split_of(options: ChineseOptions, cards: Sequence[Card]) -> Split:
    """The best split under the options and numbers of a game; `IllegalAction("no-split")` for what is no hand."""
    damage = with_deck(options.deck).damage
    try:
        return best_split(
            cards,
            damage_of(damage["front"]),
            damage_of(damage["five"]),
            five_of_a_kind=options.five_of_a_kind,
            joker_no_duplicate=options.joker_no_duplicate,
            strict=options.strict,
        )
    except HandError as error:
        raise IllegalAction("no-split", reason=str(error)) from None


def split_for(snapshot: Snapshot, seat: str, cards: Sequence[Card]) -> Split:
    """The best split for a player of a running game; refused for cards that cannot be in that hand."""
    options = snapshot.options
    if not isinstance(options, ChineseOptions):
        raise IllegalAction("split-only-chinese")
    player = next((one for one in snapshot.players if one.name == seat), None)
    if player is None:
        raise IllegalAction("unknown-player", seat=seat)
    deck = snapshot.game.cards(player.label, options)
    entry = next(one for one in snapshot.game.report(snapshot.state)["players"] if one["name"] == seat)
    for card in cards:
        if card not in deck:
            raise IllegalAction("not-in-deck", card=card, seat=seat)
        if card in entry["pit_cards"]:
            raise IllegalAction("card-in-pit", card=card, seat=seat)
    if len(set(cards)) != len(cards) or len(cards) != CARDS:
        raise IllegalAction("no-split", reason=f"{CARDS} different cards are needed, not {len(set(cards))}")
    return split_of(options, cards)


def laying(split: Split, seat: str) -> tuple[AnyAction, ...]:
    """The actions of a reveal that lay the cards as they are split: the touches, then the jokers from the back row on."""
    touches = [Touched(card) for row in (split.front, split.middle, split.back) for card in row]
    jokers = [card for row in (split.back, split.middle, split.front) for card in row if card.is_joker]
    return (*touches, *(Picked(seat, split.readings[card]) for card in jokers))


def split_line(split: Split) -> dict[str, Any]:
    """What the protocol prints; cards and readings by their codes."""
    return {
        "front": list(map(str, split.front)),
        "middle": list(map(str, split.middle)),
        "back": list(map(str, split.back)),
        "readings": {str(card): face for card, face in split.readings.items()},
        "damage": list(split.damage),
    }
