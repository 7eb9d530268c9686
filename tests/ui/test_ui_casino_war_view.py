"""What the screen shows of Casino War and what a chip means, without a window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.live.table import Table
from companion.rules.casino_war import CASINO_WAR
from companion.rules.casino_war.odds import house_edge
from companion.rules.casino_war.options import CasinoWarOptions
from companion.rules.game import DEALER, Given, Picked, Player, Touched
from companion.rules.games import GAMES
from ui.view import casino_war_bets as chips
from ui.view.casino_war_bets import Bet
from ui.view.casino_war_model import WarSeat
from ui.view.casino_war_sheets import money, signed
from ui.view.games import Context, view_of
from ui.view.model import ByHand, CloseSheet, Confirm, Do, Look, Submit

VIEW = view_of("casino-war")


class Hand:
    """A table and the notes of a screen in front of it."""

    def __init__(self, *names: str, **options: object) -> None:
        self.table = Table(GAMES)
        words = {name: str(value) for name, value in options.items()}
        assert self.table.new("casino-war", [Player(name, name) for name in names], words).ok
        self.notes: Mapping[str, str] = {}

    @property
    def shot(self) -> Any:
        return self.table.snapshot

    @property
    def context(self) -> Context:
        return Context(notes=self.notes)

    def do(self, *actions: Any) -> None:
        """Actions; words are faces that are dealt."""
        for action in actions:
            if isinstance(action, str):
                for face in action.split():
                    card = CASINO_WAR.first_unseen(self.shot.state, face)
                    assert card is not None
                    assert self.table.submit(Touched(card)).ok
            else:
                reply = self.table.submit(action)
                assert reply.refusal is None, (action, reply.refusal)

    def press(self, act: Any) -> list[Any]:
        """What the desk does with an act of the game's own; the actions offered are returned, each must be taken."""
        self.notes, submits = VIEW.did(self.shot, self.context, act)
        for submit in submits:
            self.do(submit.action)
            self.notes = VIEW.kept(self.shot, self.notes)
        return [submit.action for submit in submits]

    def chip(self, circle: str, seat: str, value: int) -> list[Any]:
        return self.press(Do("chip", chips.key(circle, seat), str(value)))

    def seat(self, name: str) -> WarSeat:
        stage: Any = VIEW.stage(self.shot, self.context)
        return next(one for one in stage.seats if one.name == name)

    @property
    def dealer(self) -> Any:
        stage: Any = VIEW.stage(self.shot, self.context)
        return stage.dealer

    def circles(self, name: str) -> dict[str, str]:
        return {one.word: one.amount for one in self.seat(name).circles}

    @property
    def buttons(self) -> dict[str, Any]:
        return {one.text: one for one in VIEW.bar(self.shot, self.context).buttons}


def mockup() -> Hand:
    """Hand 39 of the mock-up casino-war-payout, up to the payout."""
    hand = Hand("Ana", "Bruno", "Chloé", bank=245)
    hand.do(
        *(Given(*bet) for bet in (("Ana", "ante", 10), ("Ana", "tie", 5), ("Bruno", "ante", 20), ("Bruno", "tie", 5)))
    )
    hand.do(Given("Chloé", "ante", 10), Picked(DEALER, "deal"), "TS TC 4C TH", Picked("Ana", "war"))
    hand.do(Picked("Bruno", "surrender"), Picked(DEALER, "burned"), "JD 9S")
    return hand


# --- chips ----------------------------------------------------------------------------------------------------------


def test_a_chip_on_an_ante_circle_is_bet_at_once() -> None:
    """Each legal chip is an answer of its own, so that each can be undone."""
    hand = Hand("Ana")
    assert hand.chip("ante", "Ana", 10) == [Given("Ana", "ante", 10)]
    assert hand.chip("ante", "Ana", 50) == [Given("Ana", "ante", 60)]
    assert hand.circles("Ana") == {"ante": "60", "tie": ""}
    assert hand.seat("Ana").bank == "bank 440"


