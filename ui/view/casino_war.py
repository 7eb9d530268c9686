"""Casino War: the dealer, the seats with their bets and cards, what is won and handed over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.live.snapshot import Snapshot, Standing
from companion.rules.cards import Card
from companion.rules.casino_war import bets as betting
from companion.rules.casino_war import hand
from companion.rules.casino_war.payouts import Path, lines
from companion.rules.casino_war.state import Seat, State, night
from companion.rules.game import DEALER, Pick, Picked, Touch
from companion.words import N_, P_, say, translate
from ui.view import casino_war_bets as chips
from ui.view.casino_war_model import ChipView, CircleView, DealerView, WarSeat, WarTableStage
from ui.view.casino_war_sheets import (
    money,
    night_facts,
    night_sheet,
    outcome_words,
    seat_sheet,
    signed,
    tone_of,
    undo,
    why_sheet,
)
from ui.view.casino_war_words import (
    bets_sentence,
    bets_words,
    chips_for,
    circle_word,
    dealer_lines,
    decide_sentence,
    edge_words,
    night_sentence,
    paid_sentence,
    standing_word,
)
from ui.view.games import Context, GameView, choice_items, shows
from ui.view.model import (
    Act,
    Bar,
    Button,
    ByHand,
    CardView,
    Confirm,
    Do,
    Host,
    Look,
    Stage,
    Submit,
)
from ui.view.titles import game_title

_PHASES: Final = {
    "bets": N_("bets"),
    "first": N_("first cards"),
    "decide": N_("tie"),
    "burn": N_("burn"),
    "war": N_("war"),
    "paid": N_("payout"),
}


@shows("casino-war")
class CasinoWarView(GameView):
    """The table against the house: the seats stand on the felt, one stage from the bets to the payout."""

    def seats(self, shot: Snapshot, context: Context) -> tuple[()]:
        """None above the felt."""
        return ()

    # --- the table -------------------------------------------------------------------------------------------------

    def stage(self, shot: Snapshot, context: Context) -> Stage:
        """The dealer and everybody who is here."""
        state: State = shot.state
        seats = tuple(self.player(shot, context, seat) for seat in state.seats if not seat.out)
        return WarTableStage(state.phase, self.dealer(shot, context), seats, say(N_("hand over")))

    def dealer(self, shot: Snapshot, context: Context) -> DealerView:
        """The house: what is left in the shoe, its cards, or the chips while bets are open."""
        state: State = shot.state
        due = hand.due(state) == DEALER
        burns = state.phase == "burn"
        words, tone = "", "red"
        if state.phase == "decide":
            words, tone = say(N_("Tie")), "gold"
        elif state.warring and state.phase != "bets":
            words = say(N_("war"))
        if due:
            words, tone = say(N_("your card")), "ivory"
        scanned = tuple(CardView("face", card.face, dim=True) for card in state.scans)
        return DealerView(
            say(N_("Dealer")),
            tuple(dealer_lines(state)),
            words,
            tone,
            dealer_cards(state) if state.phase != "bets" else (),
            scanned + (CardView("back"),) * hand.burns_left(state) if burns else (),
            self.rail(state, context),
            chips_for(state, context.notes),
            say(N_("hold: take one off")),
            Button(say(N_("House {sum}"), sum=signed(state.house)), Look("night")),
            misdeal_button(shot),
            "ivory" if due or burns else "",
            context.lamps.get(DEALER),
            ByHand(DEALER, "shoe") if due or (burns and hand.burns_left(state)) else None,
        )

    def rail(self, state: State, context: Context) -> tuple[ChipView, ...]:
        """The chip values; what the bank of the seat in focus does not cover is dark."""
        focus = chips.focus(state, context.notes) if state.phase == "bets" else ""
        if not focus:
            return ()
        circle, name = chips.of_key(focus)
        seat = state.seat(name)
        lying = chips.bet(context.notes, seat)
        return tuple(
            ChipView(
                money(value),
                chips.chip_tone(value),
                Do("chip", focus, str(value)),
                Do("chip", focus, str(-value)),
                chips.affordable(state, seat, chips.changed_bet(state, seat, lying, circle, value)),
            )
            for value in chips.chip_values(state.options)
        )

    def player(self, shot: Snapshot, context: Context, seat: Seat) -> WarSeat:
        """One seat as it stands."""
        state: State = shot.state
        lying = chips.bet(context.notes, seat)
        bank = seat.bank + seat.ante + seat.tie - sum(lying) if state.phase == "bets" else seat.bank
        tonight = night(seat, state.phase)
        asked = hand.due(state) == seat.name or (state.undecided == seat and state.phase == "decide")
        word, tone = standing_word(state, seat)
        paid = state.phase == "paid" and seat.path is not None
        net = seat.returned - seat.stake.total
        return WarSeat(
            seat.name,
            say(N_("bank {sum}"), sum=money(bank)),
            say(N_("tonight {sum}"), sum=signed(tonight)) if tonight else "",
            tone_of(tonight),
            player_cards(state, seat) if seat.plays and state.phase != "bets" else (),
            self.circles(state, context, seat),
            bets_words(seat),
            word,
            tone,
            signed(net) if paid else "",
            tone_of(net),
            outcome_words(seat.path) if seat.path and paid else "",
            money(seat.returned) if paid and seat.returned else "",
            "ivory" if asked else "",
            state.phase != "bets" and not seat.plays,
            context.lamps.get(seat.name),
            self.seat_act(state, seat),
            self.seat_button(state, context, seat),
            Host("seat", seat.name),
        )

    def circles(self, state: State, context: Context, seat: Seat) -> tuple[CircleView, ...]:
        """Ante, tie bet and raise; only while bets are open can they be touched."""
        lying = chips.bet(context.notes, seat)
        if state.phase != "bets":
            names: list[tuple[str, int]] = [("ante", seat.ante), ("tie", seat.tie), ("raise", seat.raised)]
            paid = lines(seat.path, seat.stake, state.options) if seat.path else ()
            won = {line.bet for line in paid if line.returned >= line.staked}
            return tuple(
                CircleView(circle_word(name), money(amount), won=name in won) for name, amount in names if amount
            )
        if not betting.can_bet(state, seat):
            return ()
        focus = chips.focus(state, context.notes)
        wrong = bool(chips.fault(state.options, lying))
        circles = [("ante", lying.ante)] + ([("tie", lying.tie)] if state.options.tie_pays != "off" else [])
        return tuple(
            CircleView(
                circle_word(name),
                money(amount) if amount else "",
                chips.key(name, seat.name) == focus,
                wrong and bool(amount),
                act=Do("circle", chips.key(name, seat.name)),
                off=Do("chip", chips.key(name, seat.name), str(-chips.top_chip(state.options, amount))),
            )
            for name, amount in circles
        )

    def seat_act(self, state: State, seat: Seat) -> Act | None:
        """The card by hand where it is due; how it was paid; else who sits there, with bank and going home."""
        if hand.due(state) == seat.name:
            return ByHand(seat.name, "shoe")
        if state.phase == "paid" and seat.path:
            return Look("why", seat.name)
        return Look("seat", seat.name) if state.phase in ("bets", "paid") else None

    def seat_button(self, state: State, context: Context, seat: Seat) -> Button | None:
        """Chips for an empty bank; the bets of the last hand again."""
        if state.phase not in ("bets", "paid"):
            return None
        broke = seat.bank < state.options.minimum if state.phase == "paid" else not betting.can_bet(state, seat)
        if broke:
            return Button(say(N_("Rebuy")), Look("seat", seat.name), "primary")
        again = chips.same(state, seat) if state.phase == "bets" else None
        if again is None or any(chips.bet(context.notes, seat)):
            return None
        sums = "+".join(money(one) for one in again if one)
        words = say(N_("Same {bets}"), bets=sums) if len(sums) < 12 else say(N_("Same"))
        return Button(words, Do("same", seat.name))

    # --- what is the game's own ------------------------------------------------------------------------------------

    def did(self, shot: Snapshot, context: Context, act: Do) -> tuple[Mapping[str, str], tuple[Submit, ...]]:
        """A circle gets the chips, a chip is put or taken, the same bets stand again, half a bet is taken back."""
        state: State = shot.state
        notes = context.notes
        if state.phase != "bets":
            return {}, ()
        match act.what:
            case "circle":
                return {**notes, chips.FOCUS: act.where}, ()
            case "chip":
                circle, name = chips.of_key(act.where)
                notes = {**notes, chips.FOCUS: act.where}
                return chips.put(state, notes, circle, name, int(act.value))
            case "same":
                placed: list[Submit] = []
                for seat in state.seats:
                    again = chips.same(state, seat)
                    if again and (seat.name == act.where or (not act.where and not seat.ante_said)):
                        placed += chips.given(state, seat, again)
                return notes, tuple(placed)
            case "drop":
                return {name: text for name, text in notes.items() if name == chips.FOCUS}, ()
        return notes, ()

    def kept(self, shot: Snapshot, notes: Mapping[str, str]) -> Mapping[str, str]:
        """Chips that the table has not taken yet."""
        return chips.kept(shot.state, notes)

    def sheet(self, shot: Snapshot, context: Context, look: Look) -> tuple[Stage, Bar] | None:
        """Why it was paid so; the night; who sits there."""
        match look.what:
            case "why":
                return why_sheet(shot, look.about)
            case "night":
                return night_sheet(shot)
            case "seat":
                return seat_sheet(shot, look.about)
        return None

    def ended(self, shot: Snapshot) -> str:
        """Who is up how much: a night of money has no winner, but everybody goes home with a sum."""
        return night_sentence(shot.game.report(shot.state)["players"])

    def final(self, shot: Snapshot) -> str:
        """What the house made of it: everybody has cashed out."""
        state: State = shot.state
        return say(N_("House {sum}"), sum=signed(state.house))

    def facts(self, shot: Snapshot) -> tuple[tuple[str, str], ...]:
        """The best night and hand, the wars, and what the house has made of it."""
        return night_facts(shot)

    def option_words(self, written: Mapping[str, str]) -> str:
        """The house edge under these options."""
        return edge_words(written)

    # --- the bar ---------------------------------------------------------------------------------------------------

    def bar(self, shot: Snapshot, context: Context) -> Bar:
        """As everywhere; chips that the table has not taken are what is taken back first."""
        state: State = shot.state
        back = undo(shot)
        if state.phase == "bets" and chips.pending(context.notes, state):
            back = Button(say(N_("Take back")), Do("drop"), "quiet")
        return Bar(self.eyebrow(shot), self.sentence(shot, context), back, self.buttons(shot, context))

    def undo(self, shot: Snapshot) -> Button | None:
        """The named undo."""
        return undo(shot)

    def eyebrow(self, shot: Snapshot) -> str:
        """`Hand 39 · Casino War · payout`."""
        state: State = shot.state
        return " · ".join(
            [say(N_("Hand {hand}"), hand=state.hand), game_title(shot.name), translate(_PHASES[state.phase])]
        )

    def sentence(self, shot: Snapshot, context: Context) -> str:
        """Who does what."""
        state: State = shot.state
        match state.phase:
            case "bets":
                return bets_sentence(state, context.notes)
            case "first" | "war":
                seat = hand.due(state) or DEALER
                return say(N_("Dealer, your card")) if seat == DEALER else say(N_("A card for {seat}"), seat=seat)
            case "decide":
                return decide_sentence(state)
            case "burn":
                return say(P_("Burn {count} card", "Burn {count} cards", "count"), count=state.burn_due)
            case "paid":
                return paid_sentence(state)

    def buttons(self, shot: Snapshot, context: Context) -> tuple[Button, ...]:
        """The next step at the right."""
        state: State = shot.state
        picks = {one.prompt.purpose: one for one in shot.prompts if isinstance(one.prompt, Pick)}
        match state.phase:
            case "bets":
                return bets_buttons(state, context.notes, picks.get("deal"))
            case "paid":
                step = Button(say(N_("Paid, next")), picked(picks["next"], "next"), "primary")
                return Button(say(N_("Why?")), Look("why")), step
            case "decide":
                offered = choice_items(shot, picks["decide"])
                answers = [Button(one.text, one.act, "primary" if one.proposed else "plain") for one in offered]
                return tuple(reversed(answers))
            case "burn":
                return (Button(say(N_("Burned")), picked(picks["burn"], "burned"), "primary"),)
            case _:
                touch = next(one.prompt for one in shot.prompts if isinstance(one.prompt, Touch))
                return (Button(say(N_("By hand")), ByHand(touch.seat, touch.label)),)


# --- parts ----------------------------------------------------------------------------------------------------------


def picked(standing: Standing, option: str) -> Submit:
    """The act that answers a pick of the dealer's."""
    return Submit(Picked(standing.prompt.seat, option), standing)


