"""Sheets of Casino War: why a hand was paid so, the night by hand, and who sits there with bank and going home."""

from __future__ import annotations

from typing import Final

from companion.live.snapshot import Snapshot
from companion.rules.casino_war.events import PaidOut
from companion.rules.casino_war.options import MOST_CHIPS
from companion.rules.casino_war.payouts import AT_WAR, Line, Path
from companion.rules.casino_war.state import State, night
from companion.rules.game import DEALER, Given, Leave, Pick, Picked, Touched
from companion.words import N_, P_, option_text, say, translate
from ui.view.casino_war_model import NightRow, NightStage, WhyRow, WhyStage
from ui.view.games import together, undo_button
from ui.view.model import (
    AskNumber,
    Bar,
    Button,
    CloseSheet,
    Confirm,
    LedgerBox,
    NumberAsk,
    Series,
    Stage,
    Submit,
    TextStage,
)

Sheet = tuple[Stage, Bar]
SERIES: Final = ("gold", "blue", "mint", "red", "ivory", "muted")
THIN: Final = "\u2009"

_WHY: Final[dict[Path, str]] = {
    "won-first": N_("won"),
    "lost-first": N_("lost"),
    "surrendered": N_("surrendered"),
    "war-won": N_("won the war"),
    "war-tied": N_("tied the war"),
    "war-lost": N_("lost the war"),
}
_BETS: Final = {"ante": N_("Ante {sum}"), "raise": N_("Raise {sum}"), "tie": N_("Tie bet {sum}"), "bonus": N_("Bonus")}


def money(amount: int) -> str:
    """Chips as written: from five digits on in groups of three, by thin spaces.

    >>> money(305), money(1000000)
    ('305', '1\u2009000\u2009000')
    """
    return f"{amount:,}".replace(",", THIN) if abs(amount) >= 10_000 else str(amount)


def signed(amount: int) -> str:
    """`+60`, `−10`, `0`."""
    return f"{'+' if amount > 0 else '−' if amount < 0 else ''}{money(abs(amount))}"


def tone_of(amount: int) -> str:
    """What is won is mint, what is lost is red."""
    return "mint" if amount > 0 else "red" if amount < 0 else "muted"


def outcome_words(path: Path) -> str:
    """The path of a hand: `won the war`."""
    return translate(_WHY[path])


def undo(shot: Snapshot) -> Button | None:
    """`Undo 9♠`: there is one shoe and one dealer, who need not be named."""
    button = undo_button(shot)
    if button is None or shot.undo is None:
        return button
    match shot.undo.action:
        case Touched(card):
            return Button(say(N_("Undo {card}"), card=card), button.act, button.kind)
        case Given(seat, purpose, number):
            bet = together(say(N_("{purpose:word} {sum}"), purpose=purpose, sum=money(number)))
            return Button(say(N_("Undo {seat}: {bet}"), seat=seat, bet=bet), button.act, button.kind)
        case Picked("dealer", "next"):
            return Button(say(N_("Undo next hand")), button.act, button.kind)
        case Picked(seat, option) if seat == DEALER:
            return Button(say(N_("Undo {what}"), what=option_text(Pick(seat, ""), option)), button.act, button.kind)
    return button


def close() -> Button:
    """Puts the sheet away."""
    return Button(say(N_("Close")), CloseSheet(), "primary")


# --- why ------------------------------------------------------------------------------------------------------------


def paid(shot: Snapshot) -> tuple[PaidOut, ...]:
    """How the hand was settled, as long as it has not been cleared away."""
    state: State = shot.state
    if state.phase != "paid":
        return ()
    for record in reversed(shot.history.current()):
        found = tuple(event for event in record.events if isinstance(event, PaidOut))
        if found:
            return found
    return ()


def why_sheet(shot: Snapshot, about: str) -> Sheet | None:
    """Each bet of each player: what was staked, what came back, the sum and the rule that paid it."""
    settled = paid(shot)
    if not settled:
        return None
    rows = tuple(
        WhyRow(
            one.seat,
            outcome_words(one.why),
            (*map(_box, one.lines), _staked(one), _net(one)),
            say(N_("returned {rule} · net {net}"), rule=one.rule, net=one.net_rule),
            one.seat == about,
        )
        for one in settled
    )
    legend = say(N_("A ante · R raise · T tie bet"))
    bar = Bar(say(N_("Why?")), legend, undo(shot), (close(),))
    return WhyStage(rows, legend), bar


def _box(line: Line) -> LedgerBox:
    words = say(_BETS[line.bet], sum=money(line.staked))
    tone = "ivory" if line.returned >= line.staked else "muted" if line.returned else "faint"
    return LedgerBox(words, money(line.returned), tone, "" if line.bet == "ante" else "+")