def test_half_of_a_bet_waits_on_the_screen_for_the_other_half() -> None:
    """An odd ante lies there pending, deals nothing, is explained, and is offered once it is even."""
    hand = Hand("Ana", "Bruno")
    hand.do(Given("Bruno", "ante", 10))
    assert hand.chip("ante", "Ana", 5) == []
    assert hand.circles("Ana")["ante"] == "5"
    assert hand.seat("Ana").circles[0].pending
    assert hand.seat("Ana").bank == "bank 495"
    assert not hand.buttons["Deal"].enabled
    assert VIEW.bar(hand.shot, hand.context).sentence == "Ana: an ante must be even"
    assert VIEW.bar(hand.shot, hand.context).undo.act == Do("drop")
    assert hand.chip("ante", "Ana", 5) == [Given("Ana", "ante", 10)]
    assert not hand.seat("Ana").circles[0].pending
    assert hand.buttons["Deal"].enabled


def test_what_is_pending_can_be_taken_back_without_the_table_knowing() -> None:
    """The left button takes chips back that the table never had; the game's own undo stays untouched."""
    hand = Hand("Ana")
    hand.do(Given("Ana", "ante", 10))
    hand.chip("ante", "Ana", 5)
    entries = hand.shot.entries
    assert hand.press(Do("drop")) == []
    assert hand.circles("Ana")["ante"] == "10"
    assert hand.shot.entries == entries


def test_the_tie_circle_fills_an_empty_ante() -> None:
    """RULES.md 2: a tie bet on an empty ante circle puts an equal ante there, in one action."""
    hand = Hand("Ana")
    assert hand.chip("tie", "Ana", 10) == [Given("Ana", "tie", 10)]
    assert hand.circles("Ana") == {"ante": "10", "tie": "10"}
    assert hand.chip("tie", "Ana", 5) == [Given("Ana", "tie", 15)]
    assert hand.circles("Ana") == {"ante": "10", "tie": "15"}


def test_an_odd_tie_bet_on_an_empty_circle_waits_for_an_even_ante() -> None:
    """Both circles grow together until the ante they make is even; or the ante alone is made even."""
    hand = Hand("Ana")
    assert hand.chip("tie", "Ana", 25) == []
    assert hand.chip("tie", "Ana", 25) == [Given("Ana", "tie", 50)]
    assert hand.circles("Ana") == {"ante": "50", "tie": "50"}
    hand = Hand("Ana")
    assert hand.chip("tie", "Ana", 5) == []
    assert hand.circles("Ana") == {"ante": "5", "tie": "5"}
    assert hand.chip("ante", "Ana", 1) == [Given("Ana", "ante", 6), Given("Ana", "tie", 5)]
    assert hand.circles("Ana") == {"ante": "6", "tie": "5"}


def test_taking_the_ante_off_takes_the_tie_bet_off() -> None:
    """A long press on the ante takes its top chip; with the last one the tie bet goes too."""
    hand = Hand("Ana")
    hand.do(Given("Ana", "ante", 60), Given("Ana", "tie", 10))
    ante = hand.seat("Ana").circles[0]
    assert ante.off == Do("chip", "ante:Ana", "-10")
    hand.press(ante.off)
    assert hand.circles("Ana") == {"ante": "50", "tie": "10"}
    hand.press(hand.seat("Ana").circles[0].off)
    assert hand.circles("Ana") == {"ante": "", "tie": ""}
    assert hand.seat("Ana").bank == "bank 500"


def test_what_the_bank_does_not_cover_is_dark_and_changes_nothing() -> None:
    """A chip that cannot be paid is not put down, for the ante or for both circles at once."""
    hand = Hand("Ana", bank=30)
    rail = {one.value: one.enabled for one in hand.dealer.chips}
    assert rail["25"]
    assert not rail["50"]
    assert hand.chip("ante", "Ana", 50) == []
    hand.press(Do("circle", "tie:Ana"))
    assert not {one.value: one.enabled for one in hand.dealer.chips}["25"]  # 25 and an equal ante
    assert hand.chip("tie", "Ana", 25) == []
    assert hand.circles("Ana") == {"ante": "", "tie": ""}


def test_below_the_minimum_a_bet_is_pending_and_said() -> None:
    """The smallest bet is named while less lies there."""
    hand = Hand("Ana", minimum=15, surrender_round="house")
    assert chips.chip_values(hand.shot.options)[0] == 5
    hand.chip("ante", "Ana", 5)
    assert VIEW.bar(hand.shot, hand.context).sentence == "Ana: at least 15"
    assert hand.chip("ante", "Ana", 10) == [Given("Ana", "ante", 15)]


