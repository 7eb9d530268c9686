"""War: what is discarded, where reinforcements lie, armies laid left to right, columns fought with lit neighbours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.live.snapshot import Snapshot, Standing
from companion.rules.cards import JOKER_RANK, Card
from companion.rules.casinoya.battle import DamageDealt, Line
from companion.rules.casinoya.state import NOBODY, NoAttacker, RoundStarted, State
from companion.rules.casinoya.war import COLUMNS, army, lit, shown_by, standing
from companion.rules.game import TABLE, Event, Pick, Picked, Touch
from companion.words import N_, P_, option_text, say, translate
from companion.words.hands import ONE
from ui.view.battles import explain, last_battle, state_before_death, total
from ui.view.casinoya import nobody
from ui.view.casinoya_model import ArmyStage, ArmyView, MusterStage, MusterView, Told
from ui.view.chores import due_chores
from ui.view.effects import BADGES, named, notes
from ui.view.games import Context, choice_items, shows, together, undo_button
from ui.view.laid import LaidGame
from ui.view.model import Button, CardView, ChoiceItem, Do, Stage, Submit
from ui.view.titles import faces

COLUMN: Final = "column"  # touching a column to put a reinforcement behind it


@shows("casinoya-war")
class WarView(LaidGame):
    """Muster, armies, columns."""

    rows = ((0, COLUMNS),)

    def stage(self, shot: Snapshot, context: Context) -> Stage:
        """By phase."""
        state: State = shot.state
        if not due_chores(shot, context):
            if state.phase == "choices":
                return MusterStage(tuple(self.muster(shot, context, at) for at in state.living()))
            if state.phase in ("support", "attack") or (state.phase == "battle" and last_battle(shot)):
                return self.armies(shot)
        return super().stage(shot, context)

    # --- before the armies are laid --------------------------------------------------------------------------------

    def muster(self, shot: Snapshot, context: Context, at: int) -> MusterView:
        """One seat: discards in words, then columns to touch, then what was answered."""
        state: State = shot.state
        seat = state.seats[at]
        ask = next((one for one in shot.prompts if one.prompt.seat == seat.name), None)
        if ask is None or not isinstance(ask.prompt, Pick):
            columns = army(seat).columns or ()
            return MusterView(
                seat.name, "", answer=_behind_words([column + 1 for column in columns]) or say(N_("ready"))
            )
        if ask.prompt.purpose == "discard":
            items = tuple(_discard_item(item, ask, seat.hand) for item in choice_items(shot, ask))
            return MusterView(seat.name, _cards_word(seat.hand), items)
        chosen = _chosen(context.notes, seat.name)
        wanted = seat.hand - COLUMNS
        title = say(
            P_("{count} card behind which column?", "{count} cards behind which columns?", "count"), count=wanted
        )
        acts = tuple(Do(COLUMN, seat.name, str(column)) for column in range(COLUMNS))
        return MusterView(seat.name, title, columns=acts, chosen=chosen)

    def did(self, shot: Snapshot, context: Context, act: Do) -> tuple[dict[str, str], tuple[Submit, ...]]:
        """A column touched: chosen, or no more; the last one wanted answers."""
        if act.what != COLUMN:
            return super().did(shot, context, act)
        notes_now = dict(context.notes)
        ask = next(
            (one for one in shot.prompts if one.prompt.seat == act.where and one.prompt.purpose == "reinforce"), None
        )
        if ask is None:
            return notes_now, ()
        state: State = shot.state
        chosen = set(_chosen(context.notes, act.where)) ^ {int(act.value)}
        if len(chosen) < state.seats[state.index(act.where)].hand - COLUMNS:
            notes_now[act.where] = " ".join(map(str, sorted(chosen)))
            return notes_now, ()
        notes_now.pop(act.where, None)
        answer = "+".join(str(column + 1) for column in sorted(chosen))
        return notes_now, (Submit(Picked(act.where, answer), ask),)

    def kept(self, shot: Snapshot, notes: Mapping[str, str]) -> Mapping[str, str]:
        """Columns touched stay while the seat is asked for them."""
        asked = {one.prompt.seat for one in shot.prompts if one.prompt.purpose == "reinforce"}
        return {seat: chosen for seat, chosen in notes.items() if seat in asked}

    def behind(self, shot: Snapshot, at: int) -> tuple[int, ...]:
        """Columns with a reinforcement."""
        return army(shot.state.seats[at]).columns or ()

    def sheet_title(self) -> str:
        """Small capitals over the sheet."""
        return say(N_("The order of an army"))

    def undo(self, shot: Snapshot) -> Button | None:
        """What was discarded or where reinforcements lie is no secret; there is no joker to be chosen."""
        button = undo_button(shot)
        action = shot.undo.action if shot.undo else None
        if button is None or not isinstance(action, Picked) or action.seat == TABLE:
            return super().undo(shot)
        purpose = "discard" if "-" in action.option else "reinforce"
        words = option_text(Pick(action.seat, purpose), action.option)
        return Button(say(N_("Undo {seat}: {what}"), seat=action.seat, what=words), button.act, button.kind)

    # --- the columns -----------------------------------------------------------------------------------------------

    def armies(self, shot: Snapshot) -> Stage:
        """All armies with the column that is fought."""
        state: State = shot.state
        fought = last_battle(shot) if state.phase == "battle" else None
        dealt = next((event for event in fought or () if isinstance(event, DamageDealt)), None)
        lines = {line.card: line for line in dealt.lines} if dealt else {}
        views = tuple(view for at in range(len(state.seats)) if (view := self.army(shot, at, lines)))
        told = self.battle_lines(shot, dealt, fought or ()) if dealt else self.opening_lines(shot)
        lost = [f"{self.column_word(one.contest)}: {_why_cancelled(shot, one)}" for one in nobody(shot.events)]
        told = (*(Told(words, "muted", "small") for words in lost), *told)
        why = explain(dealt, state.numbers) if dealt else None
        return ArmyStage(views, state.contest, told, self.cancelled(shot), why)

    def army(self, shot: Snapshot, at: int, lines: Mapping[Card, Line]) -> ArmyView | None:
        """One army as it stands; one whose owner died in this round stays to be seen, dark."""
        state: State = shot.state
        out = state.seats[at].out
        if out and (state.battle is None or at not in (state.battle.attacker, state.battle.defender)):
            return None
        then = state_before_death(shot, at) if out else state
        if then is None or len(then.seats[at].scans) < COLUMNS:
            return None
        seat, now = then.seats[at], standing(then.seats[at])
        own = army(seat)
        attacker = at == state.attacker
        tone = "gold" if attacker else "blue" if state.battle and at == state.battle.defender else "ivory"
        cards = []
        for column, card in enumerate(now):
            line = lines.get(card) if column == state.contest else None
            badge, badge_tone = BADGES.get(line.effect, ("•", "gold")) if line else ("", "gold")
            glow = tone if column == state.contest and tone != "ivory" else ""
            cards.append(CardView("face", card.face, "", glow, badge, badge_tone))
        waiting = tuple(column for column in own.columns or () if column not in own.turned)
        return ArmyView(seat.name, tone, tuple(cards), links(then, at), waiting, own.turned, out)

    def cancelled(self, shot: Snapshot) -> tuple[int, ...]:
        """Columns of this round that nobody fought, from 0."""
        found: list[int] = []
        for record in reversed(shot.history.current()):
            events = list(record.events)
            begun = max((at for at, event in enumerate(events) if isinstance(event, RoundStarted)), default=-1)
            found += [event.contest - 1 for event in events[begun + 1 :] if isinstance(event, NoAttacker)]
            if begun >= 0:
                break
        return tuple(sorted(found))

    def opening_lines(self, shot: Snapshot) -> tuple[Told, ...]:
        """Before a column is fought: who attacks, which reinforcements are to be turned."""
        state: State = shot.state
        told = [self.headline(shot, state)]
        lost = []
        for one in shot.prompts:
            if isinstance(one.prompt, Touch):
                scans = state.seats[state.index(one.prompt.seat)].scans
                lost.append(say(N_("{seat} ({card})"), seat=one.prompt.seat, card=_rank_word(scans[state.contest])))
        if lost:
            told.append(Told(say(N_("Lost, with a card behind: {lost:names}"), lost=lost)))
        return tuple(told)

    def headline(self, shot: Snapshot, state: State) -> Told:
        """`Column 2: Ana's king attacks`."""
        attacker = state.seats[state.attacker]
        then = state if not attacker.out else state_before_death(shot, state.attacker) or state
        scans = then.seats[state.attacker].scans
        card = _rank_word(scans[state.contest]) if len(scans) > state.contest else ""
        words = say(
            N_("{column}: {seat}'s {card} attacks"),
            column=self.column_word(state.contest + 1),
            seat=attacker.name,
            card=card,
        )
        return Told(words, "gold", "head")

    def battle_lines(self, shot: Snapshot, dealt: DamageDealt, fought: Sequence[Event]) -> tuple[Told, ...]:
        """The sum of a column's battle in words, and what followed."""
        state: State = shot.state
        assert state.battle is not None
        sides = {}
        for at in (state.battle.attacker, state.battle.defender):
            sides[state.seats[at].name] = (
                state if not state.seats[at].out else state_before_death(shot, at) or state,
                at,
            )
        told = [self.headline(shot, state), Told(self.sum_words(dealt, sides))]
        then, at = sides[dealt.seat]
        seat = then.seats[at]
        if state.contest in army(seat).turned:
            lost = _rank_word(seat.scans[state.contest])
            stepped = named(state.numbers, standing(seat)[state.contest].face)
            words = N_("{seat}'s {card} is lost: {stepped} steps in")
            told.append(Told(say(words, seat=dealt.seat, card=lost, stepped=stepped), "muted", "small"))
        told += [Told(self.line_words(line, sides), "mint", "small") for line in dealt.lines if line.effect == "mend"]
        told.append(Told(*total(dealt), "sum"))
        told += [Told(note.text, note.tone, "small") for note in notes(shot, dealt, fought)]
        if state.queue:
            told.append(Told(say(N_("then {seat}"), seat=state.seats[state.queue[0]].name), "muted", "small"))
        return tuple(told)

    def sum_words(self, dealt: DamageDealt, sides: Mapping[str, tuple[State, int]]) -> str:
        """`king 2 + strike K♣ (beside 3♣) 1 = 3`."""
        then, at = sides[dealt.by]
        scans = then.seats[at].scans
        card = _rank_word(scans[dealt.contest - 1]) if len(scans) >= dealt.contest else ""
        words = f"{card} {dealt.base}"
        for effect, sign in (("strike", "+"), ("guard", "−"), ("pierce", "+")):
            if effect == "pierce" and not dealt.guard:
                continue
            words += "".join(
                f" {sign} {self.line_words(line, sides, '')}"
                for line in dealt.lines
                if line.effect == effect and line.amount
            )
        raw = dealt.base + dealt.strike - max(0, dealt.guard - dealt.pierce)
        least = say(N_("at least")) + " " if raw < dealt.amount else ""
        return f"{words} {together(f'= {least}{dealt.amount}')}"

    def line_words(self, line: Line, sides: Mapping[str, tuple[State, int]], sign: str = "+") -> str:
        """`mend 6♥ (beside 2♥) +1`."""
        then, at = sides.get(line.seat, (None, NOBODY))
        neighbour = _beside(then, at, line.card) if then else None
        card = named(then.numbers, line.card.face) if then else faces((line.card.face,))
        words = f"{say(N_('{effect:word}'), effect=line.effect)} {card}"
        if neighbour:
            words += " " + say(N_("(beside {card})"), card=faces((neighbour.face,)))
        return f"{words}\u00a0{sign}{line.amount}"

    # --- the bar ---------------------------------------------------------------------------------------------------

    def column_word(self, number: int) -> str:
        """`Column 2`."""
        return say(N_("Column {column}"), column=number)

    def contest(self, shot: Snapshot) -> tuple[str, ...]:
        """`Column 2 of 5`."""
        state: State = shot.state
        if state.phase not in ("support", "attack", "battle"):
            return ()
        return (say(N_("Column {column} of {columns}"), column=state.contest + 1, columns=COLUMNS),)

    def battle_word(self, moment: Mapping[str, Any]) -> str:
        """The column says enough."""
        return ""

    def phase_word(self, shot: Snapshot) -> str:
        """Nothing is exchanged in War; armies gather."""
        return say(N_("muster")) if shot.state.phase == "choices" else super().phase_word(shot)

    def told(self, shot: Snapshot) -> str:
        """Columns that nobody fought."""
        return " ".join(f"{self.column_word(one.contest)}: {_why_cancelled(shot, one)}." for one in nobody(shot.events))

    def sentence(self, shot: Snapshot, context: Context) -> str:
        """Who chooses, who turns up what."""
        state: State = shot.state
        if due_chores(shot, context):
            return super().sentence(shot, context)
        if state.phase == "choices":
            return say(N_("Discard and reinforce: {seats:names}"), seats=[one.prompt.seat for one in shot.prompts])
        if state.phase == "support":
            seats = [one.prompt.seat for one in shot.prompts]
            return say(N_("{seats:names}: turn the card behind column {column}"), seats=seats, column=state.contest + 1)
        return super().sentence(shot, context)

    def buttons(self, shot: Snapshot, context: Context) -> tuple[Button, ...]:
        """Choices stand on the felt."""
        if shot.state.phase == "choices" and not due_chores(shot, context):
            return ()
        return super().buttons(shot, context)

    def next_word(self, shot: Snapshot) -> str:
        """The next column where this one is over."""
        state: State = shot.state
        if state.queue or state.contest == COLUMNS - 1 or len(state.living()) < 2:
            return super().next_word(shot)
        return say(N_("Next column"))


