"""A game at the terminal: what was typed is done. It knows neither keys nor screens."""
