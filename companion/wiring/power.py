"""Switching off safely: the screen ends, devices and journal are closed, and only then the machine is told."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Final

from companion.live.inbox import News
from companion.live.teaching import Verdict

POWER_OFF: Final = ("systemctl", "poweroff")
"""Allowed to the user `companion` by the polkit rule in systemd/, without sudo and without a login session."""
PATIENCE_S: Final = 20.0

Runner = Callable[[Sequence[str]], str]
"""Runs a command and returns what went wrong, empty if nothing did."""


def run_command(command: Sequence[str]) -> str:
    """Run it and wait for its end; a missing program, a refusal or a time-out comes back as a sentence."""
    try:
        done = subprocess.run(  # noqa: S603  the command is a constant of ours, and no shell reads it
            list(command), capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return "" if done.returncode == 0 else (done.stderr.strip() or f"status {done.returncode}")


class Power:
    """What a held button and the screen ask for; `finish` is called when everything is closed.

    `stop` ends the screen from any thread. Nothing is asked: whoever holds a button for seconds means it, and every action was
    saved when it was done.
    """

    def __init__(self, stop: Callable[[], None], run: Runner = run_command) -> None:
        self.wanted = False
        self._stop = stop
        self._run = run

    def __call__(self) -> None:
        """End the screen; the machine is switched off afterwards."""
        self.wanted = True
        self._stop()

    def hear(self, news: News) -> None:
        """On the owner's thread: a button was held."""
        if isinstance(news, Verdict) and news.code == "switching-off":
            self()

    def finish(self) -> bool:
        """Switch the machine off, if that was asked for; whether it will go off. A refusal is told, and the table starts again."""
        if not self.wanted:
            return False
        self.wanted = False
        wrong = self._run(POWER_OFF)
        if wrong:
            print(f"companion: this machine did not let itself be switched off: {wrong}", file=sys.stderr)
        return not wrong


def orderly_end(dark: Callable[[], None], stop: Callable[[], None]) -> Callable[[], None]:
    """From now on SIGTERM (`systemctl stop`, a shutdown) puts the lamps out and ends the screen; the result undoes that.

    The handler only sets a flag, because it may come in the middle of anything, locks included; a thread does the rest, so the
    lamps go out even where the screen hangs and will be killed. Main thread only.
    """
    asked = threading.Event()
    over = False

    def wait() -> None:
        asked.wait()
        if not over:
            dark()
            stop()

    thread = threading.Thread(target=wait, name="orderly end", daemon=True)
    thread.start()
    before = signal.signal(signal.SIGTERM, lambda *_: asked.set())

    def undo() -> None:
        nonlocal over
        over = True
        signal.signal(signal.SIGTERM, before)
        asked.set()

    return undo
