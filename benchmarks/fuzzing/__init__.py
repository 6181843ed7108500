"""Every parser and what may be thrown at it: see `fuzz.py`, the command."""
