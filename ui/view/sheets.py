"""What is laid over the felt for a moment: cards by hand, faces of a joker, the number pad, plain words; and the fault banner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.live.snapshot import Snapshot, Standing
from companion.rules.cards import NATURALS, RANK_OF, Card
from companion.rules.game import IllegalAction, Pick, Picked, Touch, Touched
from companion.words import N_, P_, prompt_text, say
from companion.words.devices import device_text
from ui.facade import ReaderView
from ui.view.casinoya_model import KeysStage
from ui.view.games import choice_items, view_of
from ui.view.model import (
    Act,
    Banner,
    Bar,
    Button,
    ByHand,
    ChoiceItem,
    ChooseFace,
    CloseSheet,
    Confirm,
    Details,
    EnterCard,
    Explain,
    FaceStage,
    HandStage,
    NumberAsk,
    PadStage,
    Retry,
    Stage,
    Submit,
    TextStage,
)

Sheet = tuple[Stage, Bar]
NOTHING_YET: Final = N_("Nothing is done until you say so")  # under a question that stands large above it


def _undo(shot: Snapshot | None) -> Button | None:
    return view_of(shot.name).undo(shot) if shot else None


def close_button() -> Button:
    """Puts the sheet away."""
    return Button(say(N_("Close")), CloseSheet())


def touch_prompt(shot: Snapshot, seat: str, label: str) -> Touch | None:
    """The standing touch prompt of a seat's deck."""
    for one in shot.prompts:
        if isinstance(one.prompt, Touch) and one.prompt.label == label and one.prompt.seat == seat:
            return one.prompt
    return None


def hand_sheet(shot: Snapshot, sheet: ByHand) -> Sheet:
    """All faces of the deck; those known to lie elsewhere are dark. Scanned hands are not shown (blind reveal)."""
    acts: dict[str, Act] = {}
    touch = touch_prompt(shot, sheet.seat, sheet.label)
    if touch:
        for card in shot.game.cards(sheet.label, shot.options):
            if card.face not in acts and not _known_elsewhere(shot, card):
                acts[card.face] = EnterCard(card)
    owed = touch.count if touch else 0
    sentence = say(
        P_("{seat}: touch {count} card", "{seat}: touch {count} cards", "count"), seat=sheet.seat, count=owed
    )
    others = [one.prompt for one in shot.prompts if isinstance(one.prompt, Touch) and one.prompt.seat != sheet.seat]
    buttons = [close_button()]
    if others:
        nearest = others[0]
        buttons.insert(0, Button(say(N_("{seat}'s cards"), seat=nearest.seat), ByHand(nearest.seat, nearest.label)))
    jokers = any(card.is_joker for card in shot.game.cards(sheet.label, shot.options))
    return HandStage(acts, jokers), Bar(say(N_("Cards by hand")), sentence, _undo(shot), tuple(buttons))


_HIDDEN = frozenset({"card-in-hand", "card-aside"})


def _known_elsewhere(shot: Snapshot, card: Card) -> bool:
    """Whether everybody may see that this card cannot come: it lies in the pit, or is played already."""
    try:
        shot.game.check(shot.state, Touched(card))
    except IllegalAction as refusal:
        return refusal.code not in _HIDDEN
    return False


def faces_sheet(shot: Snapshot, standing: Standing) -> Sheet:
    """All faces that the joker may stand for; while hands are hidden all there are, so that the dark ones tell nothing."""
    items = choice_items(shot, standing)
    pick = standing.prompt
    assert isinstance(pick, Pick)
    if any(item.face not in RANK_OF for item in items):
        return _values_sheet(shot, items, prompt_text(pick), pick.seat)
    faces = {one.face: one for one in items}
    if getattr(shot.options, "reveal", "") == "blind":
        hidden = {face: ChoiceItem("", Submit(Picked(pick.seat, face), standing), face=face) for face in NATURALS}
        faces = hidden | faces
    best = Button(say(N_("Best reading")), items[0].act, "primary")
    bar = Bar(say(N_("Joker of {seat}"), seat=pick.seat), prompt_text(pick), _undo(shot), (close_button(), best))
    return FaceStage("", None, tuple(ChoiceItem(one.text, one.act, False, one.face) for one in faces.values())), bar


def _values_sheet(shot: Snapshot, items: Sequence[ChoiceItem], question: str, seat: str) -> Sheet:
    """A joker's value where it is a number, from the least; while hands are hidden no key is marked."""
    blind = getattr(shot.options, "reveal", "") == "blind"
    keys = [ChoiceItem(one.text, one.act, one.proposed and not blind, one.face) for one in items]
    keys.sort(key=lambda item: int(item.face) if item.face.isdigit() else 0)
    best = Button(say(N_("Best value")), items[0].act, "primary")
    bar = Bar(say(N_("Joker of {seat}"), seat=seat), question, _undo(shot), (close_button(), best))
    return KeysStage(tuple(keys)), bar


