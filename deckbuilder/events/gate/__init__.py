"""The gate: an event starts when every list is settled."""
