"""The effects library on the table: signs of the effects, what a battle's effects did besides the damage, the scans they owe."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from companion.live.snapshot import Snapshot, Standing
from companion.rules.cards import Card
from companion.rules.casinoya.battle import DamageDealt, Healed, ThornsHurt
from companion.rules.casinoya.numbers import Numbers
from companion.rules.casinoya.state import CardScanned, State
from companion.rules.game import Event, Pick, Touch
from companion.words import N_, P_, say
from ui.view.games import choice_items
from ui.view.model import Button, ByHand, Note
from ui.view.titles import faces

BADGES: Final[dict[str, tuple[str, str]]] = {
    "mend": ("+", "mint"),
    "guard": ("◆", "blue"),
    "strike": ("!", "gold"),
    "pierce": ("›", "gold"),
    "leech": ("~", "gold"),
    "mill": ("↓", "gold"),
    "thorns": ("✶", "blue"),
    "recover": ("↑", "mint"),
    "silence": ("×", "gold"),
}


def card_name(numbers: Numbers, face: str) -> str:
    """What the designer's deck calls a card, empty where it says nothing."""
    card = numbers.cards.get(face)
    return card.name if card else ""


def named(numbers: Numbers, face: str) -> str:
    """A card with the designer's name: `Q♠ The Widow`; a joker is a star."""
    return f"{faces((face,))} {card_name(numbers, face)}".rstrip()


def notes(shot: Snapshot, dealt: DamageDealt, fought: Sequence[Event]) -> tuple[Note, ...]:
    """What the effects beyond damage did, in the order of RULES.md: silence, mend, leech, thorns, mill, recover."""
    state: State = shot.state
    told = []
    if dealt.silence:
        told.append(
            Note(say(N_("{cards}: {count} cancelled"), cards=_by(state, dealt, "silence"), count=dealt.silence))
        )
    for event in fought:
        if isinstance(event, Healed):
            by = _by(state, dealt, event.effect)
            told.append(
                Note(say(N_("{cards}: {seat} +{amount}"), cards=by, seat=event.seat, amount=event.amount), "mint")
            )
        elif isinstance(event, ThornsHurt):
            by = _by(state, dealt, "thorns")
            told.append(
                Note(say(N_("{cards}: {seat} −{amount}"), cards=by, seat=event.seat, amount=event.amount), "red")
            )
    for purpose, done, owed in (
        ("mill", N_("{cards}: {scanned} into the pit"), N_("{cards}: {seat} turns {count}")),
        ("recover", N_("{cards}: {scanned} under the deck"), N_("{cards}: {seat} takes back {count}")),
    ):
        by = _by(state, dealt, purpose)
        scanned = scans(shot, purpose)
        touch = _touch(shot, purpose)
        if scanned:
            told.append(
                Note(say(done, cards=by, scanned=" ".join(named(state.numbers, card.face) for card in scanned)))
            )
        elif touch:
            told.append(Note(say(owed, cards=by, seat=touch.seat, count=touch.count), "gold"))
    return tuple(told)


def _by(state: State, dealt: DamageDealt, effect: str) -> str:
    """The effect's word with its cards: `leech Q♠ The Widow`."""
    cards = [line.card.face for line in dealt.lines if line.effect == effect]
    words = ", ".join(named(state.numbers, face) for face in cards) if len(cards) < 3 else f"×{len(cards)}"
    return f"{say(N_('{effect:word}'), effect=effect)} {words}".rstrip()


def scans(shot: Snapshot, purpose: str) -> tuple[Card, ...]:
    """The cards scanned for an effect of the battle shown."""
    found: list[Card] = []
    for record in reversed(shot.history.current()):
        if any(isinstance(event, DamageDealt) for event in record.events):
            break
        found += [one.card for one in record.events if isinstance(one, CardScanned) and one.purpose == purpose]
    return tuple(reversed(found))


def _touch(shot: Snapshot, purpose: str) -> Touch | None:
    prompts = (one.prompt for one in shot.prompts)
    return next((one for one in prompts if isinstance(one, Touch) and one.purpose == purpose), None)


def owed_pick(shot: Snapshot) -> Standing | None:
    """The pick by which a player takes no more cards back from the pit."""
    return next((one for one in shot.prompts if isinstance(one.prompt, Pick) and one.prompt.purpose == "recover"), None)


def scan_sentence(shot: Snapshot) -> str:
    """`Bruno: turn the top 2 cards of your deck`; empty where nothing is owed."""
    if mill := _touch(shot, "mill"):
        words = P_("{seat}: turn the top card of your deck", "{seat}: turn the top {count} cards of your deck", "count")
        return say(words, seat=mill.seat, count=mill.count)
    if recover := _touch(shot, "recover"):
        words = P_(
            "{seat}: take {count} card back from your pit", "{seat}: take {count} cards back from your pit", "count"
        )
        return say(words, seat=recover.seat, count=recover.count)
    return ""


def scan_buttons(shot: Snapshot) -> tuple[Button, ...]:
    """Entering the cards by hand, and for `recover` that it is enough."""
    touch = _touch(shot, "mill") or _touch(shot, "recover")
    buttons = [Button(say(N_("By hand")), ByHand(touch.seat, touch.label))] if touch else []
    if pick := owed_pick(shot):
        buttons.append(Button(say(N_("No more")), choice_items(shot, pick)[0].act, "primary"))
    return tuple(buttons)


def why_lines(dealt: DamageDealt, numbers: Any) -> list[str]:
    """What each card brought, a sentence each, with the designer's names; and what silence took away."""
    lines = []
    for one in dealt.lines:
        card = named(numbers, one.card.face)
        lines.append(
            say(
                N_("{seat}'s {card}: {effect:word} {amount}"),
                seat=one.seat,
                card=card,
                effect=one.effect,
                amount=one.amount,
            )
        )
    if dealt.silence:
        lines.append(say(N_("Silence has taken {count} of the defender's protection"), count=dealt.silence))
    return lines
