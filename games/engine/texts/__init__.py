"""Texts: labels in several languages, one spelling for many, and what is in people's files."""
