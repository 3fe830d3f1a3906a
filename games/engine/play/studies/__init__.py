"""Questions that trials of their own kind answer: which hands to keep, which turns the pilot misses."""