def test_chips_go_to_the_circle_touched_last_else_to_the_first_empty_ante() -> None:
    """The rail says whose circle it feeds."""
    hand = Hand("Ana", "Bruno")
    assert hand.dealer.chips_for == "Ana · ante"
    hand.do(Given("Ana", "ante", 10))
    assert hand.dealer.chips_for == "Bruno · ante"
    hand.press(Do("circle", "tie:Ana"))
    assert hand.dealer.chips_for == "Ana · tie bet"
    assert [one.focused for one in hand.seat("Ana").circles] == [False, True]


def test_quick_taps_before_the_table_has_answered_all_count() -> None:
    """A second chip that is tapped while the first is being saved is added to it, not lost."""
    hand = Hand("Ana")
    notes, first = VIEW.did(hand.shot, Context(), Do("chip", "ante:Ana", "10"))
    _, second = VIEW.did(hand.shot, Context(notes=notes), Do("chip", "ante:Ana", "10"))
    assert [one.action for one in (*first, *second)] == [Given("Ana", "ante", 10), Given("Ana", "ante", 20)]


def test_notes_end_with_the_betting() -> None:
    """Once cards are dealt nothing half put together is left; a new hand begins with clean circles."""
    hand = Hand("Ana")
    hand.do(Given("Ana", "ante", 10))
    hand.chip("ante", "Ana", 5)
    hand.do(Picked(DEALER, "deal"))
    assert VIEW.kept(hand.shot, hand.notes) == {}


def test_no_tie_circle_where_there_are_no_tie_bets() -> None:
    """`tie_pays=off`: one circle, and the dealer says so."""
    hand = Hand("Ana", tie_pays="off")
    assert list(hand.circles("Ana")) == ["ante"]
    assert "no tie bets" in hand.dealer.lines


PRESSES = st.lists(
    st.tuples(
        st.sampled_from(["ante", "tie"]),
        st.sampled_from(["Ana", "Bruno"]),
        st.sampled_from(chips.CHIPS[:7]),
        st.sampled_from([1, 1, 1, -1]),
    ),
    max_size=25,
)


@settings(max_examples=60, deadline=None)
@given(
    PRESSES,
    st.sampled_from(
        [
            {},
            {"minimum": 10, "maximum": 100},
            {"surrender_round": "house"},
            {"tie_pays": "off"},
            {"bank": 37, "minimum": 3},
        ]
    ),
)
def test_whatever_is_tapped_is_legal_and_what_is_seen_is_what_will_stand(
    presses: list[tuple[str, str, int, int]], options: dict[str, object]
) -> None:
    """No chip is ever refused by the table; shown bets never exceed bank or maximum; a whole bet is what the table has."""
    hand = Hand("Ana", "Bruno", **options)
    for circle, name, value, sign in presses:
        hand.chip(circle, name, sign * value)  # `do` fails on a refusal
        for seat in hand.shot.state.seats:
            shown = chips.bet(hand.notes, seat)
            assert sum(shown) <= seat.bank + seat.ante + seat.tie
            assert min(shown) >= 0
            assert shown.ante or not shown.tie
            if not chips.fault(hand.shot.options, shown):
                assert shown == Bet(seat.ante, seat.tie)


# --- the same again -------------------------------------------------------------------------------------------------


def test_same_bets_again_in_one_tap() -> None:
    """All who bet before have the same ante and tie bet again; who sat out sits out again."""
    hand = Hand("Ana", "Bruno", "Chloé")
    hand.do(Given("Ana", "ante", 10), Given("Ana", "tie", 5), Given("Bruno", "ante", 20), Picked(DEALER, "deal"))
    hand.do("KS QS 2D", Picked(DEALER, "next"))
    assert list(hand.buttons) == ["Same bets"]
    assert hand.buttons["Same bets"].kind == "primary"
    assert hand.seat("Ana").button.text == "Same 10+5"
    hand.press(hand.buttons["Same bets"].act)
    assert hand.circles("Ana") == {"ante": "10", "tie": "5"}
    assert hand.circles("Bruno") == {"ante": "20", "tie": ""}
    assert hand.circles("Chloé") == {"ante": "", "tie": ""}
    assert list(hand.buttons) == ["Deal"]