def links(state: State, at: int) -> tuple[bool, ...]:
    """Whether each pair of neighbours lends each other an effect (RULES.md 1.4, adjacency)."""
    cards, works = standing(state.seats[at]), lit(state, at)
    shown = [shown_by(state, card) for card in cards]
    found = []
    for left in range(len(cards) - 1):
        one, other = shown[left], shown[left + 1]
        if cards[left].is_joker or cards[left + 1].is_joker:
            found.append(bool(one or other) and bool(works[left] or works[left + 1]))
        else:
            found.append(one is not None and other is not None and one.name == other.name)
    return tuple(found)


def _beside(state: State, at: int, card: Card) -> Card | None:
    """The neighbour that lights a card: its like before a joker."""
    cards = standing(state.seats[at])
    if card not in cards:
        return None
    column, pairs = cards.index(card), links(state, at)
    beside = [
        cards[other] for other in (column - 1, column + 1) if 0 <= other < len(cards) and pairs[min(other, column)]
    ]
    return min(beside, key=lambda one: one.is_joker, default=None)


def _why_cancelled(shot: Snapshot, event: NoAttacker) -> str:
    state: State = shot.state
    ranks = []
    for name in event.seats:
        at = state.index(name)
        for record in reversed(shot.history.current()):
            then = record.state
            if isinstance(then, State) and at < len(then.seats) and len(then.seats[at].scans) >= event.contest:
                ranks.append(then.seats[at].scans[event.contest - 1].rank)
                break
    words = N_("cancelled, {seats:names} tie ({card})") if ranks else N_("cancelled, {seats:names} tie")
    return say(words, seats=event.seats, card=translate(ONE[ranks[0]]) if ranks else "")


def _rank_word(card: Card) -> str:
    return translate(ONE[JOKER_RANK if card.is_joker else card.rank])


def _chosen(notes_now: Mapping[str, str], seat: str) -> tuple[int, ...]:
    return tuple(map(int, notes_now.get(seat, "").split()))


def _behind_words(columns: Sequence[int]) -> str:
    pick = Pick("", "reinforce")
    return option_text(pick, "+".join(map(str, columns))) if columns else ""


def _cards_word(count: int) -> str:
    """`7 cards`."""
    return say(P_("{count} card", "{count} cards", "count"), count=count)


def _discard_item(item: ChoiceItem, ask: Standing, hand: int) -> ChoiceItem:
    """`Keep all 7`, or what is discarded and drawn, on two lines."""
    discarded, drawn = item.face.split("-")
    if discarded == "0":
        words = say(N_("Keep all {count}"), count=hand)
    elif drawn == "0":
        words = say(N_("Discard {discarded}"), discarded=discarded)
    else:
        words = say(N_("Discard {discarded}, draw {drawn}"), discarded=discarded, drawn=drawn)
    return ChoiceItem(words, item.act, item.proposed, item.face)
