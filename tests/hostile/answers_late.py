"""It answers every question twice: the second answer comes when the next question is already there."""

import polite

polite.play(lambda number, legal: f"={number} {legal[0]}\n={number} {legal[0]}")
