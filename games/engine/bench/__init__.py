"""Speed of checking decks and of trials, compared with the same jobs written by hand in C."""
