"""Who goes home or joins after the round: done in its time, once, and remembered as long as it stands."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from companion.live.snapshot import Reply
from companion.live.table import Table
from companion.live.wishes import LATER, MOST, Wish, Wishes
from companion.robots import Company
from companion.rules.game import Join, Leave, Player, Void
from companion.rules.games import GAMES

NAMES = ("Ana", "Bruno", "Chloé", "Dev", "Emma", "Farid")


class Evening:
    """A table of robots with wishes; `open` closes the inbox as when too many wait in it."""

    def __init__(self, game: str, path: Path | None = None, mark: str = "", players: int = 3) -> None:
        self.table = Table(GAMES)
        self.mark, self.open, self.players = mark, True, NAMES[:players]
        self.sent: list[Wish] = []
        self.wishes = Wishes(self.submit, path)
        self.table.subscribe(lambda reply: self.wishes.heard(reply, self.mark))
        self.begin(game)

    def begin(self, game: str) -> None:
        self.table.new(game, [Player(name, name) for name in self.players])
        shot: Any = self.table.snapshot
        self.company = Company(shot.game, shot.players, shot.options, random.Random(4))
        self.company.follow(shot.state, shot.events)

    def submit(self, wish: Wish) -> bool:
        if not self.open:
            return False
        self.sent.append(wish)
        self.table.submit(wish)
        return True

    def wish(self, wish: Wish, wanted: bool = True) -> None:
        self.wishes.wish(wish, wanted, self.table.snapshot)

    def step(self) -> Reply:
        """One robot's action."""
        shot: Any = self.table.snapshot
        reply = self.table.submit(self.company.act([one.prompt for one in shot.prompts]))  # type: ignore[arg-type]
        shot = self.table.snapshot
        assert reply.ok, reply.refusal
        self.company.follow(shot.state, shot.events, shot.players)
        return reply

    def run_in(self) -> None:
        """Until going home has to wait."""
        shot: Any = self.table.snapshot
        while self.refused(Leave("Ana")) not in LATER:
            self.step()
            shot = self.table.snapshot
            assert shot.outcome is None

    def refused(self, action: Any) -> str:
        shot: Any = self.table.snapshot
        try:
            shot.game.check(shot.state, action)
        except Exception as error:
            return str(getattr(error, "code", error))
        return ""


@pytest.mark.parametrize(
    "game", ["casinoya-poker", "casinoya-war", "casinoya-chinese", "casinoya-blackjack", "casino-war"]
)
def test_a_wish_waits_for_its_time_and_is_done_once(game: str) -> None:
    """In the round nothing happens; when it is over the player goes, before anything of the next one is done."""
    evening = Evening(game)
    evening.run_in()
    evening.wish(Leave("Chloé"))
    shot: Any = evening.table.snapshot
    assert (evening.sent, evening.wishes.standing) == ([], (Leave("Chloé"),))
    while not evening.sent:
        before = evening.table.snapshot
        evening.step()
    shot = evening.table.snapshot
    assert evening.sent == [Leave("Chloé")]
    assert evening.wishes.standing == ()
    assert shot.entries == before.entries + 2  # type: ignore[union-attr]  # the round's last action and the leaving
    assert evening.refused(Leave("Chloé")) not in ("", "round-running", "not-between-hands")


def test_all_wishes_come_true_and_a_place_that_is_taken_over_is_never_empty() -> None:
    """Several in one round, made in any order: who comes sits down before who goes has left, so that the game goes on."""
    evening = Evening("casinoya-poker")
    evening.run_in()
    for wish in (Leave("Chloé"), Leave("Bruno"), Join("Dev", "Dev")):
        evening.wish(wish)
    while not evening.sent:
        evening.step()
    assert evening.sent == [Join("Dev", "Dev"), Leave("Chloé"), Leave("Bruno")]
    assert evening.wishes.standing == ()
    assert evening.table.snapshot.outcome is None  # type: ignore[union-attr]
    entries = evening.table.snapshot.entries  # type: ignore[union-attr]
    evening.table.undo()
    assert evening.table.snapshot.entries == entries + 1  # type: ignore[union-attr]  # nobody is sent away again


