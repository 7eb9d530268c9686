"""The screen's memory and what a press means, without a window: which screen, which sheet, what is hidden, what is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.live.table import Table
from companion.rules.cards import NATURALS, Card
from companion.rules.game import Given, Picked, Player, Touched
from companion.rules.games import GAMES
from ui.desk import Desk
from ui.direct import DirectFacade
from ui.facade import ReaderView, SignalGiven
from ui.facade_evening import DeckChosen
from ui.view import model
from ui.view.pages import question_page

ANA = ("KS", "KH", "KC", "4C", "4D")
BRUNO = ("9S", "9D", "3H", "3S", "QC")


class Later:
    """Timers that a test fires by hand."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []

    def __call__(self, seconds: float, do: Callable[[], None]) -> None:
        self.waiting.append(do)

    def fire(self) -> None:
        waiting, self.waiting = self.waiting, []
        for do in waiting:
            do()


@pytest.fixture
def later() -> Later:
    return Later()


@pytest.fixture
def desk(later: Later) -> Desk:
    facade = DirectFacade(Table(GAMES), names=("Ana", "Bruno", "Chloé"), readers=[ReaderView("tty", "ready")])
    made = Desk(facade, lambda: None, later)
    facade.subscribe(made.hear)
    return made


def poker(desk: Desk, **options: str) -> None:
    desk.facade.new_game("casinoya-poker", [Player("Ana", "Ana"), Player("Bruno", "Bruno")], options)
    desk.press(model.Go("table"))


def do(desk: Desk, *actions: Any) -> None:
    for action in actions:
        desk.facade.submit(Touched(Card(action)) if isinstance(action, str) else action)


def scanned(desk: Desk, **options: str) -> None:
    """A poker round up to Bruno's last card."""
    poker(desk, **options)
    do(desk, Given("Ana", "exchange", 2), Given("Bruno", "exchange", 0))
    do(desk, *(f"Ana/{face}" for face in ANA), *(f"Bruno/{face}" for face in BRUNO[:4]))


def table(desk: Desk) -> model.TableView:
    view = desk.view()
    assert isinstance(view, model.TableView)
    return view


def words_of(value: Any) -> str:
    """Everything that a view says, in one string."""
    return repr(value)


def test_home_names_the_moment_to_go_on_with(desk: Desk) -> None:
    """A game in progress is offered with its round and everybody's numbers."""
    poker(desk)
    desk.press(model.Go("home"))
    view = desk.view()
    assert isinstance(view, model.HomeView)
    assert view.resume is not None
    assert view.resume[1].replace("\u00a0", " ") == "CasiNoya Poker · round 1 · Ana 20, Bruno 20"
    desk.press(view.resume[2].act)
    assert isinstance(desk.view(), model.TableView)


def test_the_variants_of_cassino_share_a_tile(desk: Desk) -> None:
    """Home shows one tile for all of Cassino; the variant is chosen with the players."""
    view = desk.view()
    assert isinstance(view, model.HomeView)
    assert sum("Cassino" in tile.title for tile in view.tiles) == 1
    desk.press(model.Go("new", "cassino"))
    new = desk.view()
    assert isinstance(new, model.NewGameView)
    assert [button.text for button in new.variants] == ["Classic", "Royal", "Spade", "Draw"]
    desk.press(new.variants[1].act)
    new = desk.view()
    assert isinstance(new, model.NewGameView)
    assert new.title == "Royal Cassino"


