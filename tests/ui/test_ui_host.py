"""The host's hand without a window: what can be pressed leads where it says, and nothing is done that was not confirmed."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from looking import shown_at  # of tests/support

from companion.live.evening import summary
from companion.live.snapshot import Origin
from companion.live.table import Table
from companion.robots import Company
from companion.rules.cards import Card
from companion.rules.game import Corrected, Given, Picked, Player, Touched
from companion.rules.games import GAMES
from companion.settings import Screen
from ui.desk import Desk
from ui.direct import DirectFacade
from ui.facade import ReaderView
from ui.facade_evening import PlaceView
from ui.view import host, host_parts, model
from ui.view.host_model import MenuStage, PageView
from ui.widgets.numbers import answer

NAMES = ("Ana", "Bruno", "Chloé")
HANDS = {
    "Ana": ("KS", "KH", "KC", "4C", "4D"),
    "Bruno": ("9S", "9D", "3H", "3S", "QC"),
    "Chloé": ("2S", "4S", "7D", "9H", "JC"),
}


class Later:
    """Timers that a test fires by hand."""

    def __init__(self) -> None:
        self.waiting: list[tuple[float, Callable[[], None]]] = []

    def __call__(self, seconds: float, do: Callable[[], None]) -> None:
        self.waiting.append((seconds, do))

    def pass_one(self) -> None:
        """One second passes."""
        due = [do for seconds, do in self.waiting if seconds <= 1.0]
        self.waiting = [(seconds, do) for seconds, do in self.waiting if seconds > 1.0]
        for do in due:
            do()


class Bench:
    """A desk in front of a direct facade; fingers press only what the view shows."""

    def __init__(self, **settings: str) -> None:
        self.later = Later()
        self.facade = DirectFacade(
            Table(GAMES),
            names=NAMES,
            settings=settings,
            readers=[ReaderView("usb", "ready"), ReaderView("tty", "ready")],
        )
        self.desk = Desk(self.facade, lambda: None, self.later)
        self.facade.subscribe(self.desk.hear)

    @property
    def shot(self) -> Any:
        return self.facade.snapshot

    def start(self, game: str = "casinoya-poker", count: int = 2, **options: str) -> None:
        self.facade.new_game(game, [Player(name, name) for name in NAMES[:count]], options)
        self.desk.press(model.Go("table"))

    def do(self, *actions: Any) -> None:
        for action in actions:
            reply = self.facade._table.submit(Touched(Card(action)) if isinstance(action, str) else action)
            assert reply.ok, reply.refusal

    def reveal(self, count: int = 2) -> None:
        """Everybody exchanges nothing and lays the hand down."""
        self.do(*(Given(name, "exchange", 0) for name in NAMES[:count]))
        self.do(*(f"{name}/{face}" for name in NAMES[:count] for face in HANDS[name]))

    def finish_round(self) -> None:
        while any(one.prompt.purpose == "next" for one in self.shot.prompts):
            self.do(Picked("table", "next"))

    # --- fingers and eyes ------------------------------------------------------------------------------------------

    def words(self) -> list[str]:
        return [
            value
            for one in shown_at(self.desk)
            for name in one.__struct_fields__
            if isinstance(value := getattr(one, name), str) and value
        ] + [line for one in shown_at(self.desk) for line in getattr(one, "lines", ()) if isinstance(line, str)]

    def acts(self, text: str) -> list[Any]:
        return [
            one.act for one in shown_at(self.desk) if getattr(one, "text", None) == text and getattr(one, "act", None)
        ]

    def press(self, *texts: str) -> None:
        """Press what says this, one after another."""
        for text in texts:
            found = self.acts(text)
            assert found, f"nothing says {text!r} among {sorted(set(self.words()))}"
            self.desk.press(found[0])

    def face(self, face: str) -> None:
        """Press a face on the grid."""
        stage = self.desk.view().stage
        self.desk.press(stage.acts[face])

    def give(self, number: int) -> None:
        """Type a number on the pad."""
        self.desk.press(answer(self.desk.view().stage.ask, number))

    def player(self, name: str) -> Any:
        return next(one for one in self.shot.report()["players"] if one["name"] == name)


@pytest.fixture
def bench() -> Bench:
    return Bench()


# --- corrections -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "field", "value"), [("casinoya-poker", "hp", 7), ("casino-war", "bank", 90), ("cassino", "points", 9)]
)
def test_a_long_press_on_a_number_corrects_it(bench: Bench, game: str, field: str, value: int) -> None:
    """Holding a seat, or its entry in the menu, opens the pad within the game's own bounds; the correction is logged."""
    bench.start(game)
    seats = bench.desk.view().seats
    if seats:
        bench.desk.press(seats[0].hold)
    else:
        bench.press("⋯", "Ana", f"Correct {field}")
    pad = bench.desk.view().stage
    assert isinstance(pad, model.PadStage)
    assert pad.ask.default == bench.player("Ana")[field]
    bench.give(value)
    assert bench.player("Ana")[field] == value
    assert any("corrects" in line.text for line in bench.facade.log())
    assert not isinstance(bench.desk.view().stage, model.PadStage)


