"""Limits of trials, in a module that loads without numpy."""

MAX_TURNS = 40
