"""Shared by the games: values, constraints, the judge, and file formats."""