def test_the_pad_of_a_correction_leads_to_why_and_to_the_seat(bench: Bench) -> None:
    """Beside the pad stand the reason for the number and everything else about the seat."""
    bench.start()
    bench.desk.press(bench.desk.view().seats[0].hold)
    bench.press("Why 20?")
    assert "At the start: 20" in bench.words()
    bench.press("Close")
    bench.desk.press(bench.desk.view().seats[0].hold)
    bench.press("More…")
    assert isinstance(bench.desk.view().stage, MenuStage)


def test_a_card_is_moved_to_where_it_really_lies(bench: Bench) -> None:
    """From the seat over its card to one of the zones that are possible now."""
    bench.start()
    bench.press("⋯", "Bruno", "A card lies elsewhere")
    bench.face("KH")
    assert {one.text for one in bench.desk.view().stage.items} == {"Aside", "Pit"}
    bench.press("Pit")
    assert bench.player("Bruno")["pit_cards"] == ["Bruno/KH"]


def test_own_scans_are_laid_anew_from_the_seat(bench: Bench) -> None:
    """A seat takes back its own scans only."""
    bench.start()
    bench.do(Given("Ana", "exchange", 0), Given("Bruno", "exchange", 0), "Ana/KS", "Bruno/9S")
    bench.press("⋯", "Ana", "Lay own cards anew")
    assert (bench.player("Ana")["hand_cards"], len(bench.player("Bruno")["hand_cards"])) == ([], 1)


# --- a misread card --------------------------------------------------------------------------------------------------


def test_a_misread_card_is_previewed_and_dropped_or_taken(bench: Bench) -> None:
    """The preview names each number and event that changes; closed it changes nothing, accepted it does just that."""
    bench.start()
    bench.reveal()
    before = bench.shot.state
    bench.press("⋯", "A card was misread", "K♥ Ana")
    bench.face("QD")
    words = bench.words()
    assert any(word.startswith("Bruno: hit points 10 → ") for word in words)
    assert any(word.startswith("It was: Ana hits Bruno for 10") for word in words)
    assert any(word.startswith("It becomes: ") for word in words)
    bench.press("Close")
    assert bench.shot.state == before
    bench.press("⋯", "A card was misread", "K♥ Ana")
    bench.face("QD")
    promised = next(word for word in bench.words() if word.startswith("Bruno: hit points"))
    bench.press("Correct it")
    assert promised.endswith(f"→ {bench.player('Bruno')['hp']}")
    assert bench.shot.undo.instead_of is not None
    bench.desk.press(model.Undo())
    assert bench.shot.state == before


def test_a_replacement_that_breaks_the_past_is_told_and_not_offered(bench: Bench) -> None:
    """A card that was scanned later cannot stand here too: the entry is named, and there is nothing to accept."""
    bench.start()
    bench.reveal()
    bench.press("⋯", "A card was misread", "K♥ Ana")
    bench.face("4D")
    assert not bench.acts("Correct it")
    assert any("entry 7" in word for word in bench.words())


def test_nothing_hidden_is_named_while_hands_are_blind(bench: Bench) -> None:
    """Neither the log nor the list of cards tells what lies face down; after the reveal both do."""
    bench.start()
    bench.do(Given("Ana", "exchange", 0), Given("Bruno", "exchange", 0), "Ana/KS", "Bruno/9S")
    bench.press("⋯")
    assert not bench.acts("A card was misread")
    bench.press("Log")
    assert not any("K♠" in word or "9♠" in word for word in bench.words())
    bench.desk.press(model.Host("entry", "3"))
    assert not any("K♠" in word for word in bench.words())
    bench.do(*(f"Ana/{face}" for face in HANDS["Ana"][1:]), *(f"Bruno/{face}" for face in HANDS["Bruno"][1:]))
    bench.desk.press(model.Host("log"))
    assert any("K♠" in word for word in bench.words())


