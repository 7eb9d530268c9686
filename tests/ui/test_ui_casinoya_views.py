"""What blackjack, Chinese poker and War show, as values: no window, no Kivy."""

from __future__ import annotations

import random
from importlib import resources
from typing import Any

import pytest

from companion.live.table import Table
from companion.robots import Company
from companion.rules.cards import Card
from companion.rules.game import Arranged, ChoresDue, Corrected, Picked, Player, Touched
from companion.rules.games import GAMES
from ui.direct import DirectFacade
from ui.view.casinoya_model import ArmyStage, KeysStage, LaidStage, MusterStage, PrivateStage, TurnsStage
from ui.view.games import Context, view_of
from ui.view.model import BattleStage, Button, ByHand, ChooseFace, Do, Look, ScanStage, Submit
from ui.view.sheets import faces_sheet

HOUSE = str(resources.files("companion.rules.numbers").joinpath("house.toml"))
HAND = ("KS", "KH", "X1", "4C", "4D", "9S", "9D", "3H", "3S", "QC", "QD", "2C", "7H")


class Seen:
    """A game at a table and what its view makes of it."""

    def __init__(self, game: str, *names: str, **options: str) -> None:
        self.table = Table(GAMES)
        self.facade = DirectFacade(self.table)
        self.facade.new_game(game, [Player(name, name) for name in names], options)

    def do(self, *steps: str) -> Seen:
        """`Ana/KS` is touched, `Ana stand` is picked."""
        for step in steps:
            who, blank, option = step.partition(" ")
            reply = self.table.submit(Picked(who, option) if blank else Touched(Card(step)))
            assert reply.refusal is None, (step, reply.refusal)
        return self

    @property
    def shot(self) -> Any:
        return self.table.snapshot

    @property
    def view(self) -> Any:
        return view_of(self.shot.name)

    def stage(self, **context: Any) -> Any:
        return self.view.stage(self.shot, Context(**context))

    def bar(self, **context: Any) -> Any:
        return self.view.bar(self.shot, Context(**context))

    def sheet(self, look: Look, **context: Any) -> Any:
        return self.view.sheet(self.shot, Context(**context), look)

    def press(self, button: Button) -> None:
        """What the button offers the table is accepted."""
        act = button.act
        assert isinstance(act, Submit)
        assert self.table.submit(act.action, answers=act.answers).refusal is None

    def did(self, act: Do, **context: Any) -> dict[str, str]:
        """A game's own act: what it offers is accepted; the notes that stay."""
        notes, submits = self.view.did(self.shot, Context(**context), act)
        for submit in submits:
            assert self.table.submit(submit.action, answers=submit.answers).refusal is None
        return dict(notes)


# --- blackjack ---------------------------------------------------------------------------------------------------------


def test_blackjack_shows_two_backs_and_what_lies_open_with_its_total() -> None:
    """Hidden cards are backs, drawn ones faces; the shown total counts an ace as well as it can; the turn is said."""
    seen = Seen("casinoya-blackjack", "Ana", "Bruno", "Chloé").do("Ana/KS", "Bruno/AH", "Chloé stand", "Ana/AS")
    stage = seen.stage()
    assert isinstance(stage, TurnsStage)
    ana, bruno, chloe = stage.hands
    assert [card.shown for card in ana.cards] == ["back", "back", "face", "face"]
    assert (ana.shows, bruno.shows, chloe.shows) == ("shows 21", "shows 11", "shows 0")
    assert (ana.word, bruno.word, chloe.word) == ("drawing", "draw or stand?", "stands")
    assert (ana.active, bruno.active) == (False, True)
    assert seen.bar().sentence == "Touch a card to draw, or stand"
    assert seen.bar().eyebrow == "Round 1 · Blackjack 31 · Bruno's turn"


def test_blackjack_offers_draw_and_stand_and_a_touch_draws() -> None:
    """The primary button stands, the other draws; without either a touched card is drawn all the same."""
    seen = Seen("casinoya-blackjack", "Ana", "Bruno")
    draw, stand = seen.bar().buttons
    assert (draw.text, stand.text, stand.kind) == ("Draw", "Stand", "primary")
    seen.press(draw)
    assert seen.bar().sentence == "Ana: touch the top card of your deck"
    assert [type(button.act) for button in seen.bar().buttons] == [ByHand]
    seen.do("Ana/5H", "Bruno/KS")
    seen.press(seen.bar().buttons[1])
    assert seen.stage().hands[0].word == "stands"


