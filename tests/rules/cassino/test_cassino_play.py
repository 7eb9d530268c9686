"""Turns, deals, packs, claims and people: how a game of Cassino goes."""

from __future__ import annotations

import pytest
from cassino_script import Script, card, cards

from companion.rules import options as options_of
from companion.rules.cassino import CASSINO, DRAW, ROYAL, SPADE
from companion.rules.cassino.events import (
    Captured,
    CardDrawn,
    Claimed,
    ClaimerDropped,
    GameExtended,
    HandsDealt,
    LastDealt,
    PackScored,
    PromiseBroken,
    ResidueLeft,
    ResidueTaken,
    Swept,
)
from companion.rules.cassino.state import counts_hidden
from companion.rules.game import (
    Arranged,
    BadOption,
    Corrected,
    Given,
    IllegalAction,
    Join,
    Leave,
    Moved,
    Outcome,
    Pick,
    Picked,
    PlayerLeft,
    Retake,
    Touch,
    Touched,
    Void,
)


def kinds(events) -> list[str]:
    """The names of events."""
    return [type(event).__name__ for event in events]


def pending(script: Script) -> list[tuple]:
    """Prompts as (seat, purpose, optional)."""
    return [(one.seat, one.purpose, one.optional) for one in script.game.prompts(script.state)]


def conserved(script: Script) -> int:
    """The cards of the pack, wherever they are."""
    report = script.report
    piles = report["players"][:2] if script.state.partners else report["players"]
    return (
        sum(one["cards"] for one in piles)
        + sum(one["hand"] for one in report["players"])
        + len(report["table"])
        + sum(len(build["cards"]) for build in report["builds"])
        + report["stock"]
        + report["aside"]
        + (report["played"] is not None)
    )


def test_a_game_begins_with_four_table_cards():
    """Four touches of the table come first, then left of the dealer, who is named last, plays."""
    script = Script(players=3)
    assert script.game.prompts(script.state)[0] == Touch("table", "table", "pack", 4)
    assert script.report["dealer"] == "Carla"
    assert [one["hand"] for one in script.report["players"]] == [4, 4, 4]
    script.touch("AS 2H 3D")
    assert script.game.prompts(script.state)[0] == Touch("table", "table", "pack", 1)
    script.touch("4C")
    assert script.game.prompts(script.state)[0] == Touch("Ana", "play", "pack", 1)
    assert script.report["table"] == ["AS", "2H", "3D", "4C"]
    assert conserved(script) == 52


def test_a_turn_is_a_touch_and_a_use():
    """The touched card leaves the hand and waits for its use; even a single legal use is asked."""
    script = Script()
    script.touch("AS 2H 3D 4C KH")
    assert pending(script) == [("Ana", "use", False), ("Bruno", "claim", True)]
    assert script.report["played"] == "KH"
    assert script.report["players"][0]["hand"] == 3
    pick = script.game.prompts(script.state)[0]
    assert isinstance(pick, Pick)
    assert pick.card == card("KH")
    assert script.game.options(script.state, pick).ids == ("trail", "claim")
    script.pick("Ana", "trail")
    assert script.report["table"][-1] == "KH"
    assert script.report["turn"] == "Bruno"
    assert conserved(script) == 52


def test_a_capture_goes_to_the_pile_with_its_card():
    """Captured cards and the capturing card lie in the pile; Captured tells them."""
    script = Script()
    script.touch("AS 2H 3D 4C")
    events = script.play("Ana", "5H", "take:2H+3D,AS+4C")
    captured = next(event for event in events if isinstance(event, Captured))
    assert captured.cards == cards("2H 3D AS 4C")
    assert script.report["players"][0]["cards"] == 5
    assert script.report["players"][0]["spades"] == 1
    assert [event.seat for event in events if isinstance(event, Swept)] == ["Ana"]
    assert script.report["players"][0]["sweeps"] == 1


def test_a_standing_build_prevents_the_sweep():
    """A table is empty only without builds."""
    script = Script().to(phase="play", table=cards("5S"), hands=(4, 4))
    script.play("Ana", "4H", "build:9:5S")
    script.to(table=cards("3D"))
    assert "Swept" not in kinds(script.play("Bruno", "3C", "take:3D"))
    assert "Swept" in kinds(script.play("Ana", "9D", "take:b9"))


