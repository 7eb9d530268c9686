"""How a game is shown: the base shows any game from its prompts and report; a game's own view overrides what it does better.

To add a game's view: a subclass of `GameView` in `ui/view/<game>.py`, registered with `@shows("name", …)`, and its module named in
`MODULES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final, TypeVar

import msgspec

from companion.live.snapshot import Snapshot, Standing
from companion.rules.game import DEALER, TABLE, ChoresDue, Number, Pick, Picked, Touch
from companion.words import N_, P_, event_text, option_text, outcome_text, prompt_text, say, seat_text
from companion.words import undo_text as undo_words
from ui.facade import HeldSplit, PrivateHand
from ui.view.model import (
    AskView,
    Bar,
    Button,
    ByHand,
    ChoiceItem,
    Count,
    Do,
    Focus,
    GenericStage,
    Look,
    NumberAsk,
    Role,
    SeatView,
    Stage,
    Submit,
    Undo,
)
from ui.view.titles import game_title

RGB = tuple[float, float, float]


class Context(msgspec.Struct, frozen=True):
    """What the screen itself knows when it shows a game: lamps as lit, whose prompts are in focus, which chores are done.

    `notes` are what the game's own view wants remembered until the table has it (`GameView.did`): bets half put together …
    `due` are chores that hold the next round back.
    `private` is a hand being laid for its player alone, `held` its faces, which are there only while a finger holds the button.
    """

    lamps: Mapping[str, RGB | None] = {}
    focus: str = ""
    chores: bool = True
    chores_done: int = -1
    readers: bool = True
    notes: Mapping[str, str] = {}
    private: PrivateHand | None = None
    held: HeldSplit | None = None
    due: ChoresDue | None = None


class GameView:
    """Any game, from its prompts, report and roles alone."""

    counts: tuple[tuple[str, str, str], ...] = ()  # (field of the report's player, word, sign)
    big = ("hp", "bank", "points")

    # --- seats -----------------------------------------------------------------------------------------------------

    def seats(self, shot: Snapshot, context: Context) -> tuple[SeatView, ...]:
        """All seats in table order."""
        return tuple(self.seat(shot, context, player) for player in shot.game.report(shot.state)["players"])

    def seat(self, shot: Snapshot, context: Context, player: Mapping[str, Any]) -> SeatView:
        """One seat, from its entry in the report."""
        name = player["name"]
        field = next((one for one in self.big if one in player), "")
        role: Role = _ROLES[shot.lights.get(name, "off")]
        return SeatView(
            name,
            str(player[field]) if field else "",
            counts=self.seat_counts(player, field),
            role=role,
            role_word=waiting_word(shot, name) if role == "waiting" else role_word(role),
            lamp=context.lamps.get(name),
            act=hand_act(shot, name),
        )

    def seat_counts(self, player: Mapping[str, Any], big: str) -> tuple[Count, ...]:
        """The first two other numbers of the report."""
        numbers = [(key, value) for key, value in player.items() if type(value) is int and key not in (big, "entry")]
        return tuple(
            Count(str(value), count_word(key), "deck" if key == "deck" else "pit" if key == "pit" else "")
            for key, value in numbers[:2]
        )

    # --- stage -----------------------------------------------------------------------------------------------------

    def stage(self, shot: Snapshot, context: Context) -> Stage:
        """What stands on the felt: the prompt in focus, with everything it can be answered with."""
        asked = [one for one in shot.prompts if not _in_bar(shot, one)]
        seats = list(dict.fromkeys(one.prompt.seat for one in asked))
        focus = seats.index(context.focus) if context.focus in seats else 0
        tabs = tuple(
            Button(
                seat_text(seat).capitalize() if seat in (DEALER, TABLE) else seat,
                Focus(seat),
                "primary" if at == focus else "plain",
            )
            for at, seat in enumerate(seats)
        )
        here = [one for one in asked if seats and one.prompt.seat == seats[focus]]
        lines = self.lines(shot)
        if not here:
            return GenericStage((), 0, None, lines)
        standing = next((one for one in here if not isinstance(one.prompt, Touch)), here[0])
        ask = self.ask(shot, standing, [one for one in here if one is not standing])
        few = len(ask.options) <= 8 and not ask.number
        return GenericStage(tabs if len(tabs) > 1 else (), focus, ask, lines if few else ())

    def lines(self, shot: Snapshot) -> tuple[str, ...]:
        """What followed from the last action, in sentences."""
        return tuple(event_text(event) for event in shot.events[-5:])

    def ask(self, shot: Snapshot, standing: Standing, others: list[Standing]) -> AskView:
        """One prompt as something to answer."""
        prompt = standing.prompt
        title = prompt_text(prompt)
        touch = next((one.prompt for one in (standing, *others) if isinstance(one.prompt, Touch)), None)
        button = Button(say(N_("Enter by hand")), ByHand(touch.seat, touch.label)) if touch else None
        if isinstance(prompt, Pick):
            return AskView(
                prompt.seat, title, options=choice_items(shot, standing), more=shot.choices(prompt).more, button=button
            )
        if isinstance(prompt, Number):
            return AskView(prompt.seat, title, number=number_ask(standing, title), button=button)
        return AskView(prompt.seat, title, button=button)

    # --- what only this game has -----------------------------------------------------------------------------------

    def did(self, shot: Snapshot, context: Context, act: Do) -> tuple[Mapping[str, str], tuple[Submit, ...]]:
        """What follows from an act of the game's own: the notes from now on, and what is offered to the table."""
        return context.notes, ()

    def kept(self, shot: Snapshot, notes: Mapping[str, str]) -> Mapping[str, str]:
        """The notes that still mean something now that the table has changed."""
        return {}

    def sheet(self, shot: Snapshot, context: Context, look: Look) -> tuple[Stage, Bar] | None:
        """A sheet of the game's own; None where there is nothing to see any more."""
        return None

    def ended(self, shot: Snapshot) -> str:
        """How a finished game ended: `Ana wins`."""
        assert shot.outcome is not None
        return outcome_text(shot.outcome)

    def final(self, shot: Snapshot) -> str:
        """The numbers that a finished game ended with: `Ana 21, Bruno 13`."""
        return player_numbers(shot)

    def facts(self, shot: Snapshot) -> tuple[tuple[str, str], ...]:
        """What to remember of a finished game: titles with what is remembered."""
        return ()

    def option_words(self, written: Mapping[str, str]) -> str:
        """What house options, as written, come to: a sentence that follows them as they are changed."""
        return ""

    # --- the bar ---------------------------------------------------------------------------------------------------

    def bar(self, shot: Snapshot, context: Context) -> Bar:
        """What the table waits for, and the buttons for it."""
        return Bar(self.eyebrow(shot), self.sentence(shot, context), self.undo(shot), self.buttons(shot, context))

    def undo(self, shot: Snapshot) -> Button | None:
        """The named undo, None where nothing can be taken back; a game that hides cards names less."""
        return undo_button(shot)

    def eyebrow(self, shot: Snapshot) -> str:
        """Small capitals: the round, the game, where it stands."""
        moment = shot.moment()
        parts = [
            say(N_("{word:word} {number}"), word=key, number=moment[key])
            for key in ("round", "hand", "pack", "deal")
            if key in moment
        ]
        return " · ".join([*parts[:1], game_title(shot.name)])

    def sentence(self, shot: Snapshot, context: Context) -> str:
        """The first thing waited for, and who else is."""
        required = [one.prompt for one in shot.prompts if not one.prompt.optional] or [
            one.prompt for one in shot.prompts
        ]
        if not required:
            return say(N_("The game is over"))
        focused = next((one for one in required if one.seat == context.focus), required[0])
        return prompt_text(focused)

    def buttons(self, shot: Snapshot, context: Context) -> tuple[Button, ...]:
        """Single choices of the table or the dealer as primary buttons; entering by hand where cards are waited for."""
        found: list[Button] = []
        for standing in shot.prompts:
            if _in_bar(shot, standing):
                found += [
                    Button(one.text, one.act, "primary" if one.proposed and not standing.prompt.optional else "plain")
                    for one in reversed(choice_items(shot, standing))
                ]
        touch = next((one.prompt for one in shot.prompts if isinstance(one.prompt, Touch)), None)
        if touch and not found:
            found.append(Button(say(N_("By hand")), ByHand(touch.seat, touch.label)))
        found.sort(key=lambda button: button.kind == "primary")
        return tuple(found[-3:])


