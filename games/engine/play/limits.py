"""Bounds of trials, apart from what plays them so that they load without numpy."""

MAX_TURNS = 40
