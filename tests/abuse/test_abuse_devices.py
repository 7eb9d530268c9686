"""Readers and pods that break at every phase of every game: the game is the one that would have been without, nothing is played
by itself, and a device that is back answers within five seconds. Real drivers and firmware on simulated chips, a moved clock."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from comparing import mark_of
from table_bed import NORTH, POD, SHARED, Bed

from companion.rules.games import GAMES
from hardware.simulation.reader import uid_for

BACK_S = 5.0
OUT_S = 2.0
MOST = 400

Fault = Callable[[Bed, str, random.Random], None]
Make = Callable[[str, object], Bed]


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Makes tables; all are closed at the end."""
    beds: list[Bed] = []

    def begin(game: str, seed: object) -> Bed:
        beds.append(Bed(game, seed, monkeypatch))
        beds[-1].start()
        return beds[-1]

    yield begin
    for bed in beds:
        bed.close()


# --- what can happen to a device ---------------------------------------------------------------------------------------


def cut(bed: Bed, name: str) -> None:
    (bed.pod.unplug if name == POD else bed.sims[name].unplug)()


def join(bed: Bed, name: str) -> None:
    (bed.pod.plug if name == POD else bed.sims[name].replug)()


def back(bed: Bed, name: str) -> None:
    """The device answers again in time."""
    took = bed.until(lambda: bed.ready(name), BACK_S + 1)
    assert took <= BACK_S, (name, took)


def unplugged(bed: Bed, name: str, rng: random.Random) -> None:
    """The plug is pulled and put back."""
    cut(bed, name)
    bed.run(OUT_S + rng.random() * 6)
    join(bed, name)
    back(bed, name)


def unplugged_under_a_card(bed: Bed, name: str, rng: random.Random) -> None:
    """A card that nobody waits for lies there, the plug is pulled and put back, and the card is lifted."""
    card = rng.choice(
        [card for one in bed.story() if (card := getattr(getattr(one, "action", None), "card", None))] or [None]
    )
    if card is None:
        return
    bed.place(name, uid_for(card))
    bed.run(0.5)
    unplugged(bed, name, rng)
    bed.run(1.0)
    bed.clear(name)


def stuck(bed: Bed, name: str, rng: random.Random) -> None:
    """The chip is left at another speed, as by a program that was killed."""
    if name == POD:
        bed.pod.say(rng.randbytes(300))
        bed.run(1.0)
        return
    cut(bed, name)
    bed.run(OUT_S)
    bed.sims[name].stick(rng.choice([230_400, 460_800, 921_600]))
    join(bed, name)
    back(bed, name)


def silent(bed: Bed, name: str, rng: random.Random) -> None:
    """The chip stops answering and comes back; a pod's whole line does."""
    if name == POD:
        unplugged(bed, name, rng)
        return
    bed.sims[name].mute(True)
    bed.run(OUT_S + 6)
    bed.sims[name].mute(False)
    bed.until(lambda: bed.ready(name), BACK_S + 1)


def noisy(bed: Bed, name: str, rng: random.Random) -> None:
    """The wire damages what passes."""
    if name == POD:
        for _ in range(20):
            bed.pod.say(rng.randbytes(rng.randrange(80)) + rng.choice([b"", b"\n"]))
            bed.run(0.1)
    else:
        bed.sims[name].faults.babble(rng.randrange(1 << 30), 0.3)
        bed.run(OUT_S + 1)
        bed.sims[name].heal()
    bed.until(lambda: bed.ready(name), BACK_S + 1)


def stacked(bed: Bed, name: str, rng: random.Random) -> None:
    """Two cards at once, and both are lifted; none is taken at random, so cards that are waited for may be among them."""
    label = bed.shot.game.decks(bed.players, bed.shot.options)[0]
    for card in rng.sample(list(bed.shot.game.cards(label, bed.shot.options)), 2):
        bed.place(name, uid_for(card))
    bed.run(1.0)
    bed.clear(name)


