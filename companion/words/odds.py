"""The rows of `companion odds casino-war` in words."""

from __future__ import annotations

from typing import Final

from companion.words.language import N_, translate

ROWS: Final = {
    "chance-first-tie": N_("a tie on the first cards"),
    "chance-war-tie": N_("a tie in a war"),
    "chance-won-first": N_("wins on the first card"),
    "chance-lost-first": N_("loses on the first card"),
    "chance-surrendered": N_("ties and surrenders"),
    "chance-war-won": N_("ties and wins the war"),
    "chance-war-tied": N_("ties and ties the war"),
    "chance-war-lost": N_("ties and loses the war"),
    "net-won-first": N_("… and then wins, in antes"),
    "net-lost-first": N_("… and then loses, in antes"),
    "net-surrendered": N_("… and then loses, in antes"),
    "net-war-won": N_("… and then wins, in antes"),
    "net-war-tied": N_("… and then wins, in antes"),
    "net-war-lost": N_("… and then loses, in antes"),
    "edge-war": N_("always go to war"),
    "edge-surrender": N_("always surrender"),
    "edge-best": N_("the better of both"),
    "risk-war": N_("always go to war, per chip staked"),
    "edge-tie": N_("the tie bet"),
    "cost-surrender": N_("what surrendering costs, per hand"),
    "cost-surrender-at-tie": N_("what surrendering costs, per tie"),
}


def row(code: str) -> str:
    """A row's name; an unknown code is its own."""
    return translate(ROWS.get(code, code))