# --- coming and going ------------------------------------------------------------------------------------------------


def test_who_goes_home_in_a_round_goes_after_it(bench: Bench) -> None:
    """Asked for in a running round it is confirmed, waits for its end, and the others are dealt the next."""
    bench.start(count=3)
    bench.reveal(3)
    bench.press("⋯", "Chloé", "Goes home")
    assert "Chloé goes home after this round?" in bench.words()
    bench.press("Goes home")
    assert not bench.player("Chloé")["out"]
    assert bench.desk.host.leaving == ("Chloé",)
    bench.finish_round()
    assert bench.player("Chloé")["out"]
    assert bench.shot.outcome is None
    assert {one.prompt.seat for one in bench.shot.prompts} == {"Ana", "Bruno"}
    assert not any("Chloé" in step for step in bench.desk.view().stage.steps)


def test_who_changed_their_mind_stays(bench: Bench) -> None:
    """Going home can be taken back until it is done."""
    bench.start(count=3)
    bench.reveal(3)
    bench.press("⋯", "Chloé", "Goes home", "Goes home", "⋯", "Chloé", "Stays after all")
    bench.finish_round()
    assert not bench.player("Chloé")["out"]


def test_giving_up_names_who_wins_and_asks_first(bench: Bench) -> None:
    """Of two, one who leaves gives the game away: the question says so, and back changes nothing."""
    bench.start()
    bench.press("⋯", "Ana", "Goes home")
    assert "Ana gives up: Bruno wins?" in bench.words()
    bench.press("Back")
    assert bench.shot.outcome is None
    bench.press("⋯", "Ana", "Goes home", "Goes home")
    assert bench.shot.outcome.winners == ("Bruno",)
    bench.desk.press(model.Undo())
    assert bench.shot.outcome is None


def test_somebody_joins_now_or_after_the_round(bench: Bench) -> None:
    """A name is typed or tapped; between rounds the newcomer sits down at once, in a round when it is over."""
    bench.start()
    bench.press("⋯", "Somebody joins", "Chloé")
    assert bench.player("Chloé")["hp"] == 20
    bench.reveal(3)
    bench.press("⋯", "Somebody joins")
    bench.desk.press(model.Put("text", "", "Dev"))
    bench.press("OK")
    assert len(bench.shot.players) == 3
    bench.finish_round()
    assert bench.player("Dev")["deck"] == 49


def test_who_was_to_join_after_the_round_can_stay_away(bench: Bench) -> None:
    """A mistyped name stands in the menu until its time, and goes from there."""
    bench.start()
    bench.reveal()
    bench.press("⋯", "Somebody joins")
    bench.desk.press(model.Put("text", "", "Devv"))
    bench.press("OK", "⋯", "Devv does not join")
    assert bench.desk.host.joining == ()
    bench.finish_round()
    assert len(bench.shot.players) == 2


def test_who_left_comes_back(bench: Bench) -> None:
    """A player who went home sits down again at the old place."""
    bench.start(count=3)
    bench.press("⋯", "Bruno", "Goes home", "Goes home", "⋯", "Bruno", "Comes back")
    assert not bench.player("Bruno")["out"]


def test_a_round_is_voided_only_after_a_question(bench: Bench) -> None:
    """Void takes the whole round back as one step, once it was confirmed."""
    bench.start()
    start = bench.shot.state
    bench.reveal()
    bench.press("⋯", "Void this round", "Back")
    assert bench.shot.state != start
    bench.press("⋯", "Void this round", "Void this round")
    assert bench.player("Bruno")["hp"] == 20
    assert bench.shot.moment()["phase"] == "choices"


def test_chips_are_bought_from_the_seat(bench: Bench) -> None:
    """What a seat may do though nobody waits for it stands in its menu: buying chips at Casino War."""
    bench.start("casino-war")
    bench.press("⋯", "Ana", "Buy chips")
    bench.give(50)
    assert bench.player("Ana")["bank"] == 550


def test_redo_stands_in_the_menu_by_name(bench: Bench) -> None:
    """What was taken back can be brought back, and the menu says what that is."""
    bench.start()
    bench.do(Given("Ana", "exchange", 2))
    bench.desk.press(model.Undo())
    bench.press("⋯", "Redo Ana: exchange 2")
    assert bench.shot.undo is not None


