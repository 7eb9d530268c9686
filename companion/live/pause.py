"""Between two rounds the cards are put away first: until somebody says "done" no card goes to the game (RULES.md 0, chores)."""

from __future__ import annotations

from typing import Any, Final

from companion.live.messages import TagSeen
from companion.live.snapshot import Snapshot
from companion.live.teaching import Verdict
from companion.rules.cards import Card
from companion.rules.game import ChoresDue, Event, Pick

OPENS: Final = frozenset({"next", "yes"})  # words of command cards and buttons that mean "done" here


class Pause:
    """The consumer while chores are due: touches are refused, `next` and `yes` end it."""

    name = "chores"

    def __init__(self, due: ChoresDue) -> None:
        self.due = due
        self.done = False

    @property
    def progress(self) -> dict[str, Any]:
        """How many steps there are."""
        return {"steps": len(self.due.steps)}

    def seen(self, tag: TagSeen, card: Card | None) -> Verdict:
        """`chores-first`; a tag that nobody knows is told as such."""
        if card is None:
            return Verdict("unknown-tag", "unknown", self.name, None, tag.uid)
        return Verdict("chores-first", "refused", self.name, card, tag.uid)

    def finish(self) -> Verdict:
        """The cards are put away."""
        self.done = True
        return Verdict("chores-done", "taken", self.name)


def chores_before_drawing(snapshot: Snapshot | None, events: tuple[Event, ...]) -> ChoresDue | None:
    """The chores of these events if an opening draw is among them: only that must wait.

    Others (hand over a payment, lay cards on the table) are done at a prompt of their own, and a game that is over has no next
    round.
    """
    if snapshot is None or snapshot.outcome is not None:
        return None
    if any(isinstance(one.prompt, Pick) and one.prompt.purpose == "next" for one in snapshot.prompts):
        return None
    due = next((event for event in events if isinstance(event, ChoresDue)), None)
    return due if due is not None and any(step.do == "draw" for step in due.steps) else None
