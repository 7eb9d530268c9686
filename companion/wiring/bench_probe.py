"""A process that `companion bench` starts and watches: `python -m companion.wiring.bench_probe WHAT [SECONDS]`.

`empty` is a Kivy app as anybody writes it, `pinned` the same under our environment, `home` our start, `battle` six players in a
battle with simulated hardware, `still` the same screen without any hardware, `flips` cards laid one after another. It prints one
JSON object: moments of the system's monotonic clock, so that the parent can subtract its own.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

DRIVER: Final = "COMPANION_BENCH_DRIVER"  # SDL's video driver that the parent wants: offscreen, or empty for X11
SETTLE: Final = 1.5  # seconds until a new screen has come to rest


def main() -> None:
    """Do what the first argument says for so many seconds."""
    what = sys.argv[1]
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 0.0
    driver = os.environ.get(DRIVER, "offscreen")
    facts: dict[str, Any] = {}
    if what in ("empty", "pinned"):
        _empty(driver, what == "pinned", facts, seconds)
    else:
        _ours(driver, what, facts, seconds)
    print(json.dumps(facts), flush=True)


def _empty(driver: str, pinned: bool, facts: dict[str, Any], seconds: float) -> None:
    """The peer: one empty widget."""
    if pinned:
        from ui.app import PANELS, configure

        configure(PANELS["none" if driver else "window"], simulator=False)
    elif driver:
        os.environ["SDL_VIDEODRIVER"] = driver
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_NO_CONSOLELOG", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    from kivy.app import App
    from kivy.clock import Clock
    from kivy.uix.widget import Widget

    app = App()
    app.build = Widget
    stop = app.stop
    app.bind(on_start=lambda *_: _on_first_flip(facts, Clock, lambda: _watch(facts, seconds, stop)))
    app.run()


def _on_first_flip(facts: dict[str, Any], clock: Any, then: Callable[[], None]) -> None:
    """Note the moment of the first frame that is shown once the application runs."""
    from kivy.core.window import Window

    def flipped(*_: object) -> None:
        if "flipped" not in facts:
            facts["flipped"], facts["spent"] = time.monotonic(), time.process_time()
            clock.schedule_once(lambda _dt: then())

    Window.bind(on_flip=flipped)
    Window.canvas.ask_update()


def _watch(facts: dict[str, Any], seconds: float, stop: Callable[[], None]) -> None:
    """From another thread: memory, and what CPU the process takes in so many seconds; then stop."""

    def run() -> None:
        still = threading.Event()
        still.wait(SETTLE if seconds else 0.0)
        facts["memory"] = _memory()
        if seconds:
            before, began = time.process_time(), time.monotonic()
            still.wait(seconds)
            facts["cpu"] = (time.process_time() - before) / (time.monotonic() - began)
        from kivy.clock import Clock

        Clock.schedule_once(lambda _dt: stop())

    threading.Thread(target=run, daemon=True).start()


def _memory() -> dict[str, float]:
    """MiB resident, and with what is shared divided by who shares it."""
    found = {}
    for line in Path("/proc/self/smaps_rollup").read_text().splitlines():
        name, _, rest = line.partition(":")
        if name in ("Rss", "Pss"):
            found[name.lower()] = int(rest.split()[0]) / 1024
    return found


# --- ours ------------------------------------------------------------------------------------------------------------


def _ours(driver: str, what: str, facts: dict[str, Any], seconds: float) -> None:
    from companion.settings import Loaded, Settings
    from companion.wiring.desk import simulated
    from ui.app import PANELS, run, stop

    if what != "home":  # the start is measured without what measures
        from companion.wiring.bench_wire import begin

    display = PANELS["none" if driver else "window"]
    if what == "still":
        from companion.live.table import Table
        from companion.rules.games import GAMES
        from ui.direct import DirectFacade

        table = Table(GAMES)
        begin(_Direct(table), "battle")
        facade: Any = DirectFacade(table)
    else:
        desk = simulated(Loaded(Settings(), ()), None, 1)
        facade = desk.front
        if what != "home":
            desk.open()
        if what == "battle":
            begin(desk.owner, "battle")
        elif what == "flips":
            desk.devices.readers[-1].poll_every = 0.001
            begin(desk.owner)

    if what == "home":
        _first_frame(facts, display)
        run(facade, display=display, started=stop, screen="home")
        return

    def started() -> None:
        if what == "flips":
            _flips(desk, facts, int(seconds), stop)
        else:
            _redrawn(facts, lambda: _watch(facts, seconds, stop))

    run(facade, display=display, started=started, screen="table")


def _first_frame(facts: dict[str, Any], display: Any) -> None:
    """Note the moment of the first frame of the program that is started next, as `_on_first_flip` does for the peer."""
    from ui.app import configure

    configure(display, simulator=False)
    from kivy.core.window import Window

    def flipped(*_: object) -> None:
        if "flipped" not in facts:
            facts["flipped"], facts["spent"] = time.monotonic(), time.process_time()

    Window.bind(on_flip=flipped)


class _Direct:
    """A table asked without a thread, as `begin` asks an owner."""

    def __init__(self, table: Any) -> None:
        self.table = table

    def ask(self, message: Any) -> Any:
        """The table's reply."""
        if hasattr(message, "action"):
            return self.table.submit(message.action)
        return self.table.new(message.game, message.players, message.options)


