"""Our games, one folder each. registry.py lists them."""
