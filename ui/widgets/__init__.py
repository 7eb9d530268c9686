"""Dumb widgets: each draws one view value and redraws when it changes."""
