"""Public decks: finding them, their authors, favourites and follows."""
