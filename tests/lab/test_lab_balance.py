"""The balance lab: the same result on any number of processes, settings by path, and figures that are what they say."""

from __future__ import annotations

import io
import json
import math
import random
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from companion import cli
from companion.lab import balance as balances
from companion.lab import dealt as dealing
from companion.lab.balance import Bar, balance, environment
from companion.lab.balance_games import Games
from companion.lab.balance_report import edges, figures, text
from companion.lab.balance_settings import LabError, settings_of
from companion.lab.balance_tally import Tally
from companion.lab.dealt import SKILLS, Dealt, EndlessGameError, skills_of
from companion.lab.intervals import Sums, t_distribution, t_quantile, wilson
from companion.rules.casinoya.numbers import with_deck
from companion.rules.game import Player
from companion.rules.games import GAMES

CASINOYA = [name for name in GAMES if name.startswith("casinoya")]
EVERY = {"casinoya-poker": 3, "casinoya-chinese": 2, "casinoya-war": 2, "casinoya-blackjack": 3, "casino-war": 3}


# --- one game --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CASINOYA)
@pytest.mark.parametrize("options", [{}, {"tie": "rebuild", "may_spare": "on"}, {"deck": "mill"}])
def test_wooden_cards_and_counts_stay_one(name: str, options: dict[str, str]) -> None:
    """After every action each deck lies as the rules count it, and a checked game takes every action of a trusted one."""
    wanted = [
        f"{path}={value}"
        for path, value in options.items()
        if path != "deck" and hasattr(GAMES[name].options_type, path)
    ]
    wanted += ["cards.KS.effect=mill", "cards.KH.effect=recover"] if "deck" in options else []
    (setting,) = settings_of(name, players=3, fixed=wanted)
    game, players, made = setting.prepared()
    for number in range(4):
        skills = skills_of(SKILLS, 3, number)
        one = Dealt(game, players, made, random.Random(number), skills, checked=True)
        while one.state.outcome is None:
            one.turn(game.prompts(one.state)[0], lambda events: None)
            assert one.agrees()
        trusted = Dealt(game, players, made, random.Random(number), skills)
        assert trusted.play(lambda events: None) == one.state


def test_a_game_that_nobody_can_win_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of more actions than any has is an error with a code, in the lab's words."""
    monkeypatch.setattr(dealing, "MOST_ACTIONS", 20)
    settings = settings_of("casinoya-poker")
    game, players, made = settings[0].prepared()
    with pytest.raises(EndlessGameError):
        Dealt(game, players, made, random.Random(1), ("random", "random")).play(lambda events: None)
    with pytest.raises(LabError) as error:
        balance(settings, 1)
    assert error.value.code == "endless-game"


# --- many games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), EVERY.items())
def test_the_number_of_processes_changes_nothing(name: str, players: int) -> None:
    """One process and three come to the same whole numbers, over two settings with one progress."""
    vary = ["hp=6,9"] if name.startswith("casinoya") else ["tie_pays=10,11"]
    settings = settings_of(name, players=players, varied=vary, hands=4)
    told: list[tuple[int, int]] = []
    alone = balance(settings, 7)
    spread = balance(settings, 7, 3, lambda done, every: told.append((done, every)))
    assert alone == spread
    assert [result.tally.games for result in alone] == [7, 7]
    assert told[-1] == (14, 14)
    assert alone[0].tally != alone[1].tally or name == "casino-war"


def test_the_seed_decides() -> None:
    """The same seed plays the same games, another one others; a game depends on its number alone."""
    first, again, other = (balance(settings_of("casinoya-poker", seed=seed), 6) for seed in (1, 1, 2))
    assert first[0].tally == again[0].tally != other[0].tally
    (setting,) = settings_of("casinoya-poker")
    parts = Tally()
    for part in ((4, 2), (0, 3), (3, 1)):
        parts.merge(Games(setting).play(*part))
    assert parts == first[0].tally


def test_a_cassino_game_is_counted() -> None:
    """Cassino's robots play whole packs to the end; points are told by reason."""
    ((result),) = balance(settings_of("cassino-royal", fixed=["game=6"]), 2)
    assert sum(result.tally.seat_wins.values()) == result.tally.games == 2
    assert sum(result.tally.points.values()) >= 12
    assert "points" in text([result])