def test_a_game_is_prepared_by_fingers_alone(desk: Desk) -> None:
    """Names are tapped or typed, an option is changed, and the game begins with them."""
    desk.press(model.Go("new", "casinoya-poker"))
    view = desk.view()
    assert isinstance(view, model.NewGameView)
    assert not view.bar.buttons[-1].enabled
    desk.press(view.names[0].act)
    desk.press(model.Put("name", "1"))
    desk.press(model.Put("text", "", "Zoé"))
    keyboard = desk.view()
    assert isinstance(keyboard, model.KeyboardView)
    desk.press(keyboard.bar.buttons[-1].act)
    desk.press(model.Go("options", "casinoya-poker"))
    desk.press(model.Put("option", "hp", "25"))
    desk.press(model.Go("new", "casinoya-poker"))
    view = desk.view()
    assert isinstance(view, model.NewGameView)
    assert [slot.name for slot in view.slots] == ["Ana", "Zoé", ""]
    desk.press(view.bar.buttons[-1].act)
    shot = desk.facade.snapshot
    assert shot is not None
    assert [player.name for player in shot.players] == ["Ana", "Zoé"]
    assert [seat.big for seat in table(desk).seats] == ["25", "25"]


def test_a_name_cannot_be_given_twice_nor_be_reserved(desk: Desk) -> None:
    """The keyboard's OK rests while the name is taken or means something else."""
    desk.press(model.Go("new", "casinoya-poker"))
    desk.press(model.Put("seat", "", "Ana"))
    desk.press(model.Put("name", "1"))
    for text in ("Ana", "table", "Dealer", "  "):
        desk.press(model.Put("text", "", text))
        view = desk.view()
        assert isinstance(view, model.KeyboardView)
        assert not view.bar.buttons[-1].enabled, text


def test_a_card_of_a_common_deck_sits_nobody_down(desk: Desk) -> None:
    """A card of the shoe, touched while people sit down, is nobody's: no player called shoe appears."""
    desk.press(model.Go("new", "casinoya-poker"))
    desk.hear(DeckChosen("", "Ana"))
    desk.hear(DeckChosen("", "shoe"))
    view = desk.view()
    assert isinstance(view, model.NewGameView)
    assert [slot.name for slot in view.slots] == ["Ana", ""]
    assert view.bar.sentence == "This card is of a deck that all share, of no player's."


def test_nothing_of_a_hidden_hand_is_shown_before_the_reveal(desk: Desk) -> None:
    """While hands are scanned blind neither cards, undo, signals nor the by-hand grid tell which card it was."""
    scanned(desk)
    do(desk, "Ana/KS")  # a card already scanned: a signal
    view = table(desk)
    assert isinstance(view.stage, model.ScanStage)
    cards = [card for hand in view.stage.hands for card in hand.cards]
    assert {card.shown for card in cards} == {"back", "empty"}
    assert all(card.face == "" for card in cards)
    assert view.bar.undo is not None
    assert view.bar.undo.text == "Undo Bruno's card"
    desk.press(model.ByHand("Bruno", "Bruno"))
    grid = table(desk).stage
    assert isinstance(grid, model.HandStage)
    assert set(BRUNO) <= set(grid.acts)


def test_an_open_reveal_shows_faces_at_once(desk: Desk) -> None:
    """With `reveal=open` each scanned card shows its face."""
    scanned(desk, reveal="open")
    stage = table(desk).stage
    assert isinstance(stage, model.ScanStage)
    assert [card.face for card in stage.hands[0].cards] == list(ANA)


def test_a_joker_is_chosen_without_naming_it_to_the_others(desk: Desk) -> None:
    """The best reading can be taken without the table seeing which; any other face can be chosen; the undo names the seat only."""
    poker(desk)
    do(desk, Given("Ana", "exchange", 0), Given("Bruno", "exchange", 0))
    do(desk, *(f"Ana/{face}" for face in ("KS", "KH", "X1", "4C", "4D")), *(f"Bruno/{face}" for face in BRUNO[:4]))
    view = table(desk)
    assert isinstance(view.stage, model.ScanStage)
    choose = view.stage.hands[0].button
    assert choose is not None
    desk.press(choose.act)
    view = table(desk)
    assert isinstance(view.stage, model.FaceStage)
    assert not any(item.proposed for item in view.stage.faces)
    assert {item.face for item in view.stage.faces} == set(NATURALS)  # a dark face would tell that it is held
    desk.press(view.bar.buttons[-1].act)
    view = table(desk)
    assert isinstance(view.stage, model.ScanStage)
    assert view.bar.undo is not None
    assert view.bar.undo.text == "Undo Ana's joker"


