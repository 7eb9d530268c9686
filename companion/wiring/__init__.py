"""The composition root: the only rooms that know rules, live table, hardware and screen; each is loaded when it is needed."""
