"""What a game declares, cards, decks and what is found wrong with them: frozen values."""
