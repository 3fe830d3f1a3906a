"""The card search language."""
