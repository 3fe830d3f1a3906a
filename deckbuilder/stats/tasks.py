"""The app's tasks, where Celery looks for them."""

from deckbuilder.stats.simulations.tasks import SIMULATIONS, play_next

__all__ = ["SIMULATIONS", "play_next"]