def test_wrong_touches_are_refused():
    """A card seen before, of no pack here, or while a use is open is refused with its own code."""
    script = Script()
    script.touch("AS 2H 3D 4C")
    assert script.refused(Touched(card("2H"))).code == "card-seen"
    from companion.rules.cards import Card

    assert script.refused(Touched(Card("Ana/9H"))).code == "unknown-deck"
    assert script.refused(Touched(Card("pack/X1"))).code == "unknown-deck"
    script.touch("5H")
    assert script.refused(Touched(card("6H"))).code == "no-card-due"
    assert script.refused(Touched(card("5H"))).code == "card-seen"


def test_wrong_answers_are_refused():
    """Answers of others, to nothing open, of another kind: each has a code."""
    script = Script()
    assert script.refused(Picked("Ana", "trail")).code == "not-asked"
    script.touch("AS 2H 3D 4C 5H")
    assert script.refused(Picked("Bruno", "trail")).code == "not-asked"
    assert script.refused(Picked("table", "next")).code == "not-asked"
    assert script.refused(Picked("Zoe", "claim")).code == "unknown-seat"
    assert script.refused(Picked("Ana", "next")).code == "bad-use"
    assert script.refused(Given("Ana", "ante", 3)).code == "not-asked"
    assert script.refused(Retake("Ana")).code == "nothing-to-retake"
    assert script.refused(Arranged("Ana", cards("5H"))).code == "nothing-to-arrange"
    assert script.refused(Moved("Ana", card("5H"), "hand")).code == "no-zones"
    assert script.refused(Join("Zoe", "red")).code == "no-joining"
    assert script.refused(Leave("Zoe")).code == "unknown-seat"


# --- deals ---------------------------------------------------------------------------------------------------------


def run_pack(script: Script, kind: str = "trail") -> list:
    """Play a pack in print order, everybody trailing, and give all events."""
    from companion.rules.cards import pack

    events = []
    unseen = [one for one in pack("pack", jokers=False) if one not in script.state.table]
    for one in unseen:
        if script.state.phase == "table":
            events += script.do(Touched(one))
            continue
        events += script.do(Touched(one))
        assert conserved(script) == 52
        events += script.pick(script.report["turn"], kind)
        assert conserved(script) == 52
    return events


@pytest.mark.parametrize(
    ("name", "players", "words", "deals", "first"),
    [
        ("cassino", 2, {}, 6, (4, 4, 40)),
        ("cassino", 3, {}, 4, (4, 4, 36)),
        ("cassino", 4, {}, 3, (4, 4, 32)),
        ("cassino", 4, {"partners": "on"}, 3, (4, 4, 32)),
        ("cassino-spade", 2, {"deal": "six_first_no_table"}, 6, (6, 0, 40)),
        ("cassino-royal", 2, {"deal": "sixes"}, 4, (6, 4, 36)),
        ("cassino", 4, {"deal": "sixes"}, 2, (6, 4, 24)),
    ],
)
def test_deals(name, players, words, deals, first):
    """Each deal has its number of hands, announces the last, and lays no further cards to the table."""
    script = Script(name, players, **words)
    dealt = [event for event in script.events if isinstance(event, HandsDealt)]
    assert (dealt[0].each, dealt[0].table, dealt[0].stock) == first
    events = run_pack(script)
    more = [event for event in events if isinstance(event, HandsDealt)]
    assert 1 + len(more) == deals
    assert all(event.table == 0 for event in more)
    assert [event.dealer for event in events if isinstance(event, LastDealt)] == [script.report["dealer"]]
    last = kinds(events).index("LastDealt")
    assert events[last - 1] == HandsDealt(each=more[-1].each, table=0, stock=0)
    assert script.state.phase == "next"


@pytest.mark.parametrize(
    ("name", "players", "words"),
    [
        ("cassino", 1, {}),
        ("cassino", 5, {}),
        ("cassino", 3, {"deal": "six_first_no_table"}),
        ("cassino", 3, {"deal": "sixes"}),
        ("cassino", 2, {"partners": "on"}),
        ("cassino-draw", 3, {}),
    ],
)
def test_impossible_tables_are_refused(name, players, words):
    """A number of players that the game, the deal or partnerships cannot seat is refused."""
    with pytest.raises(IllegalAction):
        Script(name, players, **words)


