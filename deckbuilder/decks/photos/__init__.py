"""Photos of deck lists: sent, read by a worker into a text, and forgotten."""
