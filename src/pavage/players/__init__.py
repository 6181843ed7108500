"""Players: a position in, a Thought out."""
