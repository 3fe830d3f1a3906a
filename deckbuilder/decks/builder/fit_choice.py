"""Whether the builder's catalog shows only cards that fit, remembered by the browser for each deck."""

from typing import Any

from deckbuilder.common.http.session import save_in_session
from games.engine.model.game import Game

SESSION_KEY = "fits"

MAX_DECKS = 50
"""Decks for which the choice is remembered, the last viewed ones."""


def chosen_zone(session: Any, slug: str, game: Game, choice: str | None) -> str:
    """The zone whose fitting cards alone are shown beside a deck; "" for all cards. `choice`: the one in the URL,
    which is remembered; None if there is none."""
    choices: dict[str, str] = session.get(SESSION_KEY, {})
    zone = choices.get(slug, "") if choice is None else choice
    if zone not in (each.slug for each in game.zones):
        zone = ""
    if choice is not None:
        save_in_session(session, SESSION_KEY, slug, zone, MAX_DECKS)
    return zone
