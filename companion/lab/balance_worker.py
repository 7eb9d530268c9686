"""A worker of the balance lab: `python -m companion.lab.balance_worker`, lines of JSON in and out.

The first line holds the settings; each further one is `[setting, first, count]` and is answered by a line with the tally.
"""

from __future__ import annotations

import sys

import msgspec

from companion.lab.balance_games import Games
from companion.lab.balance_settings import Setting


def main() -> None:
    """Play what is asked for until the input ends."""
    settings = msgspec.json.decode(sys.stdin.buffer.readline(), type=list[Setting])
    games: dict[int, Games] = {}
    for line in sys.stdin.buffer:
        at, first, count = msgspec.json.decode(line, type=tuple[int, int, int])
        if at not in games:
            games[at] = Games(settings[at])
        sys.stdout.buffer.write(msgspec.json.encode(games[at].play(first, count)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