# --- the log ---------------------------------------------------------------------------------------------------------


def test_the_log_is_filtered_by_player_and_leads_back_in_time(bench: Bench) -> None:
    """Lines of one player alone; touching one offers to undo down to it, confirmed, by as many steps as it says."""
    bench.start()
    bench.reveal()
    bench.press("⋯", "Log", "Bruno")
    page = bench.desk.view()
    assert isinstance(page, PageView)
    assert not any(line.text.startswith("Ana: K♠") for line in page.lines)
    assert any(line.text.startswith("Bruno: 9♠") for line in page.lines)
    entry = next(line for line in page.lines if line.text.startswith("Bruno: 9♠"))
    bench.desk.press(entry.act)
    steps = bench.shot.entries - int(entry.left) + 1
    bench.press(f"Undo {steps} steps", f"Undo {steps} steps")
    assert [len(bench.player(name)["hand_cards"]) for name in NAMES[:2]] == [5, 0]


@pytest.mark.parametrize("game", list(GAMES))
def test_why_ends_at_the_number_that_is_shown(game: str) -> None:
    """In every game the changes of a number begin at its start and end where it stands now."""
    bench = Bench(chores="off")
    most = GAMES[game].seats[1]
    bench.start(game, min(most, 3) if "draw" not in game else 2)
    company = Company(bench.shot.game, bench.shot.players, bench.shot.options, random.Random(game))
    company.follow(bench.shot.state, bench.shot.events)
    for _ in range(240):
        if bench.shot.outcome is not None:
            break
        reply = bench.facade._table.submit(company.act([one.prompt for one in bench.shot.prompts]))
        company.follow(reply.snapshot.state, reply.events)
    for player in bench.shot.report()["players"]:
        told = host.why(bench.shot, player["name"])
        field, number = next((field, player[field]) for field in host_parts.NUMBERS if field in player)
        assert told is not None
        assert told.title.endswith(str(number))
        changes = [line for line in told.lines if " → " in line.partition(":")[0]]
        if changes:
            assert changes[-1].partition(":")[0].endswith(f" → {number}"), (field, told.lines)


# --- the next step by itself -------------------------------------------------------------------------------------------


def test_the_next_battle_comes_by_itself_and_the_seconds_are_seen() -> None:
    """The primary button counts down, then does what it says, once."""
    bench = Bench(auto_next="3")
    bench.start(count=3)
    bench.reveal(3)
    entries = bench.shot.entries
    assert bench.acts("Next battle · 3")
    bench.later.pass_one()
    assert bench.acts("Next battle · 2")
    bench.later.pass_one()
    bench.later.pass_one()
    assert bench.shot.entries == entries + 1


def test_a_hand_that_waits_stops_the_seconds() -> None:
    """Wait lets this step wait for a finger; the next one counts again."""
    bench = Bench(auto_next="2")
    bench.start(count=3)
    bench.reveal(3)
    entries = bench.shot.entries
    bench.press("Wait")
    for _ in range(5):
        bench.later.pass_one()
    assert bench.shot.entries == entries
    bench.press("Next battle")
    assert bench.desk.host.counting is not None


def test_the_seconds_stand_still_while_somebody_reads() -> None:
    """An open sheet or page stops the clock; it goes on when it is closed."""
    bench = Bench(auto_next="2")
    bench.start(count=3)
    bench.reveal(3)
    entries = bench.shot.entries
    bench.press("⋯")
    for _ in range(5):
        bench.later.pass_one()
    assert bench.shot.entries == entries
    bench.press("Close")
    bench.later.pass_one()
    bench.later.pass_one()
    assert bench.shot.entries == entries + 1


def test_a_finger_that_was_quicker_is_not_doubled() -> None:
    """A tap on the button before the seconds are over fights one battle, and the old clock none."""
    bench = Bench(auto_next="2")
    bench.start(count=3)
    bench.reveal(3)
    entries = bench.shot.entries
    bench.later.pass_one()
    bench.press("Next battle · 1")
    bench.later.pass_one()
    assert bench.shot.entries == entries + 1