def test_a_dead_worker_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that ends too early is an error with its last words, and nothing waits for it."""
    real = subprocess.Popen

    def broken(command: list[str], **keywords: object) -> object:
        return real([sys.executable, "-c", "raise SystemExit('out of order')"], **keywords)

    monkeypatch.setattr(balances.subprocess, "Popen", broken)
    with pytest.raises(LabError, match="out of order") as error:
        balance(settings_of("casinoya-poker"), 4, 2)
    assert error.value.code == "worker-died"


def test_casino_war_comes_to_the_exact_edge() -> None:
    """The simulated edge of every habit and of the tie bet lies within four standard errors of the exact one."""
    for fixed in ([], ["war_tie=no_bonus", "tie_pays=11"]):
        ((result),) = balance(settings_of("casino-war", players=3, fixed=fixed, hands=40), 25)
        found = edges(result)
        assert [edge.bet for edge in found] == ["ante, surrender", "ante, tie", "ante, war", "tie bet"]
        for edge in found:
            assert edge.hands == 1000
            assert edge.errors < 4, edge
            assert 0.01 < edge.error < 0.2


def test_a_wrong_edge_would_be_seen() -> None:
    """The check can fail: nets that are off by a quarter of an ante lie many standard errors away."""
    ((result),) = balance(settings_of("casino-war", players=2, skills=["war"], hands=40), 20)
    account = result.tally.money["war"]
    account.net += account.staked // 4
    assert edges(result)[0].errors > 4


# --- what is asked for -----------------------------------------------------------------------------------------------


def test_paths_reach_options_and_numbers() -> None:
    """A path is an option of the game or a number of a deck file; every combination of what varies is a setting."""
    settings = settings_of(
        "casinoya-chinese",
        fixed=["hp=9", "effects.strike.strength=3", "cards.KS.effect=leech"],
        varied=["damage.front.pair=4,7", "tie=cancel,playoff"],
    )
    assert [setting.label for setting in settings] == [
        "damage.front.pair=4 tie=cancel",
        "damage.front.pair=4 tie=playoff",
        "damage.front.pair=7 tie=cancel",
        "damage.front.pair=7 tie=playoff",
    ]
    options = settings[2].prepared()[2]
    numbers = with_deck(options.deck)
    assert (options.hp, options.tie) == (9, "cancel")
    assert (numbers.effects["strike"].strength, numbers.damage["front"]["pair"]) == (3, 7)
    assert numbers.effect("KS") == ("leech", 1)
    assert numbers.effects["guard"].strength == 1


def test_numbers_come_on_top_of_a_deck_file(tmp_path: Path) -> None:
    """`deck=FILE` is the designer's own; single numbers change it further."""
    file = tmp_path / "deck.toml"
    file.write_text(
        'name = "Own"\n[effects]\nmend = { strength = 4 }\n[cards]\nAS = { effect = "mill", strength = 2 }\n'
    )
    (setting,) = settings_of("casinoya-poker", fixed=[f"deck={file}", "effects.guard.strength=5"])
    numbers = with_deck(setting.prepared()[2].deck)
    assert (numbers.effects["mend"].strength, numbers.effects["guard"].strength) == (4, 5)
    assert numbers.effect("AS") == ("mill", 2)


