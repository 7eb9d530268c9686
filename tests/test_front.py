"""The screen's facade over real threads and simulated hardware: the whole program but the window."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hearing import PATIENCE, Heard  # of tests/support

from companion import settings, words
from companion.live.snapshot import Snapshot
from companion.rules.cards import Card
from companion.rules.game import BadOption, Given, IllegalAction, Pick, Picked, Player, Touch
from companion.wiring.desk import Desk, simulated
from companion.wiring.simulated import Player as Hands
from ui.facade import ReadersChanged, SignalGiven, TableChanged
from ui.facade_evening import Reported

TWO = (Player("Ana", "Ana"), Player("Bruno", "Bruno"))


class Listening(Heard):
    """A desk, and everything it told."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.front = desk.front
        assert desk.hands is not None
        self.hands: Hands = desk.hands
        self.hands.patience = PATIENCE  # a machine that is busy with other tests reads late
        self.front.subscribe(self.hear)

    def shot(self) -> Snapshot:
        snapshot = self.front.snapshot
        assert snapshot is not None
        return snapshot

    def signals(self) -> list[SignalGiven]:
        return [one for one in self.notices if isinstance(one, SignalGiven)]

    def reader_is(self, state: str) -> Callable[[], bool]:
        return lambda: [one.state for one in self.front.readers()] == [state]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[], Listening]]:
    """Starts simulated tables on one journal; all are closed at the end."""
    running: list[Desk] = []

    def begin() -> Listening:
        for desk in running:
            desk.front.close()
        loaded = settings.load([], overrides=tmp_path / settings.SCREEN_FILE)
        running.append(simulated(loaded, tmp_path / "journal.db", 5, pace=0.0))
        running[-1].open()
        return Listening(running[-1])

    yield begin
    for desk in running:
        desk.front.close()
    words.use("en")


@pytest.mark.parametrize("game", ["casinoya-poker", "casinoya-war", "cassino"])
def test_robots_play_a_whole_game_through_the_chip(start: Callable[[], Listening], game: str) -> None:
    """With a robot in each seat a game runs to its end; every touched card was read by the chip, and the log tells it."""
    here = start()
    for player in TWO:
        here.hands.set_robot(player.name, True)
    options = {"hp": "3"} if game.startswith("casinoya") else {"game": "2", "claim": "end_of_pack"}
    here.front.new_game(game, TWO, options)
    here.until(lambda: here.shot().outcome is not None)
    touches = sum(type(record.change.action).__name__ == "Touched" for record in here.shot().history)
    assert touches > 0
    assert here.hands.hardware.reader.reads >= touches
    assert here.front.log()[-1].text
    assert len(here.front.history()) >= 2
    assert not [one for one in here.signals() if one.kind == "unknown"]


def test_one_person_plays_against_a_robot(start: Callable[[], Listening]) -> None:
    """The robot answers for itself only; the person's cards are tapped, dealt at random or entered by hand."""
    here = start()
    here.hands.set_robot("Bruno", True)
    here.front.new_game("casinoya-poker", TWO, {})
    here.until(lambda: [one.prompt.seat for one in here.shot().prompts] == ["Ana"])
    assert dict(here.hands.robots()) == {"Ana": False, "Bruno": True}
    here.front.submit(Given("Ana", "exchange", 0), here.shot().prompts[0])
    here.until(lambda: [one.prompt.seat for one in here.shot().prompts if isinstance(one.prompt, Touch)] == ["Ana"])
    owed = here.shot().prompts[0].prompt
    assert isinstance(owed, Touch)
    here.hands.tap(Card("Ana/KS"))
    here.until(lambda: "KS" in str(here.shot().report()["players"][0]["hand_cards"]))
    here.front.touch(Card("Ana/QS"))
    here.until(lambda: len(here.shot().report()["players"][0]["hand_cards"]) == 2)
    assert here.hands.deal("Ana") == owed.count - 2
    here.until(lambda: not [one for one in here.shot().prompts if isinstance(one.prompt, Touch)])