FAULTS: dict[str, Fault] = {
    one.__name__: one for one in (unplugged, unplugged_under_a_card, stuck, silent, noisy, stacked)
}  # fmt: skip
DEVICES = (SHARED, NORTH, POD)


def undisturbed(make: Make, game: str, seed: object) -> Bed:
    bed = make(game, seed)
    for _ in range(MOST):
        if bed.shot.outcome is not None:
            break
        bed.step()
    return bed


def disturbed(make: Make, game: str, seed: object, plan: list[tuple[str, str]], rng: random.Random, every: bool) -> int:
    """A game with the planned faults at each phase that it comes to (one after another, or every one); how many there were."""
    bed, quiet = make(game, seed), undisturbed(make, game, seed)
    seen: set[object] = set()
    count, turn = 0, 0
    for _ in range(MOST):
        phase = bed.phase()
        if phase not in seen:
            seen.add(phase)
            chosen = plan if every else [plan[turn % len(plan)], plan[(turn + 1) % len(plan)]]
            turn += 2
            for device, fault in chosen:
                before, mark, told = bed.story(), mark_of(bed.shot.state), len(bed.replies)
                FAULTS[fault](bed, device, rng)
                after = [reply for reply in bed.replies[told:] if reply.ok]
                assert not after, (phase, device, fault, after)
                assert (bed.story(), mark_of(bed.shot.state)) == (before, mark), (phase, device, fault)
                count += 1
        if bed.shot.outcome is not None:
            break
        bed.step()
    assert bed.story() == quiet.story()
    assert mark_of(bed.shot.state) == mark_of(quiet.shot.state)
    assert all(bed.ready(name) for name in DEVICES)
    return count


PLAN = [(device, fault) for fault in FAULTS for device in DEVICES]


@pytest.mark.parametrize("name", list(GAMES))
def test_devices_that_break_at_each_phase_change_nothing(make: Make, name: str) -> None:
    """Two faults of two devices at each phase of a game, and the game is the one without."""
    seed = random.randrange(1 << 30)
    print("seed", seed)
    rng = random.Random(seed)
    assert disturbed(make, name, seed, rng.sample(PLAN, len(PLAN)), rng, every=False) >= 6


@pytest.mark.slow
@pytest.mark.parametrize("name", list(GAMES))
def test_every_fault_of_every_device_at_every_phase_of_every_game(make: Make, name: str) -> None:
    """Unplugged, with and without a card on it, stuck, silent, noisy, stacked: each device, each phase, each game."""
    assert disturbed(make, name, "every", PLAN, random.Random(name), every=True) >= 3 * len(PLAN)


@pytest.mark.parametrize("device", DEVICES)
def test_a_plug_pulled_under_the_card_that_was_just_read(make: Make, device: str) -> None:
    """A card that was taken and still lies there when its reader goes and comes is one touch, in each game's first phases."""
    for name in ("casinoya-chinese", "casinoya-blackjack", "cassino"):
        bed, quiet = make(name, 8), make(name, 8)
        bed.between = lambda bed, at: unplugged(bed, at, random.Random(1)) if at == device else None
        for _ in range(60):
            if bed.shot.outcome is not None:
                break
            bed.step()
            quiet.step()
        assert bed.story() == quiet.story()
        assert mark_of(bed.shot.state) == mark_of(quiet.shot.state)


@pytest.mark.slow
@pytest.mark.parametrize("device", DEVICES)
def test_a_card_left_lying_for_an_hour_is_played_once(make: Make, device: str) -> None:
    """A card that lies for a simulated hour is one touch, on a reader and on a pod."""
    bed = make("casinoya-poker", 3)
    lain: list[float] = []

    def an_hour(bed: Bed, at: str) -> None:
        if at == device and not lain:
            before, begun = bed.story(), bed.now
            bed.run(3600)
            assert bed.story() == before
            lain.append(bed.now - begun)

    bed.between = an_hour
    for _ in range(60):
        if bed.shot.outcome is None:
            bed.step()
    assert lain