def test_options_are_named_and_bounded():
    """Each game has its own options with defaults; others are refused."""
    assert options_of.read(CASSINO.options_type, {}).game == 21
    assert options_of.read(SPADE.options_type, {}).game == 61
    assert {field.name for field in options_of.fields(ROYAL.options_type)} >= {"dual_cassinos", "partners", "deal"}
    assert {field.name for field in options_of.fields(DRAW.options_type)} >= {"lottery_literal", "game"}
    for game, words in ((CASSINO, {"dual_cassinos": "on"}), (ROYAL, {"court_pair": "all"}), (DRAW, {"deal": "sixes"}),
                        (CASSINO, {"game": "0"}), (CASSINO, {"sweeps": "2"})):  # fmt: skip
        with pytest.raises(BadOption):
            options_of.read(game.options_type, words)


def test_draw_after_each_play():
    """In Draw a card is drawn after each play while the stock lasts, then hands are played out."""
    script = Script("cassino-draw")
    assert (script.report["stock"], script.report["players"][0]["hand"]) == (40, 4)
    script.touch("AS 2H 3D 4C")
    events = script.play("Ana", "KH", "trail")
    assert [(event.seat, event.stock) for event in events if isinstance(event, CardDrawn)] == [("Ana", 39)]
    assert [one["hand"] for one in script.report["players"]] == [4, 4]
    events = run_pack_rest(script)
    assert sum(isinstance(event, LastDealt) for event in events) == 1
    assert script.state.phase == "next"


def run_pack_rest(script: Script) -> list:
    """Trail all cards that are not out yet."""
    from companion.rules.cards import pack
    from companion.rules.cassino.state import seen

    events = []
    for one in pack("pack", jokers=False):
        if one not in seen(script.state):
            events += script.play(script.report["turn"], one.face, "trail")
            assert conserved(script) == 52
    return events


def test_draw_literal():
    """The literal Lottery: twelve each, an empty table, 28 in the stock."""
    script = Script("cassino-draw", lottery_literal="on")
    assert (script.report["stock"], script.report["players"][0]["hand"], script.state.phase) == (28, 12, "play")
    run_pack_rest(script)
    assert script.state.phase == "next"


# --- the end of a pack ---------------------------------------------------------------------------------------------


def test_residue_goes_to_the_last_capturer_and_is_no_sweep():
    """What lies at the end goes to the last capturer without a sweep."""
    script = Script().to(phase="play", table=cards("5S 9C"), hands=(1, 1), stock=0)
    script.play("Ana", "5H", "take:5S")
    events = script.play("Bruno", "KD", "trail")
    residue = next(event for event in events if isinstance(event, ResidueTaken))
    assert (residue.seat, residue.cards) == ("Ana", cards("9C KD"))
    assert "Swept" not in kinds(events)
    assert script.report["players"][0]["cards"] == 4
    assert script.report["players"][0]["sweeps"] == 0
    assert script.report["table"] == []


def test_a_sweep_with_the_last_card_counts():
    """The capture of the last card of a pack that empties the table is a sweep."""
    script = Script().to(phase="play", table=cards("5S"), hands=(0, 1), stock=0, turn=1)
    assert "Swept" in kinds(script.play("Bruno", "5H", "take:5S"))
    assert script.report["players"][1]["points"] == 1 + 3 + 1  # the sweep, most cards, most spades


def test_residue_without_a_capturer_is_nobodys():
    """If nobody captured the table belongs to nobody and nobody scores."""
    script = Script()
    events = run_pack(script)
    assert sum(isinstance(event, ResidueLeft) for event in events) == 1
    scored = [event for event in events if isinstance(event, PackScored)]
    assert [(event.seat, event.total) for event in scored] == [("Ana", 0), ("Bruno", 0)]
    assert conserved(script) == 52


