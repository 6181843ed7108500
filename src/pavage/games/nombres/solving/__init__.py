"""Solving Nombres croisés: step by step as people do, by search and by flows, and counting solutions."""
