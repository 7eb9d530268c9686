"""The rules of each game in a page for players, with the house options in force (RULES.md is the authority).

`guide(name, options)` gives chapters of sentences in the language in use. A game without a guide has the meaning of its options.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from companion.rules.game import Options
from companion.rules.options import fields, written
from companion.words.language import N_, translate
from companion.words.naming import option_title, value_name
from companion.words.say import say

CASINOYA: Final = "casinoya-"
CASSINO: Final = "cassino"


class Chapter(NamedTuple):
    """A title and its sentences."""

    title: str
    lines: tuple[str, ...]


def guide(name: str, options: Options) -> tuple[Chapter, ...]:
    """The rules of the game as this table plays them; the last chapter names what the house changed."""
    if name.startswith(CASINOYA):
        from companion.words.guide_casinoya import chapters

        found = chapters(name.removeprefix(CASINOYA), options)
    elif name.startswith(CASSINO):
        found = _cassino(name, options)
    elif name == "casino-war":
        found = _casino_war(options)
    else:
        found = iter(())
    return (*found, _house(options))


def _house(options: Options) -> Chapter:
    """The options that are not as printed, and what each means."""
    lines = [
        say(
            N_("{title}: {value}. {meaning}"),
            title=option_title(field.name),
            value=value_name(field.name, written(getattr(options, field.name)))
            if field.kind != "file"
            else say(N_("an own deck")),
            meaning=translate(field.description),
        )
        for field in fields(type(options))
        if written(getattr(options, field.name)) != field.default
    ]
    return Chapter(say(N_("House rules of this table")), tuple(lines) or (say(N_("Everything is as printed.")),))


# --- Casino War -----------------------------------------------------------------------------------------------------


def _casino_war(options: Any) -> Iterator[Chapter]:
    yield Chapter(
        say(N_("A hand")),
        (
            say(N_("Everybody puts an ante on the table; who bets nothing sits the hand out.")),
            say(
                N_(
                    "Each player gets one card, then the dealer. The higher card wins as much as the ante; suits never matter."
                )
            ),
            say(N_("Ace is high. Equal cards are a tie: only then there is something to decide.")),
        ),
    )
    tie = [
        say(N_("Surrender: half of the ante comes back."))
        if options.surrender
        else say(N_("Nobody may surrender who can cover the raise.")),
        say(
            N_(
                "Go to war: put a raise as large as the ante. Three cards are burned, then you and the dealer get one more."
            )
        )
        if options.burn == "three_once"
        else say(
            N_("Go to war: put a raise as large as the ante. Three cards are burned before each card that is dealt.")
        ),
        say(N_("Your card is higher: the raise wins as much as it is, the ante comes back.")),
        say(N_("It ties again: the bonus pays one ante more. There is no third card."))
        if options.war_tie == "bonus"
        else say(N_("It ties again: that is won like any war. There is no third card.")),
        say(N_("Your card is lower: ante and raise are lost.")),
    ]
    yield Chapter(say(N_("A tie")), tuple(tie))
    if options.tie_pays != "off":
        yield Chapter(
            say(N_("The tie bet")),
            (
                say(
                    N_("A side bet that the first two cards are equal. It pays {pays} to 1, else it is lost."),
                    pays=options.tie_pays,
                ),
                say(N_("It is settled on the first two cards, whatever the war brings.")),
            ),
        )
    yield Chapter(
        say(N_("Money")),
        (
            say(N_("Bets leave the bank when they are placed and come back when they are settled.")),
            say(N_("Net is what you won or lost; hand over is every chip that goes to you, your stake included.")),
        ),
    )


# --- Cassino --------------------------------------------------------------------------------------------------------


def _cassino(name: str, options: Any) -> Iterator[Chapter]:
    royal, spade, draw = (name.endswith(kind) for kind in ("royal", "spade", "draw"))
    turn = [
        say(N_("In your turn play one card from your hand: capture, build or trail.")),
        say(
            N_(
                "Capture: take every loose card of its value, sets of cards that add up to it, and builds of it. Fewer is allowed."
            )
        ),
        say(N_("Jack 11, queen 12, king 13; an ace is 1, and from the hand also 14."))
        if royal
        else say(N_("An ace is 1, other cards are their pips. A court card takes a court card of its rank.")),
        say(
            N_(
                "Build: put your card with loose cards to a value that you hold; take the build in a later turn with that card."
            )
        ),
        say(
            N_(
                "Your card may raise a single build to a new value, or join a build of its value, which makes it multiple."
            )
        ),
        say(
            N_("Whoever added last holds the build, must keep a card for it and may not trail; anybody may capture it.")
        ),
        say(N_("Trail: lay your card on the table.")),
        say(N_("A sweep takes everything that lies on the table."))
        if options.sweeps == "0"
        else say(N_("A sweep takes everything that lies on the table: one point.")),
    ]
    yield Chapter(say(N_("A turn")), tuple(turn))
    if draw:
        words = N_("Two players, four cards each. After each play draw one while the stock lasts.")
        if options.lottery_literal:
            words = N_("Two players, twelve cards each. After each play draw one while the stock lasts.")
        yield Chapter(say(N_("The deal")), (say(words),))
    else:
        deal = {
            "four_four": N_("Four cards to each player and four to the table; later deals four each."),
            "six_first_no_table": N_("Six cards to each player and none to the table; later deals four each."),
            "sixes": N_("Six cards to each player in every deal, four to the table in the first."),
        }[options.deal]
        last = say(N_("After the last card of a pack the table goes to whoever captured last."))
        yield Chapter(say(N_("The deal")), (say(deal), last))
    score = (
        [
            say(N_("Most cards 3, ten of diamonds 2, each ace 1.")),
            say(N_("Every spade 1; the jack and the two of spades one more each.")),
        ]
        if spade
        else [say(N_("Most cards 3, most spades 1, ten of diamonds 2, two of spades 1, each ace 1."))]
    )
    score.append(say(N_("A tie for most scores nobody.")))
    score.append(say(N_("The game goes to {game}."), game=options.game))
    if options.claim == "any_time":
        score.append(
            say(N_("Who believes to have reached it may claim at any moment: right wins at once, wrong loses."))
        )
    yield Chapter(say(N_("The count")), tuple(score))