def ended(points=(0, 0), ana="", bruno="", name="cassino", players=2, **words) -> Script:
    """A table on which Bruno trails the last card; then the pack is counted."""
    script = Script(name, players, **words)
    sides = len(script.state.points)
    piles = (cards(ana), cards(bruno), *((),) * (sides - 2))
    hands = tuple(int(seat == 1) for seat in range(players))
    script.to(phase="play", turn=1, table=(), hands=hands, stock=0, points=points, piles=piles, capturer=0)
    script.play("Bruno", "KD", "trail")
    return script


def test_a_pack_is_scored_and_the_deal_passes_left():
    """PackScored tells each reason and the running score; after next the dealer's left deals."""
    script = ended(points=(2, 3), ana="AS TD 3S", bruno="2S 4H")
    ana, bruno = (event for event in script.events if isinstance(event, PackScored))
    assert (ana.cards, ana.spades, ana.big, ana.aces, ana.little, ana.total, ana.points) == (3, 1, 2, 1, 0, 7, 9)
    assert (bruno.little, bruno.total, bruno.points) == (1, 1, 4)
    assert pending(script) == [("table", "next", False), ("Ana", "claim", True), ("Bruno", "claim", True)]
    script.pick("table", "next")
    report = script.report
    assert (report["dealer"], report["pack"], report["phase"]) == ("Ana", 2, "table")
    assert [one["points"] for one in report["players"]] == [9, 4]
    assert [(one["cards"], one["sweeps"]) for one in report["players"]] == [(0, 0), (0, 0)]
    script.touch("AS 2H 3D 4C")
    assert script.report["turn"] == "Bruno"


def test_next_after_a_deciding_pack_ends_the_game():
    """The higher at the target or more wins once the count was seen; there are no prompts then."""
    for claim in ("any_time", "end_of_pack"):
        script = ended(points=(20, 19), ana="AS TD 3S", bruno="2S AH", claim=claim)
        assert script.game.outcome(script.state) is None
        script.pick("table", "next")
        assert script.game.outcome(script.state) == Outcome("won", ("Ana",))
        assert script.game.prompts(script.state) == ()
        assert script.refused(Leave("Ana")).code == "game-over"


def test_the_deciding_pack_can_be_voided():
    """`void` takes the running pack back, also the one that ended the game, by its count or by a claim, as in every game."""
    counted = ended(points=(20, 19), ana="AS TD 3S", bruno="2S AH", claim="end_of_pack")
    counted.pick("table", "next")
    assert counted.game.outcome(counted.state) == Outcome("won", ("Ana",))
    claimed = Script()
    claimed.touch("5S 5D 3D 4C")
    claimed.pick("Bruno", "claim")
    assert claimed.game.outcome(claimed.state) == Outcome("won", ("Ana",))
    for script in (counted, claimed):
        script.do(Void())
        assert script.game.outcome(script.state) is None
        assert (script.report["phase"], script.report["table"]) == ("table", [])
        assert [(one["points"], one["out"]) for one in script.report["players"]] == [(0, False), (0, False)]


def test_both_out_equal_plays_another_pack():
    """Both at the target with equal points: another pack decides."""
    script = ended(points=(20, 21), ana="AS", bruno="AH", claim="end_of_pack", game="21")
    assert script.report["players"][0]["points"] == 20 + 3 + 1 + 1  # king and ace, the only spade
    script.to(points=(25, 25))
    assert "GameExtended" in kinds(script.pick("table", "next"))
    assert script.game.outcome(script.state) is None
    assert (script.report["pack"], script.report["target"]) == (2, 21)


def test_both_out_extends():
    """With `extend_11` two sides at the target need eleven more; one alone wins."""
    script = ended(points=(22, 25), both_out="extend_11", claim="end_of_pack")
    script.to(points=(22, 30))
    events = script.pick("table", "next")
    assert [event.target for event in events if isinstance(event, GameExtended)] == [32]
    assert script.game.outcome(script.state) is None
    alone = ended(points=(20, 25), both_out="extend_11", claim="end_of_pack").to(points=(20, 25))
    alone.pick("table", "next")
    assert alone.game.outcome(alone.state) == Outcome("won", ("Bruno",))


# --- claims --------------------------------------------------------------------------------------------------------


