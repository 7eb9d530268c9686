"""The rules of the four games of CasiNoya for players, with the numbers and options in force (RULES.md 1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.rules.casinoya.numbers import Numbers, with_deck
from companion.words.guide import Chapter
from companion.words.hands import hand_name
from companion.words.language import N_, translate
from companion.words.say import WORDS, say

SUITS: Final = {"H": "♥", "D": "♦", "C": "♣", "S": "♠"}
EFFECTS: Final = {
    "mend": N_("heals you by {strength} before the damage"),
    "guard": N_("blocks {strength}"),
    "strike": N_("does {strength} more damage"),
    "pierce": N_("cancels {strength} of the guard"),
    "mill": N_("turns {strength} cards of the defender's deck into the pit"),
    "leech": N_("heals the attacker by up to {strength}, not above the damage"),
    "thorns": N_("hurts the attacker by {strength}"),
    "recover": N_("brings up to {strength} known cards back from the pit"),
    "silence": N_("cancels {strength} of the strongest protection"),
}
ROUND: Final[Mapping[str, tuple[str, ...]]] = {
    "poker": (
        N_("Everybody draws five cards, and may once exchange up to five of them."),
        N_("Then all lay their five cards on the reader, one after another. The best poker hand attacks."),
    ),
    "blackjack": (
        N_("Everybody draws two cards and keeps them face down."),
        N_("In your turn draw a card face up, or stand. Aces are 1 or 11, court cards 10; above 31 you are bust."),
        N_(
            "Then all lay their two hidden cards on the reader. The total nearest to 31 attacks, of equal ones that with fewer cards."
        ),
        N_("A joker is any number from 1 to 11."),
    ),
    "chinese": (
        N_("Everybody draws thirteen cards and arranges three rows: front of three, middle and back of five."),
        N_("The front may not be better than the middle, nor the middle better than the back."),
        N_(
            "Lay front, middle and back on the reader in that order. In each row the best hand attacks, and only its cards have effects."
        ),
    ),
    "war": (
        N_("Everybody draws seven cards, may discard up to two and then draw one."),
        N_("Five of them lie in a row as the army; what is left stands behind army cards as reinforcements."),
        N_("Column by column the highest card attacks the others; equal highest cards cancel the column."),
        N_(
            "An effect works only beside a neighbour of the same effect. Who loses a column turns up the reinforcement behind it."
        ),
    ),
}


def chapters(kind: str, options: Any) -> Iterator[Chapter]:
    """How a round goes, what a battle does, what cards and hands are worth, how the game ends."""
    numbers = with_deck(options.deck)
    yield Chapter(say(N_("A round")), (*map(say, ROUND[kind]), *_reveal(options), *_ties(kind, options)))
    yield Chapter(say(N_("A battle")), _battle(options))
    yield Chapter(say(N_("Effects")), tuple(_effects(numbers)))
    yield Chapter(say(N_("Base damage")), tuple(_damage(kind, numbers, options)))
    yield Chapter(say(N_("The end")), _end(options))


def _reveal(options: Any) -> Iterator[str]:
    if options.reveal == "blind":
        yield say(N_("Hands show their backs until the last one is complete; until then you may lay yours anew."))
    else:
        yield say(N_("Hands are shown as they are laid."))
    if hasattr(options, "joker_no_duplicate"):
        yield (
            say(N_("A joker is any card that the hand does not hold already; you choose."))
            if (options.joker_no_duplicate)
            else say(N_("A joker is any card; you choose."))
        )


def _ties(kind: str, options: Any) -> Iterator[str]:
    if kind == "war" or not hasattr(options, "tie"):
        return
    yield say(
        {
            "playoff": N_(
                "Equal best hands turn the top cards of their decks until one is higher: that player attacks."
            ),
            "rebuild": N_("Players with equal best hands rebuild their decks and draw new hands until one is best."),
            "cancel": N_("Equal best hands cancel each other: nobody attacks."),
        }[options.tie]
    )


def _battle(options: Any) -> tuple[str, ...]:
    lines = [
        say(N_("The attacker fights every other player, clockwise.")),
        say(
            N_(
                "First the defender heals and blocks. Then the damage: base and strike, less the guard that pierce leaves."
            )
        ),
    ]
    if options.min_damage:
        lines.append(say(N_("An attack does at least {least}."), least=options.min_damage))
    if options.may_spare:
        lines.append(say(N_("The attacker may spare a defender.")))
    if options.all_effects_both:
        lines.append(say(N_("All effects work for both sides.")))
    if options.effects_once_per_round:
        lines.append(say(N_("The effect of a card counts in one battle of the round only.")))
    return tuple(lines)


def _effects(numbers: Numbers) -> Iterator[str]:
    roles = {"attacker": N_("attacker"), "defender": N_("defender")}
    for name, effect in numbers.effects.items():
        own = any(card.effect == name for card in numbers.cards.values())
        if effect.suit or own:
            yield say(
                N_("{sign} {name:word} ({role}) {does}"),
                sign=SUITS.get(effect.suit, "★"),
                name=name,
                role=translate(roles[effect.role]),
                does=say(EFFECTS.get(name, WORDS.get(name, name)), strength=effect.strength),
            )


def _damage(kind: str, numbers: Numbers, options: Any) -> Iterator[str]:
    def table(which: str) -> str:
        return ", ".join(
            f"{hand_name(code)} {damage}"
            for code, damage in numbers.damage[which].items()
            if code != "five_of_a_kind" or getattr(options, "five_of_a_kind", True)
        )

    if kind in ("poker", "chinese"):
        yield table("five") + "."
    if kind == "chinese":
        yield say(N_("Front: {table}."), table=table("front"))
    if kind == "blackjack":
        points = numbers.damage["blackjack"]
        totals = ", ".join(f"{code} → {damage}" for code, damage in points.items() if code.isdigit())
        yield say(
            N_("{totals}; lower {lower}; 31 in three cards {three}."),
            totals=totals,
            lower=points["lower"],
            three=points["three_cards"],
        )
    if kind == "war":
        points = numbers.damage["war"]
        yield say(N_("Two to ten {pips}, court card {courts}, ace {ace}, joker {joker}."), **points)


def _end(options: Any) -> tuple[str, ...]:
    lines = [
        say(N_("Everybody begins with {hp} hit points. Who has none left is out."), hp=options.hp),
        say(N_("After a round the hands go to the pits for good. Who cannot draw for the next round is out.")),
    ]
    if options.first_short_ends:
        lines.append(say(N_("The game ends as soon as one cannot draw: most hit points win.")))
    else:
        lines.append(say(N_("If nobody can draw, most hit points win.")))
    if options.shared_win:
        lines.append(say(N_("A tie at the end is a shared victory.")))
    else:
        lines.append(
            say(
                N_("A tie at the end: the tied rebuild their decks and play on with {hp} hit points."),
                hp=options.sudden_death_hp,
            )
        )
    return tuple(lines)
