"""The goldfish: the table, the trial loop and its tallies."""
