"""What to show: pure functions from snapshots to view values (`model`), tested without a window."""
