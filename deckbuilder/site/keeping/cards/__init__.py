"""Pages on which keepers change single cards."""