def test_the_same_bets_only_as_far_as_the_bank_goes() -> None:
    """A bank that covers the ante alone gets the ante alone; one that does not cover it is not offered it."""
    hand = Hand("Ana", "Bruno", bank=25, surrender_round="house")
    hand.do(Given("Ana", "ante", 10), Given("Ana", "tie", 5), Given("Bruno", "ante", 20), Picked(DEALER, "deal"))
    hand.do("2S 2C KD", Picked(DEALER, "next"))
    assert hand.seat("Ana").button.text == "Same 10"  # a bank of 10 is left
    assert hand.seat("Bruno").button is None


def test_an_empty_bank_is_offered_chips() -> None:
    """Who cannot bet any more buys chips at the seat, already at the payout, and then bets."""
    hand = Hand("Ana", bank=10)
    hand.do(Given("Ana", "ante", 10), Picked(DEALER, "deal"), "2S KD")
    seat = hand.seat("Ana")
    assert seat.button.act == Look("seat", "Ana")
    stage, _ = VIEW.sheet(hand.shot, hand.context, seat.button.act)
    hand.do(stage.buttons[0].act.action)
    assert hand.shot.state.seats[0].bank == 10
    hand.do(Picked(DEALER, "next"))
    assert hand.circles("Ana") == {"ante": "", "tie": ""}


def test_going_home_is_asked_about_first() -> None:
    """Cashing out names the chips and stands behind a question."""
    hand = Hand("Ana", "Bruno")
    stage, _ = VIEW.sheet(hand.shot, hand.context, Look("seat", "Bruno"))
    act = stage.buttons[-1].act
    assert isinstance(act, Confirm)
    assert act.question == "Bruno goes home with 500?"
    hand.do(act.act.action)
    assert [one.name for one in VIEW.stage(hand.shot, hand.context).seats] == ["Ana"]
    assert VIEW.sheet(hand.shot, hand.context, Look("seat", "Bruno")) is None


# --- the hand -------------------------------------------------------------------------------------------------------


def test_the_deal_is_led_seat_by_seat() -> None:
    """The seat to be dealt to is framed and asked, then the dealer; a touch there enters the card by hand."""
    hand = Hand("Ana", "Bruno")
    hand.do(Given("Bruno", "ante", 10), Picked(DEALER, "deal"))
    assert (hand.seat("Ana").word, hand.seat("Ana").dim) == ("sits out", True)
    assert (hand.seat("Bruno").lit, hand.seat("Bruno").act) == ("ivory", ByHand("Bruno", "shoe"))
    hand.do("9C")
    assert hand.seat("Bruno").lit == ""
    assert (hand.dealer.lit, hand.dealer.word, hand.dealer.act) == ("ivory", "your card", ByHand(DEALER, "shoe"))
    assert VIEW.bar(hand.shot, hand.context).sentence == "Dealer, your card"


def test_the_decision_says_what_each_answer_costs() -> None:
    """War names the raise, surrender what comes back; war is proposed at the far right."""
    hand = Hand("Ana", "Bruno")
    hand.do(Given("Ana", "ante", 10), Given("Bruno", "ante", 20), Picked(DEALER, "deal"), "TS TC TH")
    bar = VIEW.bar(hand.shot, hand.context)
    assert bar.sentence == "Ana: war for 10 more, or 5 back?"
    assert [one.text for one in bar.buttons] == ["Surrender", "Go to war"]
    assert [one.kind for one in bar.buttons] == ["plain", "primary"]
    assert [hand.seat(name).word for name in ("Ana", "Bruno")] == ["war or surrender?", "tie"]


def test_who_cannot_cover_the_raise_is_told_so() -> None:
    """Only surrender is offered, with the reason."""
    hand = Hand("Ana", bank=10)
    hand.do(Given("Ana", "ante", 10), Picked(DEALER, "deal"), "TS TH")
    bar = VIEW.bar(hand.shot, hand.context)
    assert bar.sentence == "Ana cannot cover the raise: 5 of the ante back"
    assert [one.text for one in bar.buttons] == ["Surrender"]


def test_the_burn_shows_backs_until_cards_are_scanned() -> None:
    """Three backs to burn; a scanned one shows its face, and the rest may stay unscanned."""
    hand = Hand("Ana")
    hand.do(Given("Ana", "ante", 10), Picked(DEALER, "deal"), "TS TH", Picked("Ana", "war"))
    assert [one.shown for one in hand.dealer.burned] == ["back"] * 3
    hand.do("2C")
    assert [one.shown for one in hand.dealer.burned] == ["face", "back", "back"]
    assert [one.text for one in VIEW.bar(hand.shot, hand.context).buttons] == ["Burned"]


