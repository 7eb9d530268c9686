"""The screens: one widget class for each kind of screen view."""
