"""What runs in a seat pod: MicroPython for an RP2040, written so that CPython runs the very same files in the simulation."""
