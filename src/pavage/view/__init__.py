"""A Scene as SVG, as terminal text, as a page to print."""
