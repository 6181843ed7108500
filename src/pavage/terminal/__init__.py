"""The terminal application: a game on the whole screen or line by line, and what all commands print with."""
