"""Whole pages of the evening: the log, the games of the night and before, one old game, backups, readers, command cards."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.live.evening import Award, Played
from companion.live.past import Leaf, Month
from companion.live.snapshot import Means, Snapshot
from companion.rules.game import DEALER, Options
from companion.words import N_, P_, event_text, outcome_text, say, translate
from companion.words.guide import guide
from companion.words.options import option_name
from ui.facade import LogLine, ReaderView
from ui.facade_evening import PlaceView
from ui.view.home import SERIES_TONES
from ui.view.host_model import PageLine, PageView
from ui.view.misread import hidden
from ui.view.model import Bar, Button, CloseSheet, Confirm, Go, Host, OverView, Series
from ui.view.sheets import NOTHING_YET
from ui.view.titles import game_title

LINES: Final = 40  # lines of the log on one page
AWARDS: Final[Mapping[str, tuple[str, str]]] = {
    "most-damage": (N_("Most damage"), N_("{seat} · {number}")),
    "hardest-hit": (N_("Hardest hit"), N_("{seat} · {number}")),
    "most-healed": (N_("Most healed"), N_("{seat} · {number}")),
    "best-payout": (N_("Best payout"), N_("{seat} · {number:signed}")),
    "most-sweeps": (N_("Most sweeps"), N_("{seat} · {number}")),
}
_CHARTS: Final = {
    "hp": N_("Hit points by round"),
    "bank": N_("Banks by hand"),
    "points": N_("Points by pack"),
}


def _home() -> Button:
    return Button(say(N_("Home")), Go("home"), "quiet")


# --- the rules ----------------------------------------------------------------------------------------------------------


def rules_page(game: str, options: Options, back: Button) -> PageView:
    """The rules of a game for players, as this table plays them."""
    lines = []
    for chapter in guide(game, options):
        lines.append(PageLine("", chapter.title, head=True))
        lines += [PageLine("", line) for line in chapter.lines]
    bar = Bar(say(N_("Rules")), say(N_("As this table plays")), back, ())
    return PageView(say(N_("Rules")), game_title(game), (), tuple(lines), bar)


# --- the log --------------------------------------------------------------------------------------------------------


def log_page(shot: Snapshot, lines: Sequence[LogLine], seat: str, page: int) -> PageView:
    """The log, newest first, of everybody or of one player; what a blind reveal hides stays hidden."""
    unseen = hidden(shot)
    wanted = [line for line in lines if not seat or seat in line.seats]
    wanted.reverse()
    pages = max(1, -(-len(wanted) // LINES))
    page = min(page, pages - 1)
    shown = tuple(
        PageLine(
            str(line.entry),
            line.text
            if line.entry not in unseen
            else say(N_("{seats:names}: a hidden card"), seats=line.seats or ("?",)),
            Host("entry", str(line.entry)),
        )
        for line in wanted[page * LINES : (page + 1) * LINES]
    )
    tabs = (
        Button(say(N_("Everybody")), Host("log"), "plain" if seat else "primary"),
        *(
            Button(player.name, Host("log", player.name), "primary" if seat == player.name else "plain")
            for player in shot.players
        ),
    )
    buttons = []
    if page:
        buttons.append(Button(say(N_("Newer")), Host("log", seat, str(page - 1))))
    if page < pages - 1:
        buttons.append(Button(say(N_("Older")), Host("log", seat, str(page + 1))))
    buttons.append(Button(say(N_("Back to the table")), Go("over" if shot.outcome else "table"), "primary"))
    about = say(P_("{count} line", "{count} lines", "count"), count=len(wanted))
    bar = Bar(say(N_("Log")), say(N_("Touch a line to take things back or correct a card")), None, tuple(buttons))
    return PageView(
        say(N_("Log")), f"{game_title(shot.name)} · {about}", tabs, shown, bar, say(N_("Nothing has happened yet."))
    )


def entry_page(shot: Snapshot, entry: int, steps: int, misread: bool) -> PageView:
    """What can be done about one entry of the log."""
    lines = []
    if steps:
        words = say(P_("Undo {count} step", "Undo {count} steps", "count"), count=steps)
        question = say(N_("Take back everything from entry {entry} on?"), entry=entry)
        lines.append(PageLine("", words, Confirm(question, words, Host("undo", str(steps)))))
    if misread:
        lines.append(PageLine("", say(N_("The card was misread")), Host("misread", str(entry))))
    unseen = hidden(shot)
    told = [
        event_text(event)
        for record in shot.history.current()
        if record.n == entry and entry not in unseen
        for event in record.events
    ]
    heads = [PageLine(str(entry), text, head=True) for text in told[:6]]
    origin = next((record.origin for record in reversed(shot.history) if record.n == entry), None)
    if origin is not None:
        heads.append(PageLine("", say(_MEANS[origin.means], where=origin.where)))
    bar = Bar(say(N_("Log")), say(N_("Entry {entry}"), entry=entry), Button(say(N_("Back")), Host("log"), "quiet"))
    return PageView(say(N_("Entry {entry}"), entry=entry), game_title(shot.name), (), (*heads, *lines), bar)


_MEANS: Final[Mapping[Means, str]] = {
    "reader": N_("Read by {where}"),
    "pod": N_("By the seat's pod {where}"),
    "button": N_("By the button {where}"),
    "finger": N_("By a finger on the screen"),
    "text": N_("As a line of text"),
    "robot": N_("By a robot"),
}


def question_page(confirm: Confirm, before: Host | CloseSheet) -> PageView:
    """A question where there is no table to ask it on."""
    keep = Button(say(N_("Back")), before)
    bar = Bar(say(N_("Sure?")), say(NOTHING_YET), None, (keep, Button(confirm.text, confirm.act, "danger")))
    return PageView(say(N_("Sure?")), "", (), (), bar, confirm.question)


# --- games of the night and before ----------------------------------------------------------------------------------


def games_page(leaf: Leaf | None, played: Callable[[int], Played | None]) -> PageView:
    """A page of all games, the newest night first; where there are more, tabs lead to newer and older ones and to a month."""
    lines: list[PageLine] = []
    for night in leaf.nights if leaf else ():
        if night.begun:
            date = time.strftime("%Y-%m-%d", time.localtime(night.begun))
            lines.append(PageLine("", f"{date} · {_count(night.count)}", head=True))
        for number in night.numbers:
            if one := played(number):
                act = Host("game", str(number), str(leaf.page if leaf else 0))
                lines.append(PageLine(str(number or ""), game_words(one), act))
    tabs = []
    if leaf and leaf.pages > 1:
        newer, older = Host("games", str(leaf.page - 1)), Host("games", str(leaf.page + 1))
        tabs = [
            Button(say(N_("Newer")), newer, enabled=leaf.page > 0),
            Button(say(N_("Older")), older, enabled=leaf.page < leaf.pages - 1),
            Button(say(N_("Months")), Host("months", str(leaf.page))),
        ]
    bar = Bar(
        say(N_("Evenings")),
        say(N_("Reading…")) if leaf is None else say(N_("Touch a game to see how it went")),
        _home(),
        (
            Button(say(N_("Restore")), Host("places", "restore")),
            Button(say(N_("Back up")), Host("places", "backup")),
            Button(say(N_("Export")), Host("places", "export")),
        ),
    )
    empty = "" if leaf is None else say(N_("No game has been played yet."))
    about = _count(leaf.total if leaf else 0)
    if leaf and leaf.pages > 1:
        about += " · " + say(N_("page {page} of {pages}"), page=leaf.page + 1, pages=leaf.pages)
    return PageView(say(N_("Evenings")), about if leaf else "", tuple(tabs), tuple(lines), bar, empty)


def months_page(months: Sequence[Month], page: int) -> PageView:
    """The months in which games were begun; each leads to its newest night. `page` is where Back leads."""
    lines = [
        PageLine(
            "",
            f"{one.name} · {_count(one.count)}",
            Host("games", str(one.page)),
        )
        for one in months
    ]
    back = Button(say(N_("Back")), Host("games", str(page)), "quiet")
    bar = Bar(say(N_("Evenings")), say(N_("Touch a month")), back, ())
    return PageView(say(N_("Months")), "", (), tuple(lines), bar, say(N_("No date is known.")), columns=2)


def _count(games: int) -> str:
    return say(P_("{count} game", "{count} games", "count"), count=games)


def game_words(played: Played) -> str:
    """`CasiNoya Poker · Ana, Bruno · 7 rounds · Ana wins`."""
    parts = [game_title(played.game), ", ".join(player.name for player in played.players)]
    if played.series and played.series[-1].number:
        parts.append(say(N_("{word:word} {number}"), word=played.mark, number=played.series[-1].number))
    if played.outcome is None:
        parts.append(say(N_("not ended")))
    elif played.outcome.winners or played.measure != "bank":  # a night of money has no winner, and nobody expects one
        parts.append(outcome_text(played.outcome))
    return " · ".join(parts)


def game_page(played: Played, page: str) -> OverView:
    """How an old game went; `page` of the list is where Back leads."""
    title = outcome_text(played.outcome) if played.outcome else say(N_("Not ended"))
    about = [game_title(played.game), ", ".join(player.name for player in played.players)]
    if played.begun:
        about.append(time.strftime("%Y-%m-%d %H:%M", time.localtime(played.begun)))
    names = list(dict.fromkeys(name for point in played.series for name in point.values))
    series = tuple(
        Series(
            name,
            SERIES_TONES[at % len(SERIES_TONES)],
            tuple(float(point.values[name]) for point in played.series if name in point.values),
        )
        for at, name in enumerate(names)
    )
    facts = (*award_facts(played.awards), (say(N_("Actions")), str(played.entries)))
    bar = Bar(say(N_("Evenings")), " · ".join(about), Button(say(N_("Back")), Host("games", page), "quiet"), (_home(),))
    chart = translate(_CHARTS.get(played.measure, "")) if played.measure else ""
    return OverView(title, " · ".join(about), chart, series, say(N_("Of this game")), facts, bar)


def award_facts(awards: Sequence[Award]) -> tuple[tuple[str, str], ...]:
    """Awards in words; one without words is left out."""
    return tuple(
        (translate(AWARDS[one.code][0]), say(AWARDS[one.code][1], seat=one.seat, number=one.number))
        for one in awards
        if one.code in AWARDS
    )


# --- exports and backups --------------------------------------------------------------------------------------------

_PLACES: Final[Mapping[str, tuple[str, str]]] = {
    "export": (N_("Export"), N_("All games as CSV and JSON, and the log of this one: where to?")),
    "backup": (N_("Back up"), N_("Journal, cards, people and settings: where to?")),
    "restore": (N_("Restore"), N_("Which backup? The program begins again with it.")),
    "report": (N_("Save a report"), N_("Findings, settings, readers and logs, for who mends it: where to?")),
}


def places_page(what: str, places: Sequence[PlaceView], said: str, good: bool) -> PageView:
    """Where to write, or which backup to take; `said` is what became of the last attempt."""
    title, sentence = _PLACES[what]
    lines = []
    for place in places:
        act: Host | Confirm = Host(f"do-{what}", place.path)
        if what == "restore":
            question = say(N_("Replace everything that is kept here by {name}?"), name=place.name)
            act = Confirm(question, say(N_("Restore")), Host("do-restore", place.path))
        lines.append(PageLine("", f"{place.name} — {place.path}" if what != "restore" else place.name, act))
    bar = Bar(
        say(title),
        said or say(sentence),
        Button(say(N_("Back")), Host("doctor" if what == "report" else "games"), "quiet"),
        (),
        "gold" if good else "red",
    )
    empty = say(N_("There is no backup yet.")) if what == "restore" else say(N_("This table keeps nothing on disk."))
    return PageView(say(title), "", (), tuple(lines), bar, empty)


# --- readers and command cards --------------------------------------------------------------------------------------


def readers_page(readers: Sequence[ReaderView], seats: Sequence[str], asking: str, where: Button) -> PageView:
    """Whose reader is whose; touching a seat lets its owner lay a card on the own reader."""
    bound = {one.seat: one.name for one in readers if one.seat}
    lines = [
        PageLine(
            "",
            say(N_("{seat}: {reader}"), seat=place, reader=bound[seat])
            if seat in bound
            else say(N_("{seat}: the shared reader"), seat=place),
            Host("map", seat),
        )
        for seat, place in ((seat, say(N_("Dealer")) if seat == DEALER else seat) for seat in seats)
    ]
    lines += [
        PageLine("", say(N_("Let everybody share {reader}"), reader=one.name), Host("unmap", one.name))
        for one in readers
        if one.seat
    ]
    sentence = (
        say(N_("{seat}: lay any card on your reader"), seat=say(N_("Dealer")) if asking == DEALER else asking)
        if asking
        else say(N_("Touch a seat, then its reader"))
    )
    bar = Bar(say(N_("Readers")), sentence, where, (), "gold")
    about = say(P_("{count} reader", "{count} readers", "count"), count=len(readers))
    return PageView(say(N_("Readers")), about, (), tuple(lines), bar, columns=2)


def cards_page(commands: Mapping[str, int], decks: Sequence[str], asking: str) -> PageView:
    """Command cards: spare tags that mean next, stand, war, surrender, undo or yes; and the decks that are known."""
    about = say(N_("Known decks: {decks}"), decks=", ".join(decks)) if decks else say(N_("No deck is known yet"))
    lines = [PageLine("", say(N_("Command cards: spare tags that press a button")), head=True)]
    for word, count in commands.items():
        words = P_("{name}: {count} tag", "{name}: {count} tags", "count") if count else N_("{name}: no tag")
        text = say(words, name=command_name(word), count=count)
        lines.append(PageLine("", text, Host("command", word)))
    taught = [word for word, count in commands.items() if count]
    lines += [
        PageLine("", say(N_("Forget the tags of {name}"), name=command_name(word)), Host("forget-command", word))
        for word in taught
    ]
    sentence = (
        say(N_("Lay a spare tag on the reader: it will mean {name}"), name=command_name(asking))
        if asking
        else say(N_("Touch a deck, or what a spare tag shall mean"))
    )
    bar = Bar(say(N_("Cards")), sentence, _home(), ())
    return PageView(say(N_("Cards")), about, (), tuple(lines), bar, columns=2)


def command_name(word: str) -> str:
    """What a command card says."""
    return say(_COMMANDS[word]) if word in _COMMANDS else option_name(word)


_COMMANDS: Final = {"undo": N_("Undo"), "yes": N_("Yes: as proposed"), "next": N_("Next"), "stand": N_("Stand")}


def undo_steps(shot: Snapshot, entry: int) -> int:
    """How many changes must be taken back so that `entry` is undone; 0 where it does not stand."""
    current = shot.history.current()
    at = next((index for index, record in enumerate(current) if record.n == entry), None)
    return 0 if at is None else len(current) - at
