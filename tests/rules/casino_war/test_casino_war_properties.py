"""Casino War played at random through its prompts: chips and cards are conserved, refusals change nothing."""

from __future__ import annotations

import random
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import cards
from companion.rules.cards import Card
from companion.rules.casino_war import CASINO_WAR
from companion.rules.casino_war.events import PaidOut
from companion.rules.casino_war.odds import chances, house_edge
from companion.rules.casino_war.options import CasinoWarOptions
from companion.rules.casino_war.payouts import PATHS
from companion.rules.casino_war.state import State
from companion.rules.game import (
    AnyAction,
    Corrected,
    Given,
    IllegalAction,
    Join,
    Leave,
    Number,
    Pick,
    Picked,
    Player,
    Retake,
    Touch,
    Touched,
    Void,
    decode_action,
    encode_action,
    plain,
)

NAMES = ("Ana", "Bruno", "Cem", "Dora", "Emil", "Fay")

OPTIONS = st.builds(
    CasinoWarOptions,
    bank=st.integers(1, 60),
    war_tie=st.sampled_from(["bonus", "no_bonus"]),
    tie_pays=st.sampled_from([10, 11, "off"]),
    burn=st.sampled_from(["three_once", "three_each"]),
    surrender=st.booleans(),
    decks=st.integers(1, 2),
    surrender_round=st.sampled_from(["even_antes", "house", "player"]),
    shuffle=st.sampled_from(["hand", "cut"]),
    cut=st.integers(0, 60),
)


def answers(state: State, rng: random.Random) -> list[AnyAction]:
    """One answer to each standing prompt; cards are unseen ones of the shoe, often of the dealer's or a player's rank."""
    found: list[AnyAction] = []
    for prompt in CASINO_WAR.prompts(state):
        match prompt:
            case Number():
                number = rng.choice([prompt.default, rng.randrange(prompt.low, prompt.high + 1, prompt.step)])
                found.append(Given(prompt.seat, prompt.purpose, number))
            case Pick():
                ids = CASINO_WAR.options(state, prompt).ids
                found.append(Picked(prompt.seat, ids[0] if rng.random() < 0.6 else rng.choice(ids)))
            case Touch():
                found.append(Touched(any_card(state, rng)))
    return found


def any_card(state: State, rng: random.Random) -> Card:
    """An unseen card, a tie with the first card of a player half of the time so that wars come often."""
    left = [card for card in cards.shoe("shoe", state.options.decks) if card not in state.seen]
    lead = next((seat.first for seat in state.seats if seat.first), None)
    level = [card for card in left if lead and card.rank == lead.rank]
    return rng.choice(level if level and rng.random() < 0.5 else left)


def interference(state: State, rng: random.Random) -> AnyAction:
    """Something that people do at any time, often not allowed just now."""
    name = rng.choice((*NAMES, "dealer", "Zoe"))
    return rng.choice(
        [
            Leave(name),
            Join(name, "shoe"),
            Retake(name),
            Void(),
            Corrected(name, rng.choice(["bank", "hp"]), rng.randrange(-2, 50)),
            Given(name, rng.choice(["ante", "tie", "rebuy", "exchange"]), rng.randrange(-3, 80)),
            Picked(name, rng.choice(["deal", "war", "surrender", "burned", "next", "misdeal", "x"])),
            Touched(rng.choice(cards.shoe("shoe", 2))),
            Touched(Card("Ana/KS")),
        ]
    )


def refused(state: State, action: AnyAction) -> bool:
    """Whether the action is illegal now."""
    try:
        CASINO_WAR.check(state, action)
    except IllegalAction:
        return True
    return False


