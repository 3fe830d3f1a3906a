"""The site: Django around the rules in `games`."""

from deckbuilder.celery import app as celery_app

__all__ = ["celery_app"]
