"""What is printed beside boards: pieces, tiles, cards, plans, puzzles, texts, records, slips."""
