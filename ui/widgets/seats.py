"""The row of seats: whose turn, hit points, deck and pit, readable across the table."""

from __future__ import annotations

from typing import Any

from kivy.animation import Animation
from kivy.graphics import Color, Line, Mesh, SmoothLine
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from ui.palette import told_apart
from ui.theme import COUNT, F_COUNT, F_HP, F_SMALL, F_TINY, FRAME, MOTION, C, S
from ui.view.model import Count, SeatView
from ui.widgets import motion, paint
from ui.widgets.base import Group, Plate, Text, refill, spaced, text_width
from ui.widgets.buttons import Press, Pressable
from ui.widgets.lowseats import arrange_low, is_low
from ui.widgets.names import ONE_LINE, put_name

ROLE_TONES = {"attacker": "attacker", "defender": "defender", "waiting": "ivory", "winner": "mint", "out": "", "": ""}
ON_ROLE = {"attacker": "on_attacker", "defender": "on_defender"}  # what is drawn on a role's tone; ink on the others
NARROW = 165.0  # dp: below it words stand under the numbers


class RoleIcon(Widget):
    """A sword, a shield, a waiting ring or a crown, drawn in one tone: the role's sign without its colour."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.role, self.tone = "", "ink"
        self.bind(pos=self._redraw, size=self._redraw)

    def show(self, role: str, tone: str) -> None:
        """Another role or tone."""
        if (role, tone) != (self.role, self.tone):
            self.role, self.tone = role, tone
            self._redraw()

    def _at(self, *parts: float) -> list[float]:
        return [
            self.x + part * self.width if even else self.y + part * self.height
            for part, even in zip(parts, (True, False) * (len(parts) // 2), strict=True)
        ]

    def _redraw(self, *_: object) -> None:
        self.canvas.clear()
        if self.width <= 1:
            return
        with self.canvas:
            Color(*C(self.tone))
            weight = max(dp(1), self.width * 0.09)
            if self.role == "attacker":
                SmoothLine(points=self._at(0.12, 0.12, 0.88, 0.88), width=weight)
                SmoothLine(points=self._at(0.12, 0.44, 0.44, 0.12), width=weight)
            elif self.role == "defender":
                outline = self._at(0.5, 0.02, 0.86, 0.32, 0.9, 0.82, 0.5, 0.98, 0.1, 0.82, 0.14, 0.32)
                corners: list[float] = []
                for x, y in zip(outline[::2], outline[1::2], strict=True):
                    corners += [x, y, 0, 0]
                Mesh(vertices=corners, indices=list(range(6)), mode="triangle_fan")
                SmoothLine(points=outline, width=dp(0.8), close=True)
            elif self.role == "winner":
                crown = self._at(0.05, 0.15, 0.95, 0.15, 1.0, 0.8, 0.72, 0.5, 0.5, 0.92, 0.28, 0.5, 0.0, 0.8)
                SmoothLine(points=crown, width=weight, close=True)
            elif self.role == "waiting":
                outer = paint.inset(C(self.tone), self.width * 0.36, self.width * 0.14 - weight * 0.75)
                dot = paint.inset(C(self.tone), self.width * 0.14, self.width * 0.36)
                paint.surface(*self.pos, *self.size, outer, outer.grown(-weight * 1.5, None), dot)


class RoleChip(Group):
    """The role in a word and a sign, on the upper edge of its seat."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.plate = Plate(self, "gold", "gold", 0, radius=dp(9))
        self.icon = RoleIcon()
        self.word = Text(size=F_TINY, tone="ink", bold=True, align="center", least=0.8)
        self.add_widget(self.icon)
        self.add_widget(self.word)

    def show(self, role: str, word: str) -> None:
        """Another role."""
        tone = ROLE_TONES[role]
        self.opacity = 1 if tone and word else 0
        if tone:
            self.plate.paint(tone, tone, 0)
            self.icon.show(role, ON_ROLE.get(role, "ink"))
            self.word.set(spaced(word), ON_ROLE.get(role, "ink"))

    def natural_width(self) -> float:
        """Width that shows the whole word."""
        return float(self.word.natural_width() + dp(32))

    def arrange(self) -> None:
        """The sign left, the word behind it."""
        side = self.height * 0.62
        self.put(self.icon, dp(7), (self.height - side) / 2, side, side)
        self.put(self.word, dp(7) + side + dp(2), 0, self.width - dp(14) - side, self.height)


