"""Decks and their tags on the screen: teaching, looking through, what is missing, and a tag that nobody knows in a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.live.snapshot import Snapshot
from companion.rules.cards import JOKERS, SUITS, Card
from companion.rules.game import RESERVED
from companion.words import N_, P_, face_text, say, translate
from ui.facade_devices import AuditView, DeckKind, DeckView, Teaching, UnnamedTag
from ui.view.host_model import PageLine, PageView
from ui.view.model import (
    Act,
    Banner,
    Bar,
    Button,
    Confirm,
    Go,
    HandStage,
    Host,
    KeyboardView,
    MiniCard,
    Stage,
    TeachView,
)
from ui.view.newgame import COMMON
from ui.view.titles import faces

COLUMNS: Final = "A23456789TJQK"
KINDS: Final[Mapping[DeckKind, str]] = {"jokers": N_("54 cards"), "pack": N_("52 cards"), "shoe": N_("6 × 52 cards")}
_RANKS: Final = {
    "A": N_("ace"), "2": N_("two"), "3": N_("three"), "4": N_("four"), "5": N_("five"), "6": N_("six"), "7": N_("seven"),
    "8": N_("eight"), "9": N_("nine"), "T": N_("ten"), "J": N_("jack"), "Q": N_("queen"), "K": N_("king"),
}  # fmt: skip
_SUITS: Final = {
    "S": N_("{rank} of spades"),
    "H": N_("{rank} of hearts"),
    "D": N_("{rank} of diamonds"),
    "C": N_("{rank} of clubs"),
}


def whole_name(face: str) -> str:
    """`nine of spades`, `joker 1`."""
    if face in JOKERS:
        return face_text(face)
    return say(_SUITS[face[1]], rank=translate(_RANKS[face[0]]))


def _back(act: Act) -> Button:
    return Button(say(N_("Back")), act, "quiet")


# --- teaching -------------------------------------------------------------------------------------------------------


def teach_view(teaching: Teaching, choosing: bool) -> TeachView:
    """The guided screen: the card that the next touch becomes, how far the deck is, and the way to another card.

    While a tag waits for its name, or `choosing` another card, the grid of faces is there to be touched.
    """
    known, total = len(teaching.known), len(teaching.cards)
    wanted = teaching.expected
    pack = wanted.copy if wanted is not None else 0
    title = say(N_("Teach a deck"))
    about = say(N_("{label}: {known} of {total} known"), label=teaching.label, known=known, total=total)
    if pack:
        packs = max(card.copy for card in teaching.cards)
        about += " · " + say(N_("pack {number} of {most}"), number=pack, most=packs)
    done = Button(say(N_("Done")), Host("taught"), "primary")
    missing = Button(say(N_("What is missing")), Host("audit", teaching.label))
    jokers = any(card.is_joker for card in teaching.cards)
    if teaching.asked or choosing:
        question = say(N_("Which card is this?")) if teaching.asked else say(N_("Which card comes next?"))
        what = "this-is" if teaching.asked else "expect"
        bar = Bar(say(N_("Cards")), question, _back(Host("teaching")) if choosing else None, (done,))
        return TeachView(title, about, known / total, "", "", "", (), (), bar, _choices(teaching, what), jokers)
    if wanted is None:
        sentence = say(N_("Waiting for any card"))
        head, text = (
            say(N_("Touch any card to the reader")),
            say(N_("Each tag without a name is asked for it; one that names itself needs nothing.")),
        )
        buttons: tuple[Button, ...] = (Button(say(N_("Take back")), Host("untaught")),)
    else:
        name = whole_name(wanted.face)
        sentence = say(N_("Waiting for {card:word}"), card=name)
        head = say(N_("Touch this card to the reader"))
        text = say(N_("It has no name yet. The next touch becomes {card:word}."), card=name)
        buttons = (
            Button(say(N_("Other card…")), Host("other-card")),
            Button(say(N_("Skip")), Host("expect", _next(teaching))),
            Button(say(N_("Take back")), Host("untaught")),
        )
    if teaching.writing:
        text += " " + say(N_("Leave it there for a moment: its tag is written, too."))
    bar = Bar(say(N_("Cards")), sentence, None, (missing, done))
    face = wanted.face if wanted is not None else ""
    return TeachView(title, about, known / total, face, head, text, buttons, _rows(teaching, pack), bar, {}, jokers)


def _rows(teaching: Teaching, pack: int) -> tuple[tuple[MiniCard, ...], ...]:
    """Four suits, the jokers behind the first two, of the pack that is taught now."""
    there = {card.face: card for card in teaching.cards if card.copy in (0, pack or 1)}
    rows = []
    for row, suit in enumerate(SUITS):
        names = [rank + suit for rank in COLUMNS] + list(JOKERS[row : row + 1])
        rows.append(
            tuple(
                MiniCard(name, there[name] in teaching.known, there[name] == teaching.expected)
                for name in names
                if name in there
            )
        )
    return tuple(rows)


def _choices(teaching: Teaching, what: str) -> dict[str, Act]:
    """What each face does: the first card of it without a tag."""
    acts: dict[str, Act] = {}
    for card in teaching.cards:
        if card not in teaching.known:
            acts.setdefault(card.face, Host(what, str(card)))
    return acts


def _next(teaching: Teaching) -> str:
    """The card that comes after the expected one; itself where no other is missing."""
    assert teaching.expected is not None
    at = teaching.cards.index(teaching.expected)
    around = (*teaching.cards[at + 1 :], *teaching.cards[:at])
    return str(next((card for card in around if card not in teaching.known), teaching.expected))


# --- pages ----------------------------------------------------------------------------------------------------------


def deck_lines(decks: Sequence[DeckView]) -> tuple[PageLine, ...]:
    """The decks that are known, and the way to another one, for the page of cards."""
    lines = [PageLine("", say(N_("Decks")), head=True)]
    lines += [
        PageLine(
            "",
            say(P_("{label}: {count} card", "{label}: {count} cards", "count"), label=deck.label, count=deck.known),
            Host("deck", deck.label, deck.kind),
        )
        for deck in decks
    ]
    return (*lines, PageLine("", say(N_("Teach a new deck…")), Host("new-deck")))


def deck_page(label: str, kind: DeckKind, audit: AuditView, writing: bool) -> PageView:
    """What can be done with a deck; the tabs say what kind of deck it is."""
    tabs = tuple(
        Button(translate(words), Host("deck", label, one), "primary" if one == kind else "plain")
        for one, words in KINDS.items()
    )
    write = say(N_("Tags are written, too")) if writing else say(N_("Tags are only read"))
    lines = [
        PageLine("", say(N_("Teach it in print order")), Host("teach", label, kind)),
        PageLine("", say(N_("Teach it in any order")), Host("teach-any", label, kind)),
        PageLine("", write, Host("writing", label, kind)),
        PageLine("", say(N_("Which cards are missing, double or weak")), Host("audit", label, kind)),
    ]
    if audit.known:
        question = say(N_("Forget all tags of {label}?"), label=label)
        act = Confirm(question, say(N_("Forget")), Host("forget-deck", label))
        lines.append(PageLine("", say(N_("Forget its tags")), act))
    about = say(N_("{known} of {total} known"), known=audit.known, total=audit.expected)
    bar = Bar(say(N_("Cards")), say(N_("What shall be done with this deck?")), _back(Host("cards")), ())
    return PageView(label, about, tabs, tuple(lines), bar, columns=2)


def audit_page(audit: AuditView, reader: bool) -> PageView:
    """How a deck stands: missing, strange, double, weak."""
    lines = []
    for title, cards in (
        (N_("Missing"), audit.missing),
        (N_("Laid on twice"), audit.double),
        (N_("Reads badly: clean it, or give it a new tag"), audit.weak),
        (N_("Not of this deck"), audit.extra),
    ):
        if cards:
            lines.append(PageLine(str(len(cards)), say(title), head=True))
            lines += [PageLine("", faces(tuple(card.face for card in row))) for row in _chunks(cards, 18)]
    empty = say(N_("Nothing is missing, nothing is double, and every card reads well."))
    done = Button(say(N_("Done")), Host("taught"), "primary")
    if audit.running:
        sentence = say(N_("Lay every card on the reader, one after another"))
        buttons: tuple[Button, ...] = (done,)
    else:
        sentence = say(N_("Lay all cards on once to be sure")) if reader else say(N_("This is what the tags say"))
        look = Button(say(N_("Look it through")), Host("check", audit.label, audit.kind), "primary", enabled=reader)
        buttons = (look,)
    about = say(N_("{known} of {total} known"), known=audit.known, total=audit.expected)
    if audit.laid is not None:
        about += " · " + say(N_("{count} laid on"), count=audit.laid)
    back = _back(Host("deck", audit.label, audit.kind))
    return PageView(audit.label, about, (), tuple(lines), Bar(say(N_("Cards")), sentence, back, buttons), empty)


def _chunks(cards: Sequence[Card], size: int) -> list[Sequence[Card]]:
    return [cards[at : at + size] for at in range(0, len(cards), size)]


def label_keyboard(typed: str, names: Sequence[str], known: Sequence[str]) -> KeyboardView:
    """Whose deck is taught: a player's name, or the common shoe or pack."""
    label = typed.strip()
    wrong = label in RESERVED or "/" in label
    sentence = say(N_("That name is reserved")) if wrong else label or say(N_("Whose deck is it?"))
    offered = [one for one in (*names, *COMMON) if one not in known and one.lower().startswith(label.lower())]
    bar = Bar(
        say(N_("Teach a deck")),
        sentence,
        _back(Host("cards")),
        (Button(say(N_("OK")), Host("deck", label), "primary", enabled=bool(label) and not wrong),),
        "red" if wrong else "gold",
    )
    buttons = tuple(Button(one, Host("deck", one)) for one in offered[:5])
    return KeyboardView(say(N_("Whose deck is it?")), typed, buttons, bar)


