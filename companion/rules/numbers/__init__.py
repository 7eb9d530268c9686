"""The designer's numbers, as TOML files."""