def test_a_right_claim_wins_at_once():
    """Banked and certain points reaching the target win, also in the middle of a turn."""
    script = Script(game="7").to(points=(5, 0), piles=(cards("TD"), ()))
    script.touch("AS 2H 3D 4C 5H")
    events = script.pick("Ana", "claim")
    assert [(event.seat, event.right, event.points) for event in events if isinstance(event, Claimed)] == [
        ("Ana", True, 7)
    ]
    assert script.game.outcome(script.state) == Outcome("won", ("Ana",))


def test_a_wrong_claim_of_two_loses():
    """With two sides the other one wins."""
    script = Script()
    script.pick("Ana", "claim")
    assert script.game.outcome(script.state) == Outcome("won", ("Bruno",))


def test_a_game_that_ends_before_the_table_lies_loses_no_card():
    """Table cards that were not laid when the game ended are still in the pack."""
    script = Script()
    script.touch("AS 2H")
    script.pick("Ana", "claim")
    assert conserved(script) == 52


def test_a_wrong_claim_of_partners_loses_for_both():
    """One partner's wrong claim loses the side's game."""
    script = Script(players=4, partners="on")
    script.pick("Carla", "claim")
    assert script.game.outcome(script.state) == Outcome("won", ("Bruno", "Dora"))


def test_a_wrong_claim_of_three_drops_the_claimer():
    """The hand and later deals lie aside, the builds lose their controller, the others play on, the pile scores nothing."""
    script = Script(players=3).to(piles=(cards("AS AD"), (), ()), sweeps=(1, 0, 0))
    script.touch("6H 2H 3D 4C")
    script.play("Ana", "5H", "build:9:4C")
    events = script.pick("Ana", "claim")
    assert sum(isinstance(event, ClaimerDropped) for event in events) == 1
    report = script.report
    assert (report["aside"], report["players"][0]["hand"], report["turn"]) == (3, 0, "Bruno")
    assert report["builds"][0]["controller"] is None
    assert ("Ana", "claim", True) not in pending(script)
    assert script.refused(Picked("Ana", "claim")).code == "player-out"
    assert dict(script.game.roles(script.state)) == {"Ana": "out"}
    turns, events = [], []
    for face in ["7H", "8H", "9H", "TH", "JH", "QH", "KH", "6D", "7D", "8D", "9D", "TD"]:
        turns.append(script.report["turn"])
        events += script.play(turns[-1], face, "trail")
    assert turns == ["Bruno", "Carla"] * 6
    assert script.report["aside"] == 3 + 4
    script.to(hands=(0, 0, 1), turn=2, stock=0)
    events = script.play("Carla", "JD", "trail")
    assert [event.seat for event in events if isinstance(event, PackScored)] == ["Bruno", "Carla"]


def test_a_claimer_dropped_with_a_played_card():
    """The card waiting for its use goes aside too, and the turn passes."""
    script = Script(players=3)
    script.touch("6H 2H 3D 4C 5H")
    script.pick("Ana", "claim")
    assert (script.report["played"], script.report["aside"], script.report["turn"]) == (None, 4, "Bruno")
    assert script.refused(Touched(card("5H"))).code == "card-seen"
    script.pick("Bruno", "claim")
    assert script.game.outcome(script.state) == Outcome("won", ("Carla",))


def test_no_claims_with_end_of_pack():
    """With `claim=end_of_pack` nobody is asked and a claim is refused."""
    script = Script(claim="end_of_pack")
    assert pending(script) == [("table", "table", False)]
    assert script.refused(Picked("Ana", "claim")).code == "no-claims"
    script.touch("6H 2H 3D 4C 5H")
    pick = script.game.prompts(script.state)[0]
    assert isinstance(pick, Pick)
    assert "claim" not in script.game.options(script.state, pick).ids


def test_piles_are_hidden_until_the_count():
    """Counts are kept back while a claim is a feat of memory."""
    assert counts_hidden(Script().state)
    assert not counts_hidden(Script(open_counts="on").state)
    assert not counts_hidden(Script(claim="end_of_pack").state)
    assert not counts_hidden(ended().state)


# --- broken promises -----------------------------------------------------------------------------------------------


