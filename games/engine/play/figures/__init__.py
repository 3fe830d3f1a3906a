"""What tallies say: estimates with their intervals, summaries, comparisons."""
