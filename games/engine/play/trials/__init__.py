"""Games played alone: the table, the trial loop at two speeds, tallies of chunks."""