def test_who_joins_a_full_table_waits_for_who_goes() -> None:
    """A seat that is not free yet is no reason to forget somebody; one that stays taken is."""
    evening = Evening("casino-war", players=6)
    evening.run_in()
    evening.wish(Join("Hugo", "Hugo"))
    evening.wish(Leave("Emma"))
    assert evening.refused(Join("Hugo", "Hugo")) in LATER
    while not evening.sent:
        evening.step()
    assert evening.sent == [Leave("Emma"), Join("Hugo", "Hugo")]
    evening.run_in()
    evening.wish(Join("Ida", "Ida"))
    while evening.wishes.standing:
        evening.step()
    assert len(evening.sent) == 2


def test_a_wish_that_is_dropped_or_impossible_is_forgotten() -> None:
    """Who changed the mind stays; somebody who is not there cannot go; a game that ended has no later."""
    evening = Evening("casinoya-poker")
    evening.run_in()
    evening.wish(Leave("Chloé"))
    evening.wish(Leave("Chloé"), wanted=False)
    evening.wish(Leave("Nobody"))
    assert evening.wishes.standing == ()
    evening.wish(Leave("Bruno"))
    evening.table.submit(Void())
    assert evening.sent == [Leave("Bruno")]
    evening.run_in()
    evening.wish(Leave("Ana"))
    while evening.table.snapshot.outcome is None:  # type: ignore[union-attr]
        evening.step()
    assert evening.wishes.standing == ()


def test_a_wish_waits_while_the_inbox_is_full() -> None:
    """It is offered again with the next reply."""
    evening = Evening("casinoya-poker")
    evening.run_in()
    evening.wish(Leave("Chloé"))
    evening.open = False
    evening.table.submit(Void())
    assert evening.wishes.standing == (Leave("Chloé"),)
    evening.open = True
    evening.table.undo()
    evening.table.redo()
    assert (evening.wishes.standing, evening.sent) == ((), [Leave("Chloé")])


def test_wishes_are_there_after_a_restart_of_the_same_game_only(tmp_path: Path) -> None:
    """The file is written when the wish is made; another game, or a game begun anew where nothing is kept, has none."""
    path = tmp_path / "wishes.json"
    evening = Evening("casinoya-poker", path, "7 casinoya-poker")
    evening.run_in()
    assert not path.exists()
    evening.wish(Leave("Chloé"))
    assert path.stat().st_mode & 0o777 == 0o600
    again = Wishes(lambda _wish: True, path)
    assert again.standing == (Leave("Chloé"),)
    again.heard(Reply(evening.table.snapshot), "7 casinoya-poker")
    assert again.standing == (Leave("Chloé"),)
    again.heard(Reply(evening.table.snapshot), "8 casinoya-poker")
    assert again.standing == ()
    assert Wishes(lambda _wish: True, path).standing == ()
    memory = Evening("casinoya-poker")
    memory.run_in()
    memory.wish(Leave("Chloé"))
    memory.begin("casinoya-poker")
    assert memory.wishes.standing == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[1]",
        '{"game": "7", "wishes": [{"do": "void"}]}',
        '{"game": "7", "wishes": [{"do": "leave", "seat": "[b]\\n"}]}',
        '{"game": "7", "wishes": [{"do": "join", "seat": "Ana", "label": ""}]}',
    ],
)
def test_a_file_from_anywhere_holds_only_what_somebody_could_have_wished(tmp_path: Path, text: str) -> None:
    """Damage, other actions and impossible names are nothing; nobody is stopped by them."""
    path = tmp_path / "wishes.json"
    path.write_text(text)
    assert Wishes(lambda _wish: True, path).standing == ()
    many = ",".join(f'{{"do": "leave", "seat": "P{at}"}}' for at in range(100))
    path.write_text(f'{{"game": "7", "wishes": [{many}]}}')
    assert len(Wishes(lambda _wish: True, path).standing) == MOST


def test_a_disk_that_is_full_costs_the_memory_only(tmp_path: Path) -> None:
    """The wish is held until the end of the program."""
    evening = Evening("casinoya-poker", tmp_path / "no such folder" / "wishes.json", "7")
    evening.run_in()
    evening.wish(Leave("Chloé"))
    assert evening.wishes.standing == (Leave("Chloé"),)