def test_a_shown_bust_is_told_in_red_and_a_hidden_one_is_not() -> None:
    """Over 31 with aces as one stops, and is said; what the hidden cards add stays unsaid until the reveal."""
    seen = Seen("casinoya-blackjack", "Ana", "Bruno", "Chloé")
    for mine, other in (("KS", "2H"), ("QS", "3H"), ("JS", "4H")):
        seen.do(f"Ana/{mine}", f"Bruno/{other}", *(["Chloé stand"] if mine == "KS" else []))
    assert seen.stage().hands[0].shows == "shows 30"
    seen.do("Ana/4S")
    ana, bruno, chloe = seen.stage().hands
    assert (ana.shows, ana.word, ana.tone) == ("shows 34", "over 31", "red")
    assert (bruno.word, chloe.word) == ("draw or stand?", "stands")


def test_a_blackjack_joker_is_a_number_and_stays_secret() -> None:
    """The sheet has eleven keys from 1 to 11, none marked while hands are hidden; the card does not say which was taken."""
    seen = Seen("casinoya-blackjack", "Ana", "Bruno").do("Ana/X1", "Bruno stand", "Ana stand", "Ana/KS", "Ana/QS")
    joker = next(one for one in seen.shot.prompts if one.prompt.purpose == "joker")
    assert seen.stage().hands[0].button == Button("Joker…", ChooseFace(joker), "primary")
    stage, bar = faces_sheet(seen.shot, joker)
    assert isinstance(stage, KeysStage)
    assert [key.face for key in stage.keys] == [str(value) for value in range(1, 12)]
    assert not any(key.proposed for key in stage.keys)
    seen.press(bar.buttons[-1])
    assert seen.shot.state.seats[0].readings == ((Card("Ana/X1"), "11"),)
    assert all(not card.reading for card in seen.stage().hands[0].cards)
    open_table = Seen("casinoya-blackjack", "Ana", "Bruno", reveal="open")
    open_table.do("Ana/X1", "Bruno stand", "Ana stand", "Ana/KS", "Ana/QS")
    joker = next(one for one in open_table.shot.prompts if one.prompt.purpose == "joker")
    assert [key.face for key in faces_sheet(open_table.shot, joker)[0].keys if key.proposed] == ["11"]


def test_all_bust_is_told_before_the_chores() -> None:
    """Nobody attacks: the sentence says so, and that the cards are put away."""
    seen = Seen("casinoya-blackjack", "Ana", "Bruno")
    seen.do("Ana/KS", "Bruno/KS", "Ana/QS", "Bruno/QS", "Ana/2S", "Bruno/2S", "Ana stand", "Bruno stand")
    seen.do("Ana/JS", "Ana/TS", "Bruno/JS", "Bruno/TS")
    assert seen.view.told(seen.shot) == "Nobody attacks: nobody can."
    due = next(event for event in seen.shot.events if isinstance(event, ChoresDue))
    sentence = seen.view.sentence(seen.shot, Context(due=due))
    assert sentence == "Nobody attacks: nobody can. Put the cards away, then go on"


def test_a_blackjack_battle_names_totals() -> None:
    """Titles tell total and number of cards, and the base damage its line."""
    seen = Seen("casinoya-blackjack", "Ana", "Bruno").do("Ana/AS", "Bruno stand", "Ana stand")
    seen.do("Ana/KS", "Ana/QS", "Bruno/2S", "Bruno/3S")
    stage = seen.stage()
    assert isinstance(stage, BattleStage)
    assert (stage.attacker.title, stage.defender.title) == ("31 in 3 cards", "5 in 2 cards")
    assert [(box.word, box.value) for box in stage.ledger] == [("Total", "8"), ("Damage", "8")]


# --- Chinese poker -----------------------------------------------------------------------------------------------------


