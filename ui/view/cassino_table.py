"""What lies on a Cassino table as the screen shows it: loose cards, builds with their owners, the last play, the deals."""

from __future__ import annotations

from typing import Final

from companion.live.snapshot import Snapshot
from companion.rules.cards import Card
from companion.rules.cassino import events as ev
from companion.rules.cassino.promises import split
from companion.rules.cassino.state import CassinoState
from companion.rules.cassino.uses import read
from companion.rules.cassino.variants import deal_of
from companion.rules.game import Event
from companion.words import N_, P_, say
from ui.view.cassino_model import BuildView, Choose, LooseView
from ui.view.cassino_sheets import BUILD
from ui.view.cassino_uses import build_key, loose_key, moved
from ui.view.model import CardView, Do, Look

TAP: Final = "tap"
PLAYS: Final = (ev.Captured, ev.Built, ev.Raised, ev.Added, ev.Trailed)


def stock_note(state: CassinoState) -> str:
    """What is left in the stock; that nothing is."""
    if state.phase == "table":
        return ""
    if not state.stock:
        return say(N_("last cards"))
    return say(P_("{count} card in the stock", "{count} cards in the stock", "count"), count=state.stock)


def loose_view(state: CassinoState, card: Card, chosen: bool, ringed: bool) -> LooseView:
    """A loose card: ringed if the first choice takes it, ticked too if it was tapped."""
    view = CardView("face", card.face, glow="gold" if chosen or ringed else "", badge="✓" if chosen else "")
    return LooseView(view, Do(TAP, loose_key(card)) if state.phase == "use" else None)


def build_view(state: CassinoState, place: int, mark: Choose) -> BuildView:
    """A build with value and owner; red if its builder can't hold the value any more."""
    build = state.builds[place]
    broken = {(promise.seat, promise.value) for promise in split(state)[1]}
    owner = state.named(build.controller)
    if owner is None:
        words, tone = say(N_("nobody's {value}"), value=build.value), "muted"
    elif (build.controller, build.value) in broken:
        words, tone = say(N_("{seat} has no {value}"), seat=owner, value=build.value), "red"
    elif build.multiple:
        words, tone = say(N_("{seat} builds {value}, multiple"), seat=owner, value=build.value), "blue"
    else:
        words, tone = say(N_("{seat} builds {value}"), seat=owner, value=build.value), "blue"
    groups = tuple(tuple(CardView("face", card.face) for card in group) for group in build.groups)
    act = Do(TAP, build_key(place)) if state.phase == "use" else Look(BUILD, str(place))
    return BuildView(str(build.value), groups, words, tone, mark, act)


def deals(state: CassinoState) -> tuple[int, int]:
    """Which deal of the pack this is, and how many there are; 1 of 1 where cards are drawn.

    >>> from companion.rules.cassino import CASSINO
    >>> from companion.rules.cassino.variants import ClassicOptions
    >>> from companion.rules.game import Player
    >>> deals(CASSINO.start([Player("Ana", "pack"), Player("Bruno", "pack")], ClassicOptions()).state)
    (1, 6)
    """
    deal, many = deal_of(state.options), len(state.players)
    if not deal.later:
        return 1, 1
    all_deals = 1 + (52 - deal.table - deal.first * many) // (deal.later * many)
    return all_deals - state.stock // (deal.later * many), all_deals


def places_left(state: CassinoState) -> tuple[LooseView, ...]:
    """Empty places for the table cards that are still to be laid."""
    if state.phase != "table":
        return ()
    return (LooseView(CardView("empty")),) * (deal_of(state.options).table - len(state.table))


def told(shot: Snapshot) -> tuple[Event, ...]:
    """What the last standing action led to that players want to read, in order."""
    records = shot.history.current()
    events = records[-1].events if records else shot.events
    return tuple(
        event
        for event in events
        if isinstance(event, (*PLAYS, ev.Swept, ev.CardDrawn, ev.LastDealt, ev.Claimed, ev.ClaimerDropped))
    )


def shown_play(played: Event | None) -> tuple[CardView, ...]:
    """The cards of a play: the played one, then what it took or joined."""
    if isinstance(played, ev.Captured):
        return (CardView("face", played.card.face, glow="gold"), *(CardView("face", one.face) for one in played.cards))
    if isinstance(played, PLAYS):
        return (CardView("face", played.card.face, glow="ivory"),)
    return ()


def touched_by(state: CassinoState, text: str) -> set[Card | int]:
    """The loose cards and the places of builds that a use is about."""
    use = read(state, text, trusted=True)
    loose = set(moved(state, use)) & set(state.table)
    return {*loose, *use.builds}


def brief(name: str) -> str:
    """A name in few letters, where another seat names it.

    >>> brief("Ana"), brief("Maximiliane-Charlotte")
    ('Ana', 'Maximilian…')
    """
    return name if len(name) <= 12 else name[:10] + "…"


def mark_of(chosen: bool, ringed: bool) -> Choose:
    """How a build is marked."""
    return "chosen" if chosen else "proposed" if ringed else ""