def test_the_battle_shows_its_ledger_and_its_sum(desk: Desk) -> None:
    """HEADLESS.md's example: 8 + 2 − 0 = 10, and 20 − 10 = 10 for Bruno."""
    scanned(desk)
    do(desk, "Bruno/QC")
    view = table(desk)
    assert isinstance(view.stage, model.BattleStage)
    assert [(box.sign, box.value) for box in view.stage.ledger] == [("", "8"), ("+", "2"), ("−", "0"), ("=", "10")]
    assert view.stage.total == "20 − 10 = 10"
    assert view.stage.attacker.title == "Full house, kings over fours"
    badges = {card.face: card.badge for card in view.stage.defender.cards if card.badge}
    assert set(badges) == {"9D", "3H"}
    assert [(seat.role, seat.note) for seat in view.seats] == [("attacker", ""), ("defender", "−10")]
    assert view.bar.buttons[-1].kind == "primary"
    assert view.bar.sentence == "Bruno takes 10"


def test_every_number_of_the_ledger_answers_why(desk: Desk) -> None:
    """Pressing a box explains it with the cards behind it; closing goes back to the battle."""
    scanned(desk)
    do(desk, "Bruno/QC")
    stage = table(desk).stage
    assert isinstance(stage, model.BattleStage)
    for box in stage.ledger:
        assert box.why is not None
        desk.press(box.why)
        sheet = table(desk).stage
        assert isinstance(sheet, model.TextStage)
        assert any("K♣" in line for line in sheet.lines)
        desk.press(model.CloseSheet())


def test_cards_by_hand_go_on_to_the_next_seat_and_then_close(desk: Desk) -> None:
    """The grid stays with a seat while it owes cards, then serves the next one, then makes room for the battle."""
    poker(desk)
    do(desk, Given("Ana", "exchange", 0), Given("Bruno", "exchange", 0))
    desk.press(model.ByHand("Ana", "Ana"))
    for face in ANA:
        desk.press(model.EnterCard(Card(f"Ana/{face}")))
    assert desk.sheet == model.ByHand("Bruno", "Bruno")
    for face in BRUNO:
        desk.press(model.EnterCard(Card(f"Bruno/{face}")))
    assert desk.sheet is None
    assert isinstance(table(desk).stage, model.BattleStage)


def test_a_refusal_is_told_for_a_moment(desk: Desk, later: Later) -> None:
    """What was refused stands in the prompt bar in the signal's tone, then the bar is as before."""
    scanned(desk)
    before = table(desk).bar
    do(desk, "Ana/2S")
    told = table(desk).bar
    assert told.tone == "red"
    assert told.eyebrow != before.eyebrow
    later.fire()
    assert table(desk).bar == before


@pytest.mark.parametrize(("kind", "tone"), [("already", "gold"), ("unknown", "blue"), ("refused", "red")])
def test_the_signals_have_their_own_tones(desk: Desk, kind: Any, tone: str) -> None:
    """Already taken, unknown and refused are told apart."""
    poker(desk)
    desk.hear(SignalGiven(kind, "something"))
    assert table(desk).bar.tone == tone


def test_a_lost_reader_offers_cards_by_hand(desk: Desk) -> None:
    """The banner says what was saved and how to go on; ready again it is gone."""
    scanned(desk)
    facade = desk.facade
    assert isinstance(facade, DirectFacade)
    facade.set_readers(ReaderView("tty", "lost", detail="Check the cable."), advice=["The cable is out."])
    banner = table(desk).banner
    assert banner is not None
    assert "11 actions" in banner.text
    desk.press(banner.buttons[0].act)
    assert isinstance(table(desk).stage, model.HandStage)
    desk.press(model.Details())
    details = table(desk).stage
    assert isinstance(details, model.TextStage)
    assert details.lines == ("The cable is out.",)
    facade.set_readers(ReaderView("tty", "ready"))
    assert table(desk).banner is None


