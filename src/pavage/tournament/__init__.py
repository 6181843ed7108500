"""Tournaments: who meets whom, games played on all cores, results that are kept, ratings, reports."""
