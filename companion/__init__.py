"""The tabletop companion: rules, live table and words, without screen or wires."""
