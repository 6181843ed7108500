"""Lessons to play through, and pages to read."""