class PileIcon(Widget):
    """Two small cards behind each other: a deck upright, a pit lying."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.sign = ""
        self.bind(pos=self._redraw, size=self._redraw)

    def show(self, sign: str) -> None:
        """`deck` or `pit`."""
        if sign != self.sign:
            self.sign = sign
            self._redraw()

    def _redraw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.sign or self.width <= 1:
            return
        width, height = self.width, self.height
        with self.canvas:
            if self.sign == "deck":
                layers = []
                for step in (2, 1, 0):
                    shift = dp(2) * step
                    card = paint.Layer(C("muted", 1 if step == 0 else 0.6), dp(2.5), (-shift, -shift, shift, shift))
                    layers += [card, card.grown(-dp(1.5), C("panel"))]
                paint.surface(*self.pos, width - dp(4), height - dp(4), *layers)
            else:
                Color(*C("muted"))
                low, high = self.y, self.y + height * 0.42
                outline = [self.x, high, self.x, low, self.x + width, low, self.x + width, high]
                Line(points=outline, width=dp(1), joint="round")
                card = paint.Layer(C("muted"), dp(2))
                place = (self.x + width * 0.24, self.y + height * 0.24, width * 0.52, height * 0.7)
                paint.surface(*place, card, card.grown(-dp(1.5), C("panel")))


class CountLabel(Group):
    """A count with its word and icon: beside each other where there is room, under each other where there is not."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.icon = PileIcon()
        self.value = Text(size=F_COUNT, bold=True, least=0.6)
        self.word = Text(size=F_SMALL, tone="muted", least=0.7)
        self.stacked = False
        for child in (self.icon, self.value, self.word):
            self.add_widget(child)

    def show(self, view: Count) -> None:
        """Another count."""
        self.icon.show(view.sign)
        self.value.set(view.value)
        self.word.set(view.word)
        self.rearrange()

    def faint(self, faint: bool) -> None:
        """Grey for a seat that is out."""
        self.value.set(self.value.say, "faint" if faint else "ivory")

    def natural_width(self, room: float) -> float:
        """Width that icon, number and word want where there is so much `room`."""
        icon = dp(22) if self._has_icon(room) else 0
        return float(icon + text_width(self.value.say, F_COUNT, True) + self.word.natural_width() + dp(7))

    def _has_icon(self, room: float) -> bool:
        """Whether there is room for the icon beside number and word."""
        words = text_width(self.value.say, F_COUNT, True) + self.word.natural_width() * self.word.least
        return bool(self.icon.sign) and room > max(dp(84), words + dp(28))

    def arrange(self) -> None:
        """Icon, number, word; narrow seats leave the icon out and put the word below."""
        if self.stacked:
            self.have(self.icon, False)
            self.word.resize(F_TINY)
            self.put(self.value, 0, 0, self.width, dp(26))
            self.put(self.word, 0, dp(26), self.width, dp(13))
            return
        self.word.resize(F_SMALL)
        icon = dp(17) if self._has_icon(self.width) else 0
        number = text_width(self.value.say, F_COUNT, True) + dp(2)
        self.have(self.icon, bool(icon))
        height = min(self.height, dp(30))
        if icon:
            self.put(self.icon, 0, (height - dp(22)) / 2, icon, dp(22))
            icon += dp(5)
        self.put(self.value, icon, 0, number, height)
        self.put(self.word, icon + number + dp(3), dp(5), self.width - icon - number - dp(3), height - dp(5))


