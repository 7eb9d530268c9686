"""The tabletop companion: rules, live table and words, without screen or wires."""

__version__ = "0.1.0"  # the same as in pyproject.toml; read from here, as asking the package's metadata takes 20 ms
