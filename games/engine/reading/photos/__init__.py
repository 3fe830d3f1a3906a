"""Reads photos of deck lists: what stands where in a picture, the list it makes, and the cards it names."""
