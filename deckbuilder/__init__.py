"""The site: Django around the rules in `games`."""

from deckbuilder.celery import app

__all__ = ["app"]
