"""The four games of Cassino: turns, deals and packs until somebody has won (RULES.md, Cassino)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import msgspec

from companion.rules.cards import Card, pack
from companion.rules.cassino import events as ev
from companion.rules.cassino.offers import offered, usable
from companion.rules.cassino.promises import split
from companion.rules.cassino.score import certain_points, decided, lines
from companion.rules.cassino.state import CassinoState, seen, whole_pack
from companion.rules.cassino.uses import Use, after, read, trail_refusal
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
    NumberCorrected,
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

CLAIM: Final = "claim"
NEXT: Final = "next"
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
        state = _begin(state, happened)
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
        if state.phase == "over":
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
            if state.begun is None or _begun(state.begun, state.actions) == state:
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
            state = _touched(state, action.card, happened)
        elif isinstance(action, Picked):
            state = _picked(state, action, happened)
        elif isinstance(action, Corrected):
            state = _corrected(state, action, happened)
        elif isinstance(action, Leave):
            happened.append(PlayerLeft(seat=action.seat))
            state = _without(state, state.players.index(action.seat), happened)
        elif isinstance(action, Void) and state.begun is not None:
            happened.append(Voided(what="pack", number=state.pack))
            state = _begun(state.begun, state.actions)
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


# --- one action --------------------------------------------------------------------------------------------------


def _seat(state: CassinoState, name: str) -> int:
    if name not in state.players:
        raise IllegalAction("unknown-seat", seat=name[:60])
    return state.players.index(name)


def shown(state: CassinoState, card: Card) -> CassinoState:
    """The table with `card` shown by the seat to move."""
    hands = _with(state.hands, state.turn, state.hands[state.turn] - 1)
    return msgspec.structs.replace(state, played=card, hands=hands, phase="use")


def _touched(state: CassinoState, card: Card, happened: list[Event]) -> CassinoState:
    if state.phase == "table":
        happened.append(ev.TableCardLaid(card=card))
        table = (*state.table, card)
        phase = "play" if len(table) == deal_of(state.options).table else "table"
        return msgspec.structs.replace(state, table=table, phase=phase)
    happened.append(ev.CardPlayed(seat=state.players[state.turn], card=card))
    laid = shown(state, card)
    if state.builds:  # the card that was just seen may prove that somebody could not hold what they promised
        known = {(promise.seat, promise.value) for promise in split(state)[1]}
        happened += [
            ev.PromiseBroken(seat=state.players[promise.seat], value=promise.value, entry=promise.play)
            for promise in split(laid)[1]
            if (promise.seat, promise.value) not in known
        ]
    return laid


def _picked(state: CassinoState, action: Picked, happened: list[Event]) -> CassinoState:
    if action.option == CLAIM:
        return _claimed(state, state.players.index(action.seat), happened)
    if state.phase == "next":
        return _next_pack(state, happened)
    return _used(state, read(state, action.option), happened)


def _used(state: CassinoState, use: Use, happened: list[Event]) -> CassinoState:
    card = state.played
    assert card is not None
    seat, name, side = state.turn, state.players[state.turn], state.side(state.turn)
    builds = after(state, use)
    taken = {one for group in use.groups for one in group}
    table = tuple(one for one in state.table if one not in taken)
    piles, sweeps, capturer = state.piles, state.sweeps, state.capturer
    if use.kind == "take":
        won = [one for group in use.groups for one in group]
        won += [one for place in use.builds for one in state.builds[place].cards]
        values = tuple(state.builds[place].value for place in use.builds)
        happened.append(
            ev.Captured(seat=name, card=card, value=use.value, groups=use.groups, builds=values, cards=tuple(won))
        )
        piles, capturer = _with(piles, side, (*piles[side], *won, card)), side
        if not table and not builds:
            happened.append(ev.Swept(seat=name))
            sweeps = _with(sweeps, side, sweeps[side] + 1)
    elif use.kind == "trail":
        happened.append(ev.Trailed(seat=name, card=card))
        table = (*table, card)
    elif use.kind == "build":
        made = builds[-1]
        happened.append(ev.Built(seat=name, card=card, value=made.value, groups=made.groups, multiple=made.multiple))
    else:
        old, made = state.builds[use.builds[0]], builds[use.builds[0]]
        if use.kind == "raise":
            happened.append(
                ev.Raised(
                    seat=name, card=card, old=old.value, value=made.value, groups=made.groups, multiple=made.multiple
                )
            )
        else:
            happened.append(ev.Added(seat=name, card=card, value=made.value, groups=made.groups))
    hands, stock = state.hands, state.stock
    if deal_of(state.options).draws and stock:
        hands, stock = _with(hands, seat, hands[seat] + 1), stock - 1
        happened.append(ev.CardDrawn(seat=name, stock=stock))
        if not stock:
            happened.append(ev.LastDealt(dealer=state.players[state.dealer]))
    state = msgspec.structs.replace(
        state,
        builds=builds,
        table=table,
        piles=piles,
        sweeps=sweeps,
        capturer=capturer,
        hands=hands,
        stock=stock,
        played=None,
        phase="play",
    )
    return _move_on(state, happened)


def _corrected(state: CassinoState, action: Corrected, happened: list[Event]) -> CassinoState:
    side = state.side(state.players.index(action.seat))
    happened.append(NumberCorrected(seat=action.seat, field=action.field, old=state.points[side], new=action.value))
    return msgspec.structs.replace(state, points=_with(state.points, side, action.value))


def _claimed(state: CassinoState, seat: int, happened: list[Event]) -> CassinoState:
    """A right claim wins at once, a wrong one loses: the claimer's side is out (RULES.md, Cassino, claim)."""
    side = state.side(seat)
    points = certain_points(state, side)
    right = points >= state.target
    name = state.players[seat]
    happened.append(ev.Claimed(seat=name, right=right, points=points, target=state.target))
    if right:
        return _won(state, (side,), happened)
    if len(state.living) == 2:
        return _won(state, tuple(other for other in state.living if other != side), happened)
    happened.append(ev.ClaimerDropped(seat=name))
    return _without(state, seat, happened)