def _staked(one: PaidOut) -> LedgerBox:
    return LedgerBox(say(N_("staked")), money(one.staked), "muted", "−")


def _net(one: PaidOut) -> LedgerBox:
    return LedgerBox(say(N_("net")), signed(one.net), tone_of(one.net) if one.net else "ivory", "=")


# --- the night ------------------------------------------------------------------------------------------------------


def night_sheet(shot: Snapshot) -> Sheet:
    """What everybody and the house have won since they sat down, hand by hand."""
    state: State = shot.state
    names = [seat.name for seat in state.seats]
    runs: dict[str, list[int]] = {name: [0] for name in names}
    house, hands = [0], 0
    for record in shot.history.current():
        if any(isinstance(event, PaidOut) for event in record.events):
            hands += 1
            seated = {seat.name: night(seat, record.state.phase) for seat in record.state.seats}
            for name in names:
                runs[name].append(seated.get(name, 0))
            house.append(record.state.house)
    series = [Series(name, SERIES[at % len(SERIES)], tuple(map(float, runs[name]))) for at, name in enumerate(names)]
    series.append(Series(say(N_("House")), "faint", tuple(map(float, house))))
    rows = [
        NightRow(
            seat.name,
            SERIES[at % len(SERIES)],
            signed(night(seat, state.phase)),
            tone_of(night(seat, state.phase)),
            say(N_("went home with {sum}"), sum=money(seat.cashed))
            if seat.out
            else say(N_("bank {bank} · bought {bought}"), bank=money(seat.bank), bought=money(seat.bought))
            if seat.bought != state.options.bank
            else say(N_("bank {sum}"), sum=money(seat.bank)),
        )
        for at, seat in enumerate(state.seats)
    ]
    count = say(P_("{count} hand", "{count} hands", "count"), count=hands)
    rows.append(NightRow(say(N_("House")), "faint", signed(state.house), tone_of(state.house), count))
    bar = Bar(say(N_("The night")), count, undo(shot), (close(),))
    return NightStage(say(N_("Won and lost by hand")), tuple(series), tuple(rows)), bar


def night_facts(shot: Snapshot) -> tuple[tuple[str, str], ...]:
    """What to remember of a night: titles with what is remembered."""
    state: State = shot.state
    events = [event for record in shot.history.current() for event in record.events]
    hands = [event for event in events if isinstance(event, PaidOut)]
    found = [(say(N_("House")), signed(state.house))]
    winner = max(state.seats, key=lambda seat: night(seat, state.phase))
    if (most := night(winner, state.phase)) > 0:
        found.append((say(N_("Best night")), say(N_("{seat} · {sum}"), seat=winner.name, sum=signed(most))))
    if hands and (best := max(hands, key=lambda event: event.net)).net > 0:
        found.append((say(N_("Best hand")), say(N_("{seat} · {sum}"), seat=best.seat, sum=signed(best.net))))
    wars = [event.why for event in hands if event.why in AT_WAR]
    won = sum(why != "war-lost" for why in wars)
    told = say(N_("{count} · {won} not lost"), count=len(wars), won=won) if wars else say(N_("None"))
    found.append((say(N_("Wars")), told))
    return tuple(found)


# --- who sits there -------------------------------------------------------------------------------------------------


def seat_sheet(shot: Snapshot, name: str) -> Sheet | None:
    """A player's night, with more chips and going home; only between hands."""
    state: State = shot.state
    seat = next((one for one in state.seats if one.name == name and not one.out), None)
    if seat is None or state.phase not in ("bets", "paid"):
        return None
    room = MOST_CHIPS - seat.bank
    usual = min(state.options.bank, max(0, room))
    buttons = []
    if room >= 1:
        ask = NumberAsk(name, say(N_("{seat} buys chips"), seat=name), None, "rebuy", 1, room, 1, usual, say(N_("Buy")))
        buttons.append(Button(say(N_("Buy {sum}"), sum=money(usual)), Submit(Given(name, "rebuy", usual)), "primary"))
        buttons.append(Button(say(N_("Other sum…")), AskNumber(ask)))
    standing = 0 if state.phase == "paid" else seat.stake.total
    question = say(N_("{seat} goes home with {sum}?"), seat=name, sum=money(seat.bank + standing))
    buttons.append(Button(say(N_("Cash out")), Confirm(question, say(N_("Cash out")), Submit(Leave(name))), "danger"))
    lines = (
        say(N_("Bank {sum}"), sum=money(seat.bank)),
        say(N_("Bought {sum}"), sum=money(seat.bought)),
        say(N_("Tonight {sum}"), sum=signed(night(seat, state.phase))),
    )
    bar = Bar(say(N_("Between hands")), name, undo(shot), (Button(say(N_("Close")), CloseSheet()),))
    return TextStage(name, lines, tuple(buttons)), bar
