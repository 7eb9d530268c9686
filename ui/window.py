"""The Kivy application: one desk, one screen at a time, notices brought to the screen's thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.uix.widget import Widget

from ui.desk import Desk
from ui.facade import Facade, Notice, SettingsChanged, SignalGiven, TableChanged
from ui.screens.home import HomeScreen
from ui.screens.lists import ListScreen
from ui.screens.newgame import KeyboardScreen, NewGameScreen
from ui.screens.over import OverScreen
from ui.screens.page import PageScreen
from ui.screens.table import TableScreen
from ui.screens.teach import GridScreen, TeachScreen
from ui.theme import LOCK, MOTION, TEXT, C, S
from ui.view import model
from ui.view.host_model import PageView
from ui.waking import Waking
from ui.widgets import motion
from ui.widgets.base import Backdrop, Group
from ui.widgets.cover import Cover

EVENT_SOUNDS = (("GameOver", "win"), ("DamageDealt", "hit"), ("AttackerChosen", "attacker"))  # the first that is told

SCREENS: dict[type, Callable[[Any], Any]] = {
    model.HomeView: HomeScreen,
    model.NewGameView: NewGameScreen,
    model.KeyboardView: KeyboardScreen,
    model.ListView: ListScreen,
    model.TableView: TableScreen,
    model.OverView: OverScreen,
    model.TeachView: TeachScreen,
    model.GridView: GridScreen,
    PageView: PageScreen,
}


class Root(Group):
    """The screen now, and the simulated hardware beside it where there is any."""

    def __init__(self, facade: Facade, simulator: bool = False, screen: str = "", **keywords: Any) -> None:
        super().__init__(**keywords)
        self.facade = facade
        self.view: model.Screen | PageView | None = None
        self.ground = Backdrop()
        self.add_widget(self.ground)
        self._drawing = Clock.create_trigger(lambda _dt: self.draw(), -1)
        self.desk = Desk(facade, self._drawing, self._later)
        if screen:
            self.desk.screen = screen
        self.cover = Cover(self._unlock)
        self.add_widget(self.cover)
        self.waking = Waking(_call_later, facade.shine, self._drawing)
        self.screen: Any = None
        self.kind: type | None = None
        self.panel: Any = None
        self._woke = -1e9
        if simulator and facade.simulator is not None:
            from ui.simulator.panel import SimulatorPanel

            self.panel = SimulatorPanel(facade)
            self.add_widget(self.panel, index=1)
        self.draw()

    @staticmethod
    def _later(seconds: float, do: Callable[[], None]) -> None:
        Clock.schedule_once(lambda _dt: do(), seconds)

    def draw(self) -> None:
        """Show what the desk shows; a screen of the same kind keeps its widgets."""
        view = self.desk.view()
        if type(view) is not self.kind:
            if self.screen is not None:
                self.remove_widget(self.screen)
            self.kind = type(view)
            self.screen = SCREENS[self.kind](self.desk.press)
            self.add_widget(self.screen, index=1)  # under the cover
            self.rearrange()
        self.view = view
        self.screen.show(view)
        self.cover.show(self.waking.darkness, self.desk.locked)
        self.desk.drawn(view)

    def _unlock(self) -> None:
        self.desk.locked = False
        self.draw()

    # --- fingers ---------------------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        """A touch that wakes the screen, and what follows it at once, does nothing else; a lock swallows all."""
        motion.finish_all()  # whoever touches wants to go on
        if self.waking.stir():
            self._woke = Clock.time()
        if Clock.time() - self._woke < LOCK.seconds:
            touch.ud["waking"] = True
            return True
        return bool(self.cover.on_touch_down(touch) or super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        """What woke the screen moves nothing."""
        return "waking" in touch.ud or bool(self.cover.on_touch_move(touch) or super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        """What woke the screen presses nothing."""
        return "waking" in touch.ud or bool(self.cover.on_touch_up(touch) or super().on_touch_up(touch))

    def rebuild(self) -> None:
        """Build everything anew, after a change of theme or language."""
        if self.screen is not None:
            self.remove_widget(self.screen)
        self.screen, self.kind = None, None
        self.remove_widget(self.ground)
        self.ground = Backdrop()
        self.add_widget(self.ground, index=len(self.children))
        self.draw()
        self.rearrange()

    def arrange(self) -> None:
        """The panel at the right edge, the screen takes the rest."""
        self.put(self.ground, 0, 0, self.width, self.height)
        width = self.width
        if self.panel is not None:
            width -= S.simulator
            self.put(self.panel, width, 0, S.simulator, self.height)
        if self.screen is not None:
            self.put(self.screen, 0, 0, width, self.height)
        self.put(self.cover, 0, 0, width, self.height)


def _call_later(seconds: float, do: Callable[[], None]) -> Callable[[], None]:
    event = Clock.schedule_once(lambda _dt: do(), seconds)
    cancel: Callable[[], None] = event.cancel
    return cancel


class CompanionApp(App):
    """The application around a facade."""

    def __init__(
        self, facade: Facade, simulator: bool = False, sounds: Any = None, screen: str = "", **keywords: Any
    ) -> None:
        super().__init__(**keywords)
        self.facade, self.simulator, self.sounds, self.first = facade, simulator, sounds, screen
        self._unsubscribe: Callable[[], None] | None = None
        self._look = ("", "", 0.0)
        self._heard = -1  # the snapshot that was last listened to

    def load_config(self) -> Any:
        """No .ini file of Kivy's own: the settings are the companion's."""
        return self.config

    def open_settings(self, *_: Any) -> bool:
        """Not on F1 either: Kivy's own panel has no place here, nor the rules that draw it (ui/kivy_data)."""
        return False

    def build(self) -> Widget:
        """The root, drawn for the settings in force."""
        self._settle_look()
        root = Root(self.facade, self.simulator, self.first)
        self._settle_waking(root)
        self._unsubscribe = self.facade.subscribe(self._hear_from_anywhere)
        return root

    def _hear_from_anywhere(self, notice: Notice) -> None:
        """On the owner's thread: only post, without delay (delays count from the last tick, kivy.md section 3)."""
        Clock.schedule_once(lambda _dt: self.hear(notice))

    def hear(self, notice: Notice) -> None:
        """On the screen's thread."""
        root = self.root
        if root is None:
            return
        if self.sounds is not None:
            self._sound(notice)
        if isinstance(notice, SettingsChanged) and self._settle_look():
            root.rebuild()
        if isinstance(notice, SignalGiven | TableChanged):
            root.waking.stir()
        elif isinstance(notice, SettingsChanged):
            self._settle_waking(root)
        root.desk.hear(notice)
        if root.panel is not None:
            root.panel.hear(notice)

    def _sound(self, notice: Notice) -> None:
        """The four signals; and when a new entry brought it, the attacker, a hit or the end."""
        if isinstance(notice, SignalGiven):
            self.sounds.play(notice.kind)
            return
        shot = self.facade.snapshot
        if not isinstance(notice, TableChanged) or shot is None or shot.serial == self._heard:
            return
        self._heard = shot.serial
        told = {type(event).__name__ for event in shot.events}
        sound = next((name for kind, name in EVENT_SOUNDS if kind in told), "")
        if sound:
            self.sounds.play(sound)

    def _settle_look(self) -> bool:
        """Take theme, language, text size and motion from the settings; whether everything must be built anew."""
        from companion.words import current, languages, use

        settings = self.facade.settings()
        C.use(settings.get("theme", "dark"))
        language = settings.get("language", "en")
        if language in languages() and language != current():
            use(language)
        MOTION.on = MOTION.allowed and settings.get("motion", "on") == "on"
        LOCK.seconds = int(settings.get("lockout_ms", "300")) / 1000
        if self.sounds is not None:
            self.sounds.on = settings.get("sound", "on") == "on"
            self.sounds.volume = int(settings.get("volume", "70")) / 100
        TEXT.use(settings.get("text_size", "normal"))
        look = (C.theme, current(), TEXT.factor)
        changed, self._look = look != self._look, look
        return changed

    def _settle_waking(self, root: Root) -> None:
        settings = self.facade.settings()
        root.waking.settle(float(settings.get("dim_after", "0")), float(settings.get("sleep_after", "0")))

    def on_stop(self) -> None:
        """The window closes."""
        motion.forget_all()
        if self.root is not None:
            self.root.waking.end()
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None
