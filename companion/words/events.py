"""What happened, as sentences for log, screen and history: one for every event of every game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.rules.game import ChoresDue, Event
from companion.words.chores import chores
from companion.words.hands import hand_name
from companion.words.language import N_, P_, translate
from companion.words.options import option_name
from companion.words.say import Sentence, card_text, say, small
from companion.words.table import OUTCOMES

ANY_GAME: Final[dict[str, Sentence]] = {
    "PlayerLeft": N_("{seat} goes home"),
    "PlayerJoined": N_("{seat} sits down"),
    "NumberCorrected": N_("The host corrects {field:word} of {seat}: {old} → {new}"),
    "CardMoved": N_("The host moves {card} of {seat}: {old:word} → {new:word}"),
    "ScansTakenBack": N_("{seat} takes the own scans back to lay the cards anew"),
    "Voided": N_("{what:word} {number} did not happen"),
}

CASINOYA: Final[dict[str, Sentence]] = {
    "RoundStarted": N_("Round {round}"),
    "NumberGiven": N_("{seat}: {purpose:word} {number}"),
    "OptionPicked": N_("{seat}: {option}"),
    "CardScanned": N_("{seat}: {what}"),
    "HandsRevealed": N_("All hands turn over: {hands}"),
    "Fouled": N_("{seat}: {reason}; {then}"),
    "AttackerChosen": N_("{seat} attacks ({hand})"),
    "NoAttacker": N_("Nobody attacks: {why}"),
    "PlayoffStarted": N_("{seats:names} have equal hands"),
    "DefenderSpared": N_("{by} spares {seat}"),
    "DamageDealt": N_("{by} hits {seat} for {amount}: {sum}; {before} → {hp} HP"),
    "Healed": P_(
        "{seat} heals {amount} ({effect:word}): {hp} HP", "{seat} heals {amount} ({effect:word}): {hp} HP", "amount"
    ),
    "ThornsHurt": N_("Thorns of {by} hurt {seat} for {amount}: {hp} HP"),
    "PlayerOut": N_("{seat} is out: {why}"),
    "SuddenDeath": N_("Sudden death: {seats:names} rebuild their decks and play on with {hp} HP"),
    "GameOver": N_("{outcome}"),
}

CASINO_WAR: Final[dict[str, Sentence]] = {
    "BetsPlaced": N_("{seat} bets: ante {ante}, tie bet {tie}; bank {bank}"),
    "HandDealt": N_("Hand {hand}: cards for {seats:names}"),
    "CardDealt": N_("{seat} gets {card}"),
    "Compared": N_("{seat}: {card} against {dealer}, {result:word}"),
    "WentToWar": N_("{seat} goes to war and raises {raised}"),
    "Surrendered": N_("{seat} surrenders"),
    "CardBurned": N_("{card} is burned"),
    "CardsBurned": P_("{count} card is burned", "{count} cards are burned", "count"),
    "PaidOut": N_("{seat}: net {net:signed}, hand over {returned}; bank {bank} ({why:word})"),
    "Misdealt": N_("Misdeal of hand {hand}: all bets go back"),
    "ShoeShuffled": N_("The shoe is whole again: {cards} cards"),
    "Rebought": P_("{seat} buys {amount} chip: bank {bank}", "{seat} buys {amount} chips: bank {bank}", "amount"),
    "CashedOut": P_(
        "{seat} cashes out {amount} chip ({night:signed} tonight)",
        "{seat} cashes out {amount} chips ({night:signed} tonight)",
        "amount",
    ),
}

CASSINO: Final[dict[str, Sentence]] = {
    "PackBegun": N_("Pack {pack}: {dealer} deals, {starts} plays first"),
    "HandsDealt": P_(
        "{each} card for everybody, {table} to the table; {stock} in the stock",
        "{each} cards for everybody, {table} to the table; {stock} in the stock",
        "each",
    ),
    "LastDealt": N_("{dealer} says: last"),
    "TableCardLaid": N_("{card} lies on the table"),
    "CardPlayed": N_("{seat} plays {card}"),
    "Captured": N_("{seat} takes {cards:cards} with {card}"),
    "Swept": N_("{seat} sweeps the table"),
    "Built": N_("{seat} builds {value}: {cards}"),
    "Raised": N_("{seat} raises the build of {old} to {value}: {cards}"),
    "Added": N_("{seat} adds to the build of {value}: {cards}"),
    "Trailed": N_("{seat} trails {card}"),
    "CardDrawn": N_("{seat} draws; {stock} in the stock"),
    "PromiseBroken": N_("{seat} cannot hold the {value} promised in entry {entry}"),
    "ResidueTaken": N_("{seat} captured last and takes what lies on the table: {cards:cards}"),
    "ResidueLeft": N_("Nobody captured; {cards:cards} are nobody's"),
    "PackScored": N_("{seat}: {total} in this pack ({reasons}); {points} in all"),
    "Claimed": N_("{seat} claims the game with {points} of {target}: {verdict}"),
    "ClaimerDropped": N_("{seat} claimed wrongly and is out; the others play on"),
    "GameExtended": N_("Several are out: the game goes on to {target}"),
    "GameWon": N_("{outcome}"),
}

SENTENCES: Final[dict[str, Sentence]] = ANY_GAME | CASINOYA | CASINO_WAR | CASSINO

# Why nobody attacks, and why somebody is out.
REASONS: Final = {
    "tie": N_("a tie"),
    "all-out": N_("nobody can"),
    "decks-empty": N_("no deck has a card to turn"),
    "hp": N_("no hit points left"),
    "deck": N_("the deck is too short for a hand"),
    "deckout": N_("the deck is empty"),
    "sudden-death": N_("fewer hit points when all decks were short"),
    "left": N_("went home"),
}


def event(happened: Event) -> str:
    """The sentence of an event."""
    name = type(happened).__name__
    if isinstance(happened, ChoresDue):
        return " ".join(chores(happened.steps))
    if name not in SENTENCES:
        return name
    facts: dict[str, Any] = {field: getattr(happened, field) for field in happened.__struct_fields__}
    return say(SENTENCES[name], **facts | (MORE[name](facts) if name in MORE else {}))


def ledger(facts: dict[str, Any]) -> str:
    """The sum of a battle's damage: `8 + 2 − max(0, 1 − 1) = 10`."""
    parts = [str(facts["base"])]
    if facts["strike"]:
        parts.append(f"+ {facts['strike']}")
    if facts["guard"]:
        parts.append(f"− max(0, {facts['guard']} − {facts['pierce']})")
    total = facts["base"] + facts["strike"] - max(0, facts["guard"] - facts["pierce"])
    if total < facts["least"]:
        return say(N_("{sum}, at least {least}"), sum=" ".join(parts), least=facts["least"])
    return " ".join(parts)