@pytest.mark.parametrize(
    ("game", "arguments", "code"),
    [
        ("bridge", {}, "unknown-game"),
        ("casinoya-poker", {"players": 7}, "bad-player-count"),
        ("casinoya-poker", {"skills": ["clever"]}, "unknown-skill"),
        ("casinoya-poker", {"fixed": ["hp"]}, "bad-setting"),
        ("casinoya-poker", {"fixed": ["=3"]}, "bad-setting"),
        ("casinoya-poker", {"fixed": ["luck=3"]}, "unknown-path"),
        ("casinoya-poker", {"fixed": ["effects.strike=3"]}, "unknown-path"),
        ("casino-war", {"fixed": ["effects.strike.strength=3"]}, "unknown-path"),
        ("casinoya-poker", {"fixed": ["hp=100"]}, "bad-value"),
        ("casinoya-poker", {"fixed": ["effects.strike.strength=21"]}, "bad-value"),
        ("casinoya-poker", {"fixed": ["effects.fly.strength=2"]}, "bad-value"),
        ("casinoya-poker", {"fixed": ["damage.five.pair=many"]}, "bad-value"),
        ("casinoya-poker", {"fixed": ["deck=/nowhere.toml"]}, "bad-value"),
        ("casinoya-poker", {"fixed": ["hp=5", "hp=6"]}, "path-twice"),
        ("casinoya-poker", {"fixed": ["hp=5"], "varied": ["hp=5,6"]}, "path-twice"),
        ("casinoya-poker", {"varied": ["hp=" + ",".join(map(str, range(1, 70)))]}, "too-many-settings"),
    ],
)
def test_a_question_that_makes_no_sense_has_a_code(game: str, arguments: dict[str, object], code: str) -> None:
    """Whatever is wrong with a question is refused before a game is played."""
    with pytest.raises(LabError) as error:
        settings_of(game, **arguments)  # type: ignore[arg-type]
    assert error.value.code == code


@pytest.mark.parametrize(("games", "jobs", "code"), [(0, 1, "bad-games"), (1, 0, "bad-jobs"), (1, 65, "bad-jobs")])
def test_bounds_of_games_and_processes(games: int, jobs: int, code: str) -> None:
    """At least one game, at least one process, and not too many."""
    with pytest.raises(LabError) as error:
        balance(settings_of("casinoya-poker"), games, jobs)
    assert error.value.code == code


# --- figures ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("probability", "freedom", "wanted"),
    [(0.975, 1, 12.7062), (0.975, 2, 4.3027), (0.975, 3, 3.1824), (0.975, 4, 2.7764), (0.975, 30, 2.0423),
     (0.95, 9, 1.8331), (0.975, 120, 1.9799), (0.975, 10**6, 1.96)],
)  # fmt: skip
def test_students_t(probability: float, freedom: int, wanted: float) -> None:
    """Quantiles of Student's t are those of the printed tables, and the distribution takes them back."""
    found = t_quantile(probability, freedom)
    assert found == pytest.approx(wanted, abs=1e-4)
    if freedom < 1000:
        assert t_distribution(found, freedom) == pytest.approx(probability, abs=1e-9)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Of many samples about 95 % of the intervals hold the true share and the true mean."""
    rng = random.Random(1)
    shares = means = 0
    for _ in range(800):
        hits = sum(rng.random() < 0.2 for _ in range(40))
        interval = wilson(hits, 40)
        shares += interval.low <= 0.2 <= interval.high
        sums = Sums()
        for _ in range(12):
            sums.add(rng.randint(1, 6))
        mean = sums.mean()
        means += mean.low <= 3.5 <= mean.high
    assert 0.92 < shares / 800 < 0.985
    assert 0.92 < means / 800 < 0.98


def test_sums_add_up_in_any_order() -> None:
    """Parts merge to what the whole would have been; one value has no width."""
    one, other = Sums(), Sums()
    for value in (3, 5):
        one.add(value)
    other.add(10)
    one.merge(other)
    assert one.mean().value == pytest.approx(6)
    assert one.mean().half == pytest.approx(4.3027 * math.sqrt(13 / 3), rel=1e-4)
    assert other.mean().half == 0 == Sums().mean().value
    assert wilson(0, 0).high == 1


def test_what_is_counted_is_what_happened() -> None:
    """Wins are one a game, damage is what the hands did, and effects of strength 0 work nothing."""
    ((result),) = balance(settings_of("casinoya-poker", players=3, fixed=["effects.strike.strength=0"]), 12)
    tally = result.tally
    assert sum(tally.seat_wins.values()) == sum(tally.skill_wins.values()) == tally.games == 12
    assert sum(hand.damage for hand in tally.hands.values()) == tally.damage > 0
    assert sum(hand.battles for hand in tally.hands.values()) == tally.battles
    assert tally.effects["strike"].worked == tally.effects["strike"].offered == 0 < tally.effects["strike"].cards
    assert 0 < tally.effects["guard"].worked <= tally.effects["guard"].offered
    assert sum(tally.skill_seats.values()) == 36
    assert sum(tally.lengths.values()) == 12
    assert sum(tally.outs.values()) < 24  # the decks of some games run out before two players do
    assert 0 < tally.games_with["deck exhausted"] < 12


def test_a_bar_is_for_terminals() -> None:
    """The progress goes to a terminal only, on one line, and says how long it will take."""
    silent, shown = io.StringIO(), io.StringIO()
    Bar(silent)(1, 2)
    shown.isatty = lambda: True  # type: ignore[method-assign]
    now = iter([0.0, 10.0, 20.0])
    bar = Bar(shown, lambda: next(now))
    bar(500, 2000)
    bar(2000, 2000)
    assert silent.getvalue() == ""
    assert "500 of 2,000 games, 30 s left" in shown.getvalue()
    assert shown.getvalue().endswith("\n")


# --- the command -----------------------------------------------------------------------------------------------------


def test_the_command_reports_and_keeps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`companion balance` prints each setting and one table of them, and writes JSON with intervals."""
    kept = tmp_path / "out.json"
    arguments = ["balance", "casinoya-poker", "--games", "5", "--players", "3", "--vary", "effects.mend.strength=1,4"]
    arguments += ["--set", "damage.five.pair=4"]
    assert cli.main([*arguments, "--json", str(kept), "--skills", "sensible,simple"]) == 0
    said = capsys.readouterr().out
    assert said.count("casinoya-poker, 3 players, 5 games, seed 1: damage.five.pair=4 effects.mend.strength=") == 2
    assert "effects.mend.strength=4 " in said
    both = json.loads(kept.read_text())
    assert [one["setting"] for one in both] == [{"effects.mend.strength": "1"}, {"effects.mend.strength": "4"}]
    assert both[0]["wins"]["seat"]["1"]["low"] <= both[0]["wins"]["seat"]["1"]["value"]
    assert set(both[0]["wins"]["skill"]) == {"sensible", "simple"}