def test_a_fault_is_told_to_players_not_to_programmers(desk: Desk) -> None:
    """What the system calls an error is for the details; the banner says what to do, in whole sentences."""
    scanned(desk)
    facade = desk.facade
    assert isinstance(facade, DirectFacade)
    facade.set_readers(ReaderView("tty", "lost", detail="[Errno 5] Input/output error"))
    banner = table(desk).banner
    assert banner is not None
    assert banner.text == "Saved: 11 actions. Check its cable. Trying again by itself."


def test_a_question_stands_once_and_the_bar_says_that_nothing_happened(desk: Desk) -> None:
    """A question is large on the felt, or on a page of its own; below it stand the two answers and that nothing is done yet."""
    poker(desk)
    question = model.Confirm("End it?", "End it", model.Go("home"))
    desk.press(question)
    view = table(desk)
    assert isinstance(view.stage, model.TextStage)
    assert (view.stage.title, view.stage.lines) == ("End it?", ())
    assert view.bar.sentence == "Nothing is done until you say so"
    page = question_page(question, model.CloseSheet())
    assert (page.lines, page.empty, page.bar.sentence) == ((), "End it?", "Nothing is done until you say so")


def test_an_answer_to_a_question_that_is_gone_does_nothing(desk: Desk) -> None:
    """A button pressed after its prompt was answered otherwise is stale and changes nothing."""
    poker(desk)
    stage = table(desk).stage
    assert isinstance(stage, model.ExchangeStage)
    shot = desk.facade.snapshot
    assert shot is not None
    stale = model.Submit(Given("Ana", "exchange", 3), shot.prompts[0])
    do(desk, Given("Ana", "exchange", 1))
    desk.press(stale)
    shot = desk.facade.snapshot
    assert shot is not None
    assert shot.entries == 1


def test_chores_wait_until_they_are_done(desk: Desk) -> None:
    """After a round the steps are shown in order; `done` opens the next round; the setting skips them."""
    scanned(desk)
    do(desk, "Bruno/QC", Picked("table", "next"))
    view = table(desk)
    assert isinstance(view.stage, model.ChoresStage)
    assert len(view.stage.steps) >= 3
    assert view.bar.eyebrow == "After round 1 · CasiNoya Poker"  # not what the next round begins with
    assert [(seat.role, seat.role_word, seat.note) for seat in view.seats] == [("", "", ""), ("", "", "")]
    assert view.bar.undo is not None
    assert view.bar.undo.text == "Undo next round"
    desk.press(view.bar.buttons[-1].act)
    assert isinstance(table(desk).stage, model.ExchangeStage)
    desk.facade.undo()
    assert isinstance(table(desk).stage, model.BattleStage)


def test_the_end_shows_who_won_and_can_be_taken_back(desk: Desk) -> None:
    """Game over names the winner and the numbers by round; undo goes back to the last battle."""
    scanned(desk, hp="5")
    do(desk, "Bruno/QC", Picked("table", "next"))
    view = desk.view()
    assert isinstance(view, model.OverView)
    assert view.title == "Ana wins"
    assert [line.values for line in view.series] == [(5.0, 5.0), (5.0, 0.0)]
    assert view.bar.undo is not None
    assert view.bar.undo.text == "Undo the end"
    assert view.bar.sentence == "Ana 5 HP, deck 47"  # what the headline does not say
    assert ("Best hand", "Ana · full house") in view.facts
    assert "Actions" not in dict(view.facts)  # they stand below the headline
    desk.press(view.bar.undo.act)
    assert isinstance(table(desk).stage, model.BattleStage)


def test_the_screen_loads_no_kivy_until_a_window_is_wanted() -> None:
    """Views, desk, facade and app are imported without Kivy, so that the rest of the program may use them."""
    import subprocess
    import sys

    code = (
        "import sys, ui.app, ui.desk, ui.direct, ui.facade, ui.palette, ui.view.games as games;"
        "from companion.rules.games import GAMES; [games.view_of(name) for name in GAMES];"
        "print([name for name in sys.modules if name.startswith('kivy')])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert told.stdout.strip() == "[]"