def test_a_card_laid_twice_is_already_taken_and_a_stale_tap_does_nothing(start: Callable[[], Listening]) -> None:
    """The four signals come from the table's own verdict; a second tap of a double tap on a button is dropped in silence."""
    here = start()
    here.front.new_game("casinoya-poker", TWO, {})
    prompt = here.shot().prompts[0]
    here.front.submit(Given("Ana", "exchange", 1), prompt)
    here.front.submit(Given("Ana", "exchange", 2), prompt)
    here.front.submit(Given("Bruno", "exchange", 0), here.shot().prompts[-1])
    here.until(lambda: here.shot().entries == 2)
    here.hands.tap(Card("Ana/KS"))
    here.until(lambda: any(one.kind == "taken" for one in here.signals()))
    here.hands.tap(Card("Ana/KS"))
    here.until(lambda: any(one.kind == "already" for one in here.signals()))
    assert [one.kind for one in here.signals()] == ["taken", "already"]
    assert here.signals()[-1].text
    assert here.shot().report()["players"][0]["aside"] == 1


def test_a_reader_that_is_unplugged_is_told_and_comes_back(start: Callable[[], Listening]) -> None:
    """Lost and found: the banner's text is there, the game goes on by hand, and nothing was played by itself."""
    here = start()
    here.until(here.reader_is("ready"))
    here.front.new_game("casinoya-poker", TWO, {})
    here.hands.set_fault("unplug", True)
    here.until(here.reader_is("lost"))
    assert here.front.readers()[0].detail
    assert here.front.doctor()[0] == here.front.readers()[0].detail
    assert here.hands.faults() == {"unplug"}
    here.front.submit(Given("Ana", "exchange", 1), here.shot().prompts[0])
    here.until(lambda: here.shot().entries == 1)
    here.hands.clear()
    here.front.retry_readers()
    here.until(here.reader_is("ready"))
    assert here.shot().entries == 1
    assert any(isinstance(one, ReadersChanged) for one in here.notices)


@pytest.mark.parametrize(("state", "said"), [("low", "has too little"), ("was-low", "at times"), ("steady", "")])
def test_too_little_voltage_is_told_with_the_reader_that_dropped_out(
    start: Callable[[], Listening], monkeypatch: pytest.MonkeyPatch, state: str, said: str
) -> None:
    """The usual reason stands below the fault; where every device answers nobody is bothered."""
    monkeypatch.setattr("companion.wiring.front.supply", lambda: state)
    here = start()
    here.until(here.reader_is("ready"))
    assert here.front.doctor() == ["Every device answers."]
    here.hands.set_fault("unplug", True)
    here.until(here.reader_is("lost"))
    assert len(here.front.doctor()) == (2 if said else 1)
    assert said in here.front.doctor()[-1]


def test_a_report_of_the_running_table_lies_on_the_stick(start: Callable[[], Listening], tmp_path: Path) -> None:
    """What the start complained of is in it, and what was logged since; where it lies is told."""
    here = start()
    here.until(here.reader_is("ready"))
    here.front.say_trouble("The card file is damaged.")
    logging.getLogger("hardware.reader").warning("the plug is loose")
    here.front.save_report(str(tmp_path / "stick"))
    here.until(lambda: any(isinstance(one, Reported) for one in here.notices))
    (folder,) = (tmp_path / "stick").iterdir()
    assert "The card file is damaged." in (folder / "doctor.txt").read_text()
    assert "the plug is loose" in (folder / "program.log").read_text()
    assert "ready" in (folder / "readers.txt").read_text()
    told = next(one for one in here.notices if isinstance(one, Reported))
    assert told.good
    assert str(folder) in told.text


def test_two_cards_are_told(start: Callable[[], Listening]) -> None:
    """Two cards on the reader are a state of the reader, and neither is played."""
    here = start()
    here.until(here.reader_is("ready"))
    here.front.new_game("casinoya-poker", TWO, {})
    here.hands.two_cards()
    here.until(here.reader_is("two-cards"))
    assert len(here.hands.lying()) == 2
    here.hands.clear()
    here.until(here.reader_is("ready"))
    assert here.shot().entries == 0


def test_undo_redo_and_what_they_would_do(start: Callable[[], Listening]) -> None:
    """Undo takes back what its button named; redo brings it back; a replacement is previewed before it is made."""
    here = start()
    here.front.new_game("casinoya-poker", TWO, {})
    for seat in ("Ana", "Bruno"):
        here.front.submit(Given(seat, "exchange", 0))
    here.front.touch(Card("Ana/KS"))
    here.until(lambda: here.shot().entries == 3)
    change = here.shot().undo
    assert change is not None
    assert words.undo_text(change.action) == "Undo K♠ Ana"
    here.front.undo()
    here.until(lambda: here.shot().entries == 4)
    assert here.shot().redo is not None
    here.front.redo()
    here.until(lambda: here.shot().entries == 5)
    preview = here.front.preview_replace(3, Card("Ana/QS"))
    assert preview.refusal is None
    assert here.shot().report()["players"][0]["hand_cards"] == ["Ana/KS"]
    here.front.replace(3, Card("Ana/QS"))
    here.until(lambda: here.shot().report()["players"][0]["hand_cards"] == ["Ana/QS"])


