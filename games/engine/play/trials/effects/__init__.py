"""Statements of what cards do, as a table of numbers that a trial loop walks."""