def assert_conserved(state: State) -> None:
    """Every chip that was bought lies in a bank, on the table, in a pocket or with the house; the cards add up."""
    standing = 0 if state.phase == "paid" else sum(seat.stake.total for seat in state.seats)
    chips = sum(seat.bank + seat.cashed for seat in state.seats) + standing + state.house
    assert chips == sum(seat.bought for seat in state.seats)
    assert all(seat.bank >= 0 and seat.ante >= 0 and seat.tie >= 0 for seat in state.seats)
    assert all(seat.raised in (0, seat.ante) for seat in state.seats)
    assert all(seat.ante or not seat.tie for seat in state.seats)
    assert all(not seat.out or (seat.bank, seat.ante) == (0, 0) for seat in state.seats)
    report = CASINO_WAR.report(state)
    assert sum(player["night"] for player in report["players"]) == -report["house"]
    assert state.shoe + state.dealt + state.burned == state.size
    assert state.dealt <= len(state.seen) <= state.dealt + state.burned
    assert state.seen <= set(cards.shoe("shoe", state.options.decks))
    assert state.shoe >= 0
    held = [card for seat in state.seats for card in (seat.first, seat.second) if card]
    held += [card for card in (state.dealer_first, state.dealer_second) if card]
    assert len(held) == len(set(held))
    assert set(held) <= state.seen


def assert_paid_rightly(event: PaidOut, state: State) -> None:
    """An oracle of the pay table, written as plain arithmetic."""
    seat, options = state.seat(event.seat), state.options
    ante, tie, dealer = seat.ante, seat.tie, state.dealer_first
    odds = 0 if options.tie_pays == "off" else options.tie_pays + 1
    assert seat.first is not None
    assert dealer is not None
    if seat.first.rank != dealer.rank:
        back = 2 * ante if seat.first.rank > dealer.rank else 0
    else:
        back = tie * odds
        if seat.choice == "surrender":
            back += (ante + 1) // 2 if options.surrender_round == "player" else ante // 2
        else:
            assert seat.second is not None
            assert state.dealer_second is not None
            if seat.second.rank >= state.dealer_second.rank:
                back += 3 * ante
            if seat.second.rank == state.dealer_second.rank and options.war_tie == "bonus":
                back += ante
    assert (event.returned, event.net, event.bank) == (back, back - seat.stake.total, seat.bank)
    assert sum(line.returned for line in event.lines) == back


@settings(max_examples=150, deadline=None)
@given(OPTIONS, st.integers(1, 6), st.integers(0, 2**32))
def test_random_play_conserves_chips_and_cards(options: CasinoWarOptions, count: int, seed: int) -> None:
    """Whatever is answered, put in between or refused: chips and cards add up, every pay is right and once a hand."""
    rng = random.Random(seed)
    state = CASINO_WAR.start([Player(name, "shoe") for name in NAMES[:count]], options).state
    paid: set[tuple[str, int]] = set()
    for _ in range(120):
        if CASINO_WAR.outcome(state) is not None:
            assert CASINO_WAR.prompts(state) == ()
        meddling = rng.random() < 0.15
        standing = answers(state, rng)
        assert standing or CASINO_WAR.outcome(state) is not None
        action = interference(state, rng) if meddling or not standing else rng.choice(standing)
        assert decode_action(encode_action(action)) == action
        before = plain(CASINO_WAR.report(state))
        if refused(state, action):
            assert meddling or not standing, f"a prompt's own answer was refused: {action}"
            assert plain(CASINO_WAR.report(state)) == before
            continue
        step = CASINO_WAR.apply(state, action)
        assert CASINO_WAR.apply(state, action) == step
        assert plain(CASINO_WAR.report(state)) == before
        state = step.state
        if isinstance(action, Void):
            paid = {one for one in paid if one[1] != state.hand}
        assert_conserved(state)
        for event in step.events:
            plain(event)
            if isinstance(event, PaidOut):
                assert (event.seat, state.hand) not in paid
                paid.add((event.seat, state.hand))
                assert_paid_rightly(event, state)


