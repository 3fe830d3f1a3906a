"""The roster: many players entered at once, and written to a file."""