def misdeal_button(shot: Snapshot) -> Button | None:
    """From deal to settlement: a misdeal, which is asked about first; it stands apart or within the dealer's own choice."""
    state: State = shot.state
    standing = next(
        (
            one
            for one in shot.prompts
            if isinstance(one.prompt, Pick) and one.prompt.seat == DEALER and "misdeal" in shot.choices(one.prompt).ids
        ),
        None,
    )
    if standing is None:
        return None
    back = sum(seat.stake.total for seat in state.playing)
    question = say(
        P_("Misdeal? {sum} chip goes back to its owner", "Misdeal? All bets go back: {sum} chips", "count"),
        sum=money(back),
        count=back,
    )
    return Button(say(N_("Misdeal")), Confirm(question, say(N_("Misdeal")), picked(standing, "misdeal")), "quiet")


def dealer_cards(state: State) -> tuple[CardView, ...]:
    """The dealer's first card, and the place or the card of the war."""
    at_war = state.phase == "war" or state.dealer_second is not None
    glow = "blue" if state.phase == "paid" else ""
    return two_cards(state.dealer_first, state.dealer_second, at_war, glow)


def player_cards(state: State, seat: Seat) -> tuple[CardView, ...]:
    """A player's cards; the one that decided is ringed by how it went."""
    word, _ = standing_word(state, seat)
    glow = ""
    if state.phase == "paid" and seat.path:
        glow = {"won": "mint", "lost": "red", "tied": "gold"}[_HOW[seat.path]]
    elif state.phase == "decide" and state.undecided == seat and word:
        glow = "gold"
    return two_cards(seat.first, seat.second, seat.choice == "war" and state.phase in ("war", "paid"), glow)