def test_chinese_hands_lie_in_three_rows_of_backs() -> None:
    """Front three, middle five, back five, each seat in the column under its panel; faces stay hidden."""
    seen = Seen("casinoya-chinese", "Ana", "Bruno").do(*(f"Ana/{face}" for face in HAND[:7]))
    stage = seen.stage()
    assert isinstance(stage, LaidStage)
    assert stage.columns
    ana, bruno = stage.hands
    assert [len(row) for row in ana.rows] == [3, 5, 5]
    assert [card.shown for row in ana.rows for card in row] == ["back"] * 7 + ["empty"] * 6
    assert all(not card.face for row in ana.rows for card in row)
    assert ana.names == ("Front", "Middle", "Back")
    assert (ana.note, bruno.note) == ("7 of 13", "0 of 13")
    assert ana.button is not None
    assert ana.button.text == "Joker…"  # the front is complete
    assert bruno.button is not None
    assert bruno.button.text == "Best split…"


def test_dragging_swaps_two_cards_and_asks_jokers_anew() -> None:
    """Two places change their cards by an `Arranged`; places without a card, or after the reveal, change nothing."""
    seen = Seen("casinoya-chinese", "Ana", "Bruno").do(*(f"Ana/{face}" for face in HAND[:3]))
    joker = next(one for one in seen.shot.prompts if one.prompt.purpose == "joker")
    seen.do(f"Ana {seen.shot.choices(joker.prompt).ids[0]}")
    seen.did(Do("swap", "Ana", "0 2"))
    seat = seen.shot.state.seats[0]
    assert [card.face for card in seat.scans] == ["X1", "KH", "KS"]
    assert seat.readings == ()
    assert isinstance(seen.shot.undo.action, Arranged)
    entries = seen.shot.entries
    seen.did(Do("swap", "Ana", "0 9"))
    seen.did(Do("swap", "Nobody", "0 1"))
    assert seen.shot.entries == entries


def test_a_hand_is_looked_at_large_until_the_reveal() -> None:
    """The sheet has one hand with its rows' names; for a seat that is not there, or out of the reveal, there is none."""
    seen = Seen("casinoya-chinese", "Ana", "Bruno").do(*(f"Ana/{face}" for face in HAND[3:9]))
    stage, bar = seen.sheet(Look("rows", "Ana"))
    assert len(stage.hands) == 1
    assert stage.hands[0].movable == 6
    assert [button.text for button in bar.buttons] == ["Retake", "Close"]
    assert seen.sheet(Look("rows", "Nobody")) is None


ROWS = {
    "Ana": ("2S", "3H", "5D", "7S", "7H", "9C", "JD", "2C", "KS", "KH", "KC", "4C", "4D"),
    "Bruno": ("AS", "AH", "3D", "6S", "8H", "9D", "JC", "QD", "TS", "TH", "5C", "2D", "3S"),
}


def test_rows_are_fought_by_name_and_a_foul_has_its_reason() -> None:
    """Front, middle, back stand over the battles; the button leads to the next row; the foul says which row beats which."""
    seen = Seen("casinoya-chinese", "Ana", "Bruno")
    seen.do(*(f"{name}/{face}" for name, faces in ROWS.items() for face in faces))
    assert seen.bar().eyebrow == "Round 1 · Chinese poker · Front · Battle 1 of 1"
    stage = seen.stage()
    assert stage.defender.title == "Foul: front (pair of aces) beats middle (queen high)"
    assert (stage.attacker.seat, stage.attacker.title) == ("Ana", "High card five")
    assert [button.text for button in seen.bar().buttons] == ["Middle row"]
    seen.press(seen.bar().buttons[0])
    assert [button.text for button in seen.bar().buttons] == ["Back row"]
    seen.press(seen.bar().buttons[0])
    assert "Back" in seen.bar().eyebrow
    assert [button.text for button in seen.bar().buttons] == ["Next round"]


def test_equal_rows_in_the_wrong_order_under_strict_are_told_as_equal() -> None:
    """With `strict` an equal middle and back is a foul of its own words."""
    seen = Seen("casinoya-chinese", "Ana", "Bruno", strict="on")
    ana = ("2S", "3H", "5D", "7S", "7H", "9C", "JD", "2C", "7D", "7C", "9S", "JH", "2D")
    seen.do(*(f"Ana/{face}" for face in ana), *(f"Bruno/{face}" for face in ROWS["Ana"]))
    assert seen.stage().defender.title == "Foul: middle (pair of sevens) equals back"


