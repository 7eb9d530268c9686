"""A tiny text driver: HEADLESS.md's lines straight on the game object, with what must follow in `#=` comments."""

from __future__ import annotations

import shlex
from typing import Any

import pytest

from companion.rules.cards import Card
from companion.rules.casino_war import CASINO_WAR
from companion.rules.casino_war.state import State
from companion.rules.game import (
    AnyAction,
    Corrected,
    Event,
    Given,
    IllegalAction,
    Join,
    Leave,
    Picked,
    Player,
    Retake,
    Touched,
    Void,
    plain,
)
from companion.rules.options import read


class Driver:
    """Plays lines; `events` and `error` are those of the last one, `log` all events."""

    def __init__(self) -> None:
        self.state: State | None = None
        self.events: tuple[Event, ...] = ()
        self.log: list[Event] = []
        self.error = ""
        self.checked = 0

    def play(self, text: str) -> Driver:
        """Play lines and check what the `#=` lines among them say."""
        for line in text.splitlines():
            if line.startswith("#="):
                self.expect(line)
            elif line.strip() and not line.startswith("#"):
                self.line(line)
        return self

    def line(self, line: str) -> Driver:
        """Play one line, refused or not."""
        command, *words = shlex.split(line)
        self.events, self.error = (), ""
        try:
            if command == "new":
                self._new(words)
            for action in () if command == "new" else self._actions(command, words):
                self._do(action)
        except IllegalAction as refusal:
            self.error = refusal.code
        return self

    def _new(self, words: list[str]) -> None:
        named = dict(word.split("=") for word in words if "=" in word)
        players = [Player(word, "shoe") for word in words[1:] if "=" not in word]
        options = read(CASINO_WAR.options_type, named)
        CASINO_WAR.validate(players, options)
        self.state = CASINO_WAR.start(players, options).state

    def _actions(self, command: str, words: list[str]) -> list[AnyAction] | Any:
        match command, words:
            case "touch", _:
                return (Touched(self._card(word)) for word in words)  # lazily: a bare face means the next copy
            case "pick", [seat, option]:
                return [Picked(seat, option)]
            case "number", [seat, purpose, number]:
                return [Given(seat, purpose, int(number))]
            case "correct", [seat, field, value]:
                return [Corrected(seat, field, int(value))]
            case "leave", [seat]:
                return [Leave(seat)]
            case "join", [seat]:
                return [Join(seat, "shoe")]
            case "retake", [seat]:
                return [Retake(seat)]
            case "void", []:
                return [Void()]
        raise AssertionError(f"no such line: {command} {words}")

    def _card(self, word: str) -> Card:
        face = word.removeprefix("shoe/")
        if "#" in face:
            return Card(f"shoe/{face}")
        assert self.state is not None
        return CASINO_WAR.first_unseen(self.state, face) or Card(f"shoe/{face}#1")

    def _do(self, action: AnyAction) -> None:
        assert self.state is not None
        CASINO_WAR.check(self.state, action)
        step = CASINO_WAR.apply(self.state, action)
        self.state = step.state
        self.events += step.events
        self.log += step.events

    def expect(self, line: str) -> None:
        """`#= error CODE`, `#= table k=v`, `#= seat k=v` (of the report) or `#= EVENT k=v` of the last line."""
        kind, *words = shlex.split(line.removeprefix("#="))
        self.checked += 1
        if kind == "error":
            assert self.error == words[0], f"{line}: refused with {self.error!r}"
            return
        assert not self.error, f"{line}: refused with {self.error}"
        wanted = dict(word.split("=", 1) for word in words)
        found = self._found(kind)
        assert any(wanted.items() <= one.items() for one in found), f"{line}: not in {found}"

    def _found(self, kind: str) -> list[dict[str, str]]:
        assert self.state is not None
        report = CASINO_WAR.report(self.state)
        if kind == "table":
            return [_words(report)]
        if kind == "seat":
            return [_words(player) for player in report["players"]]
        return [_words(plain(event)) for event in self.events if type(event).__name__ == kind]

    def seat(self, name: str) -> dict[str, Any]:
        """What the report says of one player."""
        assert self.state is not None
        return next(one for one in CASINO_WAR.report(self.state)["players"] if one["name"] == name)

    def prompts(self) -> list[Any]:
        """What the table waits for."""
        assert self.state is not None
        return list(CASINO_WAR.prompts(self.state))


def _words(facts: dict[str, Any]) -> dict[str, str]:
    return {
        name: ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
        for name, value in facts.items()
    }


@pytest.fixture
def driver() -> Driver:
    """A fresh text driver; `driver.play` takes lines of HEADLESS.md."""
    return Driver()
