"""Deck lists of many players at once."""
