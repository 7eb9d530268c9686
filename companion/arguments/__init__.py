"""The options of each command and what runs it, in modules that are loaded only for a command that is given."""