@settings(max_examples=60, deadline=None)
@given(OPTIONS, st.integers(1, 6), st.integers(0, 2**32))
def test_required_prompts_alone_carry_the_game_on(options: CasinoWarOptions, count: int, seed: int) -> None:
    """Answering only what the table waits for, always with the proposal, plays hand after hand until nobody can bet."""
    rng = random.Random(seed)
    state = CASINO_WAR.start([Player(name, "shoe") for name in NAMES[:count]], options).state
    for _ in range(200):
        prompts = CASINO_WAR.prompts(state)
        order = [prompt.optional for prompt in prompts]
        assert order == sorted(order)
        picks = [prompt.seat for prompt in prompts if isinstance(prompt, Pick)]
        assert len(picks) == len(set(picks))
        if not prompts:
            break
        assert not prompts[0].optional
        match prompts[0]:
            case Number(seat, purpose, default=default):
                action: AnyAction = Given(seat, purpose, default)
            case Pick(seat) as pick:
                action = Picked(seat, CASINO_WAR.options(state, pick).ids[0])
            case _:
                action = Touched(any_card(state, rng))
        state = CASINO_WAR.apply(state, action).state
    assert state.hand > 1 or CASINO_WAR.outcome(state) is not None


def deal_hands(hands: int, options: CasinoWarOptions, strategy: str, seed: int, tie: int) -> dict[str, Any]:
    """Play `hands` hands of one player from a shuffled shoe through the game; what the player netted, and how often."""
    rng = random.Random(seed)
    whole = cards.shoe("shoe", options.decks)
    state = CASINO_WAR.start([Player("Ana", "shoe")], options).state
    paths = dict.fromkeys(PATHS, 0)
    net = 0
    for _ in range(hands):
        drawn = iter(rng.sample(whole, 7))
        actions: list[AnyAction] = [Given("Ana", "ante", 2), Given("Ana", "tie", tie), Picked("dealer", "deal")]
        actions += [Touched(next(drawn)), Touched(next(drawn))]
        for action in actions:
            state = CASINO_WAR.apply(state, action).state
        if state.phase == "decide":
            state = CASINO_WAR.apply(state, Picked("Ana", strategy)).state
        if state.phase == "burn":
            for action in (Picked("dealer", "burned"), Touched(next(drawn)), Touched(next(drawn))):
                state = CASINO_WAR.apply(state, action).state
        seat = state.seats[0]
        assert seat.path is not None
        paths[seat.path] += 1
        net += seat.returned - seat.stake.total
        for action in (Picked("dealer", "next"), Corrected("Ana", "bank", 1000)):
            state = CASINO_WAR.apply(state, action).state
    return {"paths": paths, "net": net}


def assert_near(hands: int, options: CasinoWarOptions, strategy: str, seed: int, tie: int = 1) -> None:
    """The mean net a hand lies within four standard errors of the exact one, and so does each path's share."""
    found = deal_hands(hands, options, strategy, seed, tie)
    chance = chances((4 * options.decks,) * 13, strategy)  # type: ignore[arg-type]
    exact = {one.path: one for one in house_edge(options).paths}
    assert options.tie_pays != "off"
    won = {path: options.tie_pays if path not in ("won-first", "lost-first") else -1 for path in PATHS}
    nets = {path: 2 * exact[path].net + won[path] * tie for path in PATHS}
    mean = sum((chance[path] * nets[path] for path in PATHS), Fraction(0))
    variance = sum((chance[path] * (nets[path] - mean) ** 2 for path in PATHS), Fraction(0))
    assert abs(found["net"] / hands - mean) < 4 * sqrt(variance / hands)
    for path in PATHS:
        share = float(chance[path])
        assert abs(found["paths"][path] / hands - share) <= 4 * sqrt(share * (1 - share) / hands)
    edge = house_edge(options)
    assert edge.tie is not None
    assert mean == 2 * (edge.war if strategy == "war" else edge.surrender) + tie * edge.tie


def test_dealt_hands_lie_near_the_exact_edge() -> None:
    """3,000 hands with a fixed seed lie within four standard errors of the exact expectation."""
    assert_near(3_000, CasinoWarOptions(), "war", seed=7)
    assert_near(3_000, CasinoWarOptions(war_tie="no_bonus", tie_pays=11), "surrender", seed=8)


@pytest.mark.slow
@pytest.mark.parametrize("strategy", ["war", "surrender"])
def test_200000_hands_lie_near_the_exact_edge(strategy: str) -> None:
    """200,000 hands with a fixed seed, played through the game, lie within four standard errors of the exact edge."""
    assert_near(200_000, CasinoWarOptions(), strategy, seed=2026)
