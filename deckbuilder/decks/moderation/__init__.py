"""Reports of decks and comments, and what staff do about these and about people."""
