"""Whole evenings by cards only, on the real driver and a simulated chip: every answer is a card or a command card laid down."""

from __future__ import annotations

import random
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from companion.live import messages as post
from companion.live.cards import Cards
from companion.live.lamps import PATTERNS, Moment, moment
from companion.people import People
from companion.robots import Company
from companion.rules.cards import Card
from companion.rules.game import TABLE, Given, Pick, Picked, Player, Touch, Touched
from companion.rules.games import GAMES
from companion.settings import Loaded, Settings
from companion.wiring.demo import Stepped
from companion.wiring.front import Front
from hardware.simulation.tags import Ntag213
from ui.desk import SIGNAL_TONES, Desk
from ui.facade import SignalGiven
from ui.sound import NOTES

WORDS = ("next", "stand", "war", "surrender", "undo", "yes")
UIDS = {word: f"04C0FFEE0000{at:02X}" for at, word in enumerate(WORDS)}
NAMES = ("Ana", "Bruno", "Cem", "Dora")


class Evening:
    """A table whose people touch nothing but cards; `laid` counts what they laid down, by round."""

    def __init__(self, name: str, seed: str, count: int = 2, **options: str) -> None:
        self.rng = random.Random(seed)
        self.table = Stepped(self.rng)
        self.front = Front(self.table.owner, self.table.devices, Loaded(Settings(), ()), People())
        self.signals: list[SignalGiven] = []
        self.front.subscribe(lambda notice: self.signals.append(notice) if isinstance(notice, SignalGiven) else None)
        self.lying = ""
        self.laid: Counter[int] = Counter()
        self.table.until(lambda: self.table._reader.status == "ready", "the reader is ready")
        for word, uid in UIDS.items():
            self.front.teach_command(word)
            self.table.owner.pump()
            self.tag(uid)
        players = tuple(Player(name, name) for name in NAMES[:count])
        reply = self.table.told(post.NewGame(name, players, options))
        assert reply.refusal is None
        shot = self.shot
        self.company = Company(shot.game, shot.players, shot.options, self.rng)
        self.company.follow(shot.state, shot.events)

    @property
    def shot(self) -> Any:
        return self.front.snapshot

    @property
    def cards(self) -> Cards:
        return self.table.owner.router.cards

    def tag(self, uid: str) -> Any:
        """Lay a tag down until there is a verdict, and lift it."""
        self.table.until(lambda: uid not in self.table._there, f"{uid} is gone")
        self.table._verdicts.clear()
        self.table.hardware.reader.place(Ntag213(uid))
        self.table.until(lambda: bool(self.table._verdicts), f"{uid} is read")
        self.table.hardware.reader.lift(uid)
        return self.table._verdicts[0]

    def command(self, word: str) -> Any:
        self._count()
        return self.tag(UIDS[word])

    def touch(self, card: Card) -> Any:
        self._count()
        return self.tag(self.cards.uid_of(card) or "")

    def _count(self) -> None:
        if self.shot is not None:
            moment = self.shot.moment()
            self.laid[moment.get("round") or moment.get("hand") or moment.get("pack") or 0] += 1

    def step(self) -> None:
        """One card: what somebody must do now, as it can be done by cards alone."""
        shot = self.shot
        if self.front.chores() is not None:
            assert self.command("next").code == "chores-done"
            return
        required = [one.prompt for one in shot.prompts if not one.prompt.optional]
        touches = [prompt for prompt in required if isinstance(prompt, Touch)]
        optional = [one.prompt for one in shot.prompts if isinstance(one.prompt, Touch) and one.prompt.optional]
        if touches:
            verdict = self.touch(self.company.card(touches[0]))
        elif optional and optional[0].purpose == "draw" and self.rng.random() < 0.5:
            verdict = self.touch(self.company.card(optional[0]))
        else:
            verdict = self.command(self.word(required))
        assert verdict.code == "taken", (verdict, shot.prompts)
        assert verdict.reply is not None
        self.company.follow(verdict.reply.snapshot.state, verdict.reply.events)

    def word(self, required: list[Any]) -> str:
        """A command card for the first who is asked: by its name where it has one, else yes."""
        picks = [prompt for prompt in required if isinstance(prompt, Pick)]
        ids = self.shot.choices(picks[0]).ids if len(picks) == 1 else ()
        named = [word for word in WORDS if word in ids]
        return self.rng.choice(named) if named else "yes"


