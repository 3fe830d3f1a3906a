"""Comments on public decks."""
