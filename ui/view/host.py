"""What a host needs at any table, as sheets over the felt: who comes and goes, corrections, misread cards, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from companion.live.snapshot import Record, Snapshot
from companion.live.wishes import LATER
from companion.rules.cards import Card
from companion.rules.game import (
    Corrected,
    Given,
    Join,
    Leave,
    Moved,
    Number,
    Retake,
    Touch,
    Void,
)
from companion.words import N_, event_text, outcome_text, redo_text, say
from companion.words.say import WORDS, card_text
from companion.words.why import rule_text
from ui.view.games import choice_items, number_ask
from ui.view.host_model import MenuStage
from ui.view.host_parts import Sheet, back, close, legal, numbers, refusal
from ui.view.misread import misread_cards
from ui.view.model import (
    Act,
    AskNumber,
    Bar,
    Button,
    Confirm,
    Explain,
    Go,
    HandStage,
    Host,
    NumberAsk,
    Redo,
    Submit,
)

ZONES: Final = ("deck", "hand", "aside", "pit")
WHY_LINES: Final = 12  # the newest changes of a number; older ones are in the log


def field_of(shot: Snapshot, seat: str) -> str:
    """The number of a seat that the host may correct; empty where there is none now."""
    for field in numbers(shot.game.report(shot.state)).get(seat, {}):
        error = refusal(shot, Corrected(seat, field, -1))
        if error is not None and error.code == "out-of-range":
            return field
    return ""


# --- the menu -------------------------------------------------------------------------------------------------------


def menu(shot: Snapshot, joining: Sequence[str], readers: bool) -> Sheet:
    """The players, and what concerns the table."""
    items = [Button(player.name, Host("seat", player.name)) for player in shot.players]
    if shot.redo is not None:
        items.append(Button(redo_text(shot.redo.action), Redo()))
    items.append(Button(say(N_("Log")), Host("log")))
    if misread_cards(shot):
        items.append(Button(say(N_("A card was misread")), Host("misread")))
    error = refusal(shot, Join("\u200b", "\u200b"))
    if error is None or error.code not in ("no-joining", "game-over", "too-many-players"):
        items.append(Button(say(N_("Somebody joins")), Host("join")))
    items += [Button(say(N_("{seat} does not join"), seat=seat), Host("stays-away", seat)) for seat in joining]
    if legal(shot, Void()):
        question = say(N_("Take all of this {what:word} back, as if it had not happened?"), what=span(shot))
        words = say(N_("Void this {what:word}"), what=span(shot))
        items.append(Button(words, Confirm(question, words, Submit(Void())), "danger"))
    items.append(Button(say(N_("Rules")), Host("rules", shot.name)))
    if readers:
        items.append(Button(say(N_("Readers")), Host("readers")))
    items.append(Button(say(N_("Lock the screen")), Host("lock")))
    bar = Bar(say(N_("At the table")), say(N_("Who, or what?")), None, (Button(say(N_("Home")), Go("home")), close()))
    return MenuStage("", tuple(items)), bar


def span(shot: Snapshot) -> str:
    """What a void takes back: `round`, `hand` or `pack`."""
    moment = shot.moment()
    return next((word for word in ("round", "hand", "pack") if word in moment), "round")


def seat_menu(shot: Snapshot, seat: str, leaving: Sequence[str], readers: bool) -> Sheet:
    """What can be done about one player."""
    items: list[Button] = []
    field = field_of(shot, seat)
    number = numbers(shot.game.report(shot.state)).get(seat, {}).get(field)
    if field:
        items.append(Button(say(N_("Correct {field:word}"), field=field), Host("correct", seat)))
    shown = next(iter(numbers(shot.game.report(shot.state)).get(seat, {}).items()), None)
    if shown is not None:
        items.append(Button(say(N_("Why {number}?"), number=shown[1]), Host("why", seat)))
    if movable(shot, seat):
        items.append(Button(say(N_("A card lies elsewhere")), Host("move", seat)))
    if legal(shot, Retake(seat)):
        items.append(Button(say(N_("Lay own cards anew")), Submit(Retake(seat))))
    for standing in shot.prompts:
        prompt = standing.prompt
        if prompt.seat != seat or not prompt.optional or isinstance(prompt, Touch):
            continue
        if isinstance(prompt, Number):
            words = say(N_("{what:word}…"), what=prompt.purpose).capitalize()
            items.append(Button(words, AskNumber(number_ask(standing, words))))
        else:
            items += [
                Button(one.text, Confirm(say(N_("{seat}: {what}?"), seat=seat, what=one.text), one.text, one.act))  # type: ignore[arg-type]
                for one in choice_items(shot, standing)[:3]
            ]
    items += buying(shot, seat)
    items += going(shot, seat, leaving)
    if readers:
        items.append(Button(say(N_("Reader of this seat")), Host("map", seat)))
    sentence = say(N_("{field:word} {number}"), field=field, number=number).capitalize() if field else seat
    bar = Bar(seat, sentence, None, (back("menu"), close()))
    return MenuStage(seat, tuple(items)), bar


def buying(shot: Snapshot, seat: str) -> list[Button]:
    """Chips for a bank, where the game sells any now; nobody waits for it, so no prompt offers it."""
    error = refusal(shot, Given(seat, "rebuy", -1))
    if error is None or error.code != "out-of-range":
        return []
    words = say(N_("Buy chips"))
    title = say(N_("{seat}: buy how many chips?"), seat=seat)
    low, high = error.params["low"], error.params["high"]
    usual = int(getattr(shot.options, "bank", low))
    return [Button(words, AskNumber(NumberAsk(seat, title, None, "rebuy", low, high, 1, min(high, usual), words)))]


def going(shot: Snapshot, seat: str, leaving: Sequence[str]) -> list[Button]:
    """Going home or giving up, now or as soon as it may be; coming back."""
    label = next((player.label for player in shot.players if player.name == seat), seat)
    if legal(shot, Join(seat, label)):
        return [Button(say(N_("Comes back")), Submit(Join(seat, label)))]
    if seat in leaving:
        return [Button(say(N_("Stays after all")), Host("stay", seat))]
    error = refusal(shot, Leave(seat))
    words = say(N_("Goes home"))
    if error is None:
        return [Button(words, Confirm(leaving_question(shot, seat), words, Submit(Leave(seat))), "danger")]
    if error.code in LATER:
        question = say(N_("{seat} goes home after this {what:word}?"), seat=seat, what=span(shot))
        return [Button(words, Confirm(question, words, Host("leave", seat)), "danger")]
    return []


def leaving_question(shot: Snapshot, seat: str) -> str:
    """What it means if the seat goes now: `Ana gives up: Bruno wins`, or that the others play on."""
    ended = shot.game.outcome(shot.game.apply(shot.state, Leave(seat)).state)
    if ended is not None:
        return say(N_("{seat} gives up: {outcome}?"), seat=seat, outcome=outcome_text(ended))
    return say(N_("{seat} goes home and the others play on?"), seat=seat)


# --- corrections ----------------------------------------------------------------------------------------------------


def correction(shot: Snapshot, seat: str) -> AskNumber | None:
    """The pad for the number of a seat; None where nothing can be corrected now."""
    field = field_of(shot, seat)
    error = refusal(shot, Corrected(seat, field, -1)) if field else None
    if error is None:
        return None
    now = numbers(shot.game.report(shot.state))[seat][field]
    title = say(N_("{seat}: {field:word} {number}, really?"), seat=seat, field=field, number=now)
    low, high = error.params["low"], error.params["high"]
    return AskNumber(NumberAsk(seat, title, None, field, low, high, 1, now, say(N_("Correct")), field))


def movable(shot: Snapshot, seat: str) -> bool:
    """Whether cards of a seat have zones, so that one may lie elsewhere."""
    label = next((player.label for player in shot.players if player.name == seat), "")
    if label not in shot.game.decks(shot.players, shot.options):
        return False
    return any(
        legal(shot, Moved(seat, card, zone)) for card in shot.game.cards(label, shot.options)[:8] for zone in ZONES
    )


def move_sheet(shot: Snapshot, seat: str, face: str) -> Sheet:
    """Which card, then where it really is."""
    label = next(player.label for player in shot.players if player.name == seat)
    cards = shot.game.cards(label, shot.options)
    if not face:
        acts: dict[str, Act] = {card.face: Host("move", seat, card.face) for card in cards}
        bar = Bar(seat, say(N_("Which card lies elsewhere?")), None, (back("seat", seat), close()))
        return HandStage(acts, any(card.is_joker for card in cards)), bar
    card = next(one for one in cards if one.face == face)
    items = tuple(
        Button(say(WORDS[zone]).capitalize(), Submit(Moved(seat, card, zone)))
        for zone in ZONES
        if legal(shot, Moved(seat, card, zone))
    )
    title = say(N_("Where is {card} of {seat} really?"), card=card, seat=seat)
    lines = () if items else (say(N_("It cannot be moved now: take the scans back first.")),)
    bar = Bar(seat, title, None, (back("move", seat), close()))
    return MenuStage(title, items, lines), bar


# --- why ------------------------------------------------------------------------------------------------------------


def why(shot: Snapshot, seat: str) -> Explain | None:
    """How the number of a seat came to be: each change with its events, what it was and became, and the rule."""
    field = next(iter(numbers(shot.game.report(shot.state)).get(seat, {})), "")
    if not field:
        return None
    records = shot.history.current()
    before: int | None = None
    changes: list[str] = []
    rules: dict[str, None] = {}
    for at, record in enumerate(records):
        now = numbers(shot.game.report(record.state)).get(seat, {}).get(field)
        if at == 0 and now is not None:
            before = now
            changes.append(say(N_("At the start: {number}"), number=now))
        if now != before:
            changes.append(_change(record, seat, before, now))
            rules |= dict.fromkeys(
                text for event in record.events if _concerns(event, seat) and (text := rule_text(event))
            )
        before = now
    if before is None:
        before = numbers(shot.game.report(shot.state))[seat][field]
        changes.append(say(N_("At the start: {number}"), number=before))
    most = WHY_LINES - 1 - len(cards_of(shot, seat))
    lines = [*changes[:1], *changes[1:][-most:], *list(rules)[:3], *cards_of(shot, seat)]
    title = say(N_("{seat}: {field:word} {number}"), seat=seat, field=field, number=before)
    return Explain(title, tuple(lines))


def cards_of(shot: Snapshot, seat: str) -> tuple[str, ...]:
    """How the counts of a deck add up, and which cards of the pit are known."""
    player = next(one for one in shot.game.report(shot.state)["players"] if one["name"] == seat)
    if "pit_cards" not in player:
        return ()
    total = sum(player[zone] for zone in ZONES)
    words = N_("Deck {deck} + hand {hand} + aside {aside} + pit {pit} = {total}")
    lines = [say(words, total=total, **{zone: player[zone] for zone in ZONES})]
    known = [Card(card) for card in player["pit_cards"]]
    if known:
        shown = " ".join(card_text(card) for card in known[:16]) + (" …" if len(known) > 16 else "")
        lines.append(say(N_("Known in the pit: {cards}"), cards=shown))
    return tuple(lines)


def _change(record: Record, seat: str, before: int | None, now: int | None) -> str:
    told = [event_text(event) for event in record.events if _concerns(event, seat) and rule_text(event)]
    steps = f"{before if before is not None else '–'} → {now if now is not None else '–'}"
    return f"{steps}: " + ("; ".join(told) if told else say(N_("entry {entry}"), entry=record.n))


def _concerns(event: Any, seat: str) -> bool:
    named = (getattr(event, field, ()) for field in ("seat", "by", "seats"))
    return any(seat == one or (isinstance(one, tuple) and seat in one) for one in named) or not hasattr(event, "seat")
