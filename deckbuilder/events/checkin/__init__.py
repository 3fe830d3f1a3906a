"""Check-in at the door."""
