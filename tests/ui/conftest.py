"""A clean bed for the screen: real GL through SDL's `offscreen` driver, no user's files, one window a process, virtual time.

The window's size and density are per process (`COMPANION_UI=WIDTHxHEIGHT@DENSITY` chooses them); the root is laid out in the
part of the window that a test asks for. Pictures are compared with a tolerance; `--update-pictures` makes new references.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

SIZE, _, _DENSITY = os.environ.get("COMPANION_UI", "800x480@1").partition("@")
DENSITY, _, TURNED = _DENSITY.partition("+")  # 1280x720@1.5+90: on a panel that is 720 x 1280 by nature
WIDTH, HEIGHT = map(int, SIZE.split("x"))
PANEL = round(360 * float(DENSITY))

os.environ.update(
    KIVY_NO_ARGS="1",
    KIVY_NO_CONFIG="1",
    KIVY_NO_FILELOG="1",
    KIVY_NO_CONSOLELOG="1",
    KIVY_LOG_MODE="PYTHON",
    KIVY_HOME=tempfile.mkdtemp(prefix="companion-kivy-"),
    KIVY_METRICS_DENSITY=DENSITY,
    KIVY_METRICS_FONTSCALE="1",
    KIVY_DPI="96",
    KIVY_CLOCK="default",
    KIVY_DATA_DIR=str(Path(__file__).parents[2] / "ui" / "kivy_data"),
    KIVY_IMAGE="sdl2",
    KIVY_AUDIO="sdl2",
    SDL_AUDIODRIVER="dummy",
    SDL_VIDEODRIVER="offscreen",
    LIBGL_ALWAYS_SOFTWARE="1",
)
atexit.register(shutil.rmtree, os.environ["KIVY_HOME"], ignore_errors=True)

FAILED = pytest.StashKey[bool]()
PICTURES = Path(__file__).parent / "pictures"


def pytest_configure(config: pytest.Config) -> None:
    """The marker exists also where pytest-xdist is switched off."""
    config.addinivalue_line("markers", "xdist_group(name): tests of one group run in one process")


def pytest_addoption(parser: pytest.Parser) -> None:
    """References are only ever written on request."""
    with contextlib.suppress(ValueError):  # another conftest may have it
        parser.addoption("--update-pictures", action="store_true", help="write new reference pictures of the screen")


class Bench:
    """What a test holds: the running screen on a direct facade, time, fingers, eyes."""

    def __init__(self, app: Any, window: Any, now: list[float]) -> None:
        self.app, self.window, self._now = app, window, now

    # --- the parts -------------------------------------------------------------------------------------------------

    @property
    def root(self) -> Any:
        return self.app.root

    @property
    def facade(self) -> Any:
        return self.app.facade

    @property
    def table(self) -> Any:
        return self.app.facade._table

    @property
    def desk(self) -> Any:
        return self.app.root.desk

    def start(self, game: str, *names: str, **options: str) -> None:
        """A new game on the table screen."""
        from companion.rules.game import Player

        reply = self.table.new(game, [Player(name, name) for name in names], options)
        assert reply.refusal is None, reply.refusal
        self.facade.stop_teaching()  # at home cards chose decks; now they go to the game
        self.desk.screen = "table"
        self.desk.changed()
        self.settle()

    def do(self, *actions: Any) -> None:
        """Actions as they come from readers; a text is a touched card."""
        from companion.rules.cards import Card
        from companion.rules.game import Touched

        for action in actions:
            reply = self.table.submit(Touched(Card(action)) if isinstance(action, str) else action)
            assert reply.refusal is None, (action, reply.refusal)
        self.settle()

    # --- time ------------------------------------------------------------------------------------------------------

    def frames(self, count: int = 1, step: float = 1 / 60) -> None:
        from kivy.base import EventLoop

        for _ in range(count):
            self._now[0] += step
            EventLoop.idle()

    def advance(self, seconds: float) -> None:
        self.frames(max(1, round(seconds * 60)))

    def settle(self, limit: float = 4.0) -> int:
        """Run until nothing asks to be drawn for a third of a second; fails on a screen that never rests."""
        quiet = 0
        for count in range(round(limit * 60)):
            self.frames()
            quiet = 0 if self.window.canvas.needs_redraw else quiet + 1
            if quiet >= 20:
                return count
        raise AssertionError("the screen never rests: an endless animation or redraw")

    # --- fingers ---------------------------------------------------------------------------------------------------

    def touch(self, x: float, y: float, hold: float = 0.05) -> None:
        from kivy.tests.common import UnitTestTouch

        finger = UnitTestTouch(x, y)
        finger.touch_down()
        self.advance(hold)
        finger.touch_up()
        self.frames(2)

    def tap(self, target: Any) -> None:
        """A finger on the middle of a widget, after the lock-out of a button that just changed."""
        self.advance(0.35)
        self.touch(*target.to_window(*target.center))

    def tap_text(self, text: str) -> None:
        """Tap the one target that says this."""
        self.tap(self.target(lambda one: said(one) == text))

    # --- eyes ------------------------------------------------------------------------------------------------------

    def targets(self) -> list[Any]:
        """All that can be pressed now, as large as a finger needs it."""
        from ui.widgets.buttons import Pressable

        return [
            one
            for one in self.root.walk()
            if isinstance(one, Pressable) and one.act is not None and one.opacity and one.width > 1 and one.target
        ]

    def target(self, wanted: Callable[[Any], bool]) -> Any:
        found = [one for one in self.targets() if wanted(one)]
        assert len(found) == 1, f"{len(found)} targets: {[said(one) for one in self.targets()]}"
        return found[0]

    def texts(self) -> list[Any]:
        """All texts that are shown."""
        from ui.widgets.base import Text

        return [one for one in self.root.walk() if isinstance(one, Text) and one.say and visible(one)]

    def says(self) -> list[str]:
        return [one.say for one in self.texts()]

    def picture(self) -> Any:
        """The root as a picture."""
        from PIL import Image

        self.settle()
        if TURNED:
            return self.panel()
        texture = self.root.export_as_image().texture
        return Image.frombytes("RGBA", texture.size, texture.pixels).convert("RGB")

    def panel(self) -> Any:
        """What the panel itself shows, turned back: the pixels of the frame before it is flipped."""
        from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
        from PIL import Image

        wide, high = self.window.system_size
        seen: list[bytes] = []

        def read(*_: object) -> None:
            seen.append(glReadPixels(0, 0, wide, high, GL_RGBA, GL_UNSIGNED_BYTE))

        self.window.bind(on_flip=read)
        self.window.canvas.ask_update()
        self.frames(2)
        self.window.unbind(on_flip=read)
        picture = (
            Image.frombytes("RGBA", (wide, high), seen[-1]).convert("RGB").transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        )
        upright = picture.rotate(-int(TURNED), expand=True)
        return upright.crop((0, upright.height - HEIGHT, WIDTH, upright.height))


def said(widget: Any) -> str:
    """The words of a target."""
    text = getattr(widget, "text", None)
    return text.say if text is not None and hasattr(text, "say") else ""


def visible(widget: Any) -> bool:
    """Whether no parent hides it."""
    while widget is not None and hasattr(widget, "opacity"):
        if not widget.opacity or widget.width <= 1 or widget.height <= 1:
            return False
        if widget.parent is widget:
            break
        widget = widget.parent
    return True


@pytest.fixture(scope="session")
def window() -> Any:
    """The one window of this process, under a clock that only tests move."""
    from kivy.config import Config

    for name, value in {
        "width": HEIGHT if TURNED else WIDTH + PANEL,
        "height": WIDTH + PANEL if TURNED else HEIGHT,
        "rotation": int(TURNED or 0),
        "multisamples": 0,
        "maxfps": 0,
        "resizable": 0,
    }.items():
        Config.set("graphics", name, value)
    Config.set("kivy", "exit_on_escape", 0)
    for name, _ in Config.items("input"):
        Config.remove_option("input", name)

    from kivy.clock import Clock
    from kivy.core.window import Window
    from PIL import Image

    # Pillow looks for its plugins at the first picture and logs those that are missing with their exceptions, whose
    # frames would keep that test's widgets alive in pytest's captured log.
    Image.init()
    assert Window is not None, "no GL: apt-get install libgl1 libegl1 libgl1-mesa-dri"
    Window.close = lambda *_: None  # stopping an app must not destroy the session's window
    now = [Clock.time()]
    Clock.time = lambda: now[0]  # it never jumps back: then triggers would stop firing
    Clock._max_fps = 0
    Window.virtual_now = now
    return Window


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Remember whether the test failed."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


def take_down(made: list[Bench], window: Any) -> None:
    """Leave nothing of the screens behind; a function of its own, so that no variable of a loop keeps one alive."""
    from kivy.animation import Animation
    from kivy.app import App
    from kivy.base import EventLoop
    from kivy.clock import Clock

    from companion.words import use
    from ui.theme import MOTION, C

    for one in made:
        one.app.stop()
        for child in window.children[:]:
            window.remove_widget(child)
        one.app.root = None
        one.app = None
    made.clear()
    EventLoop.touches.clear()
    for module in EventLoop.postproc_modules:
        for memory in ("touches", "last_touches"):
            held = getattr(module, memory, None)
            if hasattr(held, "clear"):
                held.clear()
    for event in Clock.get_events():
        event.cancel()
    Animation._instances.clear()  # what was moving when its clock was taken away (a fading scroll bar)
    App._running_app = None
    MOTION.allowed = True
    C.use("dark")
    use("en")


@pytest.fixture
def bench(window: Any, request: pytest.FixtureRequest) -> Iterator[Callable[..., Bench]]:
    """Makes the running screen on a direct facade; afterwards nothing of it may be left."""
    from kivy.base import runTouchApp

    from companion.live.table import Table
    from companion.rules.games import GAMES
    from ui.direct import DirectFacade
    from ui.theme import MOTION
    from ui.window import CompanionApp

    made: list[Bench] = []

    def make(*, simulator: Any = None, motion: bool = False, **keywords: Any) -> Bench:
        MOTION.allowed = motion
        facade = DirectFacade(Table(GAMES), simulator=simulator, **keywords)
        if simulator is not None:
            simulator.facade = facade
        app = CompanionApp(facade, simulator=simulator is not None)
        app._run_prepare()
        runTouchApp(embedded=True)
        window.on_resize(*window.system_size)
        app.root.size_hint = (None, None)
        app.root.size = (WIDTH + (PANEL if simulator is not None else 0), HEIGHT)
        app.root.pos = (0, 0)
        one = Bench(app, window, window.virtual_now)
        made.append(one)
        one.settle()
        return one

    yield make
    roots = [weakref.ref(one.root) for one in made]
    take_down(made, window)
    for _ in range(3):  # a finalizer of one round may free what the next one collects
        gc.collect()
    if not request.node.stash.get(FAILED, False):  # a failure's traceback holds the widgets
        kept = [root() for root in roots if root() is not None]
        holders = [
            f"{type(one).__name__}: {one!r:.200}" for root in kept for one in gc.get_referrers(root) if one is not kept
        ]
        assert not kept, f"the widget tree leaked, held by {holders}"


def halved(picture: Any) -> Any:
    """A picture at half its size, as references are kept."""
    from PIL import Image

    return picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.BOX)


def unlike(got: Any, wanted: Any) -> list[int]:
    """How much each field of 8 x 8 pixels differs in the mean, 0 to 255, the worst first.

    Edges are softened first, and a field may lie one pixel off (two of the screen): other machines set letters a little
    differently, and draw slopes otherwise.
    """
    from PIL import Image, ImageChops, ImageFilter

    got, wanted = (one.filter(ImageFilter.GaussianBlur(SOFT)) for one in (got, wanted))
    fields = got.width // FIELD, got.height // FIELD
    best = None
    for across in (-1, 0, 1):
        for upward in (-1, 0, 1):
            apart = ImageChops.difference(got, ImageChops.offset(wanted, across, upward))
            red, green, blue = apart.split()
            worst = ImageChops.lighter(ImageChops.lighter(red, green), blue)
            worst = worst.crop((0, 0, fields[0] * FIELD, fields[1] * FIELD)).resize(fields, Image.Resampling.BOX)
            best = worst if best is None else ImageChops.darker(best, worst)
    assert best is not None
    return sorted(best.tobytes(), reverse=True)


FIELD = 8
SOFT = 0.8  # pixels
MOST = 29  # no field may differ by more: something is missing, or stands elsewhere (six pixels: 90 for a panel)
MANY = 20  # and few by more than this: letters that are hinted otherwise reach 20, everything half a pixel off 27
SHARE = 0.035


def judged(got: Any, wanted: Any) -> str:
    """Why two pictures at half size are not alike; empty: they are."""
    if got.size != wanted.size:
        return f"{got.size} instead of {wanted.size}"
    found = unlike(got, wanted)
    many = sum(one > MANY for one in found) / len(found)
    if found[0] > MOST:
        return f"a field differs by {found[0]}"
    return f"{many:.1%} of the fields differ" if many > SHARE else ""


@pytest.fixture
def same_picture(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Compares a screen with its reference, at half its size and with a tolerance (`judged`); `got` is a picture taken already.

    `--update-pictures` writes the references instead; `keep` never does.
    """
    from PIL import Image

    def compare(one: Bench, name: str, keep: bool = False, got: Any = None) -> None:
        got, path = halved(got if got is not None else one.picture()), PICTURES / f"{name}.png"
        if request.config.getoption("--update-pictures") and not keep:
            path.parent.mkdir(parents=True, exist_ok=True)
            got.quantize(128, kmeans=1, dither=Image.Dither.NONE).save(path, optimize=True)
            return
        assert path.exists(), f"no reference {path.name}: look at the screen and run with --update-pictures"
        why = judged(got, Image.open(path).convert("RGB"))
        if why:
            folder = Path(tempfile.gettempdir()) / "companion-pictures"
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            got.save(folder / f"{name}.png")
            pytest.fail(f"{name}: {why}; see {folder / name}.png")

    return compare