@pytest.mark.parametrize("game", list(GAMES))
def test_without_a_setting_only_games_of_many_battles_go_on_by_themselves(game: str) -> None:
    """By default Chinese poker and War go on by themselves, everything else waits; the dealer's payout always does."""
    bench = Bench(auto_next=str(Screen().auto_next))
    bench.start(game, 2)
    assert (bench.desk.host._pause() > 0) == (game in ("casinoya-chinese", "casinoya-war"))
    other = Bench(auto_next="4")
    other.start("casino-war")
    company = Company(other.shot.game, other.shot.players, other.shot.options, random.Random(1))
    company.follow(other.shot.state, other.shot.events)
    while other.shot.moment()["phase"] != "paid":
        reply = other.facade._table.submit(company.act([one.prompt for one in other.shot.prompts]))
        company.follow(reply.snapshot.state, reply.events)
    assert other.desk.host.counting is None


# --- seats, decks, groups, readers -------------------------------------------------------------------------------------


def test_touching_a_card_of_each_deck_seats_everybody_in_order(bench: Bench) -> None:
    """At home the first deck opens the table; each further deck sits down, a seated one is told."""
    bench.desk.press(model.Go("home"))
    for label in ("Ana", "Rouge", "Ana", "Bruno"):
        bench.facade.touch(Card(f"{label}/KS"))
    assert bench.desk.draft is not None
    assert bench.desk.draft.names == ("Ana", "Rouge", "Bruno")
    assert not bench.desk.draft.error
    bench.press("Start")
    assert [player.label for player in bench.shot.players] == ["Ana", "Rouge", "Bruno"]
    bench.do(Given("Ana", "exchange", 0))
    assert bench.facade.consuming() == "game"


def test_a_player_takes_another_deck_by_touching_it(bench: Bench) -> None:
    """While a place is named, a touched card gives it its deck; the place says so, and a group remembers it."""
    bench.press("Poker") if bench.acts("Poker") else bench.desk.press(model.Go("new", "casinoya-poker"))
    for name in NAMES[:2]:
        bench.press(name)
    bench.desk.press(model.Put("name", "1"))
    bench.facade.touch(Card("Rouge/KS"))
    assert bench.desk.draft is not None
    assert bench.desk.draft.players() == (Player("Ana", "Ana"), Player("Bruno", "Rouge"))
    assert "deck Rouge" in bench.words()
    bench.press("Save group")
    (group,) = bench.facade.groups()
    assert group.players == (Player("Ana", "Ana"), Player("Bruno", "Rouge"))
    bench.press("Forget group")
    assert not bench.facade.groups()


def test_no_card_touched_while_a_game_is_prepared_goes_to_the_old_one(bench: Bench) -> None:
    """Decks are chosen, the game that still runs hears nothing; back at it the cards are its own again."""
    bench.start()
    bench.do(Given("Ana", "exchange", 0), Given("Bruno", "exchange", 0))
    entries = bench.shot.entries
    bench.desk.press(model.Go("new", "casino-war"))
    bench.facade.touch(Card("Ana/KS"))
    assert bench.shot.entries == entries
    assert "In this game all play from one deck." in bench.words()
    bench.desk.press(model.Go("table"))
    bench.facade.touch(Card("Ana/KS"))
    assert bench.shot.entries == entries + 1


def test_each_seat_and_the_dealer_get_their_reader(bench: Bench) -> None:
    """From the menu to the readers: touching a seat asks for a card on its reader."""
    bench.start("casino-war")
    bench.press("⋯", "Readers", "Dealer: the shared reader")
    assert ("map", "dealer") in bench.facade.asked
    assert "Dealer: lay any card on your reader" in bench.words()
    bench.press("Back")
    assert bench.facade.consuming() == "game"


def test_command_cards_are_enrolled_on_the_screen(bench: Bench) -> None:
    """Home, cards, a word, a spare tag; and forgotten the same way."""
    bench.press("Cards", "Undo: no tag")
    assert "Lay a spare tag on the reader: it will mean Undo" in bench.words()
    assert bench.acts("Undo: 1 tag")
    bench.press("Forget the tags of Undo")
    assert bench.acts("Undo: no tag")


# --- evenings ----------------------------------------------------------------------------------------------------------


