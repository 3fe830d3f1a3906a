"""Players' entries and the lists they submit."""
