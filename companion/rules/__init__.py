"""The shared rules core: pure values and functions, usable alone (standard library and msgspec only)."""