def test_a_row_without_attacker_is_told_with_the_next_battle() -> None:
    """Where a front ties and is cancelled, the middle's battle says so."""
    seen = Seen("casinoya-chinese", "Ana", "Bruno", tie="cancel")
    other = ("2H", "3S", "5C", "7S", "7H", "TC", "JD", "2C", "QS", "QH", "QC", "4C", "4D")
    seen.do(*(f"Ana/{face}" for face in ROWS["Ana"]), *(f"Bruno/{face}" for face in other))
    assert seen.bar().eyebrow == "Round 1 · Chinese poker · Middle · Battle 1 of 1"
    assert seen.stage().notes[0].text == "Front: Nobody attacks: a tie."


def test_the_private_split_shows_faces_only_while_held() -> None:
    """Backs until the button is held; then the best split, which is in no snapshot; laid, it is the seat's reveal."""
    seen = Seen("casinoya-chinese", "Ana", "Bruno")
    facade = seen.facade
    facade.ask_split("Ana")
    stage, bar = seen.sheet(Look("split", "Ana"), private=facade.private())
    assert isinstance(stage, PrivateStage)
    assert (stage.hold, [button.text for button in bar.buttons]) == ("", ["Forget it", "By hand"])
    for face in HAND:
        facade.touch(Card(f"Ana/{face}"))
    assert seen.shot.entries == 0
    stage, bar = seen.sheet(Look("split", "Ana"), private=facade.private())
    assert stage.hold == "Hold to see"
    assert {card.shown for row in stage.rows for card in row} == {"back"}
    assert bar.undo is None
    held = facade.held_split()
    stage, _ = seen.sheet(Look("split", "Ana"), private=facade.private(), held=held)
    assert sorted(card.face for row in stage.rows for card in row) == sorted(HAND)
    assert [len(row) for row in stage.rows] == [3, 5, 5]
    facade.lay_split()
    assert facade.private() is None
    assert seen.shot.entries == 14  # thirteen touches and the joker
    assert [card.face for card in seen.shot.state.seats[0].scans] == [*held.front, *held.middle, *held.back]
    assert seen.sheet(Look("split", "Ana"), private=facade.private()) is None


def test_a_refused_private_card_is_told_without_naming_it() -> None:
    """A card that is there already, and one of another deck that is not due, never say which they are."""
    seen = Seen("casinoya-chinese", "Ana", "Bruno")
    told: list[Any] = []
    seen.facade.ask_split("Ana")
    seen.facade.subscribe(told.append)
    seen.facade.touch(Card("Ana/KS"))
    seen.facade.touch(Card("Ana/KS"))
    signals = [one for one in told if hasattr(one, "text")]
    assert [one.kind for one in signals] == ["taken", "already"]
    assert all(one.card is None and "K" not in one.text for one in signals)


# --- War ---------------------------------------------------------------------------------------------------------------


def test_war_asks_discards_in_words_and_columns_to_touch() -> None:
    """Five legal ways from seven cards; then the columns, of which the last one wanted answers."""
    seen = Seen("casinoya-war", "Ana", "Bruno")
    stage = seen.stage()
    assert isinstance(stage, MusterStage)
    assert [item.text for item in stage.seats[0].options] == [
        "Keep all 7", "Discard 1", "Discard 1, draw 1", "Discard 2", "Discard 2, draw 1"
    ]  # fmt: skip
    seen.do("Ana 1-1")
    ana = seen.stage().seats[0]
    assert (ana.title, len(ana.columns)) == ("2 cards behind which columns?", 5)
    notes = seen.did(ana.columns[3])
    assert seen.stage(notes=notes).seats[0].chosen == (3,)
    assert seen.view.kept(seen.shot, notes) == notes
    notes = seen.did(ana.columns[3], notes=notes)  # touched again: no more
    notes = seen.did(ana.columns[1], notes=notes)
    notes = seen.did(ana.columns[4], notes=notes)
    assert notes == {}
    assert seen.stage().seats[0].answer == "Behind columns 2 and 5"
    seen.do("Bruno 2-0")
    assert seen.shot.state.phase == "reveal"
    assert seen.bar().undo.text == "Undo Bruno: Discard 2, draw 0"
    seen.did(Do("column", "Ana", "1"))  # nobody is asked any more
    assert seen.shot.state.phase == "reveal"


