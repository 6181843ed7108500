"""What came of a tournament, told: as text, as data, and as a page that stands alone."""
