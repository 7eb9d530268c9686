"""The low form of a seat: name and words left, the big number right; for games without bars and counts under their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kivy.metrics import dp

from ui.theme import F_SMALL
from ui.widgets.base import text_width
from ui.widgets.names import put_name

if TYPE_CHECKING:
    from ui.view.model import SeatView
    from ui.widgets.seats import SeatPanel

NUMBER: Final = 44.0  # dp: size of the letters of the number, as in the mock-up cassino-capture
CHIP: Final = 19.0  # dp: height of the role's chip


def is_low(view: SeatView) -> bool:
    """Whether nothing stands under the seat's number, so that the low form shows it all."""
    return view.ratio is None and not view.counts


def arrange_low(panel: SeatPanel) -> None:
    """Place all parts of a panel of little height."""
    view = panel.view
    if view is None:
        return
    narrow = panel.width < dp(200)
    pad = dp(12) if narrow else dp(16)
    inner = panel.width - 2 * pad
    chip = min(panel.chip.natural_width(), panel.width - dp(12))
    panel.put(panel.chip, panel.width - chip - (dp(8) if narrow else dp(14)), -dp(8), chip, dp(CHIP))
    panel.put(panel.lamp, pad - dp(2), dp(14), dp(14), dp(14))
    panel.big.resize(dp(NUMBER))
    number = min(inner * 0.5, text_width(view.big, dp(NUMBER), True) + dp(2))
    of = text_width(view.of, F_SMALL) + dp(2) if view.of else 0
    panel.put(panel.big, pad + inner - number, dp(13), number, dp(44))
    panel.of.resize(F_SMALL)
    panel.of.opacity = 1
    panel.put(panel.of, pad + inner - of, panel.height - dp(27), of, dp(18))
    panel.note.resize(dp(16))
    note = min(text_width(view.note, dp(16), True) + dp(2), inner * 0.4) if view.note else 0
    panel.put(panel.note, pad + inner - of - note - dp(6), panel.height - dp(29), note, dp(22))
    left = max(number, of + note + dp(6))
    put_name(panel, panel.name, pad + dp(18), dp(10), inner - number - dp(28), dp(23), dp(1))
    panel.line.split(2)
    panel.put(panel.line, pad, dp(37), inner - left - dp(8), panel.height - dp(44))
    panel.put(panel.gone, 0, dp(34), panel.width, panel.height - dp(40))