def armies(**options: str) -> Seen:
    """The mock-up's column: Ana's king attacks, Bruno's nine falls, the six of hearts steps in."""
    seen = Seen("casinoya-war", "Ana", "Bruno", "Chloé", **options)
    seen.do("Ana 2-0", "Bruno 1-0", "Chloé 1-0", "Bruno 2", "Chloé 4")
    seen.do(*(f"Ana/{face}" for face in ("7S", "KC", "3C", "9D", "QD")))
    seen.do(*(f"Bruno/{face}" for face in ("2H", "9S", "JC", "4S", "5S")))
    seen.do(*(f"Chloé/{face}" for face in ("7H", "8H", "X1", "TD", "6C")))
    return seen


def test_an_army_is_laid_in_one_row_with_its_reinforcements() -> None:
    """Five places a seat, the columns with a card behind marked; cards can be dragged until the reveal."""
    seen = Seen("casinoya-war", "Ana", "Bruno").do("Ana 0-0", "Bruno 2-0", "Ana 2+4", "Ana/KS", "Ana/QS")
    stage = seen.stage()
    assert isinstance(stage, LaidStage)
    ana = stage.hands[0]
    assert [len(row) for row in ana.rows] == [5]
    assert (ana.behind, ana.movable) == ((1, 3), 2)
    seen.did(Do("swap", "Ana", "0 1"))
    assert [card.face for card in seen.shot.state.seats[0].scans] == ["QS", "KS"]


def test_a_cancelled_column_is_told_and_marked() -> None:
    """Sevens tie in the first column: it is named with its card, and the second is fought."""
    stage = armies().stage()
    assert isinstance(stage, ArmyStage)
    assert (stage.column, stage.cancelled) == (1, (0,))
    assert stage.told[0].text == "Column 1: cancelled, Ana and Chloé tie (seven)"


def test_a_lost_column_wants_its_reinforcement() -> None:
    """The headline, who lost with a card behind, the prompt, and which columns still hide one."""
    seen = armies()
    stage = seen.stage()
    assert [line.text for line in stage.told[1:]] == [
        "Column 2: Ana's king attacks", "Lost, with a card behind: Bruno (nine)"
    ]  # fmt: skip
    assert seen.bar().sentence == "Bruno: turn the card behind column 2"
    assert [army.waiting for army in stage.armies] == [(), (1,), (3,)]
    assert seen.bar().eyebrow == "Round 1 · War · Column 2 of 5"


def test_the_reinforcement_steps_in_and_the_sum_is_told_in_words() -> None:
    """Neighbours that lend an effect are linked and named; the reinforcement stands before the card that was lost."""
    seen = armies().do("Bruno/6H")
    stage = seen.stage()
    ana, bruno, chloe = stage.armies
    assert ana.links == (False, True, False, True)
    assert bruno.links[0]  # 2♥ and 6♥
    assert chloe.links == (True, True, True, False)  # the joker lends to both sides
    assert bruno.cards[1].face == "6H"
    assert (bruno.fallen, bruno.waiting) == ((1,), ())
    told = [line.text.replace("\u00a0", " ") for line in stage.told]
    assert "king 2 + strike K♣ (beside 3♣) 1 = 3" in told
    assert "Bruno's nine is lost: 6♥ steps in" in told
    assert "mend 6♥ (beside 2♥) +1" in told
    assert "25 − 3 = 22" in told
    assert stage.why is not None


def test_links_follow_the_rule_of_neighbours_for_jokers() -> None:
    """Two jokers beside each other lend nothing; the first column's joker takes its right neighbour's effect."""
    from ui.view.war import links

    seen = Seen("casinoya-war", "Ana", "Bruno").do("Ana 2-0", "Bruno 2-0")
    seen.do(*(f"Ana/{face}" for face in ("X1", "X2", "3C", "9D", "QD")))
    seen.do(*(f"Bruno/{face}" for face in ("X1", "9S", "9H", "4S", "5S")))
    assert links(seen.shot.state, 0) == (False, True, False, True)
    assert links(seen.shot.state, 1) == (True, False, False, True)


# --- the effects library -----------------------------------------------------------------------------------------------


def library(**cards: str) -> str:
    """A deck file as text."""
    return "[cards]\n" + "\n".join(f"{face} = {{ {words} }}" for face, words in cards.items())


