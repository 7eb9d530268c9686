"""A process that plays random games into a journal until it is killed: `victim.py JOURNAL SEED GAME`.

It says `entry crc-of-state` on standard output only after the table has acknowledged the entry.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from comparing import mark_of
from counting_game import GAMES as COUNTING
from playing import Dealer, answer, players, wildly

from companion.live.journal import Journal
from companion.live.table import Table
from companion.rules.games import GAMES as SHIPPED


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main(path: str, seed: str, name: str) -> None:
    games = {**COUNTING, **SHIPPED}
    rng = random.Random(seed)
    table = Table(games, Journal.open(Path(path)))
    table.resume()
    while True:
        assert table.new(name, players(games[name], rng)).ok
        say("new 0")
        dealer = Dealer(rng)
        for _ in range(300):
            action = answer(table.snapshot, dealer)
            reply = wildly(table, table.snapshot, dealer) if rng.random() < 0.2 else None
            if reply is None or not reply.ok:
                reply = table.submit(action) if action else table.undo()
            if reply.ok:
                mark = mark_of(reply.snapshot.state)
                say(f"{reply.entries} {mark}")
        say("new 0")


main(*sys.argv[1:])
