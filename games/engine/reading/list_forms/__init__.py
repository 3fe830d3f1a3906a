"""Deck lists of other programs, each form in a module of its own, rewritten as lists in the site's text format."""