@pytest.fixture
def deck(tmp_path: Any) -> Any:
    """Writes a deck file and gives its name."""

    def write(**cards: str) -> str:
        path = tmp_path / "deck.toml"
        path.write_text(library(**cards), encoding="utf-8")
        return str(path)

    return write


def fight(deck: str, ana: tuple[str, ...], bruno: tuple[str, ...], **options: str) -> Seen:
    """A battle of blackjack between two hands of three cards, the first of them shown."""
    seen = Seen("casinoya-blackjack", "Ana", "Bruno", deck=deck, **options)
    seen.do(f"Ana/{ana[0]}", f"Bruno/{bruno[0]}", "Ana stand", "Bruno stand")
    return seen.do(*(f"Ana/{face}" for face in ana[1:]), *(f"Bruno/{face}" for face in bruno[1:]))


def test_mill_asks_for_the_top_cards_and_tells_them(deck: Any) -> None:
    """The prompt says who turns how many; the note first what is owed, then what went into the pit, by the designer's names."""
    numbers = deck(KS='effect = "mill", strength = 2, name = "The Miller"', **{"5C": 'name = "The Straw"'})
    seen = fight(numbers, ("QS", "KS", "TS"), ("2H", "3H", "4H"))
    assert seen.bar().sentence == "Bruno: turn the top 2 cards of your deck"
    assert [note.text for note in seen.stage().notes] == ["mill K♠ The Miller: Bruno turns 2"]
    assert [type(button.act) for button in seen.bar().buttons] == [ByHand]
    seen.do("Bruno/5C")
    assert seen.bar().sentence == "Bruno: turn the top card of your deck"
    seen.do("Bruno/9D")
    assert [note.text for note in seen.stage().notes] == ["mill K♠ The Miller: 5♣ The Straw 9♦ into the pit"]
    assert seen.bar().sentence == "Bruno takes 5"


def test_recover_can_be_left_off(deck: Any) -> None:
    """Cards are taken back from the pit until it is enough; the button says so and the battle goes on."""
    numbers = deck(KS='effect = "mill", strength = 2', **{"3H": 'effect = "recover", strength = 2'})
    seen = fight(numbers, ("QS", "KS", "TS"), ("2H", "3H", "4H")).do("Bruno/5C", "Bruno/9D")
    assert seen.bar().sentence == "Bruno: take 2 cards back from your pit"
    seen.do("Bruno/5C")
    by_hand, enough = seen.bar().buttons
    assert (by_hand.text, enough.text, enough.kind) == ("By hand", "No more", "primary")
    seen.press(enough)
    assert [note.text for note in seen.stage().notes] == [
        "mill K♠: 5♣ 9♦ into the pit", "recover 3♥: 5♣ under the deck"
    ]  # fmt: skip


def test_silence_leech_and_thorns_stand_in_the_notes_and_the_why(deck: Any) -> None:
    """Each tells its cards, whom it changed and by how much; the explanation has silence too."""
    numbers = deck(
        KS='effect = "silence", strength = 2',
        QS='effect = "leech", strength = 3, name = "The Widow"',
        **{"3H": 'effect = "thorns", strength = 3', "4H": "strength = 0"},
    )
    seen = Seen("casinoya-blackjack", "Ana", "Bruno", deck=numbers)
    assert seen.table.submit(Corrected("Ana", "hp", 10)).refusal is None
    seen.do("Ana/QS", "Bruno/2H", "Ana stand", "Bruno stand", "Ana/KS", "Ana/9S", "Bruno/3H", "Bruno/4H")
    stage = seen.stage()
    assert [(note.text, note.tone) for note in stage.notes] == [
        ("silence K♠: 2 cancelled", "muted"),
        ("leech Q♠ The Widow: Ana +3", "mint"),
        ("thorns 3♥: Ana −1", "red"),
    ]
    why = stage.ledger[0].why
    assert why is not None
    assert "Silence has taken 2 of the defender's protection" in why.lines
    assert "Ana's Q♠ The Widow: leech 3" in why.lines


def test_the_log_tells_silence_and_where_scanned_cards_go(deck: Any) -> None:
    """A milled card is told as milled, a recovered one as taken back, and silence within the sum."""
    numbers = deck(
        KS='effect = "mill"',
        QS='effect = "silence"',
        **{"3H": 'effect = "recover"', "2H": 'effect = "mend", strength = 3'},
    )
    seen = fight(numbers, ("QS", "KS", "9S"), ("2H", "3H", "4H"), hp="20").do("Bruno/5C", "Bruno/5C")
    told = [line.text for line in seen.facade.log()]
    assert "Bruno: 5♣ from the deck into the pit" in told
    assert "Bruno: 5♣ from the pit under the deck" in told
    assert any("silence cancels 1" in line for line in told)


