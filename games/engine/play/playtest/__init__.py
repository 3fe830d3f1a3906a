"""A game played by hand."""
