"""What people need at any table: leaving, joining, voiding a round, and the host's corrections (RULES.md 0)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.cards import FACES, MAX_LABEL, is_label, is_name
from companion.rules.casinoya.players import ZONES, Seat
from companion.rules.casinoya.rounds import end_by_leaving, takeable
from companion.rules.casinoya.rules import Rules
from companion.rules.casinoya.state import NOBODY, PlayerOut, State
from companion.rules.game import (
    RESERVED,
    CardMoved,
    Corrected,
    Event,
    IllegalAction,
    Join,
    Leave,
    Moved,
    NumberCorrected,
    PlayerJoined,
    PlayerLeft,
    Void,
    Voided,
)

MOST_SEATS = 6
HostAction = Leave | Join | Void | Corrected | Moved


def check(rules: Rules, s: State, action: HostAction) -> None:
    """Raise `IllegalAction` unless the host may do this now."""
    if isinstance(action, Void):
        if s.began is None:
            raise IllegalAction("nothing-to-void")
        return
    if s.outcome is not None:
        raise IllegalAction("game-over")
    if isinstance(action, Join):
        _check_join(rules, s, action)
        return
    at = s.index(action.seat)
    if at == NOBODY:
        raise IllegalAction("unknown-player", seat=action.seat)
    seat = s.seats[at]
    if isinstance(action, Leave):
        _between_rounds(s)
        if seat.out:
            raise IllegalAction("player-out", seat=seat.name)
    elif isinstance(action, Corrected):
        if action.field != "hp":
            raise IllegalAction("no-such-field", field=action.field, fields=("hp",))
        if seat.out:
            raise IllegalAction("player-out", seat=seat.name)
        if not 1 <= action.value <= 99:
            raise IllegalAction("out-of-range", seat=seat.name, purpose="hp", low=1, high=99)
    else:
        _check_move(rules, s, seat, action)


def apply(rules: Rules, s: State, action: HostAction, out: list[Event]) -> State:
    """Do what `check` has passed."""
    if isinstance(action, Void):
        assert s.began is not None
        out.append(Voided(what="round", number=s.round))
        return s.began
    if isinstance(action, Join):
        return _join(rules, s, action, out)
    at = s.index(action.seat)
    seat = s.seats[at]
    if isinstance(action, Leave):
        # RULES.md 0: out, like one with no hit points; HEADLESS.md: the cards untouched
        out.append(PlayerLeft(seat=seat.name))
        out.append(PlayerOut(seat=seat.name, why="left"))
        return end_by_leaving(rules, _asked_anew(s.put(at, replace(seat, out=True, left=True))), out)
    if isinstance(action, Corrected):
        out.append(NumberCorrected(seat=seat.name, field="hp", old=seat.hp, new=action.value))
        return s.put(at, replace(seat, hp=action.value))
    moved, old = _move(seat, action)
    out.append(CardMoved(seat=seat.name, card=action.card, old=old, new=action.zone))
    return s.put(at, moved)


def _asked_anew(s: State) -> State:
    """The round begins with its choices again: a game without any, or with none possible, has gone on to the reveal."""
    return replace(s, phase="choices")


def _between_rounds(s: State) -> None:
    if s.deeds:
        raise IllegalAction("round-running", round=s.round)


def _check_join(rules: Rules, s: State, action: Join) -> None:
    _between_rounds(s)
    at = s.index(action.seat)
    if at != NOBODY and not s.seats[at].out:
        raise IllegalAction("already-seated", seat=action.seat)
    if at != NOBODY and not s.seats[at].left:
        raise IllegalAction("player-out", seat=action.seat)
    for text, fits in ((action.seat, is_name), (action.label, is_label)):
        if text in RESERVED:
            raise IllegalAction("name-reserved", reserved=text)
        if not fits(text):
            raise IllegalAction("bad-name", name=text[:MAX_LABEL])
    if len(s.living()) >= MOST_SEATS or (at == NOBODY and len(s.seats) >= 2 * MOST_SEATS):
        raise IllegalAction("too-many-players", most=MOST_SEATS)
    if any(seat.label == action.label for place, seat in enumerate(s.seats) if place != at):
        raise IllegalAction("label-taken", label=action.label)
    if at != NOBODY and s.seats[at].label != action.label:  # the pit of the old deck is for good
        raise IllegalAction("other-deck", seat=action.seat, label=s.seats[at].label)
    if at != NOBODY and _returning(s.seats[at]).deck < rules.need:
        raise IllegalAction("deck-too-short", seat=action.seat, need=rules.need)


def _returning(seat: Seat) -> Seat:
    """Who comes back takes hand and asides into the deck and draws anew; the pit stays for good."""
    return replace(
        seat, deck=seat.deck + seat.hand + seat.aside, hand=0, aside=0,
        scans=(), readings=(), turned=(), known_aside=(), own=None, out=False, left=False,
    )  # fmt: skip


def _join(rules: Rules, s: State, action: Join, out: list[Event]) -> State:
    at = s.index(action.seat)
    hp = s.options.late_hp or s.options.hp
    out.append(PlayerJoined(seat=action.seat))
    if at != NOBODY:
        return _asked_anew(s.put(at, replace(_returning(s.seats[at]), hp=hp).draw(rules.draw)))
    return _asked_anew(replace(s, seats=(*s.seats, Seat(action.seat, action.label, hp).draw(rules.draw))))


# --- a card is really somewhere else -------------------------------------------------------------------------------


def _check_move(rules: Rules, s: State, seat: Seat, action: Moved) -> None:
    card, zone = action.card, action.zone
    if zone not in ZONES:
        raise IllegalAction("no-such-zone", zone=zone, zones=ZONES)
    if card.label != seat.label or card.face not in FACES or card.copy:
        raise IllegalAction("not-in-deck", card=card, seat=seat.name)
    if seat.out:
        raise IllegalAction("player-out", seat=seat.name)
    old = seat.where(card)
    if (old or "deck") == zone or (old is None and zone == "hand"):
        raise IllegalAction("already-there", card=card, zone=zone)
    if card in seat.turned or (old == "hand" and card not in takeable(rules, s, s.index(seat.name))):
        raise IllegalAction("card-in-use", card=card)
    if old in (None, "hand") and zone != "deck" and not seat.deck:
        raise IllegalAction("deck-empty", seat=seat.name)


def _move(seat: Seat, action: Moved) -> tuple[Seat, str]:
    """Move a card; the hand keeps its size, so the deck balances what leaves or enters it.

    A card not known anywhere counts as one of the deck. A scanned card that was never in the hand leaves its place to
    one from the deck; a card of the pit that is really in the hand has been counted in the deck's stead.
    """
    card, zone, old = action.card, action.zone, seat.where(action.card)
    counts = {"deck": seat.deck, "aside": seat.aside, "pit": seat.pit}
    counts[old if old in ("aside", "pit") else "deck"] -= 1
    counts[zone if zone in ("aside", "pit") else "deck"] += 1
    moved = replace(
        seat,
        **counts,
        scans=tuple(one for one in seat.scans if one != card),
        readings=tuple(one for one in seat.readings if one[0] != card),
        known_aside=tuple(one for one in seat.known_aside if one != card) + ((card,) if zone == "aside" else ()),
        known_pit=tuple(one for one in seat.known_pit if one != card) + ((card,) if zone == "pit" else ()),
    )
    return moved, old or "deck"
