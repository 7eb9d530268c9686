"""War: an army of five, fought column by column, with reinforcements behind (RULES.md 1.4)."""

from __future__ import annotations

from itertools import combinations

import msgspec
from msgspec.structs import replace

from companion.rules.cards import JOKER_RANK, Card
from companion.rules.casinoya.effects import Effect, of_card
from companion.rules.casinoya.numbers import shipped
from companion.rules.casinoya.options import CasinoyaOptions, HpNumber
from companion.rules.casinoya.players import Seat
from companion.rules.casinoya.rules import Hand, Rules
from companion.rules.casinoya.state import State
from companion.rules.game import AnyAction, Event, Pick, Picked, Prompt

COLUMNS = 5
MOST_CARDS = 7
MOST_DISCARDED, MOST_DRAWN = 2, 1
JACK, ACE = 11, 14


class WarOptions(CasinoyaOptions, frozen=True, kw_only=True):
    """Options of War."""

    hp: HpNumber = shipped().hp["war"]


class Army(msgspec.Struct, frozen=True, gc=False):
    """A seat's part: whether it has discarded, the columns (from 0) with a reinforcement, and those turned up.

    The turned reinforcements are the scans after the first five, in the order of `turned`.
    """

    columns: tuple[int, ...] | None = None
    turned: tuple[int, ...] = ()


class War(Rules):
    """Five columns; the highest card attacks, a tie cancels the column for everyone."""

    name = "casinoya-war"
    options_type = WarOptions
    draw = MOST_CARDS
    need = COLUMNS
    contests = COLUMNS
    tie = "cancel"
    ordered = True

    def choices(self, s: State) -> tuple[Prompt, ...]:
        """Discard and draw; then, behind which columns the cards beyond five go."""
        asked: list[Prompt] = []
        for seat in s.seats:
            if seat.out:
                continue
            if seat.own is None:
                asked.append(Pick(seat.name, "discard"))
            elif army(seat).columns is None:
                asked.append(Pick(seat.name, "reinforce"))
        return tuple(asked)

    def options(self, s: State, pick: Pick) -> tuple[str, ...]:
        """`2-1` is two discarded and one drawn; `2+4` are columns counted from 1."""
        seat = s.seats[s.index(pick.seat)]
        if pick.purpose == "discard":
            return tuple(
                f"{discarded}-{drawn}"
                for discarded in range(MOST_DISCARDED + 1)
                for drawn in range(min(discarded, MOST_DRAWN, seat.deck) + 1)
                if COLUMNS <= seat.hand - discarded + drawn <= MOST_CARDS
            )
        extra = seat.hand - COLUMNS
        return tuple("+".join(str(column + 1) for column in chosen) for chosen in combinations(range(COLUMNS), extra))

    def chose(self, s: State, seat: int, action: AnyAction) -> tuple[State, tuple[Event, ...]]:
        """A discard, or where the reinforcements lie."""
        assert isinstance(action, Picked)
        player = s.seats[seat]
        if player.own is None:
            discarded, drawn = map(int, action.option.split("-"))
            player = player.exchange(discarded, drawn)
            own = Army(None if player.hand > COLUMNS else ())
        else:
            own = Army(tuple(int(column) - 1 for column in action.option.split("+")))
        return s.put(seat, replace(player, own=own)), ()

    def owed(self, s: State, seat: int) -> int:
        """The army, left to right; reinforcements stay face down."""
        return max(0, COLUMNS - len(s.seats[seat].scans))

    def strength(self, s: State, contest: int, seat: int) -> int | None:
        """The column's own card, joker above ace; a reinforcement adds no value."""
        return s.seats[seat].scans[contest].rank

    def hand(self, s: State, contest: int, seat: int) -> Hand:
        """The card of the column."""
        return Hand("column", (s.seats[seat].scans[contest].rank,))

    def cards(self, s: State, contest: int, seat: int) -> tuple[Card, ...]:
        """The card that stands in the column now."""
        return (standing(s.seats[seat])[contest],)

    def base(self, s: State, contest: int, hand: Hand) -> int:
        """By the attacker's card."""
        table, (rank,) = s.numbers.damage["war"], hand.ranks
        if rank == JOKER_RANK:
            return table["joker"]
        if rank == ACE:
            return table["ace"]
        return table["courts"] if rank >= JACK else table["pips"]

    def live(self, s: State, contest: int, seat: int) -> tuple[Effect, ...]:
        """The one card that stands in the column, if a neighbour now in the army shows the same effect."""
        effect = lit(s, seat)[contest]
        return (effect,) if effect else ()

    def support(self, s: State, contest: int, seat: int) -> int:
        """The reinforcement behind a lost column is turned up before the effects."""
        own = army(s.seats[seat])
        return int(contest in (own.columns or ()) and contest not in own.turned)

    def supported(self, s: State, contest: int, seat: int, card: Card) -> State:
        """The reinforcement stands in the column from now on."""
        player, own = s.seats[seat], army(s.seats[seat])
        turned = replace(own, turned=(*own.turned, contest))
        return s.put(seat, replace(player, scans=(*player.scans, card), own=turned))


def army(seat: Seat) -> Army:
    """The seat's army in this round."""
    return seat.own if isinstance(seat.own, Army) else Army()


def standing(seat: Seat) -> tuple[Card, ...]:
    """The cards now in the army: turned reinforcements stand for the cards they were behind."""
    cards = list(seat.scans[:COLUMNS])
    for column, card in zip(army(seat).turned, seat.scans[COLUMNS:], strict=True):
        cards[column] = card
    return tuple(cards)


def shown_by(s: State, card: Card) -> Effect | None:
    """The effect that a card of an army shows its neighbours: none on a joker, nor on a card of strength 0."""
    effect = None if card.is_joker else of_card(s.numbers, card, card.face)
    return effect if effect is not None and effect.strength else None


def lit(s: State, seat: int) -> tuple[Effect | None, ...]:
    """The effect that works in each column (RULES.md 1.4, adjacency), None where no neighbour shows the same.

    A joker matches either neighbour; its own effect is its left neighbour's, its right one's in the first column, and
    none beside another joker.
    """
    cards = standing(s.seats[seat])
    shown = tuple(shown_by(s, card) for card in cards)
    effects: list[Effect | None] = []
    for column, card in enumerate(cards):
        beside = [at for at in (column - 1, column + 1) if 0 <= at < len(cards)]
        own = shown[column]
        if card.is_joker:
            lent = shown[beside[0]]
            effects.append(Effect(card, lent.name, lent.strength) if lent else None)
        else:
            matched = any(cards[at].is_joker or _same(shown[at], own) for at in beside)
            effects.append(own if matched else None)
    return tuple(effects)


def _same(one: Effect | None, other: Effect | None) -> bool:
    return one is not None and other is not None and one.name == other.name
