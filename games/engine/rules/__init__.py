"""The rules of deck construction and the judge."""
