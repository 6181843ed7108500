"""On paper: the scenes of the screen, and cards, plans and texts, laid out in millimetres as PDF and SVG."""
