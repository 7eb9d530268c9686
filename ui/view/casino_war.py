"""Casino War: the dealer, the seats with their bets and cards, what is won and handed over."""

from __future__ import annotations

from ui.view.games import GameView, shows


@shows("casino-war")
class CasinoWarView(GameView):
    """The table against the house."""
