"""The table: checked, saved, then shown; undo, redo, replacement and the identity of prompts."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from comparing import facts

from companion.live.errors import JournalFullError
from companion.live.journal import Journal
from companion.live.snapshot import Change, Origin, Reply, Standing
from companion.live.table import Table
from companion.rules.cards import Card
from companion.rules.game import Corrected, Given, Join, Picked, Player, Retake, Touched, Void

ROUND = [
    Given("Ana", "bid", 3),
    Given("Bruno", "bid", 4),
    Touched(Card("Ana/KS")),
    Touched(Card("Bruno/2S")),
    Touched(Card("Ana/KH")),
    Touched(Card("Bruno/2H")),
]
NEXT = Picked("table", "next")


@pytest.fixture
def playing(table: Table, two: tuple[Player, ...]) -> Table:
    """A table with the counting game at the end of the first reveal."""
    assert table.new("counting", two, {"rounds": "2"}).ok
    for action in ROUND:
        assert table.submit(action).ok
    return table


def test_nothing_before_the_first_game_is_refused_politely(table: Table) -> None:
    """Without a game every request is answered with `no-game` and nothing is shown."""
    for reply in (table.submit(NEXT), table.undo(), table.redo(), table.replace(1, Card("Ana/KS"))):
        assert reply.refusal is not None
        assert reply.refusal.code == "no-game"
        assert reply.snapshot is None
    assert table.preview_replace(1, Card("Ana/KS")).refusal is not None


@pytest.mark.parametrize(
    ("players", "code"),
    [
        ([("Ana", "a"), ("Ana", "b")], "name-taken"),
        ([("Ana", "a"), ("Bruno", "a")], "label-taken"),
        ([("dealer", "a"), ("Bruno", "b")], "name-reserved"),
        ([("", "a"), ("Bruno", "b")], "bad-name"),
        ([("A" * 41, "a"), ("Bruno", "b")], "bad-name"),
        ([("A\nna", "a"), ("Bruno", "b")], "bad-name"),
        ([("A\u202ena", "a"), ("Bruno", "b")], "bad-name"),
        ([(" ", "a"), ("Bruno", "b")], "bad-name"),
        ([], "bad-seats"),
    ],
)
def test_players_must_be_nameable_and_distinct(table: Table, players: list[tuple[str, str]], code: str) -> None:
    """Names and labels that are empty, too long, unprintable, reserved or taken start no game."""
    reply = table.new("counting", [Player(*player) for player in players])
    assert reply.refusal is not None
    assert reply.refusal.code == code
    assert table.snapshot is None


def test_unknown_games_and_options_start_nothing(playing: Table, two: tuple[Player, ...]) -> None:
    """An unknown game, option or value is refused and the game on the table stays."""
    before = playing.snapshot
    for reply in (
        playing.new("chess", two),
        playing.new("counting", two, {"rounds": "no"}),
        playing.new("counting", two, {"x": "1"}),
    ):
        assert reply.refusal is not None
        assert reply.snapshot is before
    assert playing.snapshot is before


def test_entries_count_from_one_and_undo_is_an_entry(playing: Table) -> None:
    """`new` is no entry; actions, undo, redo and replacements are."""
    assert playing.snapshot.entries == len(ROUND)
    assert [playing.undo().entries, playing.redo().entries, playing.replace(3, Card("Ana/QS")).entries] == [7, 8, 9]
    assert [record.n for record in playing.snapshot.history] == list(range(1, 10))


def test_undo_names_what_it_takes_back_and_reaches_the_start(playing: Table, two: tuple[Player, ...]) -> None:
    """Undo goes back to the start of the game, one accepted action at a time, and names each."""
    start = Table(playing.games)
    start.new("counting", two, {"rounds": "2"})
    for n, action in reversed(list(enumerate(ROUND, 1))):
        assert playing.snapshot.undo == Change(n, action)
        reply = playing.undo()
        assert reply.snapshot.redo == Change(n, action)
        assert reply.events == ()
    assert playing.snapshot.state == start.snapshot.state
    assert playing.undo().refusal.code == "nothing-to-undo"
    for _ in ROUND:
        assert playing.redo().ok
    assert playing.redo().refusal.code == "nothing-to-redo"


def test_redo_is_gone_after_a_new_action(playing: Table) -> None:
    """A new action after an undo ends the line that was undone."""
    playing.undo()
    assert playing.submit(Touched(Card("Bruno/3H"))).ok
    assert playing.snapshot.redo is None
    assert playing.redo().refusal.code == "nothing-to-redo"


def test_undo_works_after_the_end(playing: Table) -> None:
    """A game that is over can be taken back."""
    playing.submit(Picked("Ana", "claim"))
    assert playing.snapshot.outcome.winners == ("Ana",)
    assert playing.snapshot.prompts == ()
    assert playing.snapshot.lights == {"Ana": "winner", "Bruno": "off"}
    assert playing.undo().snapshot.outcome is None


def test_events_name_journal_entries(playing: Table) -> None:
    """An event's `entry`, an ordinal for the game, is published as the number of the journal entry."""
    table = playing
    for _ in ROUND:
        table.undo()
    for action in ROUND:  # entries 13 to 18
        table.submit(action)
    events = table.submit(NEXT).events
    assert [event.entry for event in events] == [13, 14]


