"""A new game: who plays, which variant, which house options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from companion import __version__
from companion.rules.game import RESERVED, Games, Player
from companion.rules.options import OptionField, fields
from companion.words import N_, P_, languages, say, translate
from companion.words.naming import number_name, option_title, value_name
from companion.words.say import large
from ui.facade import Group
from ui.view.games import view_of
from ui.view.home import CASSINO, variant_word
from ui.view.model import Bar, Button, Confirm, Go, Host, KeyboardView, ListView, NewGameView, OptionRow, Put, SlotView
from ui.view.titles import game_title

SHOWN_NAMES: Final = 7
COMMON: Final = ("shoe", "pack")  # decks of no player's (RULES.md, Casino War and Cassino)


class Draft(msgspec.Struct, frozen=True):
    """A game being prepared: names in table order, options as written, and the place being named (-1: none)."""

    game: str
    names: tuple[str, ...] = ()
    options: dict[str, str] = {}
    naming: int = -1
    text: str = ""
    error: str = ""
    decks: dict[str, str] = {}

    def players(self) -> tuple[Player, ...]:
        """The players; a deck is called like its player unless another was touched."""
        return tuple(Player(name, self.decks.get(name, name)) for name in self.names)

    def change(self, **changes: object) -> Draft:
        """The draft with some fields changed."""
        return msgspec.structs.replace(self, **changes)


def bounds(games: Games, name: str) -> tuple[int, int]:
    """Fewest and most players."""
    return games[name].seats


def new_game(
    games: Games, draft: Draft, names: Sequence[str], groups: Sequence[Group], running: str = ""
) -> NewGameView:
    """The places, names to tap, variants, and the button that starts; it asks first where a game is `running` (its title)."""
    fewest, most = bounds(games, draft.game)
    slots = [
        SlotView(at + 1, name, deck_word(name, draft), Put("name", str(at)), Put("remove", str(at)))
        for at, name in enumerate(draft.names)
    ]
    if len(draft.names) < most:
        slots.append(SlotView(len(draft.names) + 1, "", say(N_("Add a player")), Put("name", str(len(draft.names)))))
    free = [name for name in names if name not in draft.names][:SHOWN_NAMES] if len(draft.names) < most else []
    tappable = [Button(name, Put("seat", "", name)) for name in free]
    tappable += [
        Button(group.name, Put("group", group.name))
        for group in groups
        if fewest <= len(group.players) <= most and tuple(one.name for one in group.players) != draft.names
    ][:2]
    variants = []
    if draft.game.startswith(CASSINO):
        variants = [
            Button(large(variant_word(name)), Put("variant", "", name), "primary" if name == draft.game else "plain")
            for name in games
            if name.startswith(CASSINO)
        ]
    ready = fewest <= len(draft.names) <= most
    touching = len(draft.names) < most and own_decks(games, draft.game)
    sentence = draft.error or (
        say(N_("Start, or touch a card of one more deck") if touching else N_("Start when all have sat down"))
        if ready
        else say(P_("{count} more player", "{count} more players", "count"), count=fewest - len(draft.names))
        + (say(N_(": add them, or touch a card of their decks")) if touching else "")
    )
    bar = Bar(
        say(N_("New game")),
        sentence,
        Button(say(N_("Home")), Go("home"), "quiet"),
        (Button(say(N_("Start")), _start(running), "primary", enabled=ready),),
        "red" if draft.error else "gold",
    )
    about = say(N_("{fewest} to {most} players, clockwise"), fewest=fewest, most=most)
    changed = changed_options(games, draft)
    if changed:
        about += " · " + ", ".join(f"{option_title(name)} {value_name(name, value)}" for name, value in changed.items())
    about = " · ".join(filter(None, (about, view_of(draft.game).option_words(draft.options))))
    group = group_button(draft, groups) if ready else None
    how = Button(say(N_("Rules")), Host("rules", draft.game))
    bar = msgspec.structs.replace(bar, buttons=(*((group,) if group else ()), how, *bar.buttons))
    rules = Button(say(N_("House rules")), Go("options", draft.game))
    return NewGameView(game_title(draft.game), about, tuple(slots), tuple(tappable), tuple(variants), bar, rules)


def _start(running: str) -> Put | Confirm:
    if not running:
        return Put("start")
    question = say(N_("{game} is not over. End it and begin a new game?"), game=running)
    return Confirm(question, say(N_("End it")), Put("start"))


def deck_word(name: str, draft: Draft) -> str:
    """Which deck a player plays, where it is not the own one."""
    label = draft.decks.get(name, name)
    return "" if label == name else say(N_("deck {label}"), label=label)


def group_button(draft: Draft, groups: Sequence[Group]) -> Button | None:
    """Remember these players for the next evening, or forget them."""
    known = next((one.name for one in groups if one.players == draft.players()), None)
    if known is not None:
        return Button(say(N_("Forget group")), Put("forget-group", known))
    return Button(say(N_("Save group")), Put("save-group"))


def own_decks(games: Games, name: str) -> bool:
    """Whether each player has an own deck in this game."""
    pair = (Player("1", "1"), Player("2", "2"))
    game = games[name]
    return "1" in game.decks(pair, game.options_type())


def deck_chosen(games: Games, draft: Draft, label: str, groups: Sequence[Group]) -> tuple[Draft, str]:
    """A card of the deck `label` was touched: who is being named gets that deck, else its owner sits down.

    Returns the draft, and what to say where nothing came of it.
    """
    if not own_decks(games, draft.game):
        return draft, say(N_("In this game all play from one deck."))
    if label in COMMON:
        return draft, say(N_("This card is of a deck that all share, of no player's."))
    taken = next((player.name for player in draft.players() if player.label == label), None)
    at = draft.naming
    if at >= 0:
        name = draft.text.strip() or (draft.names[at] if at < len(draft.names) else owner(label, groups))
        if taken not in (None, name):
            return draft, say(N_("{seat} plays the deck {label}."), seat=taken, label=label)
        names = [*draft.names[:at], name, *draft.names[at + 1 :]]
        return draft.change(names=tuple(names), decks=draft.decks | {name: label}, naming=-1, text="", error=""), ""
    if taken is not None:
        return draft, say(N_("{seat} plays the deck {label}."), seat=taken, label=label)
    name = owner(label, groups)
    if len(draft.names) >= bounds(games, draft.game)[1] or name in draft.names:
        return draft, say(N_("There is no place for the deck {label}."), label=label)
    return draft.change(names=(*draft.names, name), decks=draft.decks | {name: label}, error=""), ""


def owner(label: str, groups: Sequence[Group]) -> str:
    """Who plays a deck: as saved with a group, else it is called like its player."""
    return next((one.name for group in groups for one in group.players if one.label == label), label)


def changed_options(games: Games, draft: Draft) -> dict[str, str]:
    """Options that differ from their default."""
    defaults = {field.name: field.default for field in fields(games[draft.game].options_type)}
    return {name: value for name, value in draft.options.items() if defaults.get(name, value) != value}


def keyboard(draft: Draft, names: Sequence[str]) -> KeyboardView:
    """A name typed for the place `draft.naming`."""
    typed = draft.text.strip()
    taken = typed in draft.names and draft.names.index(typed) != draft.naming
    wrong = taken or typed.lower() in RESERVED
    sentence = (
        say(N_("{name} sits here already"), name=typed)
        if taken
        else say(N_("That name is reserved"))
        if wrong
        else typed
    )
    free = [name for name in names if name not in draft.names and name.lower().startswith(typed.lower())][:5]
    bar = Bar(
        say(N_("Player {number}"), number=draft.naming + 1),
        sentence or say(N_("Who sits here?")),
        Button(say(N_("Back")), Put("named", "", ""), "quiet"),
        (Button(say(N_("OK")), Put("named", "", typed), "primary", enabled=bool(typed) and not wrong),),
        "red" if wrong else "gold",
    )
    buttons = tuple(Button(name, Put("named", "", name)) for name in free)
    return KeyboardView(say(N_("Player {number}"), number=draft.naming + 1), draft.text, buttons, bar)


MONEY: Final = 10_000  # a wider range than this is money, and is stepped by its size


def steps(field: OptionField, number: int) -> tuple[int, int]:
    """The next smaller and the next larger number; money goes by its leading digit.

    >>> money = OptionField("bank", "number", "500", "", low=1, high=1_000_000)
    >>> steps(money, 500), steps(money, 1000), steps(money, 1_000_000)
    ((400, 600), (900, 2000), (900000, 1000000))
    """
    down = up = max(1, (field.high - field.low) // 100 // 5 * 5 or 1)
    if field.high - field.low >= MONEY:
        down, up = (10 ** (len(str(max(1, one))) - 1) for one in (number - 1, number))
    return max(field.low, number - down), min(field.high, number + up)


def option_rows(described: Sequence[OptionField], values: Mapping[str, str], what: str) -> tuple[OptionRow, ...]:
    """Options or settings as rows; pressing a choice puts it (`Put(what, name, value)`)."""
    rows = []
    for field in described:
        value = values.get(field.name, field.default)
        title = option_title(field.name)
        about = translate(field.description)
        if field.kind in ("choice", "switch") or field.name == "language":
            names = languages() if field.name == "language" else field.choices
            choices = tuple(
                Button(
                    large(value_name(field.name, choice)),
                    Put(what, field.name, choice),
                    "primary" if choice == value else "plain",
                )
                for choice in names
            )
            rows.append(OptionRow(field.name, title, about, choices))
        elif field.kind == "number":
            number = (
                int(value)
                if value.lstrip("-").isdigit()
                else int(field.default)
                if field.default.isdigit()
                else field.low
            )
            less, more = steps(field, number)
            rows.append(
                OptionRow(
                    field.name,
                    title,
                    about,
                    value=number_name(field, number),
                    less=Put(what, field.name, str(less)) if less != number else None,
                    more=Put(what, field.name, str(more)) if more != number else None,
                )
            )
    return tuple(rows)


def options_list(games: Games, draft: Draft) -> ListView:
    """The house options of the game."""
    rows = option_rows(fields(games[draft.game].options_type), draft.options, "option")
    bar = Bar(
        say(N_("House rules")),
        view_of(draft.game).option_words(draft.options) or game_title(draft.game),
        Button(say(N_("Back")), Go("new", draft.game), "quiet"),
        (Button(say(N_("As printed")), Put("defaults")), Button(say(N_("Done")), Go("new", draft.game), "primary")),
    )
    return ListView(say(N_("House rules")), game_title(draft.game), rows, (), bar)


def settings_list(described: Sequence[OptionField], values: Mapping[str, str]) -> ListView:
    """The settings of the program."""
    bar = Bar(
        say(N_("Settings")),
        say(N_("Kept when the power goes")),
        Button(say(N_("Home")), Go("home"), "quiet"),
        (Button(say(N_("Readers")), Host("readers")), Button(say(N_("Doctor")), Host("doctor"))),
    )
    about = say(N_("Version {version}"), version=__version__)
    return ListView(say(N_("Settings")), about, option_rows(described, values, "setting"), (), bar)
