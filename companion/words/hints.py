"""What to do the first times something stands on the felt: a sentence for each kind of stage."""

from __future__ import annotations

from typing import Final

from companion.words.language import N_, translate

HINTS: Final = {
    "exchange": N_(
        "Lay aside what you do not want, draw as many, and tap how many it were. Nobody has to wait for a turn."
    ),
    "scan": N_(
        "Lay your cards on the reader one after another, in any order of players. They turn over when all are there."
    ),
    "turns": N_("To draw, lay the new card on the reader; to stay with what you have, tap Stand."),
    "muster": N_("Tap what you discard and draw. What is left beyond five cards stands behind the army."),
    "laid": N_("Lay your cards from left to right, one after another. They turn over when all are there."),
    "army": N_("The framed column is fought now. Green bars join neighbours whose effects work."),
    "battle": N_("Tap any number to see why it is what it is. Hold a player's number to correct it."),
    "chores": N_("Do these steps with the cards in your hands, so that wooden and counted decks stay equal."),
    "wartable-bets": N_("Tap a circle, then chips; hold a chip to take one off. Deal when all bets are down."),
    "wartable-first": N_("Deal from the shoe over the reader: to each player in order, then to the dealer."),
    "wartable-decide": N_("Equal cards: give up half of the ante, or put the same again and go to war."),
    "wartable-burn": N_("Lay these cards face down beside the shoe; they need not touch the reader."),
    "wartable-paid": N_("The large number is won or lost; hand over is every chip that goes to the player."),
    "cassino": N_(
        "Touch a card from your hand to the reader; then tap what it takes on the table, or one of the choices."
    ),
    "count": N_("Each line says who scores and why. Tap a line for the cards behind it."),
}
TIMES: Final = 3  # a hint is shown the first times its stage appears


def hint(kind: str) -> str:
    """The hint of a kind of stage; empty where there is nothing to say."""
    return translate(HINTS.get(kind, ""))