def test_what_cannot_be_played_is_refused_at_once(start: Callable[[], Listening]) -> None:
    """A bad new game raises and leaves the running one; people and house options of the good one are remembered."""
    here = start()
    here.front.new_game("casinoya-poker", TWO, {"hp": "9"})
    with pytest.raises(IllegalAction):
        here.front.new_game("casinoya-poker", TWO[:1], {})
    assert here.shot().words == {"hp": "9"}
    assert here.front.names() == ("Ana", "Bruno")
    assert here.front.saved_options("casinoya-poker") == {"hp": "9"}


def test_a_game_and_what_was_changed_are_there_after_a_restart(start: Callable[[], Listening]) -> None:
    """Closed and started again: the game stands, settings and names are kept, the language is spoken."""
    here = start()
    here.front.new_game("casinoya-poker", TWO, {})
    here.front.submit(Given("Ana", "exchange", 3))
    here.until(lambda: here.shot().entries == 1)
    here.front.change_setting("language", "fr")
    here.front.change_setting("volume", "20")
    with pytest.raises(BadOption):
        here.front.change_setting("volume", "loud")
    again = start()
    assert again.shot().entries == 1
    assert again.front.settings()["volume"] == "20"
    assert words.current() == "fr"
    assert again.front.names() == ("Ana", "Bruno")


def test_lamps_show_who_is_to_act(start: Callable[[], Listening]) -> None:
    """The simulated lamps are driven by the same code as real ones: the seat that acts breathes, the others are dark."""
    here = start()
    here.front.new_game("casinoya-poker", TWO, {})
    here.front.submit(Given("Ana", "exchange", 3))
    here.until(lambda: here.shot().entries == 1 and any(isinstance(one, TableChanged) for one in here.notices))
    lamps = {lamp.seat: lamp.motion for lamp in here.front.lamps()}
    assert lamps["Bruno"] == "breathe"
    assert lamps["Ana"] == ""


def test_a_pick_is_answered_by_its_option(start: Callable[[], Listening]) -> None:
    """A button of the screen answers the pick that stands."""
    here = start()
    here.front.new_game("casinoya-war", TWO, {})
    standing = here.shot().prompts[0]
    assert isinstance(standing.prompt, Pick)
    option = here.shot().choices(standing.prompt).ids[0]
    here.front.submit(Picked(standing.prompt.seat, option), standing)
    here.until(lambda: here.shot().entries == 1)


def test_a_private_split_stays_private_until_it_is_laid(start: Callable[[], Listening]) -> None:
    """Thirteen cards are laid for the player alone: the game hears nothing of them until they are laid for the reveal."""
    here = start()
    here.front.new_game("casinoya-chinese", TWO, {})
    here.front.ask_split("Ana")
    here.until(lambda: here.front.private() is not None)
    cards = ["AS", "KS", "QS", "JS", "TS", "2H", "3H", "4H", "5H", "6H", "X1", "7C", "7D"]
    here.front.touch(Card(f"Ana/{cards[0]}"))
    for face in cards[1:]:
        here.hands.tap(Card(f"Ana/{face}"))
    here.until(lambda: (hand := here.front.private()) is not None and hand.known == 13)
    assert here.shot().entries == 0
    assert not [one for one in here.signals() if one.card is not None]
    split = here.front.held_split()
    assert split is not None
    assert split.back == ("AS", "KS", "QS", "JS", "TS")
    assert dict(split.readings) == {"X1": "7S"}
    here.front.lay_split()
    here.until(lambda: here.shot().entries == 14)
    assert here.front.private() is None
    assert here.shot().report()["players"][0]["hand_cards"][-5:] == [f"Ana/{face}" for face in split.back]
    here.front.ask_split("Bruno")
    here.until(lambda: (hand := here.front.private()) is not None and hand.seat == "Bruno")
    here.front.forget_split()
    assert here.front.private() is None
    assert here.front.held_split() is None
