"""What a host needs at any table, as sheets over the felt: who comes and goes, corrections, misread cards, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.live.snapshot import Preview, Record, Snapshot
from companion.rules.cards import Card
from companion.rules.game import (
    Corrected,
    Given,
    IllegalAction,
    Join,
    Leave,
    Moved,
    Number,
    Pick,
    Picked,
    Retake,
    Touch,
    Touched,
    Void,
)
from companion.words import N_, P_, error_text, event_text, outcome_text, redo_text, say
from companion.words.say import WORDS, card_text
from companion.words.why import rule_text
from ui.view.games import choice_items, number_ask
from ui.view.host_model import MenuStage
from ui.view.model import (
    Act,
    AskNumber,
    Bar,
    Button,
    CloseSheet,
    Confirm,
    Explain,
    Go,
    HandStage,
    Host,
    NumberAsk,
    Redo,
    Stage,
    Submit,
    TextStage,
)

Sheet = tuple[Stage, Bar]

NUMBERS: Final = ("hp", "bank", "points")
ZONES: Final = ("deck", "hand", "aside", "pit")
WHY_LINES: Final = 12  # the newest changes of a number; older ones are in the log
RECENT: Final = 12  # cards that a misread one is chosen from; older ones are in the log
RUNNING: Final = frozenset({"round-running", "not-between-hands"})  # "later" is the answer to these


def legal(shot: Snapshot, action: Any) -> bool:
    """Whether the game would take it now."""
    return refusal(shot, action) is None


def refusal(shot: Snapshot, action: Any) -> IllegalAction | None:
    """Why the game would not take it now."""
    try:
        shot.game.check(shot.state, action)
    except IllegalAction as error:
        return error
    return None


def close() -> Button:
    """Puts the sheet away."""
    return Button(say(N_("Close")), CloseSheet())


def back(what: str, about: str = "") -> Button:
    """To the sheet before."""
    return Button(say(N_("Back")), Host(what, about), "quiet")


def numbers(report: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """The numbers of each player that people ask about, by name and field."""
    return {
        player["name"]: {field: player[field] for field in NUMBERS if field in player} for player in report["players"]
    }


def field_of(shot: Snapshot, seat: str) -> str:
    """The number of a seat that the host may correct; empty where there is none now."""
    for field in numbers(shot.game.report(shot.state)).get(seat, {}):
        error = refusal(shot, Corrected(seat, field, -1))
        if error is not None and error.code == "out-of-range":
            return field
    return ""


# --- the menu -------------------------------------------------------------------------------------------------------


def menu(shot: Snapshot, readers: bool) -> Sheet:
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
    if legal(shot, Void()):
        question = say(N_("Take all of this {what:word} back, as if it had not happened?"), what=span(shot))
        words = say(N_("Void this {what:word}"), what=span(shot))
        items.append(Button(words, Confirm(question, words, Submit(Void())), "danger"))
    if readers:
        items.append(Button(say(N_("Readers")), Host("readers")))
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
    if error.code in RUNNING:
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


# --- a card was misread ---------------------------------------------------------------------------------------------


def hidden(shot: Snapshot) -> frozenset[int]:
    """Entries whose cards nobody may see yet: scans and jokers of a blind reveal that still runs (RULES.md 0)."""
    if getattr(shot.options, "reveal", "") != "blind" or shot.moment().get("phase") != "reveal":
        return frozenset()
    here = shot.moment()
    found: set[int] = set()
    for record in reversed(shot.history.current()):
        moment = shot.game.moment(record.state)
        if moment.get("phase") != "reveal" or moment.get("round") != here.get("round"):
            break
        action = record.change.action
        if isinstance(action, Touched) or (isinstance(action, Picked) and action.seat in _names(shot)):
            found.add(record.n)
    return frozenset(found)


def _names(shot: Snapshot) -> frozenset[str]:
    return frozenset(player.name for player in shot.players)


def misread_cards(shot: Snapshot) -> dict[int, Card]:
    """The touched cards that stand, by the entry that touched them, newest first; none that is hidden."""
    unseen = hidden(shot)
    cards: dict[int, Card] = {}
    for record in shot.history.current():
        action = record.change.action
        if isinstance(action, Touched) and record.n not in unseen and record.change.entry not in unseen:
            cards[record.change.entry] = action.card
    return dict(sorted(cards.items(), reverse=True))


def misread_sheet(shot: Snapshot) -> Sheet:
    """Which of the last cards it was."""
    cards = misread_cards(shot)
    items = tuple(
        Button(_card_of(shot, card), Host("misread", str(entry))) for entry, card in list(cards.items())[:RECENT]
    )
    buttons = [back("menu"), close()]
    if len(cards) > RECENT:
        buttons.insert(1, Button(say(N_("Older")), Host("log")))
    bar = Bar(say(N_("A card was misread")), say(N_("Which one?")), None, tuple(buttons))
    return MenuStage("", items), bar


def _card_of(shot: Snapshot, card: Card) -> str:
    owner = next((player.name for player in shot.players if player.label == card.label), "")
    return f"{card_text(card)} {owner}".strip()


def instead_sheet(shot: Snapshot, entry: int, card: Card) -> Sheet:
    """Which card it really was."""
    cards = shot.game.cards(card.label, shot.options)
    acts: dict[str, Act] = {one.face: Host("misread", str(entry), one.face) for one in cards if one.face != card.face}
    sentence = say(N_("{card} was really …"), card=_card_of(shot, card))
    bar = Bar(say(N_("A card was misread")), sentence, None, (back("misread"), close()))
    return HandStage(acts, any(one.is_joker for one in cards)), bar


def preview_sheet(shot: Snapshot, preview: Preview) -> Sheet:
    """Everything that would change, before it does."""
    before, after = preview.before, preview.after
    assert isinstance(after, Touched)
    old = before.card if isinstance(before, Touched) else None
    title = say(N_("{old} → {new}"), old=old or "?", new=_card_of(shot, after.card))
    again = back("misread", str(preview.entry))
    if preview.refusal is not None:
        unseen = preview.refusal.params.get("entry") in hidden(
            shot
        )  # the sentence would name a card that lies face down
        words = say(N_("It does not go together with a card that was laid since."))
        lines = (words if unseen else error_text(preview.refusal.code, preview.refusal.params),)
        bar = Bar(say(N_("A card was misread")), say(N_("That cannot be")), None, (again, close()), "red")
        return TextStage(title, lines), bar
    correct = Button(say(N_("Correct it")), Host("replace", str(preview.entry), after.card), "primary")
    bar = Bar(say(N_("What would change")), title, None, (close(), correct))
    return TextStage(title, preview_lines(shot, preview)), bar


def preview_lines(shot: Snapshot, preview: Preview) -> tuple[str, ...]:
    """Numbers first, then each event that would be another; nothing that is hidden."""
    assert preview.snapshot is not None
    then = preview.snapshot
    lines: list[str] = []
    old, new = numbers(shot.game.report(shot.state)), numbers(then.game.report(then.state))
    for seat, fields in new.items():
        for field, value in fields.items():
            was = old.get(seat, {}).get(field)
            if was != value:
                words = N_("{seat}: {field:word} {old} → {new}")
                lines.append(say(words, seat=seat, field=field, old=was if was is not None else "–", new=value))
    if then.outcome != shot.outcome:
        lines.append(outcome_text(then.outcome) if then.outcome else say(N_("The game goes on")))
    unseen = hidden(shot)
    for change in preview.differences:
        if change.entry in unseen:
            continue
        gone = [event_text(event) for event in change.before if event not in change.after and telling(event)]
        come = [event_text(event) for event in change.after if event not in change.before and telling(event)]
        for at in range(max(len(gone), len(come))):
            lines += [
                say(N_("{entry}, as it was: {text}"), entry=change.entry, text=text) for text in gone[at : at + 1]
            ]
            lines += [
                say(N_("{entry}, as it would be: {text}"), entry=change.entry, text=text) for text in come[at : at + 1]
            ]
    most = 14
    if len(lines) > most:
        more = len(lines) - most + 1
        lines = [
            *lines[: most - 1],
            say(P_("and {count} change more", "and {count} changes more", "count"), count=more),
        ]
    return tuple(lines) or (say(N_("Nothing else changes.")),)


def telling(event: Any) -> bool:
    """Whether an event says more in a preview than the card itself, which stands in the title."""
    return type(event).__name__ not in ("CardScanned", "HandsRevealed", "CardDealt", "TableCardLaid", "CardPlayed")


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


def optional_picks(shot: Snapshot, seat: str) -> bool:
    """Whether a seat may choose something that nobody waits for."""
    return any(
        one.prompt.seat == seat and one.prompt.optional and isinstance(one.prompt, Pick | Number)
        for one in shot.prompts
    )
