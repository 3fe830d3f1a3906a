"""Pictures of lists, rendered and distorted, and how many of their lines are read rightly: `python -m tests.photos`."""