def test_the_command_refuses_with_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    """A question that makes no sense ends with status 2 and its code on standard error."""
    assert cli.main(["balance", "casinoya-poker", "--set", "luck=1"]) == 2
    assert "unknown-path" in capsys.readouterr().err
    assert cli.main(["balance", "casinoya-poker", "--games", "1", "--json", "/nowhere/at/all.json"]) == 2


def test_plots_are_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each plot is a picture; a game without hands has none of these."""
    pytest.importorskip("matplotlib", reason="matplotlib (extra `lab`) is not installed")
    folder = tmp_path / "plots"
    assert cli.main(["balance", "casinoya-war", "--games", "3", "--vary", "hp=6,9", "--plot", str(folder)]) == 0
    assert {path.name for path in folder.iterdir()} == {"length.png", "wins.png", "effects.png", "hands.png"}
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in folder.iterdir())
    assert cli.main(["balance", "casino-war", "--games", "2", "--hands", "3", "--plot", str(tmp_path / "money")]) == 0
    assert {path.name for path in (tmp_path / "money").iterdir()} == {"length.png", "wins.png"}


def test_plots_without_the_extra_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without matplotlib everything but plots works, and plots name the extra."""
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert cli.main(["balance", "casinoya-war", "--games", "1", "--plot", str(tmp_path)]) == 2


def test_nothing_heavy_is_loaded() -> None:
    """The lab loads neither numpy, matplotlib nor Kivy for playing games."""
    program = (
        "import sys; from companion.lab.balance import balance; from companion.lab.balance_settings import settings_of;"
        "balance(settings_of('casinoya-chinese'), 1);"
        "assert not {'numpy', 'matplotlib', 'kivy', 'nfc', 'gpiozero'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60, env=environment())


def test_figures_are_json() -> None:
    """Everything that is reported can be written as JSON with sorted keys."""
    ((result),) = balance(settings_of("casino-war", players=2, hands=3), 3)
    told = json.loads(msgspec.json.encode(figures(result), order="sorted"))
    assert told["length"]["hands"]["value"] == 3
    assert {edge["bet"] for edge in told["edge"]} == {"ante, war", "ante, surrender", "ante, tie", "tie bet"}
    assert Player("Ana", "Ana") == result.setting.prepared()[1][0]
