"""What the screen of Casino War says: how a seat stands, what may be bet, what is asked, the house edge of the options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, SupportsFloat

from companion.rules.casino_war import bets as betting
from companion.rules.casino_war import hand
from companion.rules.casino_war.odds import house_edge
from companion.rules.casino_war.options import MOST_CHIPS, CasinoWarOptions
from companion.rules.casino_war.payouts import lines
from companion.rules.casino_war.state import Seat, State
from companion.rules.game import BadOption
from companion.rules.options import read
from companion.words import N_, P_, decimal, say
from ui.view import casino_war_bets as chips
from ui.view.casino_war_sheets import money
from ui.view.games import together


def circle_word(circle: str) -> str:
    """What stands on a circle."""
    return say({"ante": N_("ante"), "tie": N_("tie"), "raise": N_("raise")}[circle])


def bets_words(seat: Seat) -> str:
    """`Ante 10 · Raise 10 · Tie 5`."""
    parts = [(N_("Ante {sum}"), seat.ante), (N_("Raise {sum}"), seat.raised), (N_("Tie {sum}"), seat.tie)]
    return " · ".join(together(say(words, sum=money(amount))) for words, amount in parts if amount)


def dealer_lines(state: State) -> list[str]:
    """What is left in the shoe; while bets are open, what may be bet."""
    shoe = say(N_("Shoe {left} of {size}"), left=state.shoe, size=state.size)
    if state.burned:
        shoe += " · " + say(P_("{count} burned", "{count} burned", "count"), count=state.burned)
    if state.phase != "bets":
        return [shoe]
    options = state.options
    limits = (
        say(N_("from {low}"), low=money(options.minimum))
        if options.maximum >= MOST_CHIPS
        else say(N_("{low} to {high}"), low=money(options.minimum), high=money(options.maximum))
    )
    even = [say(N_("even antes"))] if betting.even_step(options) == 2 else []
    tie = (
        say(N_("no tie bets"))
        if options.tie_pays == "off"
        else say(N_("tie pays {odds} to 1"), odds=int(options.tie_pays))
    )
    return [shoe, " · ".join([limits, *even]), tie]


def standing_word(state: State, seat: Seat) -> tuple[str, str]:
    """How it stands with a seat while the hand is played, with its tone."""
    if state.phase in ("bets", "paid"):
        return ("", "muted") if state.phase == "bets" or seat.plays else (say(N_("sits out")), "faint")
    if not seat.plays:
        return say(N_("sits out")), "faint"
    if hand.due(state) == seat.name:
        return say(N_("your card")), "ivory"
    if seat.first is None or state.dealer_first is None:
        return "", "muted"
    if seat.choice == "surrender":
        return say(N_("surrendered")), "muted"
    if seat.choice == "war":
        return say(N_("at war")), "red"
    if state.undecided == seat:
        return say(N_("war or surrender?")), "ivory"
    if seat in state.tied:
        return say(N_("tie")), "gold"
    won = seat.first.rank > state.dealer_first.rank
    return (say(N_("won")), "mint") if won else (say(N_("lost")), "red")


def chips_for(state: State, notes: Mapping[str, str]) -> str:
    """Whose circle gets the chips: `Ana · ante`."""
    focus = chips.focus(state, notes) if state.phase == "bets" else ""
    if not focus:
        return ""
    circle, name = chips.of_key(focus)
    return say(N_("{seat} · {circle:word}"), seat=name, circle=circle)


def bets_sentence(state: State, notes: Mapping[str, str]) -> str:
    """What is wrong with the chips as they lie, else who has placed none."""
    wrong = chips.pending(notes, state)
    if wrong is not None:
        words = {
            "low": N_("{seat}: at least {low}"),
            "high": N_("{seat}: at most {high}"),
            "odd": N_("{seat}: an ante must be even"),
        }[chips.fault(state.options, chips.bet(notes, wrong))]
        return say(words, seat=wrong.name, low=money(state.options.minimum), high=money(state.options.maximum))
    able = [seat for seat in state.seats if betting.can_bet(state, seat)]
    waiting = [seat.name for seat in able if not seat.plays]
    if not waiting:
        return say(N_("All bets are down: deal?"))
    if len(waiting) == len(able):
        return say(N_("Place your bets"))
    return say(N_("No ante yet: {seats:names}"), seats=waiting)


def decide_sentence(state: State) -> str:
    """Who is asked, and what each answer costs."""
    seat = state.undecided
    assert seat is not None
    back = sum(line.returned for line in lines("surrendered", seat.stake, state.options) if line.bet == "ante")
    if hand.decisions(state, seat) == ("surrender",):
        return say(N_("{seat} cannot cover the raise: {back} of the ante back"), seat=seat.name, back=money(back))
    if not state.options.surrender:
        return say(N_("{seat}: to war for {raise} more"), seat=seat.name, **{"raise": money(seat.ante)})
    return say(
        N_("{seat}: war for {raise} more, or {back} back?"),
        seat=seat.name,
        back=money(back),
        **{"raise": money(seat.ante)},
    )


def paid_sentence(state: State) -> str:
    """`Hand over: Ana 85, Bruno 65`."""
    parts = [together(f"{seat.name} {money(seat.returned)}") for seat in state.playing if seat.returned]
    if not parts:
        return say(N_("Collect all bets"))
    return say(N_("Hand over: {parts}"), parts=", ".join(parts))


def edge_words(written: Mapping[str, str]) -> str:
    """`House edge 2.3301 % · surrender 3.6977 % · tie bet 18.6495 %`; empty for options that cannot be played."""
    try:
        odds = house_edge(read(CasinoWarOptions, written))
    except BadOption:
        return ""
    parts = [say(N_("House edge {edge}"), edge=percent(-odds.war))]
    parts.append(say(N_("surrender {edge}"), edge=percent(-odds.surrender)))
    if odds.tie is not None:
        parts.append(say(N_("tie bet {edge}"), edge=percent(-odds.tie)))
    return " · ".join(map(together, parts))


def percent(share: SupportsFloat) -> str:
    """`2.3301 %`, in French `2,3301 %`; the number and its sign stay together."""
    return f"{decimal(100 * float(share), 4)}\u00a0%"


def night_sentence(players: Sequence[Mapping[str, Any]]) -> str:
    """`Ana is up 120, Bruno is down 40`: the highest first; who came out even is named where nobody did better."""
    order = sorted(players, key=lambda player: -player["night"])
    parts = []
    for player in order:
        words = N_("{seat} is up {sum}") if player["night"] > 0 else N_("{seat} is down {sum}")
        if player["night"]:
            parts.append(together(say(words, seat=player["name"], sum=money(abs(player["night"])))))
    return ", ".join(parts) or say(N_("Everybody goes home even"))