class LampDot(Widget):
    """The seat's lamp as it is lit: a filled dot with a ring, or a dark one."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.rgb: tuple[float, float, float] | None = None
        self.bind(pos=self._redraw, size=self._redraw)

    def show(self, rgb: tuple[float, float, float] | None) -> None:
        """Another light; None: dark."""
        if rgb != self.rgb:
            self.rgb = rgb
            self._redraw()

    def _redraw(self, *_: object) -> None:
        self.canvas.clear()
        if self.width <= 1:
            return
        inset = self.width * 0.2
        tone = C("line") if self.rgb is None else (*self.rgb, 1.0)
        layers = [paint.inset(tone, self.width / 2 - inset, inset)]
        if self.rgb is not None:
            # A white lamp on a light panel is told by its ring.
            ring = (*self.rgb, 0.9) if told_apart(self.rgb, C("panel")[:3]) else C("muted")
            around = paint.Layer(ring, self.width / 2).grown(dp(0.6), ring)
            layers = [around, around.grown(-dp(1.2), None), *layers]
        with self.canvas:
            paint.surface(*self.pos, *self.size, *layers)


class SeatPanel(Pressable):
    """One seat: name and lamp, the big number with its bar, the counts; role by border, chip and sign."""

    shown_number = NumericProperty(0.0)

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(press, **keywords)
        self.view: SeatView | None = None
        self.plate = Plate(self, "panel", "line", 1)
        self.lamp = LampDot()
        self.name = Text(size=dp(17), bold=True, least=ONE_LINE)
        self.chip = RoleChip(opacity=0)
        self.big = Text(size=F_HP, bold=True, least=0.5)
        self.of = Text(size=dp(17), tone="muted")
        self.note = Text(size=dp(20), bold=True, align="right", least=0.6)
        self.line = Text(size=F_SMALL, tone="muted")
        self.gone = Text(size=dp(26), tone="faint", bold=True, align="center")
        for child in (self.lamp, self.name, self.big, self.of, self.note, self.line, self.gone):
            self.add_widget(child)
        with self.canvas:
            self._track, self._level = paint.Surface(), paint.Surface()
        self.counts: list[CountLabel] = []
        self.bind(shown_number=self._count)

    def show(self, view: SeatView) -> None:
        """Draw another view of the seat; a number that changed counts to its new value."""
        old, self.view = self.view, view
        if view == old:
            return
        out = view.role == "out"
        tone = ROLE_TONES[view.role]
        strong = bool(tone)
        self.plate.paint(
            "felt" if out else "raised" if strong else "panel",
            tone or "line",
            2.4 if strong else 1,
            alpha=0.6 if out else 1,
            halo=tone if view.role in ("attacker", "defender") else "",
        )
        self.mean(view.act)
        self.mean_held(view.hold)
        self.name.set(view.name, "faint" if out else "ivory")
        self.chip.show(view.role, "" if out else view.role_word)
        self.have(self.chip, bool(self.chip.opacity))
        self.lamp.show(view.lamp)
        self.of.set("" if out else view.of)
        self.note.set("" if out else view.note, view.note_tone)
        self.line.set("" if out else view.line)
        self.gone.set(spaced(view.role_word) if out else "")
        self.big.set("" if out else view.big, "red" if view.low else "ivory")
        refill(self, self.counts, () if out else view.counts, CountLabel, lambda label, count: label.show(count))
        if (
            old is not None
            and MOTION.on
            and not out
            and view.big.isdigit()
            and old.big.isdigit()
            and view.big != old.big
        ):
            motion.stop(self, "shown_number")
            self.shown_number = int(old.big)
            motion.start(motion.rise(COUNT, shown_number=int(view.big)), self)
        if old is not None and MOTION.on and strong and old.role != view.role:
            self._pulse(tone)
        self.rearrange()

    def _count(self, *_: object) -> None:
        if self.view and self.view.big.isdigit():
            self.big.set(str(round(self.shown_number)))

    def _pulse(self, tone: str) -> None:
        beat = _Beat()
        beat.bind(alpha=lambda _beat, alpha: self.plate.halo_strength(tone, alpha))
        rest = 0.22 if self.view and self.view.role in ("attacker", "defender") else 0.0
        motion.start(Animation(alpha=0.75, d=0.12, step=FRAME) + Animation(alpha=rest, d=0.4, step=FRAME), beat)

    def arrange(self) -> None:
        """All parts at their places for the panel's width."""
        if self.view is None:
            return
        if is_low(self.view):
            self._arrange_level(self.view, 0, 0, 0)
            arrange_low(self)
            return
        self.big.resize(F_HP)
        self.of.resize(dp(17))
        self.line.split(1)
        narrow = self.width < dp(NARROW)
        pad = dp(11) if narrow else dp(14)
        inner = self.width - 2 * pad
        chip = min(self.chip.natural_width(), self.width - dp(12))
        self.put(self.chip, self.width - chip - (dp(6) if narrow else dp(12)), -dp(8), chip, dp(19))
        self.put(self.lamp, pad - dp(2), dp(13), dp(14), dp(14))
        put_name(self, self.name, pad + dp(17), dp(10), inner - dp(17), dp(22), dp(1.2))
        number = min(inner, text_width(self.view.big, F_HP, True) + dp(2))
        self.put(self.big, pad, dp(28), number, dp(58))
        self.put(self.of, pad + number + dp(4), dp(56), dp(0) if narrow else min(dp(40), inner - number), dp(22))
        if narrow:
            self.of.opacity = 0
            room = inner - number - dp(2)
            self.note.resize(dp(17))
            self.put(self.note, pad + number + dp(2), dp(54), room, dp(24))
        else:
            self.of.opacity = 1
            start = number + (text_width(self.view.of, dp(17)) + dp(10) if self.view.of else dp(8))
            self.note.resize(dp(20))
            self.put(self.note, pad + start, dp(52), inner - start, dp(28))
        self.put(self.gone, 0, dp(40), self.width, self.height - dp(56))
        self._arrange_level(self.view, pad, self.top - dp(94), inner)
        top = dp(101)
        if self.view.line:
            self.put(self.line, pad, self.height - dp(30), inner, dp(20))
        else:
            self.put(self.line, pad, self.height, 0, 0)
        if self.counts:
            share = inner / len(self.counts)
            last = len(self.counts) - 1
            for at, label in enumerate(self.counts):
                label.stacked = narrow
                left = at * share
                if (
                    at == last and at and not narrow
                ):  # the last ends at the edge, so that no word touches the next number
                    left = max(left, inner - label.natural_width(share - dp(2)))
                height = dp(40) if narrow else dp(32)
                self.put(label, pad + left, top - (dp(3) if narrow else 0), share - dp(2), height)
                label.rearrange()

    def _arrange_level(self, view: SeatView, pad: float, y: float, width: float) -> None:
        """The bar of hit points: how full, red where they are low; without a width there is none."""
        ratio = 0.0 if view.ratio is None or view.role == "out" else min(1.0, view.ratio)
        shown = width if view.ratio is not None and view.role != "out" else 0.0
        tall, radius = dp(7), dp(3)
        self._track.lay(self.x + pad, y, shown, tall, paint.Layer(C("track"), radius))
        full = min(shown, max(tall, width * ratio)) if ratio > 0 else 0.0
        self._level.lay(self.x + pad, y, full, tall, paint.Layer(C("red" if view.low else "mint"), radius))


