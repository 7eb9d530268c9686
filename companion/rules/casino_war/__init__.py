"""Casino War: bets, shoe, payouts, exact odds and the game itself (RULES.md 2)."""

from companion.rules.casino_war.play import CasinoWar

CASINO_WAR = CasinoWar()

__all__ = ["CASINO_WAR", "CasinoWar"]