def _in_bar(shot: Snapshot, standing: Standing) -> bool:
    """Whether a prompt is answered in the prompt bar: the table's or the dealer's choice among few."""
    prompt = standing.prompt
    if not isinstance(prompt, Pick) or prompt.seat not in (TABLE, DEALER):
        return False
    return len(shot.choices(prompt).ids) <= 2


_ROLES: Final[dict[str, Role]] = {
    "off": "", "waiting": "waiting", "attacker": "attacker", "defender": "defender", "out": "out", "winner": "winner"
}  # fmt: skip
_ROLE_WORDS: Final[dict[Role, str]] = {
    "": "",
    "waiting": N_("To act"),
    "attacker": N_("Attacker"),
    "defender": N_("Defender"),
    "out": N_("Out"),
    "winner": N_("Winner"),
}
_COUNT_WORDS: Final = {
    "deck": N_("deck"), "pit": N_("pit"), "hand": N_("hand"), "aside": N_("aside"), "ante": N_("ante"), "tie": N_("tie"),
    "raise": N_("raise"), "cards": N_("cards"), "spades": N_("spades"), "sweeps": N_("sweeps"),
}  # fmt: skip


def role_word(role: Role) -> str:
    """`Attacker`."""
    return say(_ROLE_WORDS[role])


