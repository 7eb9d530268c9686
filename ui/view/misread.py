"""A card of the past was misread: which one, what it really was, and everything that would change, before it does."""

from __future__ import annotations

from typing import Any, Final

from companion.live.snapshot import Preview, Snapshot
from companion.rules.cards import Card
from companion.rules.game import Picked, Touched
from companion.words import N_, P_, error_text, event_text, outcome_text, say
from companion.words.say import card_text
from ui.view.host_model import MenuStage
from ui.view.host_parts import Sheet, back, close, numbers
from ui.view.model import Act, Bar, Button, HandStage, Host, TextStage
from ui.view.sheets import NOTHING_YET

RECENT: Final = 12  # cards that a misread one is chosen from; older ones are in the log


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
    bar = Bar(say(N_("What would change")), say(NOTHING_YET), None, (close(), correct))
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
            lines += [say(N_("It was: {text}"), text=text) for text in gone[at : at + 1]]
            lines += [say(N_("It becomes: {text}"), text=text) for text in come[at : at + 1]]
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
