"""A wall clock that jumps two weeks back and a year ahead in the middle of a game: nothing changes but the notes."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest
from playing import Dealer, play  # of tests/live/support
from scripted import options_of, seats_of

from companion.keeping import Keeping
from companion.live.journal import Journal
from companion.live.past import Past
from companion.live.snapshot import Snapshot
from companion.live.table import Table
from companion.rules.game import plain
from companion.rules.games import GAMES

DAY = 86_400.0
START = 1_800_000_000.0


class Wall:
    """A wall clock that goes as it likes: two weeks back, a year ahead, before 1970, and on."""

    def __init__(self, jumps: bool) -> None:
        self.now, self.jumps, self.asked = START, jumps, 0

    def __call__(self) -> float:
        self.asked += 1
        self.now += 1
        if self.jumps and self.asked % 7 == 0:
            self.now += (-14 * DAY, 365 * DAY, -20_000 * DAY, 40_000 * DAY)[self.asked // 7 % 4]
        return self.now


def played(path: Path, game: str, wall: Wall) -> tuple[object, ...]:
    """A game with undo and corrections, resumed once in its middle; everything it says at the end but the notes of the clock."""
    rng = random.Random(game)
    players, options = seats_of(game, rng), options_of(game)
    with Journal.open(path, wall=wall) as journal:
        table = Table(GAMES, journal)
        assert table.new(game, players, options).ok
        play(table, Dealer(rng), 60, wild=0.2)
    with Journal.open(path, wall=wall) as journal:
        table = Table(GAMES, journal)
        reply = table.resume()
        assert (reply.refusal, reply.notices) == (None, ())
        play(table, Dealer(rng), 60, wild=0.2)
        return _facts(table.snapshot)


def _facts(shot: Snapshot | None) -> tuple[object, ...]:
    assert shot is not None
    story = [(record.n, record.entry, record.events, record.origin) for record in shot.history]
    return shot.entries, plain(shot.report()), [plain(one.prompt) for one in shot.prompts], story


def test_a_jumping_wall_clock_changes_only_the_notes(game: str, tmp_path: Path) -> None:
    """With and without jumps a game, its journal and its resume are the same; only `wall` and `begun` differ."""
    steady, jumping = Wall(jumps=False), Wall(jumps=True)
    assert played(tmp_path / "a.db", game, steady) == played(tmp_path / "b.db", game, jumping)
    kept = []
    for name in ("a.db", "b.db"):
        with Journal.open(tmp_path / name) as journal:
            kept.append(journal.last())
    first, second = kept
    assert first is not None
    assert second is not None
    assert [(one.entry, one.origin) for one in first.entries] == [(one.entry, one.origin) for one in second.entries]
    assert first.digests == second.digests
    walls = [one.wall for one in second.entries]
    assert any(later < earlier for earlier, later in pairwise(walls))


@pytest.mark.parametrize("wall", [-1.0, 0.0, START - 14 * DAY, START + 365 * DAY, 2.0**33])
def test_exports_and_nights_bear_any_clock(tmp_path: Path, wall: float) -> None:
    """The list of evenings, an export and a backup are made under whatever the clock says, and read back."""
    path = tmp_path / "journal.db"
    with Journal.open(path, wall=lambda: wall) as journal:
        table = Table(GAMES, journal)
        table.new("casinoya-poker", seats_of("casinoya-poker", random.Random(1)), {"hp": "3"})
        play(table, Dealer(random.Random(2)), 80)
        games = tuple(Past(journal).played(GAMES))
        keeping = Keeping(tmp_path, journal=path, wall=lambda: wall)
        folder = keeping.export(tmp_path / "out", games, table.snapshot)
        assert (folder / "games.json").is_file()
        made, _ = keeping.backup(tmp_path / "out", journal)
        again, _ = keeping.backup(tmp_path / "out", journal)
        assert made != again
