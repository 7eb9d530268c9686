"""What the table touches: readers, seat pods, lamps and buttons; knows tags and light patterns, never cards or games."""
