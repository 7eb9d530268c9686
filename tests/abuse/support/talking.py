"""A running `companion headless` as another program sees it: lines in, replies out, and a kill at any moment."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
PATIENCE = 60.0

Reply = list[dict[str, Any]]


class Talking:
    """One process; a thread collects its replies, so that nothing can hang on it."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", "headless", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=ROOT,
        )
        self.replies: queue.Queue[Reply | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.errors = b""
        self._errors = threading.Thread(target=self._listen, daemon=True)
        self._errors.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        reply: Reply = []
        for line in self.process.stdout:
            if not line.endswith(b"\n"):
                break  # cut off by the kill
            reply.append(json.loads(line))
            if "ready" in reply[-1]:
                self.replies.put(reply)
                reply = []
        self.replies.put(None)

    def _listen(self) -> None:
        assert self.process.stderr is not None
        self.errors = self.process.stderr.read()

    def reply(self) -> Reply:
        """The next whole reply."""
        found = self.replies.get(timeout=PATIENCE)
        assert found is not None, f"it ended: {self.errors!r}"
        return found

    def send(self, line: str) -> bool:
        """Say a line; False if nobody listens any more."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError):
            return False
        return True

    def say(self, line: str) -> Reply:
        """Say a line and hear the reply."""
        assert self.send(line)
        return self.reply()

    def kill(self) -> list[Reply]:
        """SIGKILL; the replies that were out before it and not yet heard."""
        self.process.kill()
        self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        rest: list[Reply] = []
        while (found := self.replies.get(timeout=PATIENCE)) is not None:
            rest.append(found)
        self._close()
        return rest

    def end(self) -> int:
        """End its input and wait for its status."""
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        status = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        self._close()
        return status

    def _close(self) -> None:
        self._errors.join(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()