def test_old_games_are_listed_by_night_with_chart_and_awards(bench: Bench) -> None:
    """The newest night first; a game opens with its series and awards."""
    bench.start()
    bench.reveal()
    old = msgspec.structs.replace(summary(bench.shot, 1), begun=1_700_000_000)
    bench.facade.played_before = (old,)
    bench.do(Corrected("Ana", "hp", 12))
    bench.desk.press(model.Go("home"))
    bench.press("Evenings")
    page = bench.desk.view()
    assert isinstance(page, PageView)
    assert [line.head for line in page.lines] == [False, True, False]
    bench.desk.press(page.lines[-1].act)
    over = bench.desk.view()
    assert isinstance(over, model.OverView)
    assert {one.name for one in over.series} == {"Ana", "Bruno"}
    assert ("Most damage", "Ana · 10") in over.facts
    bench.press("Back")
    assert isinstance(bench.desk.view(), PageView)


def test_many_evenings_come_a_page_at_a_time_and_by_month(bench: Bench) -> None:
    """Older and newer by tabs, a month by its name; an old game leads back to the page it was found on."""
    bench.start()
    bench.facade.played_before = tuple(
        msgspec.structs.replace(summary(bench.shot, at), begun=1_700_000_000 + at * 86_400) for at in range(1, 101)
    )
    bench.desk.press(model.Go("home"))
    bench.press("Evenings")
    assert bench.desk.view().about == "101 games · page 1 of 3"
    newer, older, _months = bench.desk.view().tabs
    assert (newer.enabled, older.enabled) == (False, True)
    bench.press("Older", "Older")
    page = bench.desk.view()
    assert isinstance(page, PageView)
    assert [tab.enabled for tab in page.tabs] == [True, False, True]
    assert page.lines[-2].text == "2023-11-15 · 1 game"
    bench.desk.press(page.lines[-1].act)
    assert isinstance(bench.desk.view(), model.OverView)
    bench.press("Back")
    assert bench.desk.view() == page
    bench.press("Months", "2023-12 · 31 games")
    assert bench.desk.view().about.endswith("page 2 of 3")
    bench.press("Months", "Back")
    assert bench.desk.view().about.endswith("page 2 of 3")
    bench.press("Newer")
    assert bench.desk.view().about.endswith("page 1 of 3")


def test_few_evenings_need_no_tabs(bench: Bench) -> None:
    """One page is all there is."""
    bench.start()
    bench.desk.press(model.Go("home"))
    bench.press("Evenings")
    assert (bench.desk.view().tabs, bench.desk.view().about) == ((), "1 game")


def test_a_report_goes_where_the_finger_says(bench: Bench) -> None:
    """From the doctor's page, and back to it."""
    bench.facade.place_views = (PlaceView("STICK", "/media/STICK"),)
    bench.desk.press(model.Host("doctor"))
    bench.press("Save a report", "STICK — /media/STICK")
    assert bench.facade.asked[-1] == ("report", "/media/STICK")
    assert "/media/STICK" in bench.words()
    bench.press("Back")
    assert bench.desk.view().title == "Doctor"


def test_an_entry_of_the_log_says_how_it_came(bench: Bench) -> None:
    """Which reader read a card, or that a finger entered it; nothing where nobody knows."""
    bench.start()
    table = bench.facade._table
    for number, origin in enumerate((Origin("reader", "north"), Origin("finger"), None)):
        name = NAMES[number % 2]
        table.submit(Given(name, "exchange", 0) if number < 2 else Touched(Card("Ana/KS")), origin=origin)
    for entry, said in ((1, "Read by north"), (2, "By a finger on the screen"), (3, "")):
        bench.desk.press(model.Host("entry", str(entry)))
        told = [line.text for line in bench.desk.view().lines if line.text.startswith(("Read by", "By "))]
        assert told == ([said] if said else [])


def test_exports_and_backups_go_where_the_finger_says_and_a_restore_is_confirmed(bench: Bench) -> None:
    """Each place is a line; what became of it is said; a backup replaces nothing before the question is answered."""
    bench.facade.place_views = (PlaceView("This machine", "/data"), PlaceView("STICK", "/media/STICK"))
    bench.facade.backup_views = (PlaceView("companion-backup-1 · STICK", "/media/STICK/companion-backup-1"),)
    bench.press("Evenings", "Export", "STICK — /media/STICK")
    assert "/media/STICK" in bench.words()
    bench.press("Back", "Back up", "This machine — /data", "Back", "Restore", "companion-backup-1 · STICK")
    assert ("restore", "/media/STICK/companion-backup-1") not in bench.facade.asked
    bench.press("Back", "companion-backup-1 · STICK", "Restore")
    assert bench.facade.asked == [
        ("export", "/media/STICK"),
        ("backup", "/data"),
        ("restore", "/media/STICK/companion-backup-1"),
    ]