def _redrawn(facts: dict[str, Any], then: Callable[[], None]) -> None:
    """Milliseconds of drawing everything that is on the screen once more, until the (software) GL has finished."""
    from kivy.core.window import Window
    from kivy.graphics.opengl import glFinish

    times = []
    for _ in range(30):
        glFinish()
        began = time.perf_counter()
        Window.canvas.ask_update()
        Window.dispatch("on_draw")
        glFinish()
        times.append(1000 * (time.perf_counter() - began))
    facts["redraw"] = sorted(times)
    then()


def _flips(desk: Any, facts: dict[str, Any], count: int, stop: Callable[[], None]) -> None:
    """Lay cards down from a thread: at once one after another, and each after the loop has gone to sleep."""
    from kivy.app import App
    from kivy.core.window import Window

    from companion.live import messages as post
    from companion.rules.cards import Card
    from companion.rules.game import Touch

    shown, gone = threading.Event(), threading.Event()
    wanted = [0]

    root = App.get_running_app().root
    draw, drawn = root.draw, [None]

    def drawing() -> None:
        drawn[0] = root.facade.snapshot
        draw()

    root.draw = drawing

    flip, came = Window.flip, [0.0]

    def flipped() -> None:
        flip()
        shot: Any = drawn[0]
        if shot is not None and wanted[0] and not shown.is_set() and shot.state.seats[wanted[0] - 1].scans:
            came[0] = time.perf_counter()  # here, not when the thread that laid the card has been woken
            shown.set()

    Window.flip = flipped

    def one(number: int, pause: float) -> float | None:
        shot = desk.owner.table.snapshot
        asked = [one.prompt for one in shot.prompts if isinstance(one.prompt, Touch)]
        prompt = asked[number % len(asked)]
        card = Card(f"{prompt.label}/{'A' if number % 2 else 'K'}{'SHDC'[number // 2 % 4]}")
        gone.wait(pause)
        shown.clear()
        wanted[0] = 1 + shot.state.index(prompt.seat)
        began = time.perf_counter()
        desk.hands.hardware.place(card)
        seen = shown.wait(2.0)
        wanted[0] = 0
        desk.hands.hardware.lift(card)
        gone.wait(0.1)  # missed three times
        desk.owner.ask(post.TakeBack(None))
        return 1000 * (came[0] - began) if seen else None

    def run() -> None:
        gone.wait(SETTLE)
        facts["active"] = [one(number, 0.05) for number in range(count)]
        facts["from_idle"] = [one(number, SETTLE) for number in range(max(3, count // 4))]
        stop()

    threading.Thread(target=run, daemon=True).start()


if __name__ == "__main__":
    main()
