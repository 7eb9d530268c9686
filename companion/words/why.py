"""Why a number is what it is: the rule behind each kind of event that changes hit points, banks or points, in a sentence."""

from __future__ import annotations

from typing import Final

from companion.rules.game import Event
from companion.words.language import N_, translate

RULES: Final[dict[str, str]] = {
    "DamageDealt": N_("Damage is base and strike, less the guard that pierce leaves; hit points never fall below 0."),
    "Healed": N_("Healing never goes above the hit points of the start."),
    "ThornsHurt": N_("Thorns hurt the attacker after the damage."),
    "SuddenDeath": N_("Nobody can draw: the tied rebuild their decks and play on with few hit points."),
    "PlayerJoined": N_("Who comes late begins with the hit points or the bank of the house rules."),
    "NumberCorrected": N_("The host corrected the number."),
    "BetsPlaced": N_("Bets leave the bank when they are placed."),
    "WentToWar": N_("The raise is exactly the ante."),
    "Surrendered": N_("Who surrenders gets half of the ante back."),
    "PaidOut": N_("Handed over is every chip that comes back; net is that less what was staked."),
    "Misdealt": N_("After a misdeal every bet goes back."),
    "Rebought": N_("Bought chips come into the bank."),
    "CashedOut": N_("Who goes home takes the bank along."),
    "Voided": N_("What was voided did not happen: all numbers are as before it."),
    "PackScored": N_("Most cards 3, most spades 1, ten of diamonds 2, two of spades 1, each ace 1, each sweep 1."),
    "Claimed": N_("A right claim wins at once, a wrong one loses."),
}


def rule_text(happened: Event) -> str:
    """The rule behind an event; empty where it has none of its own."""
    return translate(RULES.get(type(happened).__name__, ""))