def waiting_word(shot: Snapshot, seat: str) -> str:
    """What a seat is waited for: `2 cards`, or to act."""
    touches = (one.prompt for one in shot.prompts if isinstance(one.prompt, Touch) and one.prompt.seat == seat)
    count = sum(one.count for one in touches if not one.optional)
    return say(P_("{count} card", "{count} cards", "count"), count=count) if count else role_word("waiting")


def count_word(field: str) -> str:
    """`deck`; a field without a word is its own name."""
    return say(_COUNT_WORDS.get(field, field))


def light_role(light: str) -> Role:
    """The role that a lamp's word tells."""
    return _ROLES[light]


def hand_act(shot: Snapshot, seat: str) -> ByHand | None:
    """Pressing a seat that owes cards enters them by hand."""
    touch = next(
        (one.prompt for one in shot.prompts if isinstance(one.prompt, Touch) and one.prompt.seat == seat), None
    )
    return ByHand(seat, touch.label) if touch else None


def choice_items(shot: Snapshot, standing: Standing) -> tuple[ChoiceItem, ...]:
    """The options of a pick, the proposed one first."""
    pick = standing.prompt
    assert isinstance(pick, Pick)
    return tuple(
        ChoiceItem(
            option_text(pick, option), Submit(Picked(pick.seat, option), standing), proposed=at == 0, face=option
        )
        for at, option in enumerate(shot.choices(pick).ids)
    )


def number_ask(standing: Standing, title: str) -> NumberAsk:
    """A number prompt as a question."""
    number = standing.prompt
    assert isinstance(number, Number)
    return NumberAsk(
        number.seat,
        title,
        standing,
        number.purpose,
        number.low,
        number.high,
        number.step,
        number.default,
        say(N_("Done")),
    )


def undo_button(shot: Snapshot) -> Button | None:
    """The named undo, None where nothing can be taken back."""
    return Button(undo_words(shot.undo.action), Undo(), "quiet") if shot.undo else None


def owed_sentence(shot: Snapshot) -> str:
    """`Ana 2 more, Chloé 4 more`: what each seat still owes."""
    parts = [
        together(
            say(P_("{seat} {count} more", "{seat} {count} more", "count"), seat=one.prompt.seat, count=one.prompt.count)
        )
        for one in shot.prompts
        if isinstance(one.prompt, Touch) and not one.prompt.optional
    ]
    return ", ".join(parts)


def player_numbers(shot: Snapshot) -> str:
    """`Ana 14, Bruno 9`: hit points, bank or points of everybody, in table order."""
    numbers = []
    for player in shot.game.report(shot.state)["players"]:
        number = next((player[key] for key in GameView.big if key in player), None)
        numbers.append(together(f"{player['name']} {number}") if number is not None else player["name"])
    return ", ".join(numbers)


def together(words: str) -> str:
    """Words that no line break may part."""
    return words.replace(" ", "\u00a0")


ViewClass = TypeVar("ViewClass", bound=type[GameView])
# Which module shows a game: only the view of the game that is played is imported.
MODULES: Final[Mapping[str, str]] = {
    "casinoya-poker": "casinoya",
    "casinoya-blackjack": "blackjack",
    "casinoya-chinese": "chinese",
    "casinoya-war": "war",
    "casino-war": "casino_war",
    "cassino": "cassino",
    "cassino-royal": "cassino",
    "cassino-spade": "cassino",
    "cassino-draw": "cassino",
}
_VIEWS: dict[str, GameView] = {}
_ANY: Final = GameView()


def shows(*names: str) -> Callable[[ViewClass], ViewClass]:
    """Register the view of these games."""

    def register(kind: ViewClass) -> ViewClass:
        for name in names:
            _VIEWS[name] = kind()
        return kind

    return register


def view_of(name: str) -> GameView:
    """The view of a game; the generic one for a game that has none."""
    if name not in _VIEWS and name in MODULES:
        import_module(f"ui.view.{MODULES[name]}")
    return _VIEWS.get(name, _ANY)