class _Beat(Widget):
    """Carries the number of one pulse of the halo."""

    alpha = NumericProperty(0.0)


class SeatRow(Group):
    """All seats, beside each other."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self._press = press
        self.panels: list[SeatPanel] = []
        self.columns = 0  # 0: all in one row

    def show(self, seats: tuple[SeatView, ...]) -> None:
        """Other views of the seats."""
        before = len(self.panels)
        refill(self, self.panels, seats, lambda: SeatPanel(self._press), lambda panel, seat: panel.show(seat))
        if len(self.panels) != before:
            self.rearrange()

    def tall(self) -> float:
        """Height that the seats want."""
        views = [panel.view for panel in self.panels if panel.view is not None]
        return float(S.low_seats if views and all(map(is_low, views)) else S.seats)

    def arrange(self) -> None:
        """Equal panels, in one row or in so many columns."""
        if self.panels:
            columns = self.columns or len(self.panels)
            rows = -(-len(self.panels) // columns)
            gap = S.gap if columns < 6 else dp(6)
            width = (self.width - gap * (columns - 1)) / columns
            height = (self.height - S.gap * (rows - 1)) / rows
            for at, panel in enumerate(self.panels):
                row, column = divmod(at, columns)
                self.put(panel, column * (width + gap), row * (height + S.gap), width, height)