def _without(state: CassinoState, seat: int, happened: list[Event]) -> CassinoState:
    """The table goes on without a seat: its hand lies aside, its builds have no controller."""
    mine = state.played if state.turn == seat else None
    builds = tuple(
        msgspec.structs.replace(build, controller=None) if build.controller == seat else build for build in state.builds
    )
    state = msgspec.structs.replace(
        state,
        gone=_with(state.gone, seat, True),
        aside=state.aside + state.hands[seat],
        hands=_with(state.hands, seat, 0),
        lost=state.lost if mine is None else (*state.lost, mine),
        played=None if mine is not None else state.played,
        phase="play" if mine is not None else state.phase,
        builds=builds,
    )
    if len(state.living) == 1:
        return _won(state, state.living, happened)
    if state.phase == "play" and not state.hands[state.turn]:
        return _move_on(state, happened)
    if state.phase == "table" and state.gone[state.turn]:
        return msgspec.structs.replace(state, turn=_left_of(state, state.turn))
    return state


# --- turns, deals, packs -------------------------------------------------------------------------------------------


def _with(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _left_of(state: CassinoState, seat: int) -> int:
    """The next seat clockwise that is still at the table."""
    many = len(state.players)
    return next(at % many for at in range(seat + 1, seat + 1 + many) if not state.gone[at % many])


def _move_on(state: CassinoState, happened: list[Event]) -> CassinoState:
    """The turn passes left; if all hands are played out the next are dealt, or the pack ends."""
    many = len(state.players)
    while True:
        for at in range(state.turn + 1, state.turn + 1 + many):
            if state.hands[at % many]:
                return msgspec.structs.replace(state, turn=at % many)
        if not state.stock:
            return _end_pack(state, happened)
        state = _deal(state, deal_of(state.options).later, happened)
        state = msgspec.structs.replace(state, turn=state.dealer)


def _deal(state: CassinoState, each: int, happened: list[Event], table: int = 0) -> CassinoState:
    """Hands from the stock; what falls to a seat that is gone lies aside."""
    stock = state.stock - table - each * len(state.players)
    happened.append(ev.HandsDealt(each=each, table=table, stock=stock))
    if not stock:
        happened.append(ev.LastDealt(dealer=state.players[state.dealer]))
    return msgspec.structs.replace(
        state,
        hands=tuple(0 if gone else each for gone in state.gone),
        aside=state.aside + each * sum(state.gone),
        stock=stock,
    )


def _begin(state: CassinoState, happened: list[Event]) -> CassinoState:
    """Shuffle and deal a pack; left of the dealer starts."""
    deal = deal_of(state.options)
    starts = _left_of(state, state.dealer)
    happened.append(ev.PackBegun(pack=state.pack, dealer=state.players[state.dealer], starts=state.players[starts]))
    state = msgspec.structs.replace(
        state,
        turn=starts,
        stock=52,
        piles=((),) * state.sides,
        sweeps=(0,) * state.sides,
        phase="table" if deal.table else "play",
        table=(),
        builds=(),
        aside=0,
        lost=(),
        played=None,
        capturer=None,
        begun=None,
    )
    state = _deal(state, deal.first, happened, deal.table)
    return msgspec.structs.replace(state, begun=state)


def _begun(begun: CassinoState, actions: int) -> CassinoState:
    """The table as it was when the pack began; the count of actions goes on."""
    return msgspec.structs.replace(begun, begun=begun, actions=actions)


def _end_pack(state: CassinoState, happened: list[Event]) -> CassinoState:
    """What lies goes to the last capturer, never as a sweep; then the count."""
    rest = (*state.table, *(card for build in state.builds for card in build.cards))
    if rest and state.capturer is None:
        happened.append(ev.ResidueLeft(cards=rest))
    elif rest and state.capturer is not None:
        side = state.capturer
        happened.append(ev.ResidueTaken(seat=state.players[side], cards=rest))
        piles = _with(state.piles, side, (*state.piles[side], *rest))
        state = msgspec.structs.replace(state, piles=piles, table=(), builds=())
    points = list(state.points)
    for side in state.living:
        reasons = {line.reason: line for line in lines(state, side)}
        scored = {reason: line.points for reason, line in reasons.items()}
        total = sum(scored.values())
        points[side] += total
        happened.append(
            ev.PackScored(
                seat=state.players[side],
                **{"jack": 0, **scored},
                total=total,
                points=points[side],
                card_count=reasons["cards"].have,
                spade_count=reasons["spades"].have,
                sweep_count=reasons["sweeps"].have,
            )
        )
    return msgspec.structs.replace(state, points=tuple(points), phase="next")


def _next_pack(state: CassinoState, happened: list[Event]) -> CassinoState:
    """The count decides, or the deal passes left."""
    winners, target = decided(state)
    if winners:
        return _won(state, winners, happened)
    if any(state.points[side] >= state.target for side in state.living):
        happened.append(ev.GameExtended(target=target))
    dealer = _left_of(state, state.dealer)
    return _begin(msgspec.structs.replace(state, target=target, dealer=dealer, pack=state.pack + 1), happened)


def _won(state: CassinoState, winners: tuple[int, ...], happened: list[Event]) -> CassinoState:
    names = tuple(state.players[seat] for side in winners for seat in state.seats_of(side))
    points = certain_points(state, winners[0])
    happened.append(ev.GameWon(winners=names, points=points))
    return msgspec.structs.replace(state, phase="over", winners=winners, begun=None)
