import polite

polite.play(lambda number, legal: f"={number} {legal[0]} wins")
