"""No card and no chip is gained or lost: what a report must add up to in every game, whatever happened (HEADLESS.md, `state`)."""

from __future__ import annotations

from typing import Any


def conserved(report: dict[str, Any]) -> None:
    """Check a game's report: zones of 54 cards, bets of at least nothing and a house that wins what others lose, 52 cards."""
    for entry in report["players"]:
        if "deck" in entry:
            zones = [entry[zone] for zone in ("deck", "hand", "aside", "pit")]
            assert min(zones) >= 0
            assert sum(zones) == 54
            known = entry["hand_cards"] + entry["pit_cards"]
            assert len(set(known)) == len(known)
            assert len(entry["hand_cards"]) <= entry["hand"]
            assert len(entry["pit_cards"]) <= entry["pit"]
            assert 0 <= entry["hp"] <= 99
        elif "bank" in entry:
            assert min(entry["bank"], entry["ante"], entry["tie"], entry["raise"]) >= 0
    if "house" in report:
        assert report["house"] + sum(entry["night"] for entry in report["players"]) == 0
    if "stock" in report and report["phase"] != "table":
        assert _of_cassino(report) == 52


def _of_cassino(report: dict[str, Any]) -> int:
    """All cards of a game of Cassino; partners both show their side's pile, which counts once."""
    piles: dict[int, int] = {}
    for at, entry in enumerate(report["players"]):
        piles[at % 2 if report.get("partners") else at] = entry["cards"]
    builds = sum(len(build["cards"]) for build in report["builds"])
    hands = sum(entry["hand"] for entry in report["players"])
    played = report["played"]
    on_the_way = 0 if not played else 1 if isinstance(played, str) else len(played)
    return sum(piles.values()) + hands + len(report["table"]) + builds + report["stock"] + report["aside"] + on_the_way
