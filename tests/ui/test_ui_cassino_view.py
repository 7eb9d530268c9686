"""What the Cassino screen shows and what a tap means, without a window: the table, uses, claims, promises, deals, the count."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.live.table import Table
from companion.robots import Company
from companion.rules.cards import Card
from companion.rules.cassino.compose import composed
from companion.rules.cassino.offers import wanted
from companion.rules.cassino.uses import read
from companion.rules.game import Leave, Picked, Player, Touched
from companion.rules.games import GAMES
from ui.desk import Desk
from ui.direct import DirectFacade
from ui.view import model
from ui.view.cassino_layout import SMALLEST, fan, places
from ui.view.cassino_model import CassinoStage, CountStage, UsesStage
from ui.view.cassino_uses import worth

THREE = ("Ana", "Bruno", "Chloé")
FOUR = (*THREE, "Dora")


class Evening:
    """A desk in front of a game of Cassino, driven by short words: `9H` is touched, `Ana trail` is picked."""

    def __init__(self, game: str = "cassino", names: tuple[str, ...] = THREE[:2], chores: str = "off", **options: str):
        self.facade = DirectFacade(Table(GAMES), settings={"chores": chores})
        self.desk = Desk(self.facade, lambda: None, lambda _seconds, _do: None)
        self.facade.subscribe(self.desk.hear)
        self.facade.new_game(game, [Player(name, name) for name in names], options)
        self.desk.press(model.Go("table"))

    def do(self, *steps: str) -> Evening:
        for step in steps:
            who, blank, option = step.partition(" ")
            reply = self.facade._table.submit(Picked(who, option) if blank else Touched(Card(f"pack/{step}")))
            assert reply.refusal is None, (step, reply.refusal)
        return self

    @property
    def state(self) -> Any:
        return self.facade.snapshot.state

    @property
    def view(self) -> model.TableView:
        view = self.desk.view()
        assert isinstance(view, model.TableView)
        return view

    @property
    def stage(self) -> CassinoStage:
        stage = self.view.stage
        assert isinstance(stage, CassinoStage)
        return stage

    def tap(self, *things: str) -> Evening:
        """Tap loose cards by face, builds by `b` and their place."""
        for thing in things:
            if thing[0] == "b":
                act = self.stage.builds[int(thing[1:])].act
            else:
                act = next(one.act for one in self.stage.loose if one.card.face == thing)
            assert act is not None
            self.desk.press(act)
        return self

    def press(self, text: str) -> Evening:
        self.desk.press(self.button(text).act)
        return self

    def button(self, text: str) -> model.Button:
        view = self.view
        found = [*view.bar.buttons, *([view.bar.undo] if view.bar.undo else [])]
        if isinstance(view.stage, CassinoStage):
            found += [*view.stage.choices, *view.stage.last, *([view.stage.more] if view.stage.more else [])]
        elif isinstance(view.stage, model.TextStage):
            found += view.stage.buttons
        return next(one for one in found if one.text == text)

    def choices(self) -> list[str]:
        return [one.text for one in self.stage.choices]


def mockup() -> Evening:
    """The table of the mock-up cassino-capture: 9♥ 4♠ 5♣ Q♦ 2♠ lie, Bruno builds 7, Ana has played 9♠."""
    evening = Evening().do("9H", "4S", "5C", "QD", "2S", "Ana trail", "3D", "Bruno trail", "8S", "Ana trail")
    return evening.do("4H", "Bruno build:7:3D", "9S")


# --- the table --------------------------------------------------------------------------------------------------------


def test_cards_lie_in_the_order_they_were_laid() -> None:
    """Loose cards keep the order in which they came; a build shows its groups, its value and whose it is."""
    stage = mockup().stage
    assert [one.card.face for one in stage.loose] == ["9H", "4S", "5C", "QD", "2S", "8S"]
    (build,) = stage.builds
    assert (build.value, build.label, build.tone) == ("7", "Bruno builds 7", "blue")
    assert [[card.face for card in group] for group in build.groups] == [["4H", "3D"]]
    assert [card.face for card in stage.cards] == ["9S"]


def test_table_cards_have_places_until_they_lie() -> None:
    """At the start four places wait, and each card laid fills the next."""
    evening = Evening().do("9H")
    assert [one.card.shown for one in evening.stage.loose] == ["face", "empty", "empty", "empty"]
    assert evening.view.bar.sentence == "Lay 3 more cards on the table"


def test_the_first_choice_rings_the_cards_it_takes() -> None:
    """Most points first, its cards ringed; nothing else is."""
    evening = mockup()
    assert evening.choices()[:2] == ["Take 9♥ and 5♣+4♠", "Take 5♣+4♠"]
    assert evening.stage.choices[0].kind == "primary"
    assert [one.card.face for one in evening.stage.loose if one.card.glow] == ["9H", "4S", "5C"]
    assert not any(one.card.badge for one in evening.stage.loose)


@pytest.mark.parametrize("game", ["cassino", "cassino-royal", "cassino-spade"])
def test_captures_come_most_points_first(game: str) -> None:
    """On random tables no capture stands behind one that is worth less, and trailing stands last."""
    rng = random.Random(7)
    seen = 0
    for _ in range(12):
        evening = Evening(game, THREE)
        faces = [card.face for card in rng.sample(GAMES[game].cards("pack", None), 13)]
        evening.do(*faces[:4])
        for face in faces[4:12]:
            evening.do(face, f"{evening.state.players[evening.state.turn]} trail")
        evening.do(faces[12])
        state = evening.state
        evening.desk.press(model.Look("uses"))
        stage = evening.view.stage
        assert isinstance(stage, UsesStage)
        ids = [one.act.action.option for one in stage.options]  # type: ignore[union-attr]
        takes = [one for one in ids if one.startswith("take")]
        assert ids[: len(takes)] == takes
        assert [worth(state, one) for one in takes] == sorted((worth(state, one) for one in takes), reverse=True)
        assert ids[-1] == "trail"
        seen += len(takes) > 3
    assert seen > 2


def test_what_a_use_is_worth_is_read_from_the_cards_it_moves() -> None:
    """The worth told by an id is the worth of the cards that the rules say it takes, a point for a sweep, builds included."""
    value = wanted(False)
    evening = Evening().do("3D", "7C", "4S", "JS", "4H", "Ana build:7:3D", "2H", "Bruno build:9:7C", "7S")
    state = evening.state
    assert worth(state, "trail") == (0, 0)
    for text in ("take:b7", "add:7"):
        use = read(state, text)
        cards = [card for group in use.groups for card in group]
        if use.kind == "take":
            cards += [card for place in use.builds for card in state.builds[place].cards]
        points = sum(value[card.face] for card in (*cards, state.played))
        assert worth(state, text) == (2 if use.kind == "take" else 1, points)
    sweep = Evening().do("2H", "3C", "4D", "KD", "KS", "Ana take:KD", "9S").state
    cards = (*sweep.table, sweep.played)
    assert worth(sweep, "take:2H+3C+4D") == (2, 100 + sum(value[card.face] for card in cards))


# --- tapping ----------------------------------------------------------------------------------------------------------


def test_tapping_says_what_would_be_done() -> None:
    """Tapped cards are ticked and the buttons name what exactly these come to."""
    evening = mockup().tap("9H")
    assert [one.card.face for one in evening.stage.loose if one.card.badge] == ["9H"]
    assert evening.choices() == ["Take 9♥", "Build 9 with 9♥"]
    assert evening.view.bar.sentence == "Take 9♥?"
    evening.tap("4S", "5C").press("Take 9♥ and 5♣+4♠")
    assert [card.face for card in evening.state.piles[0]] == ["9H", "5C", "4S", "9S"]


def test_a_tap_again_lets_go() -> None:
    """What was tapped by mistake is let go by another tap, or everything by Clear; nothing reached the table."""
    evening = mockup()
    before = evening.stage
    evening.tap("9H", "2S", "9H", "2S")
    assert evening.stage == before
    evening.tap("9H", "8S").press("Clear")
    assert evening.stage == before


@pytest.mark.parametrize(
    ("taps", "reason"),
    [
        (("9H", "2S"), "These come to 11; 9♠ takes groups of 9"),
        (("QD",), "Q♦ has no value and takes only its like."),
        (("b0",), "These come to 7; 9♠ takes groups of 9"),
        (("b0", "2S"), "These 9 cannot be parted into groups of 9 for 9♠"),
    ],
)
def test_an_impossible_choice_says_why(taps: tuple[str, ...], reason: str) -> None:
    """Where nothing comes of what was tapped a sentence says why, and only Clear is left."""
    evening = mockup().tap(*taps)
    assert (evening.stage.line, evening.stage.line_tone) == (reason, "red")
    assert evening.choices() == []
    assert [one.text for one in evening.stage.last] == ["Clear"]


def test_a_promise_is_named_before_a_sum() -> None:
    """Taking the card that keeps the own promise is refused with the promise, not with arithmetic."""
    evening = Evening().do("7H", "5C", "7C", "7D", "2D", "Ana build:7:5C", "3C", "Bruno trail", "7S").tap("7H")
    assert evening.choices() == []
    assert evening.stage.line == "Ana has promised a build of 7 (entry 6); a card of that value must stay in the hand."
    evening.tap("b0")
    assert evening.choices() == ["Take the build of 7 and 7♥"]


def test_a_build_is_tapped_like_a_card() -> None:
    """A whole build is taken by a tap on it, alone or with loose cards of its value."""
    evening = Evening().do("3D", "7C", "KD", "JS", "4H", "Ana build:7:3D", "7S").tap("b0")
    assert evening.stage.builds[0].mark == "chosen"
    assert evening.choices()[0] == "Take the build of 7"
    evening.tap("7C")
    assert evening.choices()[0] == "Take the build of 7 and 7♣"


def test_what_was_tapped_is_forgotten_with_the_turn() -> None:
    """After the use, or its undo, nothing is ticked."""
    evening = mockup().tap("9H").press("Take 9♥")
    assert not any(one.card.badge for one in evening.stage.loose)
    evening.desk.press(model.Undo())
    assert not any(one.card.badge for one in evening.stage.loose)


def test_royal_aces_offer_each_use_once() -> None:
    """An ace that takes as 14 is not offered a second time as 1, and an ace lying is 1."""
    evening = Evening("cassino-royal").do("9H", "5C", "4S", "QD", "AH", "Ana trail", "AS").tap("9H", "5C")
    assert evening.choices() == ["Take 9♥+5♣"]
    evening.press("Clear").tap("AH")
    assert evening.choices()[0] == "Take A♥"
    evening.press("Clear").tap("9H", "QD")
    assert evening.stage.line == "These come to 21; A♠ takes groups of 1 or 14"


def test_composing_any_offered_use_by_its_cards_finds_it() -> None:
    """On random tables, whatever is offered comes of tapping its cards, and is the same use."""
    rng = random.Random(11)
    found = 0
    for game in ("cassino", "cassino-royal"):
        for _ in range(6):
            evening = Evening(game)
            faces = [card.face for card in rng.sample(GAMES[game].cards("pack", None), 9)]
            evening.do(*faces[:4])
            for face in faces[4:8]:
                evening.do(face, f"{evening.state.players[evening.state.turn]} trail")
            evening.do(faces[8])
            state, shot = evening.state, evening.facade.snapshot
            pick = next(one.prompt for one in shot.prompts if one.prompt.purpose == "use")
            for text in shot.choices(pick).ids:
                if text in ("claim", "trail"):
                    continue
                use = read(state, text)
                cards = {card for group in use.groups for card in group}
                ids = composed(state, cards, use.builds).ids
                kinds = {
                    (one.kind, 0 if one.kind == "take" else one.value) for one in (read(state, id_) for id_ in ids)
                }
                assert (use.kind, 0 if use.kind == "take" else use.value) in kinds
                assert len(kinds) == len(ids)
                found += 1
    assert found > 60


# --- what is hidden ---------------------------------------------------------------------------------------------------


def test_piles_are_hidden_while_a_claim_is_a_feat_of_memory() -> None:
    """With claims at any time the seats tell sweeps but neither cards nor spades; open_counts and end_of_pack tell them."""
    plays = ("9H", "4S", "5C", "QD", "9S", "Ana take:9H,4S+5C")
    seat = Evening().do(*plays).view.seats[0]
    assert "pile face down" in seat.line
    assert "4 cards" not in seat.line
    assert "♠" not in seat.line
    for options in ({"open_counts": "on"}, {"claim": "end_of_pack"}):
        assert "4 cards · 2♠" in Evening(**options).do(*plays).view.seats[0].line


def test_a_sweep_shows_at_the_seat_and_in_words() -> None:
    """A capture of all that lies is called a sweep before it is made, and counted at the seat after."""
    evening = Evening().do("2H", "3C", "4D", "KD", "KS", "Ana take:KD", "9S")
    assert evening.choices()[0] == "Take 4♦+3♣+2♥ · sweep"
    evening.press("Take 4♦+3♣+2♥ · sweep")
    assert "1 sweep" in evening.view.seats[1].line
    assert "Bruno sweeps the table" in evening.stage.line


# --- claims -----------------------------------------------------------------------------------------------------------


def test_a_claim_is_asked_twice_and_stands_apart_from_undo() -> None:
    """Claim is a button of its own; it asks who, then whether that is meant, and only then reaches the table."""
    evening = mockup()
    bar = evening.view.bar
    assert bar.undo is not None
    assert bar.undo.text == "Undo 9♠"
    assert [one.text for one in bar.buttons] == ["Claim 21…"]
    evening.press("Claim 21…").press("Bruno")
    assert evening.state.phase == "use"
    assert "claimer loses the game" in repr(evening.view.stage)
    evening.press("Back")
    assert evening.state.phase == "use"
    evening.press("Claim 21…").press("Bruno").press("Yes, Bruno claims")
    over = evening.desk.view()
    assert isinstance(over, model.OverView)
    assert over.title == "Ana wins"
    assert ("Claim", "Bruno · wrong, 0 certain") in over.facts


def test_a_wrong_claim_of_three_drops_the_claimer() -> None:
    """Of three the claimer is out, told in red, and the others play on."""
    evening = Evening(names=THREE).do("9H", "4S", "5C", "QD", "Bruno claim")
    assert evening.view.seats[1].role == "out"
    assert "Bruno claimed wrongly and is out" in evening.stage.line
    assert evening.stage.line_tone == "red"
    assert "the others play on" in evening.stage.line
    evening.press("Claim 21…")
    stage = evening.view.stage
    assert isinstance(stage, model.TextStage)
    assert [one.text for one in stage.buttons] == ["Ana", "Chloé"]


def test_the_mover_claims_within_the_open_choice() -> None:
    """The claim of the player who has shown a card answers the standing choice of the use."""
    evening = mockup().press("Claim 21…").press("Ana").press("Yes, Ana claims")
    assert evening.facade.snapshot.outcome is not None
    assert evening.facade.snapshot.outcome.winners == ("Bruno",)


def test_where_nobody_claims_there_is_no_button() -> None:
    """With end_of_pack the count decides, and no claim is offered."""
    assert not [one for one in Evening(claim="end_of_pack").do("9H").view.bar.buttons if "Claim" in one.text]


# --- promises ---------------------------------------------------------------------------------------------------------


def broken() -> Evening:
    """Ana has promised a seven; then the last of them is shown by Chloé."""
    evening = Evening(names=THREE).do("2S", "3D", "4H", "5C", "4S", "Ana build:7:3D", "7S", "Bruno trail")
    return evening.do("7H", "Chloé trail", "2H", "Ana take:2S", "7D", "Bruno take:7S", "7C")


def test_a_broken_promise_is_named_with_the_play_and_the_way_back() -> None:
    """The bar names seat, value, entry and play; one button takes back everything since that play, it too."""
    evening = broken()
    view = evening.view
    assert view.bar.tone == "red"
    assert view.bar.sentence == "Ana cannot hold the 7 promised by entry 6 (Ana: Build 7 with 3♦)"
    assert view.stage.builds[0].label == "Ana has no 7"  # type: ignore[attr-defined]
    evening.press("Undo that play")
    state = evening.state
    assert (state.phase, state.played, state.builds) == ("use", Card("pack/4S"), ())
    assert evening.view.bar.tone != "red"


def test_a_broken_promise_stays_marked_until_the_build_is_gone() -> None:
    """After the play the build stays red, and touching it explains why and leads back."""
    evening = broken().do("Chloé take:7H")
    assert evening.stage.builds[0].tone == "red"
    evening.press("Ana promised a build of 7…")
    assert "cannot hold one" in repr(evening.view.stage)
    evening.press("Undo back to before it")
    assert evening.state.builds == ()


def test_a_card_without_any_use_is_refused_with_the_promise() -> None:
    """A controller who shows a card that takes nothing is told which promise forbids to trail, in a whole sentence."""
    evening = Evening().do("3D", "KC", "KD", "JS", "4H", "Ana build:7:3D", "9S", "Bruno trail")
    evening.facade.submit(Touched(Card("pack/TH")))
    bar = evening.view.bar
    assert bar.tone == "red"
    assert bar.sentence == "There is no legal use for 10♥: Ana promised a build of 7 (entry 6) and may not trail."


def test_undo_back_counts_corrections_too() -> None:
    """A replaced card between the promise and now is one more step back."""
    evening = broken()
    evening.facade.replace(3, Card("pack/6H"))
    evening.tap()
    evening.desk.press(model.Look("build", "0"))
    evening.press("Undo back to before it")
    assert evening.state.phase == "use"
    assert evening.state.builds == ()
    assert Card("pack/4H") in evening.state.table


# --- deals, packs, the count ------------------------------------------------------------------------------------------


def test_deals_are_chores_and_the_last_is_said() -> None:
    """Each deal says what hands do; the last one that “last” is said; the eyebrow counts them."""
    evening = Evening(names=THREE, chores="on")
    stage = evening.view.stage
    assert isinstance(stage, model.ChoresStage)
    assert stage.title == "Deal 1 of 4"
    assert len(stage.steps) == 3
    evening.press("Done")
    company = Company(
        evening.facade.snapshot.game, evening.facade.snapshot.players, evening.facade.snapshot.options, random.Random(3)
    )
    titles = []
    while evening.state.phase != "next":
        shot = evening.facade.snapshot
        company.follow(shot.state, shot.events)
        action = company.act([one.prompt for one in shot.prompts])
        assert action is not None
        evening.facade.submit(action)
        stage = evening.view.stage
        if isinstance(stage, model.ChoresStage):
            titles.append((stage.title, *stage.steps))
            assert "deals, then" in evening.view.bar.sentence
    assert [one[0] for one in titles] == ["Deal 2 of 4", "Deal 3 of 4", "Deal 4 of 4"]
    assert titles[-1][-1] == "Chloé: say “last”: the stock is empty."
    assert len(titles[0]) == 2


def test_the_cards_of_who_is_gone_are_dealt_aside() -> None:
    """A later deal says that the cards of a player who left lie aside."""
    evening = Evening(names=THREE, chores="on").do("9H", "4S", "5C", "QD")
    evening.facade.submit(Leave("Bruno"))
    for face in ("2H", "2D", "6H", "6D", "8H", "8D", "JH", "JD"):
        evening.do(face, f"{evening.state.players[evening.state.turn]} trail")
    stage = evening.view.stage
    assert isinstance(stage, model.ChoresStage)
    assert "Bruno: 4 cards lie aside, face down." in stage.steps


def counted(game: str, names: tuple[str, ...], seed: int, **options: str) -> Evening:
    """The first pack of a game between robots, counted."""
    evening = Evening(game, names, **options)
    shot = evening.facade.snapshot
    company = Company(shot.game, shot.players, shot.options, random.Random(seed))
    while evening.state.phase not in ("next", "over"):
        shot = evening.facade.snapshot
        company.follow(shot.state, shot.events)
        action = company.act([one.prompt for one in shot.prompts])
        assert action is not None
        evening.facade.submit(action)
    return evening


@pytest.mark.parametrize(
    ("game", "names", "options"),
    [
        ("cassino", THREE[:2], {}),
        ("cassino-spade", FOUR, {}),
        ("cassino-royal", FOUR, {"partners": "on"}),
        ("cassino-draw", THREE[:2], {}),
    ],
)
def test_the_count_adds_up_line_by_line(game: str, names: tuple[str, ...], options: dict[str, str]) -> None:
    """In each column the reasons add to the pack's sum, cards to 52, and the running score is the seat's."""
    evening = counted(game, names, 5, **options)
    stage = evening.view.stage
    assert isinstance(stage, CountStage)
    assert len(stage.sides) == len(evening.state.points)
    number = {"–": 0, "0": 0}
    reasons = [row for row in stage.rows if not row.strong]
    total, score = (row for row in stage.rows if row.strong)
    assert sum(int(cell.have) for cell in reasons[0].cells) == 52
    for side in range(len(stage.sides)):
        points = [row.cells[side].points for row in reasons]
        assert sum(number[one] if one in number else int(one) for one in points) == int(total.cells[side].points)
        assert score.cells[side].points == evening.view.seats[side].big
    assert ("Jack of spades" in [row.reason for row in reasons]) == (game == "cassino-spade")
    assert stage.note == "" or "what lies on the table" in stage.note


def test_a_tie_for_most_scores_nobody_on_screen() -> None:
    """26 cards each: both columns show the 26 and neither a point for it."""
    for seed in range(60):
        evening = counted("cassino", THREE[:2], seed)
        if evening.state.phase == "next" and len(evening.state.piles[0]) == 26:
            break
    else:
        pytest.fail("no seed ties; take more")
    stage = evening.view.stage
    assert isinstance(stage, CountStage)
    assert [(cell.have, cell.points) for cell in stage.rows[0].cells] == [("26", "–"), ("26", "–")]


def test_partners_are_told_together() -> None:
    """Partners sit opposite, name each other at their seats, and share a column."""
    evening = counted("cassino", FOUR, 2, partners="on", claim="end_of_pack")
    stage = evening.view.stage
    assert isinstance(stage, CountStage)
    assert stage.sides == ("Ana and Chloé", "Bruno and Dora")
    assert "with Chloé" in evening.view.seats[0].line
    assert evening.view.seats[0].big == evening.view.seats[2].big


def test_the_draw_game_counts_its_stock() -> None:
    """Cards are drawn after each play: the line says so and the note counts the stock; there are no later deals."""
    evening = Evening("cassino-draw").do("9H", "4S", "5C", "QD", "9S", "Ana take:9H,4S+5C")
    assert "Ana draws; 39 in the stock" in evening.stage.line
    assert evening.stage.note == "39 cards in the stock"
    assert "Deal" not in evening.view.bar.eyebrow


def test_undo_names_what_it_takes_back() -> None:
    """A card by its face, a use by whose it was."""
    evening = mockup()
    assert evening.view.bar.undo is not None
    assert evening.view.bar.undo.text == "Undo 9♠"
    evening.press("Trail")
    assert evening.view.bar.undo.text == "Undo Ana's trail"


# --- where things lie -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("loose", [0, 1, 4, 8, 12, 20, 30, 40])
@pytest.mark.parametrize("builds", [(), ((2,),), ((2,), (2, 1), (3, 2, 2))])
@pytest.mark.parametrize("unit", [1.0, 1.5])
def test_everything_lies_within_the_felt_and_is_as_large_as_a_finger(
    loose: int, builds: tuple[tuple[int, ...], ...], unit: float
) -> None:
    """Up to forty loose cards with three builds: no place overlaps another, none is outside, none is too small."""
    width, height = 728 * unit, 171 * unit
    found = places(loose, builds, width, height, unit)
    boxes = [*found.loose, *found.builds]
    assert len(boxes) == loose + len(builds)
    crowded = loose == 40 and len(builds) == 3  # 46 cells in three rows of 14: one row more than fingers like
    for box in boxes:
        assert box.width >= SMALLEST * unit - 0.01
        assert box.height >= (SMALLEST if not crowded else 38) * unit - 0.01
        assert box.x >= 0
        assert box.y >= 0
        assert box.x + box.width <= width + 0.01
        assert box.y + box.height <= height + 0.01
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            apart = one.x + one.width <= other.x + 0.01 or other.x + other.width <= one.x + 0.01
            assert apart or one.y + one.height <= other.y + 0.01 or other.y + other.height <= one.y + 0.01


def test_a_card_that_takes_nothing_is_not_asked_what_it_takes() -> None:
    """A court card beside no court card of its rank can only be trailed, and the bar says so."""
    evening = Evening().do("9H", "4S", "5C", "JD", "QC")
    assert evening.view.bar.sentence == "Nothing to take: Q♣ can only be trailed"
    assert [button.text for button in evening.stage.last] == ["Trail"]


def test_few_cards_lie_large_and_many_builds_are_pushed_together() -> None:
    """Four cards have the largest size; a build of many cards is no wider than the bound."""
    four = places(4, (), 728, 171)
    assert four.loose[0].width == 84
    assert not four.tight
    assert four.loose[1].x - four.loose[0].x - four.loose[0].width >= 12  # two rings of four beside each other stay two
    assert places(40, (), 728, 171).tight
    assert fan((3, 3, 3, 3), 40.0)[-1] <= 40 * 2.6 + 0.01
