"""Limits of trials, in a module that loads without numpy."""

MAX_TURNS = 40

MAX_CARDS = 600
"""Cards of a game that is played by hand, where each of them lies on the table individually, or searched for the best
line, where each position has them all."""