@pytest.mark.parametrize("phase", ["first", "decide", "burn", "war"])
def test_a_misdeal_is_asked_about_and_gives_every_bet_back(phase: str) -> None:
    """From deal to settlement it stands by the dealer, far from the next step, behind a question that names the chips."""
    hand = Hand("Ana", "Bruno")
    hand.do(Given("Ana", "ante", 10), Given("Bruno", "ante", 20), Given("Bruno", "tie", 5), Picked(DEALER, "deal"))
    back = 35
    if phase != "first":
        hand.do("TS 4C TH")
    if phase in ("burn", "war"):
        hand.do(Picked("Ana", "war"))
        back = 45
    if phase == "war":
        hand.do(Picked(DEALER, "burned"))
    assert hand.shot.state.phase == phase
    act = hand.dealer.misdeal.act
    assert isinstance(act, Confirm)
    assert str(back) in act.question
    hand.do(act.act.action)
    assert [seat.bank for seat in hand.shot.state.seats] == [500, 500]


# --- the payout -----------------------------------------------------------------------------------------------------


def test_the_payout_of_the_mock_up() -> None:
    """Each player's net and what to hand over stand apart, with the reason, the ring and the night."""
    hand = mockup()
    ana, bruno, chloe = (hand.seat(name) for name in ("Ana", "Bruno", "Chloé"))
    assert [(one.net, one.hand_over, one.why) for one in (ana, bruno, chloe)] == [
        ("+60", "85", "won the war"),
        ("+40", "65", "surrendered"),
        ("−10", "", "lost"),
    ]
    assert [one.net_tone for one in (ana, bruno, chloe)] == ["mint", "mint", "red"]
    assert [one.cards[-1].glow for one in (ana, bruno, chloe)] == ["mint", "gold", "red"]
    assert ana.bets.replace("\u00a0", " ") == "Ante 10 · Raise 10 · Tie 5"
    assert [(one.word, one.won) for one in bruno.circles] == [("ante", False), ("tie", True)]
    bar = VIEW.bar(hand.shot, hand.context)
    assert bar.eyebrow == "Hand 1 · Casino War · payout"
    assert bar.sentence.replace("\u00a0", " ") == "Hand over: Ana 85, Bruno 65"
    assert [one.text for one in bar.buttons] == ["Why?", "Paid, next"]
    assert bar.undo.text == "Undo 9♠"
    assert hand.dealer.house.text == "House −90"


def test_why_shows_the_rule_and_a_sum_that_adds_up() -> None:
    """For every player the boxes before the equals sign come to the net, and the rule of RULES.md stands beside."""
    hand = mockup()
    stage, bar = VIEW.sheet(hand.shot, hand.context, Look("why", "Ana"))
    assert [row.name for row in stage.rows if row.marked] == ["Ana"]
    assert stage.rows[0].rule == "returned 2A + R + 11T · net A + 10T"
    assert [(box.sign, box.word, box.value) for box in stage.rows[0].boxes] == [
        ("", "Ante 10", "20"),
        ("+", "Raise 10", "10"),
        ("+", "Tie bet 5", "55"),
        ("−", "staked", "25"),
        ("=", "net", "+60"),
    ]
    for row in stage.rows:
        *parts, total = row.boxes
        signs = {"": 1, "+": 1, "−": -1}
        assert sum(signs[box.sign] * int(box.value) for box in parts) == int(total.value.replace("−", "-"))
    assert bar.buttons[-1].act == CloseSheet()


def test_why_goes_with_the_hand_it_explains() -> None:
    """Once the next hand has begun there is nothing to explain."""
    hand = mockup()
    hand.do(Picked(DEALER, "next"))
    assert VIEW.sheet(hand.shot, hand.context, Look("why")) is None


