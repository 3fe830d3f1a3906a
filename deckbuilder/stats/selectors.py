"""Queries for the simulations of a deck."""

from django.db.models import QuerySet

from deckbuilder.stats.models import Simulation
from games.engine.play.version import VERSION

MAX_COMPARED = 5
"""How many of a deck's last simulations are searched for one that matches another deck's."""


def simulations_of_deck(deck: int) -> QuerySet[Simulation]:
    """The simulations of a deck (its primary key), newest first."""
    return Simulation.objects.filter(deck=deck)


def games_of_deck(deck: int) -> QuerySet[Simulation]:
    """The simulations of a deck (its primary key) that are not studies."""
    return simulations_of_deck(deck).filter(study="games")


def last_of_cards(deck: int, fingerprint: str, study: str = "games") -> Simulation | None:
    """The last simulation of a deck (its primary key) with these cards, played by the current pilots."""
    return simulations_of_deck(deck).filter(fingerprint=fingerprint, version=VERSION, study=study).first()


def games_of_cards(deck: int, fingerprint: str) -> list[Simulation]:
    """The last simulations of a deck (its primary key) with these cards, played by the current pilots, without
    studies."""
    return list(games_of_deck(deck).filter(fingerprint=fingerprint, version=VERSION, error="")[:MAX_COMPARED])


def last_rule(deck: int) -> tuple[str, int]:
    """The mulligan goal of the last simulation of a deck (its primary key) that has one, and its turn; "", 0 if none
    has."""
    rule = games_of_deck(deck).exclude(keep="").values_list("keep", "keep_turn").first()
    return rule or ("", 0)
