"""What the table waits for, as a sentence that names who does what."""

from __future__ import annotations

from typing import Final

from companion.rules.game import DEALER, TABLE, Number, Pick, Prompt, Touch
from companion.words.language import N_, P_
from companion.words.say import Sentence, say

TOUCHES: Final[dict[str, Sentence]] = {
    "reveal": P_(
        "{seat}, put {count} more card on the reader", "{seat}, put {count} more cards on the reader", "count"
    ),
    "draw": P_(
        "{seat}, draw a card and put it on the reader", "{seat}, draw {count} cards and put them on the reader", "count"
    ),
    "turn": N_("{seat}, put a card on the reader to draw it, or stand"),
    "playoff": N_("{seat}, turn the top card of your deck for the playoff"),
    "reinforcement": N_("{seat}, turn up the reinforcement of the lost column"),
    "mill": P_(
        "{seat}, turn the top card of your deck into the pit",
        "{seat}, turn the top {count} cards of your deck into the pit",
        "count",
    ),
    "recover": P_(
        "{seat}, put a card of your pit on the reader to take it back",
        "{seat}, put {count} cards of your pit on the reader to take them back",
        "count",
    ),
    "first": P_("{seat} gets the first card", "{seat} gets {count} cards", "count"),
    "war": P_("{seat} gets the card for the war", "{seat} gets {count} cards for the war", "count"),
    "burn": P_("Burned card: scan it if you like", "{count} burned cards: scan them if you like", "count"),
    "table": P_("Lay {count} more card on the table", "Lay {count} more cards on the table", "count"),
    "play": N_("{seat}, play a card"),
}

PICKS: Final[dict[str, Sentence]] = {
    "turn": N_("{seat}, draw or stand?"),
    "joker": N_("{seat}, which card is your {card}?"),
    "discard": N_("{seat}, how many cards do you discard and draw?"),
    "reinforce": N_("{seat}, behind which columns do you put reinforcements?"),
    "recover": N_("{seat}, which card do you take back from the pit?"),
    "spare": N_("{seat}, do you attack?"),
    "next": N_("Ready for the next step?"),
    "deal": N_("All bets are down: deal?"),
    "decide": N_("{seat}, go to war or surrender?"),
    "burn": N_("Dealer, burn the cards"),
    "misdeal": N_("Is this hand a misdeal?"),
    "use": N_("{seat}, what do you do with the card?"),
    "claim": N_("{seat}, do you claim the game?"),
}

NUMBERS: Final[dict[str, Sentence]] = {
    "exchange": N_("{seat}, how many cards do you exchange?"),
    "ante": N_("{seat}, your ante?"),
    "tie": N_("{seat}, your tie bet?"),
}

# Where nobody in particular acts, the sentence says what happens at the table or by the dealer's hand.
AT_THE_TABLE: Final[dict[tuple[str, str], Sentence]] = {
    (DEALER, "first"): N_("Dealer, your card"),
    (DEALER, "war"): N_("Dealer, your card for the war"),
    (DEALER, "next"): N_("Hand over the payments; ready for the next hand?"),
    (TABLE, "next"): N_("Ready to go on?"),
}

OTHER: Final[dict[type, Sentence]] = {
    Touch: P_(
        "{seat}, put {count} more card on the reader ({purpose})",
        "{seat}, put {count} more cards on the reader ({purpose})",
        "count",
    ),
    Pick: N_("{seat}, choose ({purpose})"),
    Number: N_("{seat}, how many ({purpose})?"),
}


def sentence_of(prompt: Prompt) -> Sentence | None:
    """The template for a prompt, None where its purpose is unknown here."""
    if (prompt.seat, prompt.purpose) in AT_THE_TABLE:
        return AT_THE_TABLE[prompt.seat, prompt.purpose]
    table = {Touch: TOUCHES, Pick: PICKS, Number: NUMBERS}[type(prompt)]
    return table.get(prompt.purpose)


def prompt(standing: Prompt) -> str:
    """What the table waits for: `Ana, put 3 more cards on the reader`."""
    facts = {name: getattr(standing, name) for name in standing.__struct_fields__}
    return say(sentence_of(standing) or OTHER[type(standing)], **facts)
