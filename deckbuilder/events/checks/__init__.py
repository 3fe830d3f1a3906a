"""Deck checks: what a judge counts against a list."""