def _damage(facts: dict[str, Any]) -> dict[str, Any]:
    text = ledger(facts)
    if facts["heal"]:
        text += say(N_("; {seat} heals {heal} first"), seat=facts["seat"], heal=facts["heal"])
    if facts["silence"]:
        text += say(N_("; silence cancels {count}"), count=facts["silence"])
    return {"sum": text}


def _reason(facts: dict[str, Any]) -> dict[str, Any]:
    return {"why": translate(REASONS.get(facts["why"], facts["why"]))}


def _hands(facts: dict[str, Any]) -> dict[str, Any]:
    shown = [
        say(
            N_("{seat} {cards:cards}"),
            seat=one.seat,
            cards=[face or card for card, face in zip(one.cards, one.faces, strict=True)],
        )
        for one in facts["hands"]
    ]
    return {"hands": "; ".join(shown)}


def foul_reason(facts: dict[str, Any]) -> str:
    """Why the rows of a `Fouled` may not lie so: `Foul: front (pair of tens) beats middle (ace high)`."""
    row, behind = facts["row"], facts["behind"]
    words = N_("Foul: {low:word} ({one}) beats {high:word} ({other})")
    if facts["equal"]:
        words = N_("Foul: {low:word} ({one}) equals {high:word}")
    one, other = (small(hand_name(laid.hand, laid.ranks)) for laid in (row, behind))
    return say(words, low=row.row, high=behind.row, one=one, other=other)


def _fouled(facts: dict[str, Any]) -> dict[str, Any]:
    then = N_("the rows are sorted") if facts["sorted"] else N_("no attack, and no effects in defence")
    return {"reason": small(foul_reason(facts)), "then": translate(then)}


# Where a scanned card went, if not to the hand that is laid down.
SCANNED: Final[dict[str, Sentence]] = {
    "mill": N_("{card} from the deck into the pit"),
    "recover": N_("{card} from the pit under the deck"),
    "playoff": N_("{card} turned for the playoff"),
    "reinforcement": N_("{card} turned up behind the lost column"),
}


def _scanned(facts: dict[str, Any]) -> dict[str, Any]:
    return {"what": say(SCANNED.get(facts["purpose"], "{card}"), card=facts["card"])}


def _picked(facts: dict[str, Any]) -> dict[str, Any]:
    option = option_name(facts["option"], facts["purpose"])
    if facts.get("card") is not None:
        option = say(N_("{card} is {option}"), card=facts["card"], option=option)
    return {"option": option}


def _attacker(facts: dict[str, Any]) -> dict[str, Any]:
    if facts["hand"] == "column":
        return {"hand": say(N_("column {contest}"), contest=facts["contest"])}
    return {"hand": hand_name(facts["hand"])}


def _outcome(facts: dict[str, Any]) -> dict[str, Any]:
    return {"outcome": say(OUTCOMES[facts["kind"]], winners=facts["winners"])}


def _groups(facts: dict[str, Any]) -> dict[str, Any]:
    joined = ["+".join(map(card_text, group)) for group in facts["groups"]]
    return {"cards": ", ".join(joined) or card_text(facts["card"])}


def _score(facts: dict[str, Any]) -> dict[str, Any]:
    told = [
        say(N_("{reason:word} {points}"), reason=reason, points=facts[reason]) for reason in SCORES if facts[reason]
    ]
    return {"reasons": ", ".join(told) or translate(N_("nothing"))}


def _claimed(facts: dict[str, Any]) -> dict[str, Any]:
    return {"verdict": translate(N_("right") if facts["right"] else N_("wrong"))}


def _won(facts: dict[str, Any]) -> dict[str, Any]:
    return {"outcome": say(OUTCOMES["won"], winners=facts["winners"])}


SCORES: Final = ("cards", "spades", "jack", "big", "little", "aces", "sweeps")

MORE: Final[dict[str, Callable[[dict[str, Any]], dict[str, Any]]]] = {
    "DamageDealt": _damage,
    "CardScanned": _scanned,
    "PlayerOut": _reason,
    "NoAttacker": _reason,
    "HandsRevealed": _hands,
    "Fouled": _fouled,
    "OptionPicked": _picked,
    "AttackerChosen": _attacker,
    "GameOver": _outcome,
    "Built": _groups,
    "Raised": _groups,
    "Added": _groups,
    "PackScored": _score,
    "Claimed": _claimed,
    "GameWon": _won,
}
