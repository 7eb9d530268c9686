"""A box that is typed into with a real keyboard: what is searched in the simulated decks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.core.window import Window
from kivy.metrics import dp

from companion.rules.cards import Card
from companion.words import N_, face_text, say
from companion.words.options import face_name
from ui.theme import F_SMALL
from ui.view.model import Act, Put
from ui.widgets.base import Plate, Text
from ui.widgets.buttons import Press, Pressable

ERASE: Final = 8
ENDS: Final = frozenset({13, 27, 271})  # return, escape, enter
MOST: Final = 24


def matches(card: Card, words: str) -> bool:
    """Whether a card is meant: each word is its deck, its face as written (`KS`, `10`), its rank or its suit in words.

    >>> matches(Card("Ana/TS"), "10 spades"), matches(Card("Ana/TS"), "ana ts"), matches(Card("Ana/TS"), "bo")
    (True, True, False)
    """
    rank = card.face[0].replace("T", "10").lower()
    known = {rank, card.face.lower(), face_text(card.face).lower(), *face_name(card.face).lower().split()}
    return all(any(one.startswith(word) for one in (*known, card.label.lower())) for word in words.lower().split())


class SearchBox(Pressable):
    """Pressing it begins to listen to the keyboard; Return or Escape ends that. `typed` is called with the words."""

    target = False

    def __init__(
        self, press: Press, typed: Callable[[str], None], entered: Callable[[], None], **keywords: Any
    ) -> None:
        super().__init__(press, **keywords)
        self._typed, self._entered = typed, entered
        self.words = ""
        self.listening = False
        self.plate = Plate(self, "felt", "line", 1, radius=dp(9))
        self.text = Text(size=F_SMALL, least=0.7)
        self.add_widget(self.text)
        act: Act = Put("search")
        self.mean(act)
        self._say()

    def listen(self, on: bool) -> None:
        """Begin or end to listen."""
        if on == self.listening:
            return
        self.listening = on
        (Window.bind if on else Window.unbind)(on_key_down=self._key)
        self._say()

    def clear(self) -> None:
        """Search nothing."""
        self.words = ""
        self._say()

    def _key(self, _window: Any, key: int, _scancode: int = 0, letter: str | None = None, _modifiers: Any = ()) -> bool:
        if key in ENDS:
            self.listen(False)
            if key != 27:
                self._entered()
            return True
        if key == ERASE:
            self.words = self.words[:-1]
        elif letter and letter.isprintable() and len(self.words) < MOST:
            self.words += letter
        else:
            return False
        self._say()
        self._typed(self.words)
        return True

    def _say(self) -> None:
        cursor = "|" if self.listening else ""
        words = self.words + cursor if self.words or self.listening else say(N_("Search: 7 hearts, ana K…"))
        self.text.set(words, "ivory" if self.words else "muted")
        self.plate.paint("felt", "gold" if self.listening else "line", 1.5 if self.listening else 1)

    def arrange(self) -> None:
        """The words fill the box."""
        self.put(self.text, dp(10), 0, self.width - dp(16), self.height)