@pytest.mark.parametrize("game", list(GAMES))
def test_an_evening_by_cards_only(game: str) -> None:
    """Every game is played from its first prompt on by laying cards and command cards on one shared reader."""
    options = {"hp": "12"} if game.startswith("casinoya") else {"game": "8"} if game.startswith("cassino") else {}
    evening = Evening(game, game, **options)
    for _ in range(600):
        if evening.shot.outcome is not None:
            break
        evening.step()
    shot = evening.shot
    assert shot.outcome is not None or game == "casino-war"
    means = {record.origin.means for record in shot.history if record.origin is not None}
    assert means == {"reader"}
    assert len(shot.history) > 30


@pytest.mark.parametrize("game", list(GAMES))
def test_the_lamp_of_whoever_is_asked_is_lit(game: str) -> None:
    """At each step of every game the lamps of the seats that are waited for, the dealer's too, are not dark."""
    evening = Evening(game, f"lamps {game}", **({"hp": "9"} if game.startswith("casinoya") else {}))
    seen: set[str] = set()
    for _ in range(60):
        shot = evening.shot
        if shot.outcome is not None:
            break
        lit = {lamp.seat for lamp in evening.front.lamps() if lamp.motion}
        waited = {one.prompt.seat for one in shot.prompts if not one.prompt.optional} - {TABLE}
        assert waited <= lit
        seen |= waited
        evening.step()
    assert set(NAMES[:2]) <= seen
    assert game != "casino-war" or "dealer" in seen


def test_a_round_of_poker_of_four_needs_twenty_cards_and_eight_presses() -> None:
    """At one reader a round of four takes its twenty hand cards and at most eight command cards: exchanges, battles, chores.

    A joker is one more: its player's choice. A finger on the glass does what a command card does, so the taps are as many.
    """
    evening = Evening("casinoya-poker", "pace", 4, hp="99")
    touches: Counter[int] = Counter()
    presses: Counter[int] = Counter()
    while evening.shot.moment()["round"] < 6:
        number, entries = evening.shot.moment()["round"], evening.shot.entries
        evening.step()
        action = evening.shot.history[-1].change.action if evening.shot.entries > entries else None
        if isinstance(action, Touched):
            touches[number] += 1
        elif not (isinstance(action, Picked) and action.option != "next"):
            presses[number if action is not None else number - 1] += 1  # "done" is said when the next round has begun
    told = [event for record in evening.shot.history.current() for event in record.events]
    assert not any(type(event).__name__ == "PlayoffStarted" for event in told)
    assert set(touches.values()) == {20}
    assert sorted(presses) == [1, 2, 3, 4, 5]
    assert max(presses.values()) == 8
    assert sum(evening.laid.values()) == sum(touches.values()) + sum(presses.values()) + joker_choices(evening)


def joker_choices(evening: Evening) -> int:
    """How many jokers were given a face."""
    return sum(
        isinstance(record.change.action, Picked) and record.change.action.option != "next"
        for record in evening.shot.history.current()
    )


def test_undo_by_card_takes_the_last_card_back() -> None:
    """The undo card takes back what was laid last, whoever laid it, as often as it is laid."""
    evening = Evening("casinoya-poker", "undo")
    while not any(isinstance(one.prompt, Touch) for one in evening.shot.prompts):
        evening.step()
    evening.step()
    evening.step()
    state = evening.shot.state
    evening.step()
    assert evening.command("undo").code == "taken"
    assert evening.shot.state == state
    assert evening.shot.redo is not None