def test_a_broken_promise_is_named_with_its_play():
    """The card that proves a promise false names seat, value and the action that promised; play goes on."""
    script = Script(players=3).to(piles=(cards("9S"), cards("9C"), ()))
    script.touch("6H 2H 3D 4C")
    script.play("Ana", "5H", "build:9:4C")
    promised = script.state.actions
    assert promised == 6
    assert not [event for event in script.touch("9H") if isinstance(event, PromiseBroken)]
    script.pick("Bruno", "trail")
    events = script.touch("9D")
    assert [(event.seat, event.value, event.entry) for event in events if isinstance(event, PromiseBroken)] == [
        ("Ana", 9, promised)
    ]
    script.pick("Carla", "take:9H")
    error = script.refused(Touched(card("KD")))
    assert (error.code, error.params["entry"], error.params["value"]) == ("no-legal-use", promised, 9)


def test_the_own_card_does_not_break_the_promise():
    """Playing the promised card oneself is keeping the promise, though no other is left."""
    script = Script().to(phase="play", table=cards("4C"), hands=(4, 4), piles=(cards("9S 9C"), cards("9D")))
    script.play("Ana", "5H", "build:9:4C")
    script.play("Bruno", "KD", "trail")
    assert "PromiseBroken" not in kinds(script.touch("9H"))
    script.pick("Ana", "take:b9")


# --- the host ------------------------------------------------------------------------------------------------------


def test_leaving():
    """Who leaves drops out like a wrong claimer; of two the other wins; a partner plays on for the side."""
    three = Script(players=3)
    three.touch("6H 2H 3D 4C")
    assert isinstance(three.do(Leave("Ana"))[0], PlayerLeft)
    assert (three.report["aside"], three.report["turn"]) == (4, "Bruno")
    assert three.refused(Leave("Ana")).code == "player-out"
    two = Script()
    two.do(Leave("Bruno"))
    assert two.game.outcome(two.state) == Outcome("won", ("Ana",))
    partners = Script(players=4, partners="on")
    partners.do(Leave("Ana"))
    partners.touch("6H 2H 3D 4C")
    assert partners.game.outcome(partners.state) is None
    assert partners.report["turn"] == "Bruno"
    partners.do(Leave("Carla"))
    assert partners.game.outcome(partners.state) == Outcome("won", ("Bruno", "Dora"))


def test_partners_share_a_pile():
    """Both partners show their side's pile, points and sweeps."""
    script = Script(players=4, partners="on")
    script.touch("5S 5D 3D 4C")
    script.play("Ana", "5H", "take:5S")
    shown = [(one["cards"], one["spades"]) for one in script.report["players"]]
    assert shown == [(2, 1), (0, 0), (2, 1), (0, 0)]
    assert conserved(script) == 52


def test_void_undoes_the_pack():
    """Everything since the pack began is undone as one step; the action still counts."""
    script = Script(players=3)
    assert script.refused(Void()).code == "nothing-to-void"
    begin = script.state
    script.touch("5S 5D 3D 4C")
    script.play("Ana", "5H", "take:5S")
    script.do(Leave("Bruno"))
    script.do(Void())
    assert script.state.actions == 8
    script.to(actions=0)
    assert script.state.begun is not None
    assert script.report == script.game.report(begin)
    assert script.refused(Void()).code == "nothing-to-void"
    counted = ended(points=(2, 3), ana="AS TD 3S")
    counted.do(Void())
    assert [one["points"] for one in counted.report["players"]] == [0, 0]


def test_points_are_corrected():
    """The host corrects banked points of a side, nothing else, within bounds."""
    script = Script(players=4, partners="on")
    script.do(Corrected("Carla", "points", 12))
    assert [one["points"] for one in script.report["players"]] == [12, 0, 12, 0]
    assert script.refused(Corrected("Carla", "hp", 12)).code == "bad-field"
    assert script.refused(Corrected("Carla", "points", -1)).code == "out-of-range"
    assert script.refused(Corrected("Zoe", "points", 1)).code == "unknown-seat"


def test_corrected_points_decide():
    """A correction after the count is what decides at next."""
    script = ended(points=(15, 0), ana="AS TD 3S", claim="end_of_pack")
    assert script.report["players"][0]["points"] == 22
    script.do(Corrected("Ana", "points", 20))
    script.pick("table", "next")
    assert script.game.outcome(script.state) is None
