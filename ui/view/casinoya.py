"""The games of CasiNoya: hit points, decks and pits; hands scanned blind; battles with their ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from companion.live.snapshot import Snapshot
from companion.rules.cards import RANK_OF, Card
from companion.rules.casinoya.battle import DamageDealt, Line
from companion.rules.casinoya.state import NOBODY, CardScanned, NoAttacker, RoundStarted, State
from companion.rules.game import TABLE, Event, Number, Pick, Picked, Touch, Touched
from companion.words import N_, P_, event_text, say, translate
from companion.words.say import small
from ui.view.battles import (
    battle_sentence,
    below,
    change_of,
    last_battle,
    last_shown,
    ledger,
    next_word,
    state_before_death,
    total,
)
from ui.view.chores import due_chores, grouped_chores, putting_away
from ui.view.effects import BADGES, notes, scan_buttons, scan_sentence
from ui.view.games import (
    Context,
    GameView,
    choice_items,
    count_word,
    hand_act,
    light_role,
    number_ask,
    owed_sentence,
    role_word,
    shows,
    undo_button,
    waiting_word,
)
from ui.view.model import (
    Bar,
    BattleStage,
    Button,
    ByHand,
    CardView,
    ChooseFace,
    ChoresDone,
    ChoresStage,
    Count,
    ExchangeStage,
    HandView,
    NumberAsk,
    ScanStage,
    SeatView,
    Stage,
    Undo,
)
from ui.view.scanning import scan_button, scan_note
from ui.view.titles import game_title, hand_title

LOW_HP: Final = 0.25  # of the limit: drawn red


@shows("casinoya-poker")
class CasinoyaView(GameView):
    """What the four games share; poker needs nothing more."""

    # --- seats -----------------------------------------------------------------------------------------------------

    def seats(self, shot: Snapshot, context: Context) -> tuple[SeatView, ...]:
        """All seats; while the cards are put away nobody is asked for anything yet, whatever the next round begins with."""
        seats = super().seats(shot, context)
        return tuple(map(putting_away, seats)) if due_chores(shot, context) else seats

    def seat(self, shot: Snapshot, context: Context, player: Mapping[str, Any]) -> SeatView:
        """Hit points with their limit, deck and pit; what the last battle did to them."""
        state: State = shot.state
        name, hp = player["name"], player["hp"]
        role = light_role(shot.lights.get(name, "off"))
        note, tone = self.note(shot, name)
        return SeatView(
            name,
            str(hp),
            f"/{state.limit}",
            ratio=hp / state.limit if state.limit else 0,
            counts=(
                Count(str(player["deck"]), count_word("deck"), "deck"),
                Count(str(player["pit"]), count_word("pit"), "pit"),
            ),
            role=role,
            role_word=waiting_word(shot, name) if role == "waiting" else role_word(role),
            note=note,
            note_tone=tone,
            low=hp <= LOW_HP * state.limit,
            lamp=context.lamps.get(name),
            act=hand_act(shot, name),
        )

    def note(self, shot: Snapshot, name: str) -> tuple[str, str]:
        """At the right of the hit points: the last change, or that the seat is ready."""
        state: State = shot.state
        at = state.index(name)
        if state.phase in ("battle", "over") and state.battle:
            fought = last_battle(shot)
            if fought:
                change = change_of(fought, name)
                if change:
                    return (f"−{-change}", "red") if change < 0 else (f"+{change}", "mint")
        elif state.phase in ("choices", "reveal") and not state.seats[at].out and self.done(shot, name):
            return "✓", "mint"
        return "", "mint"

    def done(self, shot: Snapshot, name: str) -> bool:
        """Whether a seat owes nothing while others do."""
        return all(one.prompt.seat != name for one in shot.prompts)

    # --- stage -----------------------------------------------------------------------------------------------------

    def stage(self, shot: Snapshot, context: Context) -> Stage:
        """By phase; what has no stage of its own is asked in plain words."""
        chores = due_chores(shot, context)
        if chores:
            return ChoresStage(say(N_("After the round")), grouped_chores(shot, chores))
        state: State = shot.state
        if state.phase == "choices" and any(isinstance(one.prompt, Number) for one in shot.prompts):
            return self.exchange(shot)
        if state.phase == "reveal":
            return self.scan(shot)
        if state.phase == "playoff":
            return self.playoff(shot)
        fought = last_battle(shot)
        if state.phase in ("battle", "over") and fought:
            return self.battle(shot, fought)
        if state.phase == "attack":
            return BattleStage(*self.sides(shot, state.attacker, state.queue[0]), (), "", "ivory", "")
        return super().stage(shot, context)

    def lines(self, shot: Snapshot) -> tuple[str, ...]:
        """What followed, without the cards that are still hidden."""
        state: State = shot.state
        hidden = state.phase in ("choices", "reveal") and state.options.reveal == "blind"
        events = [event for event in shot.events if not (hidden and isinstance(event, CardScanned))]
        return tuple(event_text(event) for event in events[-5:])

    def exchange(self, shot: Snapshot) -> Stage:
        """How many cards each exchanges, asked of all at once."""
        state: State = shot.state
        asks = []
        for seat in state.seats:
            standing = next((one for one in shot.prompts if one.prompt.seat == seat.name), None)
            if standing and isinstance(standing.prompt, Number):
                asks.append(number_ask(standing, say(N_("exchange how many?"))))
            else:
                count = seat.own if isinstance(seat.own, int) else 0
                words = "" if seat.out else say(P_("{count} exchanged", "{count} exchanged", "count"), count=count)
                asks.append(NumberAsk(seat.name, "", None, "exchange", 1, 0, 1, 0, words))
        return ExchangeStage(tuple(asks))

    def scan(self, shot: Snapshot) -> Stage:
        """Hands while they are scanned: backs, unless the option says open."""
        state: State = shot.state
        newest = next((event.card for event in reversed(shot.events) if isinstance(event, CardScanned)), None)
        hands = []
        for at in state.tied or state.living():
            seat = state.seats[at]
            owed = self.owed(shot, seat.name)
            joker = next(
                (one for one in shot.prompts if isinstance(one.prompt, Pick) and one.prompt.seat == seat.name), None
            )
            hands.append(
                HandView(
                    seat.name,
                    "",
                    tuple(self.scanned(shot, at, card, card == newest) for card in seat.scans)
                    + (CardView("empty"),) * owed,
                    *scan_note(len(seat.scans), owed, joker is not None, bool(seat.readings)),
                    button=scan_button(seat.name, seat.scans, joker),
                )
            )
        return ScanStage(tuple(hands))

    def owed(self, shot: Snapshot, name: str) -> int:
        """Touches that a seat still owes."""
        return sum(
            one.prompt.count for one in shot.prompts if isinstance(one.prompt, Touch) and one.prompt.seat == name
        )

    def scanned(self, shot: Snapshot, at: int, card: Card, newest: bool) -> CardView:
        """A scanned card: its back until the reveal."""
        state: State = shot.state
        glow = "gold" if newest else ""
        if state.options.reveal == "blind":
            return CardView("back", glow=glow)
        reading = state.seats[at].reading(card)
        return CardView("face", card.face, reading if card.is_joker else "", glow)

    def playoff(self, shot: Snapshot) -> Stage:
        """The cards turned by the tied."""
        state: State = shot.state
        hands = []
        for at in state.tied:
            seat = state.seats[at]
            owed = self.owed(shot, seat.name)
            cards = tuple(CardView("face", card.face) for card in seat.turned) + (CardView("empty"),) * owed
            note = say(N_("turns the top card")) if owed else say(N_("turned"))
            hands.append(HandView(seat.name, "", cards, note, "ivory" if owed else "mint"))
        return ScanStage(tuple(hands))

    # --- the battle ------------------------------------------------------------------------------------------------

    def battle(self, shot: Snapshot, fought: Sequence[Event]) -> Stage:
        """Two hands, the ledger, the sum."""
        state: State = shot.state
        dealt = next(event for event in fought if isinstance(event, DamageDealt))
        assert state.battle is not None
        sides = self.sides(shot, state.battle.attacker, state.battle.defender, dealt.lines)
        boxes = ledger(dealt, state.numbers)
        return BattleStage(*sides, boxes, *total(dealt), below(shot, dealt), notes(shot, dealt, fought))

    def sides(
        self, shot: Snapshot, attacker: int, defender: int, lines: Sequence[Line] = ()
    ) -> tuple[HandView, HandView]:
        """Both hands of a battle."""
        state: State = shot.state
        counted = {line.card: line for line in lines}
        one, other = (
            HandView(
                state.seats[at].name,
                self.hand_title(shot, at),
                self.hand_cards(shot, at, counted),
                line=say(sentence, seat=state.seats[at].name),
                note_tone=tone,
            )
            for at, sentence, tone in (
                (attacker, N_("{seat} attacks"), "gold"),
                (defender, N_("{seat} defends"), "blue"),
            )
        )
        return one, other

    def hand_title(self, shot: Snapshot, at: int) -> str:
        """What the hand is called; nothing where it was buried already (its owner is out)."""
        state: State = shot.state
        if not self.hand_of(shot, at):
            return ""
        rules: Any = shot.game
        if state.seats[at].out:
            shown = last_shown(shot, state.seats[at].name)
            return hand_title(*shown) if shown else ""
        hand = rules.rules.hand(state, state.contest, at)
        return hand_title(hand.code, hand.ranks)

    def hand_of(self, shot: Snapshot, at: int) -> tuple[tuple[Card, str], ...]:
        """The cards of a seat in this contest with the faces they stand for, also when they lie in the pit by now."""
        state: State = shot.state
        seat = state.seats[at]
        rules: Any = shot.game
        if not seat.out:
            return tuple((card, seat.reading(card)) for card in rules.rules.cards(state, state.contest, at))
        before = state_before_death(shot, at)
        if before is None:
            return ()
        old = before.seats[at]
        return tuple((card, old.reading(card)) for card in rules.rules.cards(before, state.contest, at))

    def hand_cards(self, shot: Snapshot, at: int, lines: Mapping[Card, Line]) -> tuple[CardView, ...]:
        """The cards with a badge for each effect that counted."""
        views = []
        for card, reading in self.hand_of(shot, at):
            line = lines.get(card)
            badge, tone = BADGES.get(line.effect, ("•", "gold")) if line else ("", "gold")
            views.append(CardView("face", card.face, reading if card.is_joker else "", badge=badge, badge_tone=tone))
        return tuple(views)

    # --- the end ---------------------------------------------------------------------------------------------------

    def final(self, shot: Snapshot) -> str:
        """What the winner has left; where there is none, everybody's hit points."""
        winners = shot.outcome.winners if shot.outcome else ()
        players = [player for player in shot.game.report(shot.state)["players"] if player["name"] in winners]
        if not players:
            return super().final(shot)
        words = N_("{seat} {hp} HP, deck {deck}")
        return ", ".join(say(words, seat=one["name"], hp=one["hp"], deck=one["deck"]) for one in players)

    # --- the bar ---------------------------------------------------------------------------------------------------

    def bar(self, shot: Snapshot, context: Context) -> Bar:
        """What the table waits for; while the cards are put away, the round that they are of."""
        bar = super().bar(shot, context)
        if not due_chores(shot, context):
            return bar
        over = say(N_("After round {round}"), round=shot.moment()["round"] - 1)
        return replace(bar, eyebrow=f"{over} · {game_title(shot.name)}")

    def eyebrow(self, shot: Snapshot) -> str:
        """`Round 4 · CasiNoya Poker · battle 1 of 2`."""
        moment = shot.moment()
        parts = [say(N_("Round {round}"), round=moment["round"]), self.title(shot), *self.contest(shot)]
        if "battle" in moment and moment["phase"] == "battle":
            parts.append(self.battle_word(moment))
        elif words := self.phase_word(shot):
            parts.append(words)
        return " · ".join(filter(None, parts))

    def battle_word(self, moment: Mapping[str, Any]) -> str:
        """Which battle of the contest is fought."""
        return say(N_("Battle {battle} of {battles}"), battle=moment["battle"], battles=moment["battles"])

    def phase_word(self, shot: Snapshot) -> str:
        """What is done in this phase, in small capitals."""
        phase = shot.state.phase
        if phase == "reveal" and not any(isinstance(one.prompt, Touch) for one in shot.prompts):
            return say(N_("jokers"))
        return translate(_PHASES[phase]) if phase in _PHASES else ""

    def title(self, shot: Snapshot) -> str:
        """The game in small capitals."""
        return game_title(shot.name)

    def contest(self, shot: Snapshot) -> tuple[str, ...]:
        """Which contest of the round is fought, where there are several."""
        return ()

    def told(self, shot: Snapshot) -> str:
        """Contests in which nobody attacked, as far as the last action led to it."""
        return " ".join(f"{event_text(event)}." for event in nobody(shot.events))

    def sentence(self, shot: Snapshot, context: Context) -> str:
        """Who does what."""
        if due_chores(shot, context):
            return " ".join(filter(None, (self.told(shot), say(N_("Put the cards away, then go on")))))
        state: State = shot.state
        if owed := scan_sentence(shot):
            return owed
        if state.phase == "choices" and any(isinstance(one.prompt, Number) for one in shot.prompts):
            waiting = [one.prompt.seat for one in shot.prompts]
            return say(N_("Draw five; how many do you exchange, {seats:names}?"), seats=waiting)
        if state.phase == "reveal":
            owed = owed_sentence(shot)
            return owed or super().sentence(shot, context)
        if state.phase == "battle" and state.battle and not (state.battle.mill or state.battle.recover):
            return battle_sentence(shot)
        return super().sentence(shot, context)

    def undo(self, shot: Snapshot) -> Button | None:
        """While hands are hidden the undo names whose card it takes back, not which."""
        if button := self.undo_next(shot):
            return button
        button = undo_button(shot)
        state: State = shot.state
        if button is None or shot.undo is None or state.phase != "reveal" or state.options.reveal != "blind":
            return button
        action = shot.undo.action
        if isinstance(action, Touched):
            at = state.owner(action.card)
            words = say(N_("Undo {seat}'s card"), seat=state.seats[at].name if at != NOBODY else action.card.label)
        elif isinstance(action, Picked) and (action.option in RANK_OF or action.option.isdigit()):
            words = say(N_("Undo {seat}'s joker"), seat=action.seat)
        else:
            return button
        return Button(words, button.act, button.kind)

    def undo_next(self, shot: Snapshot) -> Button | None:
        """Taking back a step that was pressed names it as its button did: `Undo next battle`."""
        if shot.undo is None or shot.undo.action != Picked(TABLE, "next"):
            return None
        records = shot.history.current()
        if len(records) < 2:
            return None
        before = replace(shot, state=records[-2].state)
        if before.state.phase != "battle":
            return None
        words = say(N_("the end")) if shot.outcome else self.next_word(before)
        return Button(say(N_("Undo {what}"), what=small(words)), Undo(), "quiet")

    def buttons(self, shot: Snapshot, context: Context) -> tuple[Button, ...]:
        """The next step; entering by hand; a joker's best reading."""
        if due_chores(shot, context):
            return (Button(say(N_("Done")), ChoresDone(shot.entries), "primary"),)
        state: State = shot.state
        if state.phase == "reveal":
            return self.reveal_buttons(shot)
        if state.phase == "attack":
            standing = next(one for one in shot.prompts if isinstance(one.prompt, Pick))
            attack, spare = choice_items(shot, standing)
            return Button(spare.text, spare.act), Button(attack.text, attack.act, "primary")
        if state.phase == "battle" and len(shot.prompts) == 1 and isinstance(shot.prompts[0].prompt, Pick):
            standing = shot.prompts[0]
            return (Button(self.next_word(shot), choice_items(shot, standing)[0].act, "primary"),)
        return scan_buttons(shot) or super().buttons(shot, context)

    def next_word(self, shot: Snapshot) -> str:
        """What the primary button does after a battle."""
        return next_word(shot.state)

    def reveal_buttons(self, shot: Snapshot) -> tuple[Button, ...]:
        """By hand while cards are owed; then the first joker."""
        joker = next((one for one in shot.prompts if isinstance(one.prompt, Pick)), None)
        touch = next((one.prompt for one in shot.prompts if isinstance(one.prompt, Touch)), None)
        buttons = []
        if touch:
            buttons.append(Button(say(N_("By hand")), ByHand(touch.seat, touch.label)))
        if joker and not touch:
            buttons.append(Button(say(N_("Other card…")), ChooseFace(joker)))
            buttons.append(Button(say(N_("Best reading")), choice_items(shot, joker)[0].act, "primary"))
        return tuple(buttons)


_PHASES: Final = {
    "choices": N_("exchange"),
    "reveal": N_("scan, then turn over"),
    "playoff": N_("playoff"),
    "attack": N_("attack or spare"),
    "over": N_("over"),
}


def nobody(events: Sequence[Event]) -> tuple[NoAttacker, ...]:
    """The contests in which nobody attacked, of one round only."""
    found: list[NoAttacker] = []
    for event in events:
        if isinstance(event, RoundStarted):
            break
        if isinstance(event, NoAttacker):
            found.append(event)
    return tuple(found)
