"""A game's declarations, cards, decks and violations, as frozen values."""
