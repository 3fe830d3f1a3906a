"""Limits of an event's texts and numbers, used by columns, forms, the API and services."""

from games.engine.reading.decklists import lines

MAX_DECK_NAME = lines.MAX_NAME
MAX_CARD_NAME = 200
MAX_NAME = 120
MAX_PLACE = 200
MAX_NOTES = 2_000
MAX_CAPACITY = 100_000
MAX_PLAYER_NAME = 80
MAX_ANSWER = 300
MAX_EMAIL = 254
MAX_CHECK_NOTE = 1_000
MAX_EXTRA_NAME = 200
"""Length of the name of an extra card in a deck check."""

MAX_REASON = 300
MAX_NONCE = 40
FIRST_YEAR, LAST_YEAR = 2000, 2100
"""Allowed years of an event's times."""