# --- prompts -------------------------------------------------------------------------------------------------------


def standing(table: Table, seat: str, purpose: str) -> Standing:
    return next(one for one in table.snapshot.prompts if (one.prompt.seat, one.prompt.purpose) == (seat, purpose))


def test_a_prompt_keeps_its_identity_while_others_are_answered(table: Table, two: tuple[Player, ...]) -> None:
    """Ana's answer does not make Bruno's tap stale."""
    table.new("counting", two)
    bruno = standing(table, "Bruno", "bid")
    table.submit(Given("Ana", "bid", 1))
    assert standing(table, "Bruno", "bid") == bruno
    assert table.submit(Given("Bruno", "bid", 2), answers=bruno).ok
    assert standing(table, "Ana", "reveal").since == 2


def test_the_second_tap_of_a_double_tap_is_stale(playing: Table) -> None:
    """An equal prompt after an answer is another one: the same tap twice does one thing."""
    shown = standing(playing, "table", "next")
    assert playing.submit(NEXT, answers=shown).ok
    reply = playing.submit(NEXT, answers=shown)
    assert reply.refusal.code == "stale"
    assert reply.entries == len(ROUND) + 1


def test_a_tap_meant_for_before_an_undo_is_stale(playing: Table) -> None:
    """What undo brings back is asked anew, so a tap on its way answers nothing."""
    shown = standing(playing, "table", "next")
    playing.submit(NEXT)
    playing.undo()
    assert standing(playing, "table", "next").prompt == shown.prompt
    assert playing.submit(NEXT, answers=shown).refusal.code == "stale"
    assert playing.submit(NEXT, answers=standing(playing, "table", "next")).ok


def test_void_asks_everything_anew(table: Table, two: tuple[Player, ...]) -> None:
    """After a void round no old tap counts."""
    table.new("counting", two)
    table.submit(Given("Ana", "bid", 1))
    bruno = standing(table, "Bruno", "bid")
    table.submit(Void())
    assert table.submit(Given("Bruno", "bid", 1), answers=bruno).refusal.code == "stale"


# --- replacing -----------------------------------------------------------------------------------------------------


def test_a_replaced_card_resolves_again_what_followed(playing: Table) -> None:
    """A card misread in the past is replaced and everything after it comes out as if it had been read rightly."""
    playing.submit(NEXT)
    replaced = playing.replace(3, Card("Ana/2D"))
    right = Table(playing.games)
    right.new("counting", playing.snapshot.players, {"rounds": "2"})
    for action in [*ROUND[:2], Touched(Card("Ana/2D")), *ROUND[3:], NEXT]:
        right.submit(action)
    assert replaced.snapshot.state == right.snapshot.state
    assert [type(event).__name__ for event in replaced.events] == ["Laid"] * 4 + ["Counted"] * 2
    assert replaced.snapshot.undo == Change(8, Touched(Card("Ana/2D")), instead_of=Touched(Card("Ana/KS")))


def test_a_replacement_is_undone_as_one_step(playing: Table) -> None:
    """Undo takes a replacement back, redo brings it back, and older actions can be undone beneath both."""
    before, entry = playing.snapshot.state, 3
    playing.replace(entry, Card("Ana/2D"))
    after = playing.snapshot.state
    assert playing.undo().snapshot.state == before
    assert playing.redo().snapshot.state == after
    playing.undo()
    for _ in ROUND:
        assert playing.undo().ok
    assert playing.undo().refusal.code == "nothing-to-undo"


def test_a_replacement_that_breaks_a_later_entry_is_refused_by_its_number(playing: Table) -> None:
    """The first entry that would become illegal is named and nothing changes, nor does a preview change anything."""
    before = facts(playing.snapshot)
    refusal = playing.replace(3, Card("Ana/KH")).refusal
    assert (refusal.code, refusal.params["entry"], refusal.params["why"]) == ("replace-breaks", 5, "already-taken")
    assert playing.preview_replace(3, Card("Ana/KH")).refusal == refusal
    assert facts(playing.snapshot) == before


@pytest.mark.parametrize(
    ("entry", "card", "code"),
    [
        (1, "Ana/2D", "not-a-card"),
        (0, "Ana/2D", "no-such-entry"),
        (-1, "Ana/2D", "no-such-entry"),
        (99, "Ana/2D", "no-such-entry"),
        (3, "Ana/KS", "same-card"),
        (3, "Clara/KS", "replace-breaks"),
    ],
)
def test_only_a_standing_touch_can_be_replaced(playing: Table, entry: int, card: str, code: str) -> None:
    """Entries that are no touch, not there, undone, or already that card are refused."""
    assert playing.replace(entry, Card(card)).refusal.code == code
    playing.undo()
    assert playing.replace(6, Card("Bruno/3H")).refusal.code == "no-such-entry"


