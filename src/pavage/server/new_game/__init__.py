"""How a game begins: the form, a position made by hand, a game from elsewhere."""