def pad_sheet(shot: Snapshot | None, ask: NumberAsk) -> Sheet:
    """The number pad."""
    words = N_("from {low} to {high}") if ask.step == 1 else N_("from {low} to {high} in steps of {step}")
    bounds = say(words, low=ask.low, high=ask.high, step=ask.step)
    bar = Bar(say(N_("A number")), ask.title, _undo(shot), ())
    return PadStage(ask, bounds, say(N_("Back"))), bar


def explain_sheet(shot: Snapshot | None, sheet: Explain) -> Sheet:
    """Where a number comes from."""
    bar = Bar(say(N_("Why?")), sheet.title, _undo(shot), (close_button(),))
    return TextStage(sheet.title, sheet.lines), bar


def details_sheet(shot: Snapshot | None, lines: Sequence[str]) -> Sheet:
    """What is wrong with the readers, and what to do."""
    retry = Button(say(N_("Try again")), Retry(), "primary")
    bar = Bar(
        say(N_("Readers")),
        say(N_("Play goes on by hand meanwhile")),
        _undo(shot),
        (close_button(), retry),
    )
    return TextStage(say(N_("What is wrong")), tuple(map(device_text, lines)) or (say(N_("Nothing is wrong")),)), bar


def confirm_sheet(shot: Snapshot | None, sheet: Confirm) -> Sheet:
    """A question before something that is hard to take back."""
    keep = Button(say(N_("Back")), CloseSheet())
    bar = Bar(say(N_("Sure?")), say(NOTHING_YET), None, (keep, Button(sheet.text, sheet.act, "danger")))
    return TextStage(sheet.question, ()), bar


_TITLES = {
    "lost": N_("The reader stopped answering"),
    "two-cards": N_("Two cards on the reader: lift one"),
    "phone": N_("A phone or bank card lies on the reader"),
    "resting": N_("A card lay there already: lift it and place it again"),
    "closed": N_("The reader is closed"),
}


def fault_banner(readers: Sequence[ReaderView], shot: Snapshot | None) -> Banner | None:
    """The first reader in trouble; play goes on by hand."""
    reader = next((one for one in readers if one.state in _TITLES), None)
    if reader is None:
        return None
    title = say(_TITLES[reader.state])
    if reader.seat:
        title = say(N_("{title} ({seat})"), title=title, seat=reader.seat)
    touch = None
    if shot:
        touch = next((one.prompt for one in shot.prompts if isinstance(one.prompt, Touch)), None)
    buttons = []
    severe = reader.state in ("lost", "closed")
    if severe:
        if touch:
            buttons.append(Button(say(N_("By hand")), ByHand(touch.seat, touch.label), "primary"))
        buttons.append(Button(say(N_("Details")), Details()))
    saved = (
        say(P_("Saved: {count} action.", "Saved: {count} actions.", "count"), count=shot.entries)
        if shot and severe
        else ""
    )
    tail = say(N_("Trying again by itself.")) if reader.state == "lost" else ""
    return Banner(
        title,
        " ".join(filter(None, (saved, _plain(reader.detail), tail))),
        tuple(buttons),
        "red" if severe else "gold",
    )


def _plain(detail: str) -> str:
    """What a reader tells of itself, as a sentence for players: what the system calls an error is for the details."""
    words = say(N_("Check its cable.")) if "[Errno" in detail else device_text(detail)
    return words if not words or words[-1] in ".!?…" else f"{words}."


def next_by_hand(shot: Snapshot, sheet: ByHand) -> ByHand | ChooseFace | None:
    """The same seat while it owes cards, then its joker, then the next seat that owes cards, then none."""
    touches = [one.prompt for one in shot.prompts if isinstance(one.prompt, Touch)]
    mine = next((one for one in touches if one.seat == sheet.seat and one.label == sheet.label), None)
    if mine:
        return sheet
    joker = next((one for one in shot.prompts if one.prompt.seat == sheet.seat and one.prompt.purpose == "joker"), None)
    if joker:
        return ChooseFace(joker)
    return ByHand(touches[0].seat, touches[0].label) if touches and not touches[0].optional else None


def fits(shot: Snapshot, card: Card) -> bool:
    """Whether the table would take this card now."""
    try:
        shot.game.check(shot.state, Touched(card))
    except IllegalAction:
        return False
    return True
