"""The private split of the screen's facade: thirteen cards that only their player looks at, then the same touches for the reveal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.live import messages as post
from companion.live.inbox import Owner
from companion.live.snapshot import Origin
from companion.live.teaching import Gathering
from companion.rules.cards import Card
from companion.rules.game import IllegalAction
from ui.facade import HeldSplit, PrivateHand

if TYPE_CHECKING:
    from companion.rules.casinoya.split import Split


class PrivateSide:
    """One private hand at a time. `_begun` is called on the owner's thread, all else on the screen's."""

    _owner: Owner
    _seat: str = ""
    _gathering: Gathering | None = None

    def ask_split(self, seat: str) -> None:
        """The next thirteen cards of the seat's deck are laid privately: the game is not asked."""
        shot = self._owner.table.snapshot
        player = next((one for one in shot.players if one.name == seat), None) if shot else None
        if player is not None:
            from companion.rules.casinoya.split import CARDS  # with the rules of that game, which no other table needs

            self._seat = seat
            self._owner.post(post.Gather(player.label, CARDS))

    def _begun(self) -> None:
        """The owner gathers now: keep whose hand it is."""
        consumer = self._owner.router.consumer
        if isinstance(consumer, Gathering):
            self._gathering = consumer

    def private(self) -> PrivateHand | None:
        """The hand that is laid privately, until it is laid for the game or forgotten."""
        gathering = self._gathering
        return PrivateHand(self._seat, len(gathering.cards), gathering.count) if gathering is not None else None

    def held_split(self) -> HeldSplit | None:
        """The best split of the complete private hand; made when it is looked at, and not kept."""
        split = self._split()
        if split is None:
            return None
        front, middle, back = (tuple(card.face for card in row) for row in (split.front, split.middle, split.back))
        return HeldSplit(front, middle, back, {card.face: face for card, face in split.readings.items()})

    def lay_split(self) -> None:
        """The thirteen touches count for the reveal, in the order of the best split; the private hand is forgotten."""
        split, seat = self._split(), self._seat
        self.forget_split()
        if split is not None:
            from companion.splitting import laying

            for action in laying(split, seat):
                self._owner.post(post.Submit(action, Origin("finger")))

    def forget_split(self) -> None:
        """Forget the private hand; touches go to the game again."""
        self._gathering = None
        self._owner.post(post.ForGame())

    def _private_touch(self, card: Card) -> bool:
        """Whether a card entered by hand belongs to the private hand; then it is laid there."""
        gathering = self._gathering
        if gathering is None or gathering.done or card.label != gathering.label:
            return False
        self._owner.post(post.Call(lambda: self._owner.gather(card), "private-card"))
        return True

    def _split(self) -> Split | None:
        shot, gathering = self._owner.table.snapshot, self._gathering
        if shot is None or gathering is None or not gathering.done:
            return None
        from companion.splitting import split_for

        try:
            return split_for(shot, self._seat, gathering.cards)
        except IllegalAction:  # the table has gone on meanwhile: these cards are no hand any more
            return None
