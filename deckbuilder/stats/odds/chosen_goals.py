"""The goal last chosen for each deck, remembered in the browser's session."""

from collections.abc import Mapping, MutableMapping
from typing import Any

from deckbuilder.common.http.session import save_in_session

KEY = "goals"
MAX_DECKS = 20
"""The most decks whose goals are remembered, the last ones used."""
MAX_CHARS = 1_000
"""A longer goal is not remembered."""


def save_goal(session: MutableMapping[str, Any], slug: str, goal: str, turn: int, seat: str) -> None:
    choice = {"goal": goal, "turn": str(turn), "seat": seat}
    if len(goal) <= MAX_CHARS and saved_goal(session, slug) != choice:
        save_in_session(session, KEY, slug, choice, MAX_DECKS)


def saved_goal(session: Mapping[str, Any], slug: str) -> Mapping[str, str]:
    """`goal`, `turn` and `seat` as in the query string of an odds page; {} if none was chosen."""
    choice: Mapping[str, str] = session.get(KEY, {}).get(slug, {})
    return choice
