"""CasiNoya as a `Game`: the shared round, played by the declaration of one game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.rules import asking
from companion.rules.cards import Card, pack
from companion.rules.casinoya import host, rounds
from companion.rules.casinoya.numbers import with_deck
from companion.rules.casinoya.options import CasinoyaOptions
from companion.rules.casinoya.players import Seat
from companion.rules.casinoya.rules import Rules
from companion.rules.casinoya.state import NOBODY, CardScanned, NumberGiven, OptionPicked, State
from companion.rules.game import (
    OFFERED,
    TABLE,
    AnyAction,
    Arranged,
    Choices,
    Event,
    Given,
    IllegalAction,
    Light,
    Outcome,
    Pick,
    Picked,
    Player,
    Prompt,
    Retake,
    ScansTakenBack,
    Step,
    Touch,
    Touched,
)

NEXT = Pick(TABLE, "next")
# what is asked of a seat in each phase, as the purposes of HEADLESS.md
ATTACK, JOKER, RECOVER = "attack", "joker", "recover"
PLAYED = (Given, Picked, Touched, Retake, Arranged)  # what players do; all else is the host's


class Casinoya:
    """One game of CasiNoya, made of its `Rules`."""

    seats: ClassVar[tuple[int, int]] = (2, host.MOST_SEATS)

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.name = rules.name
        self.options_type = rules.options_type

    def decks(self, players: Sequence[Player], options: CasinoyaOptions) -> tuple[str, ...]:
        """Every player owns a deck."""
        return tuple(player.label for player in players)

    def cards(self, label: str, options: CasinoyaOptions) -> tuple[Card, ...]:
        """52 cards and two jokers."""
        return pack(label, jokers=True)

    def validate(self, players: Sequence[Player], options: CasinoyaOptions) -> None:
        """2 to 6 players, and a deck file that can be read."""
        fewest, most = self.seats
        if not fewest <= len(players) <= most:
            raise IllegalAction("bad-player-count", fewest=fewest, most=most)
        with_deck(options.deck)

    def start(self, players: Sequence[Player], options: CasinoyaOptions) -> Step[State]:
        """Everybody sits down with the starting HP and draws the first hand."""
        seats = tuple(Seat(player.name, player.label, options.hp) for player in players)
        out: list[Event] = []
        state = State(options, with_deck(options.deck), seats, options.hp)
        state = rounds.settle(self.rules, rounds.open_round(self.rules, state, out), out)
        return Step(state, tuple(out))

    # --- what the table waits for ----------------------------------------------------------------------------------

    def prompts(self, s: State) -> tuple[Prompt, ...]:
        """What the table waits for in this phase."""
        if s.phase == "choices":
            return self.rules.choices(s)
        if s.phase == "reveal":
            return self._reveal_prompts(s)
        if s.phase == "playoff":
            waits = [at for at in s.tied if len(s.seats[at].turned) < s.turn and s.seats[at].deck]
            return tuple(Touch(s.seats[at].name, "playoff", s.seats[at].label, 1) for at in waits)
        if s.phase == "support":
            owed = [(s.seats[at], self.rules.support(s, s.contest, at)) for at in s.queue]
            return tuple(Touch(seat.name, "reinforcement", seat.label, count) for seat, count in owed if count)
        if s.phase == "attack":
            return (Pick(s.seats[s.attacker].name, ATTACK),)
        return self._battle_prompts(s)

    def _reveal_prompts(self, s: State) -> tuple[Prompt, ...]:
        asked: list[Prompt] = []
        for at, seat in enumerate(s.seats):
            if seat.out:
                continue
            if owed := self.rules.owed(s, at):
                asked.append(Touch(seat.name, "reveal", seat.label, owed))
            if joker := self.rules.reading(s, at):
                asked.append(Pick(seat.name, JOKER, joker))
        return tuple(asked)

    def _battle_prompts(self, s: State) -> tuple[Prompt, ...]:
        if s.battle is None:  # over
            return ()
        if s.battle.mill:
            name, count = s.battle.mill[0]
            return (Touch(name, "mill", s.seats[s.index(name)].label, count),)
        if s.battle.recover:
            name, count = s.battle.recover[0]
            return (Touch(name, RECOVER, s.seats[s.index(name)].label, count), Pick(name, RECOVER))
        return () if s.outcome else (NEXT,)

    def options(self, s: State, pick: Pick, limit: int = OFFERED) -> Choices:
        """Option ids of a standing pick, the proposed one first."""
        ids = self._ids(s, pick)
        return Choices(ids[:limit], len(ids) > limit)

    def _ids(self, s: State, pick: Pick) -> tuple[str, ...]:
        if pick == NEXT:
            return ("next",)
        if pick.purpose == JOKER and pick.card is not None:
            return self.rules.readings(s, s.index(pick.seat), pick.card)
        if pick.purpose == ATTACK:
            return ("attack", "spare")
        if pick.purpose == RECOVER:
            return ("done",)
        return self.rules.options(s, pick)

    # --- may it be done? -------------------------------------------------------------------------------------------

    def check(self, s: State, action: AnyAction) -> None:
        """Raise `IllegalAction` unless this answers what the table waits for, or the host may do it."""
        if isinstance(action, Touched):  # nearly all actions
            if s.outcome is not None:
                raise IllegalAction("game-over")
            self._check_touch(s, action.card)
        elif not isinstance(action, PLAYED):
            host.check(self.rules, s, action)
        elif s.outcome is not None:
            raise IllegalAction("game-over")
        elif s.index(action.seat) == NOBODY and action.seat != TABLE:
            raise IllegalAction("unknown-player", seat=action.seat)
        elif isinstance(action, Given):
            asking.check_number(self.prompts(s), action)
        elif isinstance(action, Picked):
            self._check_pick(s, action)
        else:
            self._check_scans(s, action)

    def _check_pick(self, s: State, action: Picked) -> None:
        pick = asking.standing_pick(self.prompts(s), action)
        joker = pick.card if pick.purpose == JOKER else None
        if joker is None or not self.rules.may_read(s, s.index(pick.seat), joker, action.option):
            asking.check_option(action, self._ids(s, pick))  # of a joker a long list, whose proposal is searched for

    def _check_touch(self, s: State, card: Card) -> None:
        at = s.owner(card)
        if at == NOBODY:
            raise IllegalAction("unknown-deck", card=card)
        if card.copy:
            raise IllegalAction("not-in-deck", card=card, seat=s.seats[at].name)
        seat = s.seats[at]
        purpose = self._purpose(s, at)
        where = seat.where(card)
        if purpose == RECOVER:
            if where != "pit":
                raise IllegalAction("card-not-in-pit", card=card, seat=seat.name)
            return
        if where is not None:
            code = {"pit": "card-in-pit", "hand": "card-in-hand", "aside": "card-aside"}[where]
            raise IllegalAction(code, card=card, seat=seat.name)
        if seat.out:
            raise IllegalAction("player-out", seat=seat.name, card=card)
        if not purpose:
            raise IllegalAction("not-now", card=card, seat=seat.name)

    def _purpose(self, s: State, at: int) -> str:
        """What a card of this seat is waited for, the purpose of its touch prompt; empty if for nothing."""
        if s.phase == "reveal":  # nearly all touches: worth not asking all the others for their prompts
            return "reveal" if not s.seats[at].out and self.rules.owed(s, at) else ""
        asked = asking.touch_of(self.prompts(s), s.seats[at].label)
        return asked.purpose if asked else ""

    def _check_scans(self, s: State, action: Arranged | Retake) -> None:
        at = s.index(action.seat)
        mine = rounds.takeable(self.rules, s, at) if at != NOBODY else ()
        if isinstance(action, Retake):
            if not mine:
                raise IllegalAction("nothing-to-retake", seat=action.seat)
        elif not self.rules.ordered:
            raise IllegalAction("order-is-free", seat=action.seat)
        elif not mine or sorted(action.cards) != sorted(mine):
            raise IllegalAction("not-these-cards", seat=action.seat)

    # --- do it -----------------------------------------------------------------------------------------------------

    def apply(self, s: State, action: AnyAction) -> Step[State]:
        """Do the action and settle until the next prompt or the end."""
        out: list[Event] = []
        if type(action) is Touched and s.phase == "reveal":  # nearly all actions: the state is made anew once
            after = self._laid(s, action.card, out)
        elif isinstance(action, PLAYED):
            after = self._act(replace(s, deeds=s.deeds + 1, began=s.began if s.deeds else s), action, out)
        else:
            after = host.apply(self.rules, s, action, out)
        return Step(rounds.settle(self.rules, after, out), tuple(out))

    def _laid(self, s: State, card: Card, out: list[Event]) -> State:
        """A card of the hand is laid down in the reveal."""
        at = s.owner(card)
        seat = s.seats[at]
        out.append(CardScanned(seat=seat.name, card=card, purpose="reveal"))
        seats = s.reseated(at, replace(seat, scans=(*seat.scans, card)))
        return replace(s, seats=seats, deeds=s.deeds + 1, began=s.began if s.deeds else s)

    def _act(self, s: State, action: Touched | Picked | Given | Retake | Arranged, out: list[Event]) -> State:
        if isinstance(action, Given):
            out.append(NumberGiven(seat=action.seat, purpose=action.purpose, number=action.number))
            return self._chose(s, s.index(action.seat), action, out)
        if isinstance(action, Picked):
            return self._picked(s, action, out)
        if isinstance(action, Touched):
            return self._touched(s, action, out)
        at = s.index(action.seat)
        mine = rounds.takeable(self.rules, s, at)
        kept = tuple(card for card in s.seats[at].scans if card not in mine)
        if isinstance(action, Arranged):
            return s.put(at, replace(s.seats[at], scans=kept + action.cards, readings=()))
        out.append(ScansTakenBack(seat=action.seat, cards=mine))
        return s.put(at, replace(s.seats[at], scans=kept, readings=()))

    def _touched(self, s: State, action: Touched, out: list[Event]) -> State:
        card, at = action.card, s.owner(action.card)
        purpose, seat = self._purpose(s, at), s.seats[at]
        out.append(CardScanned(seat=seat.name, card=card, purpose=purpose))
        if s.phase == "choices":
            return self._chose(s, at, action, out)
        if s.phase == "playoff":
            return s.put(at, seat.turn_up(card))
        if s.phase == "support":
            return self.rules.supported(s, s.contest, at, card)
        return self._scanned_after_battle(s, at, card, purpose)

    def _scanned_after_battle(self, s: State, at: int, card: Card, purpose: str) -> State:
        """One scan that the effects mill and recover owe."""
        assert s.battle is not None
        owed = s.battle.mill if purpose == "mill" else s.battle.recover
        name, count = owed[0]
        left = ((name, count - 1), *owed[1:]) if count > 1 else owed[1:]
        seat = s.seats[at]
        if purpose == "mill":
            return replace(s, seats=s.reseated(at, seat.mill(card)), battle=replace(s.battle, mill=left))
        return replace(s, seats=s.reseated(at, seat.recover(card)), battle=replace(s.battle, recover=left))

    def _picked(self, s: State, action: Picked, out: list[Event]) -> State:
        pick = asking.pick_of(self.prompts(s), action.seat)
        assert pick is not None
        if pick == NEXT:
            return rounds.advance(self.rules, s, out)
        out.append(OptionPicked(seat=action.seat, purpose=pick.purpose, option=action.option, card=pick.card))
        if pick.purpose == JOKER and pick.card is not None:
            at = s.index(action.seat)
            seat = s.seats[at]
            return s.put(at, replace(seat, readings=(*seat.readings, (pick.card, action.option))))
        if pick.purpose == ATTACK:
            return rounds.fight(self.rules, s, out) if action.option == "attack" else rounds.spare(self.rules, s, out)
        if pick.purpose == RECOVER:
            assert s.battle is not None
            return replace(s, battle=replace(s.battle, recover=s.battle.recover[1:]))
        return self._chose(s, s.index(action.seat), action, out)

    def _chose(self, s: State, at: int, action: Touched | Picked | Given, out: list[Event]) -> State:
        after, events = self.rules.chose(s, at, action)
        out.extend(events)
        return after

    # --- what it looks like ----------------------------------------------------------------------------------------

    def outcome(self, s: State) -> Outcome | None:
        """Who won, or None while it goes on."""
        return s.outcome

    def report(self, s: State) -> dict[str, Any]:
        """The state as HEADLESS.md prints it; `contest` counts from 1."""
        return {
            "game": self.name,
            "round": s.round,
            "phase": s.phase,
            "contest": s.contest + 1,
            "attacker": s.seats[s.attacker].name if s.attacker != NOBODY else None,
            "players": [
                {
                    "name": seat.name, "label": seat.label, "hp": seat.hp, "deck": seat.deck, "hand": seat.hand,
                    "aside": seat.aside, "pit": seat.pit, "out": seat.out,
                    "hand_cards": list(map(str, seat.scans)), "pit_cards": list(map(str, seat.known_pit)),
                }
                for seat in s.seats
            ],
        }  # fmt: skip

    def roles(self, s: State) -> Mapping[str, Light]:
        """Who attacks, who defends in the battle shown, who is out."""
        lights: dict[str, Light] = {seat.name: "out" for seat in s.seats if seat.out}
        if s.outcome is not None:
            return lights
        fighting = s.phase in ("support", "attack", "battle")
        if fighting and not s.seats[s.attacker].out:
            lights[s.seats[s.attacker].name] = "attacker"
        if s.battle is not None and not s.seats[s.battle.defender].out:
            lights[s.seats[s.battle.defender].name] = "defender"
        elif s.phase == "attack":
            lights[s.seats[s.queue[0]].name] = "defender"
        return lights

    def moment(self, s: State) -> dict[str, Any]:
        """Round, phase, and who attacks whom, for a sentence."""
        facts: dict[str, Any] = {"round": s.round, "phase": s.phase, "contest": s.contest + 1}
        if s.attacker != NOBODY and s.phase in ("support", "attack", "battle"):
            running = s.fought if s.battle else s.fought + 1
            facts |= {"attacker": s.seats[s.attacker].name, "battle": running, "battles": s.fought + len(s.queue)}
            if s.battle is not None:
                facts["defender"] = s.seats[s.battle.defender].name
            elif s.phase == "attack":
                facts["defender"] = s.seats[s.queue[0]].name
        return facts
