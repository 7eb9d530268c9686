"""The four games of Cassino: what is asked for, what is allowed, and what the table tells (RULES.md, Cassino)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import msgspec

from companion.rules.cards import Card, pack
from companion.rules.cassino.offers import offered, usable
from companion.rules.cassino.state import CassinoState, seen, whole_pack
from companion.rules.cassino.turns import (
    CLAIM,
    NEXT,
    begin,
    corrected,
    picked,
    reopened,
    shown,
    touched,
    without,
)
from companion.rules.cassino.uses import read, trail_refusal
from companion.rules.cassino.variants import (
    PACK,
    AnyOptions,
    ClassicOptions,
    CommonOptions,
    DealtOptions,
    DrawOptions,
    RoyalOptions,
    SpadeOptions,
    deal_of,
)
from companion.rules.game import (
    OFFERED,
    TABLE,
    AnyAction,
    Choices,
    Corrected,
    Event,
    Given,
    IllegalAction,
    Join,
    Leave,
    Light,
    Moved,
    Outcome,
    Pick,
    Picked,
    Player,
    PlayerLeft,
    Prompt,
    Retake,
    Step,
    Touch,
    Touched,
    Void,
    Voided,
)

MOST_POINTS: Final = 999  # a correction beyond is a slip of the finger


class Cassino:
    """The classic game: 21 points, court cards only pair."""

    name: ClassVar[str] = "cassino"
    options_type: ClassVar[type[CommonOptions]] = ClassicOptions
    seats: ClassVar[tuple[int, int]] = (2, 4)

    # --- beginning ------------------------------------------------------------------------------------------------

    def decks(self, players: Sequence[Player], options: AnyOptions) -> tuple[str, ...]:
        """The one deck, `pack`."""
        return (PACK,)

    def cards(self, label: str, options: AnyOptions) -> tuple[Card, ...]:
        """The 52 cards."""
        return pack(label, jokers=False)

    def validate(self, players: Sequence[Player], options: AnyOptions) -> None:
        """Raise `IllegalAction` (`bad-player-count`, `partners-need-four`, `deal-player-count`) for what cannot be played."""
        low, high = self.seats
        if not low <= len(players) <= high:
            raise IllegalAction("bad-player-count", low=low, high=high, count=len(players))
        if isinstance(options, DealtOptions):
            if options.partners and len(players) != 4:
                raise IllegalAction("partners-need-four", count=len(players))
            possible = {"six_first_no_table": (2,), "sixes": (2, 4)}.get(options.deal, (2, 3, 4))
            if len(players) not in possible:
                raise IllegalAction("deal-player-count", deal=options.deal, possible=possible, count=len(players))

    def start(self, players: Sequence[Player], options: AnyOptions) -> Step[CassinoState]:
        """The first pack, dealt by the last-named player."""
        many = len(players)
        sides = 2 if isinstance(options, DealtOptions) and options.partners else many
        state = CassinoState(
            game=self.name,
            options=options,
            players=tuple(player.name for player in players),
            target=options.game,
            points=(0,) * sides,
            gone=(False,) * many,
            dealer=many - 1,
            turn=0,
            hands=(0,) * many,
            stock=0,
            piles=((),) * sides,
            sweeps=(0,) * sides,
        )
        happened: list[Event] = []
        state = begin(state, happened)
        return Step(state, tuple(happened))

    # --- waiting --------------------------------------------------------------------------------------------------

    def prompts(self, state: CassinoState) -> tuple[Prompt, ...]:
        """The table cards, the card of the seat to move, its use or `next`; then the optional claims."""
        asked: list[Prompt] = []
        asking = state.players[state.turn]
        if state.phase == "over":
            return ()
        if state.phase == "table":
            asked.append(Touch(TABLE, "table", PACK, deal_of(state.options).table - len(state.table)))
        elif state.phase == "play":
            asked.append(Touch(asking, "play", PACK, 1))
        elif state.phase == "use":
            asked.append(Pick(asking, "use", card=state.played))
        else:
            asked.append(Pick(TABLE, NEXT))
        if state.options.claim == "any_time":
            asked += [
                Pick(name, CLAIM, optional=True)
                for seat, name in enumerate(state.players)
                if not state.gone[seat] and not (state.phase == "use" and seat == state.turn)
            ]
        return tuple(asked)

    def options(self, state: CassinoState, pick: Pick, limit: int = OFFERED) -> Choices:
        """The uses of the played card, the largest capture first, then `claim`; or `next`; or `claim`."""
        if pick.purpose != "use":
            return Choices((pick.purpose,))
        claim = [CLAIM] if state.options.claim == "any_time" else []
        ids, more = offered(state, limit - len(claim))
        return Choices((*ids, *claim), more)

    # --- judging --------------------------------------------------------------------------------------------------

    def check(self, state: CassinoState, action: AnyAction) -> None:
        """Raise `IllegalAction` if `action` cannot be done now."""
        if state.phase == "over" and not isinstance(action, Void):  # the deciding pack may be voided too
            raise IllegalAction("game-over")
        if isinstance(action, Touched):
            self._check_touch(state, action.card)
        elif isinstance(action, Picked):
            self._check_pick(state, action)
        elif isinstance(action, Corrected):
            _seat(state, action.seat)
            if action.field != "points":
                raise IllegalAction("bad-field", field=action.field, choices=("points",))
            if not 0 <= action.value <= MOST_POINTS:
                raise IllegalAction("out-of-range", field="points", value=action.value, low=0, high=MOST_POINTS)
        elif isinstance(action, Leave):
            if state.gone[_seat(state, action.seat)]:
                raise IllegalAction("player-out", seat=action.seat)
        elif isinstance(action, Join):
            raise IllegalAction("no-joining", seat=action.seat)
        elif isinstance(action, Void):
            if state.begun is None or reopened(state.begun, state.actions) == state:
                raise IllegalAction("nothing-to-void")
        elif isinstance(action, Given):
            raise IllegalAction("not-asked", seat=action.seat, purpose=action.purpose)
        elif isinstance(action, Moved):
            raise IllegalAction("no-zones", card=action.card)
        else:
            code = "nothing-to-retake" if isinstance(action, Retake) else "nothing-to-arrange"
            raise IllegalAction(code, seat=action.seat)

    def _check_touch(self, state: CassinoState, card: Card) -> None:
        if card not in whole_pack():
            raise IllegalAction("unknown-deck", card=card)
        if card in seen(state):
            raise IllegalAction("card-seen", card=card)
        if state.phase not in ("table", "play"):
            raise IllegalAction("no-card-due", card=card, purpose=state.phase)
        if state.phase == "play":
            laid = shown(state, card)
            if not usable(laid):
                refusal = trail_refusal(laid)
                facts = refusal.params if refusal is not None else {}
                raise IllegalAction("no-legal-use", **{**facts, "card": card})

    def _check_pick(self, state: CassinoState, action: Picked) -> None:
        if action.option == CLAIM and action.seat in state.players:
            if state.options.claim != "any_time":
                raise IllegalAction("no-claims")
            if state.gone[state.players.index(action.seat)]:
                raise IllegalAction("player-out", seat=action.seat)
        elif state.phase == "next" and action.seat == TABLE:
            if action.option != NEXT:
                raise IllegalAction("bad-choice", option=action.option[:60], choices=(NEXT,))
        elif state.phase == "use" and action.seat == state.players[state.turn]:
            read(state, action.option)
        elif action.seat in state.players or action.seat == TABLE:
            raise IllegalAction("not-asked", seat=action.seat, option=action.option[:60])
        else:
            raise IllegalAction("unknown-seat", seat=action.seat[:60])

    # --- acting ---------------------------------------------------------------------------------------------------

    def apply(self, state: CassinoState, action: AnyAction) -> Step[CassinoState]:
        """Do the action and settle until the next prompt or the end."""
        happened: list[Event] = []
        if isinstance(action, Touched):
            state = touched(state, action.card, happened)
        elif isinstance(action, Picked):
            state = picked(state, action, happened)
        elif isinstance(action, Corrected):
            state = corrected(state, action, happened)
        elif isinstance(action, Leave):
            happened.append(PlayerLeft(seat=action.seat))
            state = without(state, state.players.index(action.seat), happened)
        elif isinstance(action, Void) and state.begun is not None:
            happened.append(Voided(what="pack", number=state.pack))
            state = reopened(state.begun, state.actions)
        return Step(msgspec.structs.replace(state, actions=state.actions + 1), tuple(happened))

    # --- telling --------------------------------------------------------------------------------------------------

    def outcome(self, state: CassinoState) -> Outcome | None:
        """The winning side's players, or None while it goes on."""
        if state.phase != "over":
            return None
        winners = tuple(state.players[seat] for side in state.winners for seat in state.seats_of(side))
        return Outcome("won" if winners else "ended", winners)

    def report(self, state: CassinoState) -> dict[str, Any]:
        """What `state` prints (HEADLESS.md); `counts_hidden` tells a screen to keep piles back."""
        players = []
        for seat, name in enumerate(state.players):
            pile = state.piles[state.side(seat)]
            players.append(
                {
                    "name": name,
                    "points": state.points[state.side(seat)],
                    "cards": len(pile),
                    "spades": sum(card.suit == "S" for card in pile),
                    "sweeps": state.sweeps[state.side(seat)],
                    "hand": state.hands[seat],
                    "out": state.gone[seat],
                }
            )
        return {
            "game": state.game,
            "pack": state.pack,
            "target": state.target,
            "partners": state.partners,
            "phase": state.phase,
            "dealer": state.named(state.dealer),
            "turn": state.named(state.turn) if state.phase in ("play", "use") else None,
            "played": None if state.played is None else state.played.face,
            "table": [card.face for card in state.table],
            "builds": [
                {
                    "value": build.value,
                    "cards": [card.face for card in build.cards],
                    "groups": [[card.face for card in group] for group in build.groups],
                    "controller": state.named(build.controller),
                    "multiple": build.multiple,
                }
                for build in state.builds
            ],
            "players": players,
            "stock": state.stock,
            "aside": state.aside + len(state.lost),
        }

    def roles(self, state: CassinoState) -> Mapping[str, Light]:
        """`out` for who is gone; who is waited for follows from the prompts."""
        return {name: "out" for seat, name in enumerate(state.players) if state.gone[seat]}

    def moment(self, state: CassinoState) -> dict[str, Any]:
        """Pack, phase, whose turn, the played card, and whether the last cards are dealt."""
        return {
            "pack": state.pack,
            "phase": state.phase,
            "turn": state.named(state.turn) if state.phase in ("play", "use") else None,
            "dealer": state.named(state.dealer),
            "played": None if state.played is None else state.played.face,
            "last": state.stock == 0,
            "target": state.target,
        }


class CassinoRoyal(Cassino):
    """Court cards count 11 to 13 and an ace 1 or 14."""

    name: ClassVar[str] = "cassino-royal"
    options_type: ClassVar[type[CommonOptions]] = RoyalOptions


class CassinoSpade(Cassino):
    """Every spade scores; 61 points win."""

    name: ClassVar[str] = "cassino-spade"
    options_type: ClassVar[type[CommonOptions]] = SpadeOptions


class CassinoDraw(Cassino):
    """Two players, who draw a card after each play (the source's "Lottery")."""

    name: ClassVar[str] = "cassino-draw"
    options_type: ClassVar[type[CommonOptions]] = DrawOptions
    seats: ClassVar[tuple[int, int]] = (2, 2)


CASSINO: Final = Cassino()
ROYAL: Final = CassinoRoyal()
SPADE: Final = CassinoSpade()
DRAW: Final = CassinoDraw()


def _seat(state: CassinoState, name: str) -> int:
    if name not in state.players:
        raise IllegalAction("unknown-seat", seat=name[:60])
    return state.players.index(name)
