"""The first screen, and the end of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.live.snapshot import Snapshot
from companion.rules.game import Games
from companion.words import N_, P_, say, translate
from companion.words.hands import NAMES, hand_name
from companion.words.say import small
from ui.facade import ReaderView
from ui.view.games import player_numbers, view_of
from ui.view.model import Act, Bar, Button, GameTile, Go, HomeView, Host, OverView, Series
from ui.view.sheets import fault_banner
from ui.view.titles import GAMES, game_title

CASSINO: Final = "cassino"
POKER: Final = tuple(name for name in NAMES if name not in ("total", "bust", "foul", "column"))  # the lowest hand first
SERIES_TONES: Final = ("gold", "blue", "mint", "red", "ivory", "muted")


def status(readers: Sequence[ReaderView], lamps: int) -> tuple[str, str]:
    """`Reader ready · 4 lamps` and its tone."""
    if not readers:
        words, tone = say(N_("No reader: cards by hand")), "muted"
    elif all(one.state in ("ready", "two-cards", "phone", "resting") for one in readers):
        words, tone = say(P_("Reader ready", "{count} readers ready", "count"), count=len(readers)), "mint"
    elif all(one.state == "starting" for one in readers):
        words, tone = say(N_("Reader starting")), "gold"
    else:
        words, tone = say(N_("Reader lost")), "red"
    if lamps:
        words += " · " + say(P_("{count} lamp", "{count} lamps", "count"), count=lamps)
    return words, tone


def moment_sentence(shot: Snapshot) -> str:
    """`CasiNoya Poker · round 4 · Ana 14, Bruno 9`: where a game stands."""
    moment = shot.moment()
    parts = [game_title(shot.name)]
    parts += [
        say(N_("{word:word} {number}"), word=key, number=moment[key])
        for key in ("round", "hand", "pack")
        if key in moment
    ][:1]
    return " · ".join([*parts, player_numbers(shot)])


def tiles(games: Games) -> tuple[GameTile, ...]:
    """A tile a game; the variants of Cassino share one."""
    found = []
    variants = [name for name in games if name.startswith(CASSINO)]
    for name in games:
        if name in variants:
            continue
        title, family, suit = GAMES.get(name, (game_title(name), "", "S"))
        found.append(GameTile(translate(title), translate(family), suit, Go("new", name)))
    if variants:
        about = " · ".join(translate(_VARIANTS.get(name, name)) for name in variants)
        found.append(GameTile(say(N_("Cassino")), about, "D", Go("new", variants[0])))
    return tuple(found)


_VARIANTS: Final = {
    "cassino": N_("classic"),
    "cassino-royal": N_("royal"),
    "cassino-spade": N_("spade"),
    "cassino-draw": N_("draw"),
}


def variant_word(name: str) -> str:
    """`royal`."""
    return translate(_VARIANTS.get(name, name))


def home(
    games: Games, shot: Snapshot | None, readers: Sequence[ReaderView], lamps: int, cards: bool, settings: bool
) -> HomeView:
    """Games, the one to go on with, readers; `cards` and `settings` say whether these screens exist."""
    resume = None
    if shot is not None and shot.outcome is None:
        resume = (say(N_("Resume")), moment_sentence(shot), Button(say(N_("Continue")), Go("table"), "primary"))
    elif shot is not None and shot.outcome is not None:
        ended = f"{game_title(shot.name)} · {view_of(shot.name).ended(shot)}"
        resume = (say(N_("Last game")), ended, Button(say(N_("Look")), Go("over")))
    buttons = []
    buttons.append(Button(say(N_("Evenings")), Host("games")))
    if settings:
        buttons.append(Button(say(N_("Settings")), Go("settings")))
    if cards:
        buttons.append(Button(say(N_("Cards")), Host("cards")))
    words, tone = status(readers, lamps)
    idle = bool(readers) and (shot is None or shot.outcome is not None)
    sentence = say(N_("Touch a game, or any card of your deck")) if idle else say(N_("Touch a game"))
    bar = Bar(say(N_("Ready")), sentence, None, tuple(buttons))
    return HomeView(
        "ParaNoya", say(N_("table companion")), words, tone, resume, tiles(games), bar, fault_banner(readers, None)
    )


_LENGTHS: Final = {
    "round": P_("{count} round", "{count} rounds", "count"),
    "hand": P_("{count} hand", "{count} hands", "count"),
    "pack": P_("{count} pack", "{count} packs", "count"),
}

# --- the end of a game ----------------------------------------------------------------------------------------------


def over(shot: Snapshot, history: Sequence[Mapping[str, Any]]) -> OverView:
    """Who won, the numbers by round, what to remember."""
    assert shot.outcome is not None
    ended = view_of(shot.name).ended(shot)
    about = game_title(shot.name)
    about += "".join(
        " · " + say(words, count=history[-1][key]) for key, words in _LENGTHS.items() if history and key in history[-1]
    )
    about += " · " + say(P_("{count} action", "{count} actions", "count"), count=shot.entries)
    again: Act = Go("new", shot.name)
    bar = Bar(
        say(N_("Game over")),
        view_of(shot.name).final(shot),
        view_of(shot.name).undo(shot),
        (
            Button(say(N_("Home")), Go("home")),
            Button(say(N_("Log")), Host("log")),
            Button(say(N_("Play again")), again, "primary"),
        ),
    )
    field, title = chart_field(history)
    names = [player.name for player in shot.players]
    series = []
    for at, name in enumerate(names):
        values = tuple(
            float(player[field])
            for report in history
            for player in report["players"]
            if player["name"] == name and field in player
        )
        series.append(Series(name, SERIES_TONES[at % len(SERIES_TONES)], values))
    return OverView(ended, about, title, tuple(series), say(N_("The night")), facts(shot), bar)


def chart_field(history: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    """Which number the chart shows."""
    player: Mapping[str, Any] = history[-1]["players"][0] if history else {}
    if "night" in player:
        return "night", say(N_("Won and lost by hand"))
    if "points" in player:
        return "points", say(N_("Points by pack"))
    return "hp", say(N_("Hit points by round"))


def facts(shot: Snapshot) -> tuple[tuple[str, str], ...]:
    """Awards, from the events of the whole game: most damage, best hand, best shield, longest run of attacks."""
    damage: dict[str, int] = {}
    blocked: dict[str, int] = {}
    best, holder = -1, ""  # where the hand stands among those of poker, whose it was
    run, best_run, runner, last = 0, 0, "", ""
    cards = 0
    for record in shot.history.current():
        for event in record.events:
            kind = type(event).__name__
            told: Any = event
            if kind == "DamageDealt":
                damage[told.by] = damage.get(told.by, 0) + told.amount
                blocked[told.seat] = blocked.get(told.seat, 0) + min(
                    told.base + told.strike, max(0, told.guard - told.pierce)
                )
            elif kind == "AttackerChosen":
                if told.hand in POKER and POKER.index(told.hand) > best:
                    best, holder = POKER.index(told.hand), told.seat
                run = run + 1 if told.seat == last else 1
                last = told.seat
                if run > best_run:
                    best_run, runner = run, last
            elif kind == "CardScanned":
                cards += 1
    found: list[tuple[str, str]] = list(view_of(shot.name).facts(shot))
    found += _most(say(N_("Most damage")), damage, N_("{seat} · {number}"))
    if holder:
        words = say(N_("{seat} · {hand}"), seat=holder, hand=small(hand_name(POKER[best])))
        found.append((say(N_("Best hand")), words))
    found += _most(say(N_("Best shield")), blocked, N_("{seat} · {number} blocked"))
    if best_run > 1:
        found.append((say(N_("Longest run")), say(N_("{seat} · {number} attacks"), seat=runner, number=best_run)))
    if cards:
        found.append((say(N_("Cards scanned")), str(cards)))
    return tuple(found)


def _most(title: str, table: Mapping[str, int], words: str) -> list[tuple[str, str]]:
    """Who did most of it, where anybody did any."""
    seat = max(table, key=lambda name: table[name], default="")
    return [(title, say(words, seat=seat, number=table[seat]))] if table.get(seat) else []
