"""The simulated hardware beside the table: a reader to lay cards on, the lamps, every deck, robots and faults."""
