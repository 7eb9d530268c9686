"""A fifth game of CasiNoya, declared in this file alone, played by the same round and through the same table.

*Three duels*: draw four, keep one face down as a second; lay three, left to right. Each is a contest; the highest attacks, equal
highest turn top cards. In the middle duel every defender, once the attacker is known, turns the second up: its effect
counts too. Damage is 2 for a court card, 3 for an ace or joker, else 1.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.headless import Protocol, encoded
from companion.live.table import Table
from companion.rules.cards import FACES, Card
from companion.rules.casinoya.effects import Effect, of_card
from companion.rules.casinoya.options import HpNumber, TieOptions
from companion.rules.casinoya.play import Casinoya
from companion.rules.casinoya.rules import Hand, Rules
from companion.rules.casinoya.state import State
from companion.rules.game import AnyAction, IllegalAction, Pick, Picked, Player, Touch, Touched
from companion.rules.options import read

# --- the whole game ----------------------------------------------------------------------------------------------------

DUELS, MIDDLE = 3, 1


class DuelOptions(TieOptions, frozen=True, kw_only=True):
    """Options of three duels."""

    hp: HpNumber = 12


class ThreeDuels(Rules):
    """Three cards, three duels, a second in the middle one."""

    name = "three-duels"
    options_type = DuelOptions
    draw = need = DUELS + 1
    contests = DUELS
    ordered = True

    def owed(self, s: State, seat: int) -> int:
        return max(0, DUELS - len(s.seats[seat].scans))

    def strength(self, s: State, contest: int, seat: int) -> int | None:
        return s.seats[seat].scans[contest].rank

    def hand(self, s: State, contest: int, seat: int) -> Hand:
        return Hand("column", (s.seats[seat].scans[contest].rank,))

    def base(self, s: State, contest: int, hand: Hand) -> int:
        (rank,) = hand.ranks
        return 3 if rank >= 14 else 2 if rank > 10 else 1

    def live(self, s: State, contest: int, seat: int) -> tuple[Effect, ...]:
        scans = s.seats[seat].scans
        cards = (scans[contest], *scans[DUELS:]) if contest == MIDDLE else (scans[contest],)
        return tuple(one for card in cards if (one := of_card(s.numbers, card, card.face)))

    def support(self, s: State, contest: int, seat: int) -> int:
        return int(contest == MIDDLE and len(s.seats[seat].scans) == DUELS)

    def supported(self, s: State, contest: int, seat: int, card: Card) -> State:
        return s.put(seat, replace(s.seats[seat], scans=(*s.seats[seat].scans, card)))


GAME = Casinoya(ThreeDuels())

# --- tests -------------------------------------------------------------------------------------------------------------


def test_three_contests_and_a_touch_once_the_attacker_is_known(start: Any) -> None:
    """Each duel is fought by its own cards; in the middle one the defender's second is waited for before the battle."""
    play = start(GAME)
    assert play.waits == [("Ana", "reveal"), ("Bruno", "reveal")]
    play.touch("Ana", "KC 9C 2S")
    play.touch("Bruno", "QD 8D 3S")
    assert (play.last("DamageDealt").contest, play.last("DamageDealt").amount) == (1, 2 + 1 - 1)
    play.next()
    assert play.last("AttackerChosen").contest == 2
    assert play.waits == [("Bruno", "reinforcement")]
    assert play.refused(Touched(Card("Ana/7D"))) == "not-now"
    assert play.refused(Touched(Card("Bruno/8D"))) == "card-in-hand"
    play.touch("Bruno", "7D")
    dealt = play.last("DamageDealt")
    assert (dealt.contest, dealt.base, dealt.strike, dealt.guard, dealt.amount) == (2, 1, 1, 2, 1)
    play.next()
    dealt = play.last("DamageDealt")
    assert (dealt.contest, dealt.by, dealt.seat) == (3, "Bruno", "Ana")
    play.next()
    assert play.state.round == 2
    assert [(seat.deck, seat.pit, len(seat.known_pit)) for seat in play.state.seats] == [(46, 4, 3), (46, 4, 4)]


