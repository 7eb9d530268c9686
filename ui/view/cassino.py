"""The four games of Cassino: the table as it lies, what the played card may do, tapped or chosen, claims, deals and the count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.live.snapshot import Snapshot
from companion.rules.cassino import events as ev
from companion.rules.cassino.promises import promises
from companion.rules.cassino.state import CassinoState, counts_hidden
from companion.rules.cassino.turns import CLAIM, NEXT
from companion.rules.cassino.uses import TRAIL
from companion.rules.game import ChoresDue, Picked, Touch, Touched
from companion.words import N_, P_, chore_text, event_text, prompt_text, say
from ui.view.cassino_count import count_stage, newest, next_words, pack_total, remembered
from ui.view.cassino_model import CassinoStage
from ui.view.cassino_sheets import (
    BUILD,
    CLAIMS,
    USES,
    Sheet,
    build_sheet,
    claim_sheet,
    claimers,
    entry_undo,
    use_pick,
    uses_sheet,
)
from ui.view.cassino_table import (
    PLAYS,
    TAP,
    brief,
    build_view,
    deals,
    loose_view,
    mark_of,
    places_left,
    shown_play,
    stock_note,
    told,
    touched_by,
)
from ui.view.cassino_uses import Tapped, come_to, ranked, short, tapped, words
from ui.view.games import Context, GameView, hand_act, light_role, role_word, shows, undo_button
from ui.view.model import (
    Bar,
    Button,
    ByHand,
    CardView,
    ChoresDone,
    ChoresStage,
    Do,
    Look,
    SeatView,
    Stage,
    Submit,
    Undo,
)
from ui.view.titles import game_title

CLEAR: Final = "clear"
OFFERED_NOW: Final = 6  # choices handed to the stage, which shows as many as there is room for


@shows("cassino", "cassino-royal", "cassino-spade", "cassino-draw")
class CassinoView(GameView):
    """One table, one pack, hands that nobody sees."""

    def __init__(self) -> None:
        self._ranked: tuple[CassinoState | None, tuple[str, ...], bool] = (None, (), False)

    # --- seats -----------------------------------------------------------------------------------------------------

    def seat(self, shot: Snapshot, context: Context, player: Mapping[str, Any]) -> SeatView:
        """Points towards the target; cards in hand, sweeps, the pile as far as it may be told."""
        state: CassinoState = shot.state
        name = player["name"]
        at = state.players.index(name)
        role = light_role(shot.lights.get(name, "off"))
        total = pack_total(shot, state.players[state.side(at)])
        return SeatView(
            name,
            str(player["points"]),
            say(N_("of {target}"), target=state.target),
            role=role,
            role_word=say(N_("To play")) if role == "waiting" else role_word(role),
            note=f"+{total}" if total else "",
            lamp=context.lamps.get(name),
            act=hand_act(shot, name),
            line="\n".join(filter(None, (self.held(state, at), self.pile(state, player)))),
        )

    def held(self, state: CassinoState, at: int) -> str:
        """`4 in hand · dealer`, or with whom one plays."""
        parts = []
        if state.partners:
            parts.append(say(N_("with {seat}"), seat=brief(state.players[(at + 2) % 4])))
        elif state.phase != "next":
            parts.append(say(P_("{count} in hand", "{count} in hand", "count"), count=state.hands[at]))
        if at == state.dealer:
            parts.append(say(N_("dealer")))
        return " · ".join(parts)

    def pile(self, state: CassinoState, player: Mapping[str, Any]) -> str:
        """Sweeps lie open; what else the pile holds only if counts are not a feat of memory here."""
        parts: list[str] = []
        if state.phase == "next":
            return ""  # the count tells it all
        if not counts_hidden(state):
            parts.append(say(P_("{count} card", "{count} cards", "count"), count=player["cards"]))
            parts.append(f"{player['spades']}♠")
        if player["sweeps"]:
            parts.append(say(P_("{count} sweep", "{count} sweeps", "count"), count=player["sweeps"]))
        elif counts_hidden(state):
            parts.append(say(N_("pile face down")))
        return " · ".join(parts)

    # --- stage -----------------------------------------------------------------------------------------------------

    def stage(self, shot: Snapshot, context: Context) -> Stage:
        """The deal to be done, the count of a pack, or the table."""
        state: CassinoState = shot.state
        due = self.chores(shot, context)
        if due:
            return ChoresStage(self.deal_title(state), tuple(chore_text(step) for step in due.steps))
        if state.phase == "next":
            return count_stage(shot)
        return self.tableau(shot, context)

    def chores(self, shot: Snapshot, context: Context) -> ChoresDue | None:
        """The steps of a deal, until somebody says that they are done or the next card is played."""
        if not context.chores or context.chores_done == shot.entries or shot.outcome:
            return None
        return next((event for event in shot.events if isinstance(event, ChoresDue)), None)

    def deal_title(self, state: CassinoState) -> str:
        """`Deal 2 of 6`."""
        now, all_deals = deals(state)
        if all_deals == 1:
            return say(N_("Pack {pack}: the deal"), pack=state.pack)
        return say(N_("Deal {now} of {all}"), now=now, all=all_deals)

    def tableau(self, shot: Snapshot, context: Context) -> CassinoStage:
        """What lies, the card of the turn, what may be done with it."""
        state: CassinoState = shot.state
        chosen = tapped(state, context.notes)
        ranks = self.ranks(shot)[0]
        ringed = set() if chosen or not ranks or ranks[0] == TRAIL else touched_by(state, ranks[0])
        cards, line, tone, choices = self.turn(shot, context, chosen)
        more, last = self.more_and_last(shot, chosen)
        return CassinoStage(
            say(N_("Table")),
            stock_note(state),
            tuple(loose_view(state, card, card in chosen.loose, card in ringed) for card in state.table)
            + places_left(state),
            tuple(
                build_view(state, place, mark_of(place in chosen.builds, place in ringed))
                for place in range(len(state.builds))
            ),
            "" if state.phase == "table" else say(N_("Nothing lies on the table")),
            cards,
            line,
            tone,
            choices,
            len(choices) + len(last) >= len(self.ranks(shot)[0]) and not self.ranks(shot)[1],
            more,
            last,
        )

    def turn(
        self, shot: Snapshot, context: Context, chosen: Tapped
    ) -> tuple[tuple[CardView, ...], str, str, tuple[Button, ...]]:
        """Cards, words with their tone, and the choices of the band below the table."""
        state: CassinoState = shot.state
        standing = use_pick(shot)
        if state.played is None or standing is None:
            return self.last_play(shot)
        name = standing.prompt.seat
        card = (CardView("face", state.played.face, glow="ivory"),)
        if not chosen:
            ids: tuple[str, ...] = tuple(one for one in self.ranks(shot)[0] if one != TRAIL)[: 4 * OFFERED_NOW]
            line, tone = say(N_("{seat} played {card:cards} and may"), seat=name, card=state.played), "muted"
        else:
            ids, reason = come_to(state, chosen)
            line, tone = reason or say(N_("With what is tapped, {seat} may"), seat=name), "red" if reason else "gold"
        told_apart = {short(state, text): text for text in reversed(ids)}  # the best of those that are called the same
        texts = [text for text in ids if told_apart[short(state, text)] == text][:OFFERED_NOW]
        buttons = tuple(
            Button(short(state, text), Submit(Picked(name, text), standing), "plain" if at else "primary")
            for at, text in enumerate(texts)
        )
        return card, line, tone, buttons

    def more_and_last(self, shot: Snapshot, chosen: Tapped) -> tuple[Button | None, tuple[Button, ...]]:
        """The way to all uses, and what always stands at the end of the row: trail, or giving up what was tapped."""
        state: CassinoState = shot.state
        standing = use_pick(shot)
        if standing is None:
            return None, ()
        if chosen:
            return None, (Button(say(N_("Clear")), Do(CLEAR), "quiet"),)
        ids, shortened = self.ranks(shot)
        more = Button(say(N_("More…")), Look(USES)) if len(ids) > 2 or shortened else None
        name = standing.prompt.seat
        only = len(ids) == 1
        trail = [
            Button(short(state, one), Submit(Picked(name, one), standing), "primary" if only else "plain")
            for one in ids
            if one == TRAIL
        ]
        return more, tuple(trail)

    def last_play(self, shot: Snapshot) -> tuple[tuple[CardView, ...], str, str, tuple[Button, ...]]:
        """While a card is waited for: what was played last, and what the next player has promised."""
        state: CassinoState = shot.state
        buttons: list[Button] = []
        if state.phase == "play":
            for promise in promises(state.builds):
                if promise.seat == state.turn:
                    place = next(
                        at for at, one in enumerate(state.builds)
                        if (one.controller, one.value) == (promise.seat, promise.value)
                    )  # fmt: skip
                    words = say(
                        N_("{seat} promised a build of {value}…"), seat=state.players[promise.seat], value=promise.value
                    )
                    buttons.append(Button(words, Look(BUILD, str(place)), "quiet"))
        played, events = newest(shot, PLAYS), told(shot)
        wrong = any(isinstance(event, ev.ClaimerDropped) for event in events)
        said = "\n".join(event_text(event) for event in events)
        return shown_play(played), said, "red" if wrong else "muted", tuple(buttons)

    def ranks(self, shot: Snapshot) -> tuple[tuple[str, ...], bool]:
        """All offered uses, most points first; remembered as long as the state stays."""
        state: CassinoState = shot.state
        if self._ranked[0] is not state:
            standing = use_pick(shot)
            choices = shot.choices(standing.prompt) if standing is not None else None  # type: ignore[arg-type]  # `use` is a Pick
            self._ranked = (state, ranked(state, choices) if choices else (), bool(choices and choices.more))
        return self._ranked[1], self._ranked[2]

    # --- what only this game has -----------------------------------------------------------------------------------

    def did(self, shot: Snapshot, context: Context, act: Do) -> tuple[Mapping[str, str], tuple[Submit, ...]]:
        """A card or build tapped, once more to let it go; or everything let go."""
        if act.what == CLEAR:
            return {}, ()
        notes = dict(context.notes)
        if notes.pop(act.where, None) is None:
            notes[act.where] = TAP
        return notes, ()

    def sheet(self, shot: Snapshot, context: Context, look: Look) -> Sheet | None:
        """All uses, a claim, or a build and its promise."""
        undo = self.undo(shot)
        if shot.outcome is not None:
            return None
        if look.what == CLAIMS:
            return claim_sheet(shot, undo, look.about)
        if look.what == USES:
            return uses_sheet(shot, undo)
        return build_sheet(shot, undo, look.about)

    def facts(self, shot: Snapshot) -> tuple[tuple[str, str], ...]:
        """What to remember of the game."""
        return remembered(shot)

    # --- the bar ---------------------------------------------------------------------------------------------------

    def bar(self, shot: Snapshot, context: Context) -> Bar:
        """The bar; a promise just proved false takes it over."""
        broken = next((event for event in shot.events if isinstance(event, ev.PromiseBroken)), None)
        if broken is None:
            return super().bar(shot, context)
        back = entry_undo(shot, broken.entry)
        sentence = say(N_("{seat} cannot hold the {value} promised"), seat=broken.seat, value=broken.value)
        buttons = self.claim_button(shot)
        if back is not None:
            sentence = say(
                N_("{seat} cannot hold the {value} promised by entry {entry} ({what})"),
                seat=broken.seat, value=broken.value, entry=broken.entry, what=back[1],
            )  # fmt: skip
            buttons = (Button(say(N_("Undo that play")), back[0], "danger"), *buttons)
        return Bar(say(N_("A promise is broken")), sentence, self.undo(shot), buttons, "red")

    def eyebrow(self, shot: Snapshot) -> str:
        """`Deal 5 of 6 · Cassino · Ana to play`."""
        state: CassinoState = shot.state
        now, all_deals = deals(state)
        parts = [say(N_("Pack {pack}"), pack=state.pack)] if state.pack > 1 or all_deals == 1 else []
        if all_deals > 1 and state.phase != "next":
            parts.append(say(N_("Deal {now} of {all}"), now=now, all=all_deals))
        parts.append(game_title(shot.name))
        if state.phase in ("play", "use"):
            parts.append(say(N_("{seat} to play"), seat=state.players[state.turn]))
        return " · ".join(parts)

    def sentence(self, shot: Snapshot, context: Context) -> str:
        """What the table waits for."""
        state: CassinoState = shot.state
        if self.chores(shot, context):
            return say(N_("{seat} deals, then {other} plays"), seat=state.players[state.dealer],
                       other=state.players[state.turn])  # fmt: skip
        if state.phase == "next":
            return next_words(shot)[0]
        if state.phase == "use" and state.played is not None:
            chosen = tapped(state, context.notes)
            ids = come_to(state, chosen)[0] if chosen else ()
            if ids:
                return say(N_("{what}?"), what=words(state, ids[0]))
            if self.ranks(shot)[0] == (TRAIL,):
                return say(N_("Nothing to take: {card:cards} can only be trailed"), card=state.played)
            return say(N_("Tap what {card:cards} takes, or a choice"), card=state.played)
        return prompt_text(shot.prompts[0].prompt) if shot.prompts else super().sentence(shot, context)

    def undo(self, shot: Snapshot) -> Button | None:
        """`Undo 9♠`, or whose take, build, trail it takes back."""
        button = undo_button(shot)
        if button is None or shot.undo is None:
            return button
        action = shot.undo.action
        if isinstance(action, Touched):
            return Button(say(N_("Undo {card:cards}"), card=action.card), Undo(), "quiet")
        if isinstance(action, Picked) and action.option == NEXT:
            return Button(say(N_("Undo next pack")), Undo(), "quiet")
        if isinstance(action, Picked) and action.seat in shot.state.players:
            kind = action.option.partition(":")[0]
            if kind in _KINDS:
                return Button(say(_KINDS[kind], seat=brief(action.seat)), Undo(), "quiet")
        return button

    def buttons(self, shot: Snapshot, context: Context) -> tuple[Button, ...]:
        """The next step at the far right; a claim apart from it and far from undo."""
        state: CassinoState = shot.state
        if self.chores(shot, context):
            return (Button(say(N_("Done")), ChoresDone(shot.entries), "primary"),)
        found: list[Button] = []
        touch = next((one.prompt for one in shot.prompts if isinstance(one.prompt, Touch)), None)
        if touch:
            found.append(Button(say(N_("By hand")), ByHand(touch.seat, touch.label)))
        found += self.claim_button(shot)
        if state.phase == "next":
            standing = next(one for one in shot.prompts if one.prompt.purpose == NEXT)
            found.append(Button(next_words(shot)[1], Submit(Picked(standing.prompt.seat, NEXT), standing), "primary"))
        return tuple(found)

    def claim_button(self, shot: Snapshot) -> tuple[Button, ...]:
        """Claiming asks who and whether that is meant."""
        if not claimers(shot):
            return ()
        return (Button(say(N_("Claim {target}…"), target=shot.state.target), Look(CLAIMS)),)


_KINDS: Final = {
    "take": N_("Undo {seat}'s take"),
    "build": N_("Undo {seat}'s build"),
    "raise": N_("Undo {seat}'s raise"),
    "add": N_("Undo {seat}'s add"),
    TRAIL: N_("Undo {seat}'s trail"),
    CLAIM: N_("Undo {seat}'s claim"),
}
