"""The parts of docs/api.md that repeat the code, made of it: every URL, and every ending of an error code.

`python -m tests.deckbuilder.api_document` writes them; a test checks that they are current.
"""

import os
import re
from pathlib import Path

DOCUMENT = Path(__file__).parents[2] / "docs/api.md"
PREFIX = "/api/v1/"


def _table(titles: list[str], rows: list[list[str]]) -> str:
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def urls() -> str:
    """Every URL with its methods, as the schema summarizes them."""
    from tests.deckbuilder.api import description

    return _table(
        ["Request", "Does"],
        [
            [f"`{method.upper()} {path.removeprefix(PREFIX) or PREFIX}`", operation["summary"]]
            for path, operations in description()["paths"].items()
            for method, operation in operations.items()
        ],
    )


def endings() -> str:
    """What may follow the dot of each group of error codes."""
    from deckbuilder.decks.lists.codec import LIST_ERRORS
    from deckbuilder.decks.verdicts.sentences import EDIT_ERRORS
    from deckbuilder.events.sentences import ERRORS as EVENT_ERRORS
    from deckbuilder.playtest.sentences import ERRORS as PLAYTEST_ERRORS
    from deckbuilder.playtest.sentences import START_ERRORS
    from deckbuilder.stats.odds.sentences import GOAL_ERRORS, ODDS_ERRORS
    from deckbuilder.stats.simulations.sentences import SIMULATION_ERRORS
    from games.engine.reading.search.query import SENTENCES

    groups = {
        "query": SENTENCES,
        "list": LIST_ERRORS,
        "goal": GOAL_ERRORS,
        "odds": ODDS_ERRORS,
        "simulation": SIMULATION_ERRORS,
        "event": {*EVENT_ERRORS, "unresolved", "unknown-value", "too-long", "unprintable"},
        "playtest": {**PLAYTEST_ERRORS, **START_ERRORS},
        "edit": EDIT_ERRORS,
    }
    return _table(
        ["Codes", "Endings"],
        [[f"`{name}.`", " ".join(f"`{code}`" for code in sorted(codes))] for name, codes in groups.items()],
    )


def current(text: str) -> str:
    """The document with its generated parts as the code has them."""
    for name, table in (("urls", urls()), ("endings", endings())):
        begin, end = f"<!-- {name}: generated -->\n\n", f"\n\n<!-- end of {name} -->"
        pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
        text, count = pattern.subn(lambda _, part=begin + table + end: part, text)
        assert count == 1, name
    return text


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deckbuilder.settings")
    import django

    django.setup()
    DOCUMENT.write_text(current(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