def test_an_attacker_who_may_spare_sees_both_hands() -> None:
    """The question stands under the two hands, its answers in the bar."""
    seen = Seen("casinoya-blackjack", "Ana", "Bruno", may_spare="on").do("Ana stand", "Bruno stand")
    seen.do("Ana/KS", "Ana/QS", "Bruno/2S", "Bruno/3S")
    stage = seen.stage()
    assert isinstance(stage, BattleStage)
    assert not stage.ledger
    assert [button.text for button in seen.bar().buttons] == ["Spare", "Attack"]


def test_a_playoff_turns_top_cards_in_every_game() -> None:
    """Equal fronts play off on the same stage as in poker, under the row's name."""
    seen = Seen("casinoya-chinese", "Ana", "Bruno")
    other = ("2H", "3S", "5C", "7S", "7H", "TC", "JD", "2C", "QS", "QH", "QC", "4C", "4D")
    seen.do(*(f"Ana/{face}" for face in ROWS["Ana"]), *(f"Bruno/{face}" for face in other))
    assert isinstance(seen.stage(), ScanStage)
    assert "Front" in seen.bar().eyebrow


def test_a_card_that_strikes_alone_is_called_by_the_designers_name(deck: Any) -> None:
    """The ledger's box has the name beside the card; two of them leave only the cards."""
    numbers = deck(KC='name = "The Champion", strength = 2')
    seen = fight(numbers, ("QS", "KC", "TS"), ("2H", "3H", "4H"))
    assert [box.word for box in seen.stage().ledger][:2] == ["Total", "Strike K♣ The Champion"]
    seen = fight(numbers, ("QC", "KC", "TS"), ("2H", "3H", "4H"))
    assert [box.word for box in seen.stage().ledger][:2] == ["Total", "Strike Q♣ K♣"]


# --- any game ----------------------------------------------------------------------------------------------------------

FEW = {
    "casinoya-poker": {"hp": "3"}, "casinoya-blackjack": {"hp": "3"}, "casinoya-chinese": {"hp": "4"}, "casinoya-war": {"hp": "2"},
    "casino-war": {}, "cassino": {}, "cassino-royal": {}, "cassino-spade": {}, "cassino-draw": {},
}  # fmt: skip


@pytest.mark.parametrize("game", list(GAMES))
def test_every_moment_of_a_random_game_can_be_shown(game: str) -> None:
    """Short games of robots with an undo now and then: stage and bar are there after each action, and who dies still has whole hands."""
    rng = random.Random(game)
    deaths = 0
    for count in [2, 3, 2, 4, 2, 3, 2, 6] if FEW[game] else [2]:
        seen = Seen(game, *("Ana", "Bruno", "Chloé", "Dora", "Emil", "Fritz")[:count], **FEW[game])
        company = Company(seen.shot.game, seen.shot.players, seen.shot.options, rng)
        company.follow(seen.shot.state, seen.shot.events)
        for _ in range(400):
            if seen.shot.outcome is not None:
                break
            action = company.act([one.prompt for one in seen.shot.prompts])
            assert action is not None
            assert seen.table.submit(action).refusal is None
            company.follow(seen.shot.state, seen.shot.events)
            stage = seen.stage()
            seen.bar()
            if isinstance(stage, BattleStage) and stage.ledger:
                dead = [seat.name for seat in seen.shot.state.seats if seat.out]
                hands = (stage.attacker, stage.defender)
                deaths += any(hand.seat in dead for hand in hands)
                assert game != "casinoya-poker" or all(len(hand.cards) == 5 for hand in hands)
            elif isinstance(stage, ArmyStage):
                deaths += any(army.gone for army in stage.armies)
                assert all(len(army.cards) == 5 for army in stage.armies)
            if rng.random() < 0.03 and seen.shot.undo:
                seen.table.undo()
                seen.stage()
                seen.table.redo()
                seen.stage()
    assert deaths or game not in ("casinoya-poker", "casinoya-war")
