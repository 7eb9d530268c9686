"""What happens at the table: inbox, router, journal, cards, lamps, log."""
