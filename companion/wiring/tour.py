"""A walk round the screen for the demo's pictures: every page, then every fault, each one really brought about.

The reader is unplugged from its driver, two cards lie on its antenna, a seat pod answers and is pulled out, the journal's own engine is told
to refuse: what the pictures show is what the program says by itself. Runs on a thread of its own beside the screen.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from companion.live import messages as post
from companion.live.snapshot import Origin
from companion.rules.game import Given, Picked, Player
from ui.facade import Notice, SignalGiven
from ui.view.model import Act, ByHand, CloseSheet, Details, Go, Host

if TYPE_CHECKING:
    from companion.wiring.desk import Desk
    from hardware.simulation.pod import SimulatedPod

NAMES: Final = ("Ana", "Bruno", "Chloé", "Dev")
POD: Final = "simulated pod"
PATIENCE: Final = 15.0
WAYS: Final = 12  # faces that a misread card is tried as: some could not be, as they lie elsewhere
SIGNAL_S: Final = 3.0  # a refusal leaves the prompt bar after that
FINGER: Final = Origin("finger")


class Tour:
    """Photographs what a game passes by itself seldom or never.

    `photograph` and `press` are those of ui/screenshots.py; `stopped` waits so many seconds and tells whether the screen was closed.
    """

    def __init__(
        self,
        desk: Desk,
        photograph: Callable[..., None],
        press: Callable[[Any], None],
        stopped: Callable[[float], bool],
    ) -> None:
        assert desk.hands is not None
        self.desk, self.hands = desk, desk.hands
        self.photograph, self.press, self.stopped = photograph, press, stopped
        self.refused: set[str] = set()
        self.board: SimulatedPod | None = None

    def hear(self, notice: Notice) -> None:
        """Remember what the table refused."""
        if isinstance(notice, SignalGiven):
            self.refused.add(notice.code)

    def run(self) -> None:
        """The whole walk; it may be gone again, in another language."""
        self.refused.clear()
        unsubscribe = self.desk.front.subscribe(self.hear)
        try:
            self.walk()
        finally:
            unsubscribe()

    def walk(self) -> None:
        """One stop after another."""
        self.pages()
        self.battle()
        self.misread()
        self.scan()
        self.unplugged()
        self.two_cards()
        self.read_only()
        self.pod_lost()

    # --- what is photographed ----------------------------------------------------------------------------------------------

    def pages(self) -> None:
        """What is reached from home."""
        self.photograph("home", Go("home"))
        self.photograph("new-game", Go("new", "casinoya-poker"))
        self.photograph("options", Go("options", "casinoya-poker"))
        for game in ("casinoya-war", "cassino"):
            self.photograph(f"rules-{game}", Go("new", game), Host("rules", game))
        self.photograph("evenings", Go("home"), Host("games"))
        self.photograph("cards", Go("home"), Host("cards"))
        self.photograph("settings", Go("settings"))
        self.photograph("readers", Host("readers"))
        self.press(Host("doctor"))
        self.until(lambda: self.desk.front.findings() is not None)
        self.photograph("doctor")
        self.photograph("touch-grid", Host("grid"))

    def battle(self) -> None:
        """A round of poker until its first battle, and what can be asked there."""
        self.new_game("casinoya-poker")
        for name in NAMES:
            self.give(Given(name, "exchange", 0))
        for name in NAMES:
            self.hands.deal(name)
        self.until(self._jokers_read)
        self.press(Go("table"))
        self.photograph("why", Host("why", NAMES[0]))
        self.photograph("menu", Host("menu"))
        self.photograph("seat", Host("seat", NAMES[1]))
        self.photograph("log", Host("log"))
        self.press(Go("table"))

    def _jokers_read(self) -> bool:
        """Nothing is owed by a seat any more; a joker stands for its best card."""
        shot = self.desk.front.snapshot
        if shot is None:
            return True
        for one in shot.prompts:
            if one.prompt.purpose == "joker":
                self.give(Picked(one.prompt.seat, shot.choices(one.prompt).ids[0]))  # type: ignore[arg-type]  # a joker's is a Pick
                return False
        return all(one.prompt.seat not in NAMES for one in shot.prompts)

    def misread(self) -> None:
        """A card that was misread: which one, what it was, and what would change."""
        self.photograph("fault-misread-which", Host("misread"))
        for way in range(WAYS):
            self.press(Host("misread"))
            self.press(lambda view: view.stage.items[-1].act)
            if not way:
                self.photograph("fault-misread-what")
            self.press(partial(other_face, way))
            if self.can_be():
                break
        self.photograph("fault-misread-preview")
        self.press(CloseSheet())

    def can_be(self) -> bool:
        """Whether the correction that is previewed could be made."""
        seen: list[bool] = []
        self.press(lambda view: seen.append(any(one.kind == "primary" for one in view.bar.buttons)))
        return bool(seen and seen[0])

    def scan(self) -> None:
        """A hand half scanned, and its cards by hand."""
        self.new_game("casinoya-poker")
        for name in NAMES:
            self.give(Given(name, "exchange", 0))
        for name in NAMES[:2]:
            self.hands.deal(name)
        self.until(lambda: self._owed() <= {"Chloé", "Dev"})
        self.press(Go("table"))
        self.photograph("cards-by-hand", ByHand("Chloé", "Chloé"))
        self.press(CloseSheet())

    def _owed(self) -> set[str]:
        shot = self.desk.front.snapshot
        return {one.prompt.seat for one in shot.prompts if one.prompt.purpose != "joker"} if shot else set()

    def unplugged(self) -> None:
        """The reader is pulled out, found, and there again."""
        self.hands.set_fault("unplug", True)
        self.until(lambda: self.state_of(0) == "lost")
        self.photograph("fault-reader-unplugged")
        self.photograph("fault-reader-details", Details())
        self.press(CloseSheet())
        self.hands.set_fault("unplug", False)
        self.until(lambda: self.state_of(0) == "ready")

    def two_cards(self) -> None:
        """Two cards on one antenna."""
        self.hands.two_cards()
        self.until(lambda: self.state_of(0) == "two-cards")
        self.photograph("fault-two-cards")
        self.hands.clear()
        self.until(lambda: self.state_of(0) == "ready")
        self.stopped(SIGNAL_S)

    def pod_lost(self) -> None:
        """A seat pod answers, and is pulled out; it is plugged in again and stays."""
        if self.board is None:
            self.board = self.attach_pod()
        self.until(lambda: self.desk.devices.states()[POD][0] == "ready")
        self.board.unplug()
        self.until(lambda: self.desk.devices.states()[POD][0] == "lost")
        self.photograph("fault-pod-lost")
        self.photograph("fault-pod-readers", Host("readers"))
        self.press(Go("table"))
        self.board.plug()
        self.until(lambda: self.desk.devices.states()[POD][0] == "ready")

    def attach_pod(self) -> SimulatedPod:
        """A pod at Bruno's seat: the firmware's own code, reached through a port that can be pulled out. Closed with the devices."""
        from hardware.pod import Pod
        from hardware.simulation.pod import PodLink, PodLoop, SimulatedPod

        devices, board = self.desk.devices, SimulatedPod()
        loop = PodLoop(board)
        loop.start()
        devices.add_closer(loop.close)
        driver = Pod(POD, lambda: PodLink(board), devices.take, time.monotonic)

        def attach() -> None:
            devices.pods.append(driver)
            devices.owner.router.bind(POD, NAMES[1])
            driver.start()

        self.desk.owner.ask(post.Call(attach, "attach-pod"))
        return board

    def read_only(self) -> None:
        """The journal cannot be written: nothing is done, and the screen says so."""
        journal = self.desk.owner.table.journal
        if journal is None:
            return

        def refuse(on: bool) -> None:
            journal._base.execute(f"PRAGMA query_only = {'ON' if on else 'OFF'}")  # as SQLite finds a read-only disk

        self.desk.owner.ask(post.Call(lambda: refuse(True), "read-only"))
        self.hands.deal("Chloé")
        self.until(lambda: "journal-read-only" in self.refused)
        self.photograph("fault-journal-read-only")
        self.desk.owner.ask(post.Call(lambda: refuse(False), "writable"))
        self.until(lambda: "Chloé" not in self._owed())
        self.stopped(SIGNAL_S)

    # --- how it is brought about -------------------------------------------------------------------------------------------

    def new_game(self, game: str) -> None:
        """A game in which nobody plays by itself."""
        for name in NAMES:
            self.hands.set_robot(name, False)
        self.desk.front.new_game(game, [Player(name, name) for name in NAMES], {})
        self.press(Go("table"))

    def give(self, action: Given | Picked) -> None:
        """Answer a prompt as a finger would."""
        self.desk.owner.ask(post.Submit(action, FINGER))

    def state_of(self, reader: int) -> str:
        """What a reader says of itself now."""
        return self.desk.front.readers()[reader].state

    def until(self, so: Callable[[], bool]) -> None:
        """Wait until something is so; `TourError` if it never is, or if the screen is closed meanwhile."""
        end = time.monotonic() + PATIENCE
        while not so():
            if self.stopped(0.05):
                raise TourError("the screen was closed")
            if time.monotonic() > end:
                raise TourError(f"it never came to it: {so.__code__.co_qualname}")


class TourError(RuntimeError):
    """The walk could not go on."""

    code = "tour-failed"


def other_face(way: int, view: Any) -> Act | None:
    """What choosing another face on the grid does, from its end."""
    acts = list(view.stage.acts.values())
    return acts[-1 - way] if way < len(acts) else None
