"""A match as text and back."""
