"""Cassino: capture, build, sweep; the classic game, Royal, Spade and Draw (RULES.md 3)."""

from companion.rules.cassino.play import CASSINO, DRAW, ROYAL, SPADE

__all__ = ["CASSINO", "DRAW", "ROYAL", "SPADE"]