def test_the_night_adds_up_to_nothing() -> None:
    """By hand and in all, what players and house have won or lost comes to zero; a correction is in it too."""
    hand = mockup()
    hand.do(Picked(DEALER, "next"), Given("Ana", "ante", 20), Picked(DEALER, "deal"), "2S KD")
    stage, bar = VIEW.sheet(hand.shot, hand.context, Look("night"))
    assert [one.name for one in stage.series] == ["Ana", "Bruno", "Chloé", "House"]
    assert [one.values for one in stage.series] == [(0, 60, 40), (0, 40, 40), (0, -10, -10), (0, -90, -70)]
    assert [one.night for one in stage.rows] == ["+40", "+40", "−10", "−70"]
    assert bar.sentence == "2 hands"


def test_the_end_of_the_night_is_remembered() -> None:
    """When all have gone home the screen tells the house's night, the best night and hand, and the wars."""
    from companion.rules.game import Leave
    from ui.view.home import over

    hand = mockup()
    hand.do(*(Leave(name) for name in ("Ana", "Bruno", "Chloé")), Picked(DEALER, "next"))
    assert hand.shot.outcome is not None
    history = [hand.shot.game.report(record.state) for record in hand.shot.history.current()]
    view = over(hand.shot, history)
    assert view.chart_title == "Won and lost by hand"
    facts = dict(view.facts)
    assert facts["House"] == "−90"
    assert facts["Best night"] == "Ana · +60"
    assert facts["Wars"] == "1 · 1 not lost"


# --- options --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [{}, {"war_tie": "no_bonus"}, {"decks": "1", "tie_pays": "11"}, {"tie_pays": "off"}])
def test_the_house_edge_follows_the_options(words: dict[str, str]) -> None:
    """The house rules say the exact edges, to four decimals, of the options as they are written."""
    from companion.rules.options import read

    odds = house_edge(read(CasinoWarOptions, words))
    said = VIEW.option_words(words).replace("\u00a0", " ")
    assert f"House edge {-100 * float(odds.war):.4f} %" in said
    assert f"surrender {-100 * float(odds.surrender):.4f} %" in said
    assert ("tie bet" in said) is (odds.tie is not None)
    if odds.tie is not None:
        assert f"tie bet {-100 * float(odds.tie):.4f} %" in said


def test_options_that_cannot_be_played_have_no_edge() -> None:
    """A bad option is told by whoever starts the game, not here."""
    assert VIEW.option_words({"decks": "99"}) == ""


def test_numbers_are_written_for_reading() -> None:
    """Groups of three from five digits on; a true minus; no sign for nothing."""
    assert [money(one) for one in (305, 9999, 10_000)] == ["305", "9999", "10\u2009000"]
    assert [signed(one) for one in (60, -10, 0)] == ["+60", "−10", "0"]
    assert [chips.top_chip(CasinoWarOptions(), one) for one in (0, 30, 35, 60, 100)] == [0, 5, 10, 10, 100]


def test_a_submit_of_the_bar_answers_the_prompt_it_stands_for() -> None:
    """The buttons carry the prompt they answer, so that a second tap answers nothing."""
    hand = Hand("Ana")
    hand.do(Given("Ana", "ante", 10))
    act = hand.buttons["Deal"].act
    assert isinstance(act, Submit)
    assert act.answers in hand.shot.prompts


def test_money_among_the_options_is_stepped_by_its_size() -> None:
    """A bank goes 400, 500, 600, not in thousands, and reaches both its bounds."""
    from companion.rules.options import OptionField
    from ui.view.newgame import steps

    bank = OptionField("bank", "number", "500", "", low=1, high=1_000_000)
    assert [steps(bank, one) for one in (1, 10, 500, 1000)] == [(1, 2), (9, 20), (400, 600), (900, 2000)]
    number = 1_000_000
    while (lower := steps(bank, number)[0]) != number:
        number = lower
    assert number == 1
    cards = OptionField("cut", "number", "78", "", low=0, high=416)
    assert steps(cards, 78) == (77, 79)


def test_the_end_says_who_is_up_how_much() -> None:
    """A night of money has no winner: the headline names what each player won or lost, the best first; the bar the house."""
    from companion.rules.game import Leave
    from ui.view.home import over

    hand = mockup()
    hand.do(*(Leave(name) for name in ("Ana", "Bruno", "Chloé")), Picked(DEALER, "next"))
    view = over(hand.shot, [hand.shot.game.report(hand.shot.state)])
    assert view.bar.sentence == "House −90"
    assert view.title.replace("\u00a0", " ") == "Ana is up 60, Bruno is up 40, Chloé is down 10"
