"""Mental arithmetic: what three dice make."""
