"""The doctor, how readers read, and the touch grid, on the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion import __version__
from companion.words import N_, P_, say
from ui.facade_devices import FindingView, QualityView
from ui.view.host_model import PageLine, PageView
from ui.view.model import Bar, Button, Confirm, Go, GridView, Host

MARKS: Final[Mapping[str, str]] = {"ok": "✓", "note": "•", "fault": "✗"}
COLUMNS: Final = 8
ROWS: Final = 5


def doctor_page(findings: Sequence[FindingView] | None, lamps: int, off: bool) -> PageView:
    """What the doctor found, what must be mended first; below it the lamp walk, the touch grid and the switch."""
    found = sorted(findings or (), key=lambda one: ("fault", "note", "ok").index(one.state))
    lines = [
        PageLine(
            MARKS[one.state],
            say(N_("{what}: {detail}"), what=one.what, detail=one.detail) + (f" → {_fix(one)}" if one.fix else ""),
            tone="red" if one.state == "fault" else "gold" if one.fix else "",
        )
        for one in found
    ]
    faults = sum(one.state == "fault" for one in found)
    if findings is None:
        sentence = say(N_("Looking at everything…"))
    elif faults:
        sentence = say(P_("{count} thing to mend", "{count} things to mend", "count"), count=faults)
    else:
        sentence = say(N_("All is well"))
    tabs = [Button(say(N_("Look again")), Host("doctor")), Button(say(N_("Touch grid")), Host("grid"))]
    if lamps:
        tabs.append(Button(say(N_("Lamp walk")), Host("lamp-walk")))
    tabs.append(Button(say(N_("Readers")), Host("readers")))
    if off:
        question = say(N_("Switch the table off? Everything is saved."))
        act = Confirm(question, say(N_("Switch off")), Host("switch-off"))
        tabs.append(Button(say(N_("Switch off")), act, "danger"))
    back = Button(say(N_("Back")), Go("settings"), "quiet")
    report = Button(say(N_("Save a report")), Host("places", "report"))
    bar = Bar(say(N_("Doctor")), sentence, back, (report,), "red" if faults else "mint")
    about = say(N_("ParaNoya table companion, version {version}"), version=__version__)
    return PageView(say(N_("Doctor")), about, tuple(tabs), tuple(lines), bar)


def _fix(finding: FindingView) -> str:
    """How it is mended where there is no terminal: decks are taught on the screen, too."""
    return say(N_("Home, Cards, Teach a new deck")) if finding.what == "decks" else finding.fix


def quality_lines(readers: Sequence[QualityView]) -> tuple[PageLine, ...]:
    """The quality meter for a page of two columns: a reader and how it reads, and below it the cards that it reads badly."""
    lines = []
    for one in readers:
        read = say(P_("{count} card read", "{count} cards read", "count"), count=one.read)
        missed = say(P_("{count} miss", "{count} misses", "count"), count=one.missed)
        errors = say(P_("{count} error", "{count} errors", "count"), count=one.errors)
        lines.append(PageLine("", one.name, head=True))
        lines.append(PageLine("", f"{read}, {missed}, {errors}, {_quiet(one.quiet_s)}"))
        if one.weak:
            cards = ", ".join(one.weak[:8]) + ("…" if len(one.weak) > 8 else "")
            lines.append(PageLine("", say(N_("Reads badly: {cards:word}"), cards=cards)))
    return tuple(lines)


def _quiet(seconds: float | None) -> str:
    if seconds is None:
        return say(N_("no answer yet"))
    if seconds < 1.0:
        return say(N_("answers"))
    return say(P_("last answer {count} second ago", "last answer {count} seconds ago", "count"), count=int(seconds))


def grid_view(left: frozenset[int]) -> GridView:
    """The touch grid: every field is to be touched once."""
    done = COLUMNS * ROWS - len(left)
    sentence = (
        say(N_("Touch every field: {done} of {all} answered"), done=done, all=COLUMNS * ROWS)
        if left
        else say(N_("Every field answers"))
    )
    bar = Bar(
        say(N_("Touch grid")),
        sentence,
        Button(say(N_("Back")), Host("doctor"), "quiet"),
        (Button(say(N_("Again")), Host("grid")),),
        "gold" if left else "mint",
    )
    return GridView(say(N_("Touch grid")), COLUMNS, ROWS, left, bar)
