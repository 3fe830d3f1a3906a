"""A simulation in plain data, the one shape that page, API, command and files give; and as a CSV file."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO
from typing import Any

from django.utils.translation import get_language

from deckbuilder.stats import selectors
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.sentences import FAILURES
from games.registry import get, goldfish

INPUT = ("game", "fingerprint", "goal", "keep", "keep_turn", "turns", "seat", "seed", "trials", "precision", "version")
COLUMNS = ("figure", "turn", "card", "name", "value", "low", "high", "games")
METRICS = ("available", "used", "plays", "exchanges", "dismissals", "laid", "score", "hand")


def input_json(simulation: Simulation) -> dict[str, Any]:
    """What was asked."""
    return {name: getattr(simulation, name) for name in INPUT}


def as_json(simulation: Simulation) -> dict[str, Any]:
    """What was asked, how far it has come, and what the games played so far say."""
    progress = selectors.progress(simulation)
    return {
        "slug": simulation.slug,
        "deck": simulation.deck.slug if simulation.deck else None,
        "asked_at": simulation.asked_at.isoformat(),
        **input_json(simulation),
        **progress_json(simulation, progress),
        "pilot": pilot_json(simulation),
        "summary": selectors.summary(simulation, progress.chunks) if progress.chunks else None,
    }


def failure(simulation: Simulation) -> str:
    """The code of why it failed, one of FAILURES."""
    return simulation.error or "outdated"


def progress_json(simulation: Simulation, progress: selectors.Progress) -> dict[str, Any]:
    """How far it has come."""
    failed = failure(simulation) if progress.state == "failed" else ""
    return {
        "state": progress.state,
        "played": progress.played,
        "wanted": progress.wanted,
        "half_width": progress.half_width,
        "rate": progress.rate,
        "left": progress.left,
        "seconds": progress.seconds,
        "error": {"code": failed, "message": FAILURES[failed]()} if failed else None,
    }


def pilot_json(simulation: Simulation) -> dict[str, str]:
    """What the pilot does, and what its figures are, in the active language."""
    found, language = goldfish(get(simulation.game)), get_language() or "en"
    names = ("policy", "resource", "score", "clock")
    return {name: getattr(found, name).read(language) for name in names}


# CSV ------------------------------------------------------------------------------------------------------------------


def as_csv(simulation: Simulation) -> str:
    """All figures so far, one a row: a share or a mean as `value` with its interval, over so many `games`."""
    out = StringIO()
    rows = csv.DictWriter(out, COLUMNS, lineterminator="\r\n")
    rows.writeheader()
    progress = selectors.progress(simulation)
    if progress.chunks:
        rows.writerows(_rows(selectors.summary(simulation, progress.chunks)))
    return out.getvalue()


def _rows(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield _share("kept", data["keep"])
    yield _share("won", data["win"])
    for each in data["turns"]:
        for name in METRICS:
            if found := each[name]:
                figures = {"value": found["mean"], "low": found["low"], "high": found["high"]}
                yield {"figure": name, "turn": each["turn"], "games": each["reached"], **figures}
    for each in data["clock"]["turns"]:
        yield {"figure": "won", "turn": each["turn"], "value": each["share"], "games": data["trials"]}
    for each in data["goal"] or ():
        yield _share("goal", each, turn=each["turn"])
    reached = [each["reached"] for each in data["turns"]]
    for card in data["stuck"]:
        yield from _card(card, data["trials"], reached)


def _share(figure: str, share: dict[str, Any], **more: Any) -> dict[str, Any]:
    figures = {"value": share["estimate"], "low": share["low"], "high": share["high"], "games": share["trials"]}
    return {"figure": figure, **more, **figures}


def _card(card: dict[str, Any], trials: int, reached: list[int]) -> Iterator[dict[str, Any]]:
    """Mean copies of a card in the opening hand (turn 0), and in hand at the end of each turn."""
    copies = [(0, card["opened"], trials), *zip(range(1, len(reached) + 1), card["turns"], reached, strict=True)]
    for turn, value, games in copies:
        named = {"figure": "in hand", "turn": turn, "card": card["code"], "name": card["name"]}
        yield {**named, "value": value, "games": games}