def test_a_preview_tells_what_would_change(playing: Table) -> None:
    """A preview holds the moment after and each entry whose events differ, and the replacement then does just that."""
    playing.submit(NEXT)
    before = facts(playing.snapshot)
    preview = playing.preview_replace(3, Card("Ana/2D"))
    assert [difference.entry for difference in preview.differences] == [3, 7]
    assert preview.before == Touched(Card("Ana/KS"))
    assert facts(playing.snapshot) == before
    done = playing.replace(3, Card("Ana/2D")).snapshot
    for field in ("state", "prompts", "entries", "outcome", "undo", "redo", "events"):
        assert getattr(preview.snapshot, field) == getattr(done, field)


# --- publishing ----------------------------------------------------------------------------------------------------


def test_a_failing_listener_unwinds_nothing(playing: Table, caplog: pytest.LogCaptureFixture) -> None:
    """What is accepted stays accepted when a listener raises, and the other listeners hear of it."""
    heard: list[Reply] = []

    def broken(reply: Reply) -> None:
        raise RuntimeError("broken listener")

    playing.subscribe(broken)
    leave = playing.subscribe(heard.append)
    with caplog.at_level(logging.ERROR):
        assert playing.submit(NEXT).ok
    assert "broken listener" in caplog.text
    assert len(heard) == 1
    assert heard[0].snapshot is playing.snapshot
    leave()
    playing.undo()
    assert len(heard) == 1


def test_refusals_are_heard_too(playing: Table) -> None:
    """Listeners hear refusals, with what was asked and how it came."""
    heard: list[Reply] = []
    playing.subscribe(heard.append)
    origin = Origin("reader", "usb", "04AA", 1.5)
    playing.submit(Touched(Card("Ana/KS")), origin=origin)
    assert (heard[0].refusal.code, heard[0].card, heard[0].origin) == ("already-taken", "Ana/KS", origin)


def test_a_kept_snapshot_never_changes(playing: Table) -> None:
    """A snapshot held by another thread says the same after the table went on."""
    kept = playing.snapshot
    before = facts(kept)
    playing.submit(NEXT)
    playing.undo()
    playing.undo()
    playing.replace(3, Card("Ana/2D"))
    assert facts(kept) == before
    with pytest.raises(AttributeError):
        kept.entries = 0


def test_history_tells_what_stands(playing: Table) -> None:
    """The current records leave out what was undone; a redone one stands again."""
    playing.undo()
    playing.undo()
    playing.redo()
    assert [record.n for record in playing.snapshot.history.current()] == [1, 2, 3, 4, 5]
    assert len(playing.snapshot.history) == 9
    assert playing.snapshot.history[-1].change.entry == 5
    assert [record.n for record in playing.snapshot.history[1:3]] == [2, 3]
    with pytest.raises(IndexError):
        playing.snapshot.history[9]


def test_who_joins_is_listed_until_it_is_undone(table: Table, two: tuple[Player, ...]) -> None:
    """A player who sat down stands in the snapshot, and no longer after undo."""
    table.new("counting", two)
    assert [player.name for player in table.submit(Join("Clara", "red")).snapshot.players] == ["Ana", "Bruno", "Clara"]
    assert len(table.undo().snapshot.players) == 2


def test_corrections_leave_the_identity_of_prompts(playing: Table) -> None:
    """A host correction answers no prompt."""
    shown = playing.snapshot.prompts
    assert playing.submit(Corrected("Ana", "points", 5)).snapshot.prompts == shown


def test_a_retake_asks_for_the_cards_again(table: Table, two: tuple[Player, ...]) -> None:
    """After a retake the same seat is asked for all its cards and Bruno's prompt is the one it was."""
    table.new("counting", two, {"bids": "off"})
    table.submit(Touched(Card("Ana/KS")))
    bruno = standing(table, "Bruno", "reveal")
    table.submit(Retake("Ana"))
    assert standing(table, "Bruno", "reveal") == bruno
    assert standing(table, "Ana", "reveal").prompt.count == 2


class FullJournal(Journal):
    """A journal whose disk is full from some moment on."""

    full = False

    def append(self, *args: Any) -> None:
        if self.full:
            raise JournalFullError(file="x")
        super().append(*args)


def test_what_cannot_be_saved_did_not_happen(journal_path: Any, games: Any, two: tuple[Player, ...]) -> None:
    """With a full disk each change is refused by the journal's code, nothing changes, and it works again afterwards."""
    with FullJournal.open(journal_path) as journal:
        table = Table(games, journal)
        table.new("counting", two)
        for action in ROUND[:3]:
            table.submit(action)
        table.undo()
        before = facts(table.snapshot)
        journal.full = True
        for reply in (table.submit(ROUND[2]), table.undo(), table.redo()):
            assert reply.refusal.code == "journal-disk-full"
        assert facts(table.snapshot) == before
        journal.full = False
        assert table.redo().ok
        assert table.replace(3, Card("Ana/9H")).ok
        end = facts(table.snapshot)
    with Journal.open(journal_path) as journal:
        table = Table(games, journal)
        assert table.resume().notices == ()
        assert facts(table.snapshot) == end
