"""Limits of trials, in a module that loads without numpy."""

MAX_TURNS = 40

MAX_CARDS = 600
"""Cards of a game that is played by hand: each of them lies on the table individually."""