def test_it_has_playoff_elimination_and_sudden_death_for_nothing(start: Any) -> None:
    """What all games share is there without a word in this file: ties, 13 rounds of four cards, the end."""
    play = start(GAME)
    play.touch("Ana", "KC 9C 2S")
    play.touch("Bruno", "KD 8D 3S")
    assert play.waits == [("Ana", "playoff"), ("Bruno", "playoff")]
    play.touch("Ana", "TD")
    play.touch("Bruno", "JD")
    assert play.last("AttackerChosen").how == "playoff"
    play = start(GAME, tie="cancel", hp="99")
    for number in range(13):
        assert play.state.round == number + 1
        faces = FACES[number * 3 : number * 3 + 3]
        play.touch("Ana", " ".join(faces))
        play.touch("Bruno", " ".join(faces))
    assert play.happened("SuddenDeath")  # 52 drawn, two left: nobody can draw four, and the hit points are equal
    assert play.hp == {"Ana": 10, "Bruno": 10}


def answer(state: State, rng: random.Random) -> AnyAction:
    """Any answer to any prompt: a card not known to lie elsewhere, or an option."""
    prompt = rng.choice(GAME.prompts(state))
    if isinstance(prompt, Pick):
        return Picked(prompt.seat, rng.choice(GAME.options(state, prompt).ids))
    assert isinstance(prompt, Touch)
    while True:
        action = Touched(Card(f"{prompt.label}/{rng.choice(FACES)}"))
        try:
            GAME.check(state, action)
        except IllegalAction:
            continue
        return action


@pytest.mark.parametrize("seed", range(12))
def test_random_games_end_with_all_cards_there(seed: int) -> None:
    """By two to six, with any options: cards are conserved and there is an outcome."""
    rng = random.Random(seed)
    words = {"tie": rng.choice(["playoff", "cancel", "rebuild"]), "may_spare": rng.choice(["on", "off"])}
    players = [Player(name, name) for name in ("Ana", "Bruno", "Cem", "Dora", "Eva", "Finn")[: rng.randint(2, 6)]]
    state = GAME.start(players, read(DuelOptions, words)).state
    for _ in range(5000):
        if GAME.outcome(state):
            break
        state = GAME.apply(state, answer(state, rng)).state
        assert all(seat.deck + seat.hand + seat.aside + seat.pit == 54 for seat in state.seats)
    assert GAME.outcome(state) is not None


def test_the_table_and_the_protocol_play_it() -> None:
    """The live table, undo and the headless protocol take the game from the mapping that is handed in."""
    protocol = Protocol(Table({GAME.name: GAME}))

    def ask(line: str) -> list[dict[str, Any]]:
        return [json.loads(one) for one in encoded(protocol.answer(line.encode())).splitlines()]

    assert ask("new three-duels Ana Bruno hp=3")[0] == {"event": "RoundStarted", "round": 1}
    ask("touch Ana/KC Ana/9C Ana/2S Bruno/QD Bruno/8S")
    said = ask("touch Bruno/3S")
    assert [one["amount"] for one in said if one.get("event") == "DamageDealt"] == [2]
    assert (said[-2]["prompt"], said[-2]["purpose"]) == ("pick", "next")
    assert [one["purpose"] for one in ask("pick table next") if "prompt" in one] == ["reinforcement"]
    ask("touch Bruno/KS")
    assert {"outcome": "won", "winners": ["Ana"]} in ask("pick table next")
    assert not any("outcome" in one for one in ask("undo"))
    (state,) = [one["state"] for one in ask("state") if "state" in one]
    assert (state["game"], state["contest"], [one["hp"] for one in state["players"]]) == ("three-duels", 2, [3, 0])
