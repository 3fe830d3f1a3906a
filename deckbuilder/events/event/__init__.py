"""The event itself: its pages, settings, staff, log, start and end."""