def test_no_card_goes_to_the_game_before_the_chores_are_done() -> None:
    """After a round the opening draw waits: a card of a hand is refused by its own code, the next card opens the round."""
    evening = Evening("casinoya-poker", "chores", hp="20")
    while evening.front.chores() is None:
        evening.step()
    entries = evening.shot.entries
    evening.signals.clear()
    verdict = evening.touch(Card("Ana/2S"))
    assert (verdict.code, verdict.signal) == ("chores-first", "refused")
    assert evening.shot.entries == entries
    assert [signal.kind for signal in evening.signals] == ["refused"]
    assert evening.command("stand").code == "chores-first"
    assert evening.command("next").code == "chores-done"
    assert evening.front.chores() is None
    evening.step()
    assert evening.shot.entries == entries + 1


def test_taking_the_round_back_ends_its_chores() -> None:
    """An undo of what ended the round gives the cards to the game again, without a word about chores."""
    evening = Evening("casinoya-poker", "chores", hp="20")
    while evening.front.chores() is None:
        evening.step()
    assert evening.command("undo").code == "taken"
    evening.table.owner.pump()
    assert evening.front.chores() is None


# --- four signals --------------------------------------------------------------------------------------------------------


def test_the_four_signals_are_the_same_four_everywhere() -> None:
    """Taken, already taken, unknown and not now: each comes from a card on the reader and from a finger as the same signal, and
    each has a motion of the lamp, a sound and a word of its own."""
    evening = Evening("casinoya-poker", "signals")
    desk = Desk(evening.front, lambda: None, lambda _seconds, _do: None)
    desk.screen = "table"
    evening.front.subscribe(desk.hear)
    flashed: list[Moment] = []
    lights = evening.table.devices.lights
    assert lights is not None
    for name in ("Ana", "Bruno"):
        evening.table.told(post.Submit(Given(name, "exchange", 0)))
    offers = {
        "taken": lambda: evening.touch(Card("Ana/KS")),
        "already": lambda: evening.touch(Card("Ana/KS")),
        "unknown": lambda: evening.tag("04DEADBEEF0001"),
        "refused": lambda: evening.command("war"),
    }
    words: dict[str, str] = {}
    for kind, offer in offers.items():
        evening.signals.clear()
        verdict = offer()
        assert verdict.signal == kind
        assert [signal.kind for signal in evening.signals] == [kind]
        flashed += moment(verdict)
        bar = desk.view().bar
        if kind != "taken":
            words[kind] = bar.eyebrow
            assert bar.tone == SIGNAL_TONES[kind]
    assert [one.word for one in flashed if one.word != "hit"] == list(offers)
    assert len(set(words.values())) == 3
    assert len({PATTERNS[word].motion for word in offers}) == 4
    assert len({NOTES[word] for word in offers}) == 4
    evening.signals.clear()
    evening.front.touch(Card("Ana/KS"))
    evening.front.touch(Card("Bruno/9S"))
    evening.front.submit(Picked("table", "next"))
    evening.table.owner.pump()
    assert [signal.kind for signal in evening.signals] == ["already", "taken", "refused"]


def test_a_pods_button_says_that_the_chores_are_done() -> None:
    """While chores are due a pod's button means next, whoever's pod it is, and a press opens the round."""
    evening = Evening("casinoya-poker", "pods", hp="20")
    asked: list[str | None] = []
    pod = SimpleNamespace(name="pod-1", ask=asked.append, close=lambda: None)
    evening.table.devices.pods.append(pod)
    evening.table.owner.router.bind("pod-1", "Ana")
    while evening.front.chores() is None:
        evening.step()
    assert asked[-1] == "next"
    evening.table.owner.post(post.Pressed("pod-1", "next"))
    evening.table.owner.pump()
    assert evening.front.chores() is None
    assert asked[-1] is None