def two_cards(first: Card | None, second: Card | None, at_war: bool, glow: str) -> tuple[CardView, ...]:
    """One or two cards; a ring is round the last that lies, an empty place where one is to come."""
    cards = [first, second] if at_war else [first]
    last = max((at for at, card in enumerate(cards) if card is not None), default=-1)
    return tuple(
        CardView("face", card.face, glow=glow if at == last else "") if card is not None else CardView("empty")
        for at, card in enumerate(cards)
    )


_HOW: Final[dict[Path, str]] = {
    "won-first": "won",
    "lost-first": "lost",
    "surrendered": "tied",
    "war-won": "won",
    "war-tied": "tied",
    "war-lost": "lost",
}


def bets_buttons(state: State, notes: Mapping[str, str], deal: Standing | None) -> tuple[Button, ...]:
    """The same bets again in one tap, then the deal."""
    again = any(chips.same(state, seat) for seat in state.seats if not seat.ante_said)
    ready = deal is not None and chips.pending(notes, state) is None
    same = Button(say(N_("Same bets")), Do("same"), "plain" if state.playing else "primary")
    act: Act = picked(deal, "deal") if deal is not None else Do("")
    step = Button(say(N_("Deal")), act, "primary", enabled=ready)
    if again and not state.playing:
        return (same,)
    return (same, step) if again else (step,)