# --- a tag that nobody knows, in a game -----------------------------------------------------------------------------


def unnamed_banner(shot: Snapshot, tag: UnnamedTag) -> Banner:
    """Over the felt until it is named or left: play goes on."""
    label = _label(shot, tag)
    text = say(N_("A new sticker, or a card of another table? Name it here, or leave it."))
    name = Button(say(N_("Name it…")), Host("name-tag", label), "primary")
    return Banner(
        say(N_("Nobody knows this tag")), text, (name, Button(say(N_("Leave it")), Host("leave-tag"))), "blue"
    )


def _label(shot: Snapshot, tag: UnnamedTag) -> str:
    """The deck that the tag is most likely of: the reader's seat's, else the one that is asked for cards."""
    decks = shot.game.decks(shot.players, shot.options)
    player = next((one for one in shot.players if one.name == tag.seat), None)
    asked = [one.prompt.label for one in shot.prompts if hasattr(one.prompt, "label")]
    likely = ([player.label] if player else []) + asked
    return next((one for one in likely if one in decks), next(iter(decks)))


def name_sheet(shot: Snapshot, label: str, tagged: frozenset[Card]) -> tuple[Stage, Bar]:
    """The grid of a deck: which card the tag is. A card that has a tag already is asked about once more."""
    acts: dict[str, Act] = {}
    deck = shot.game.cards(label, shot.options)
    for card in deck:
        if card not in tagged:
            acts.setdefault(card.face, Host("tag-is", str(card)))
    for card in deck:
        name = whole_name(card.face)
        question = say(N_("{card:word} has a tag already. Does this one replace it?"), card=name)
        acts.setdefault(card.face, Confirm(question, say(N_("Replace")), Host("tag-is", str(card), "instead")))
    others = [one for one in shot.game.decks(shot.players, shot.options) if one != label]
    buttons = tuple(Button(one, Host("name-tag", one)) for one in others[:3])
    bar = Bar(
        say(N_("A tag without a name")),
        say(N_("Which card of {label} is it?"), label=label),
        Button(say(N_("Back")), Go("table"), "quiet"),
        buttons,
        "blue",
    )
    return HandStage(acts, any(card.is_joker for card in deck)), bar
