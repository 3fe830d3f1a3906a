"""The tables of docs/effects.md, made of the vocabularies.

`python -m tests.games.engine.effects.effects_document` writes them; a test checks that they are current.
"""

import re
from pathlib import Path

from games.engine.effects.understanding import GRAMMAR
from games.engine.effects.vocabulary import COMMON, PARTS
from games.registry import GAMES

DOCUMENT = Path(__file__).parents[4] / "docs/effects.md"
TITLES = {
    "triggers": "Triggers",
    "facts": "Facts",
    "verbs": "Verbs",
    "modes": "Ways of an event",
    "zones": "Zones",
    "positions": "Positions",
    "flags": "Flags",
    "keys": "Keys",
    "counters": "Counters",
}


def shape(word):
    """What stands after a verb or a fact, what may be left out in square brackets."""
    if not hasattr(word, "parts"):
        return " number" if getattr(word, "values", False) is True else ""
    operand = {"event": ["trigger of"], "value": ["value"]}.get(word.operand) or ["/".join(filter(None, word.operand))]
    if isinstance(word.operand, tuple) and "" in word.operand:
        operand = [f"[{operand[0]}]"]
    after = {"from": "from …", "to": "to …", "for": "for …", "by": "by …", "end": "until end"}
    parts = [
        f"[{after.get(part.strip('?'), part.strip('?'))}]" if part.endswith("?") else after.get(part, part)
        for part in word.parts.split()
    ]
    return "".join(f" {part}" for part in (*operand, *parts) if part)


def remark(word):
    """What the line of a word adds to its meaning."""
    if getattr(word, "alone", True) is False:
        return " (never without an enemy)"
    return " (a number)" if getattr(word, "numeric", False) else ""


def rows(vocabulary, part):
    words = [word for word in getattr(vocabulary, part) if word.doc]
    return [f"| `{word.name}{shape(word)}` | {word.doc}{remark(word)} |" for word in words]


def table(vocabulary, without=None):
    """The words of a vocabulary, those of another one left out."""
    lines = ["| Word | Means |", "|---|---|"]
    for part in PARTS:
        known = rows(without, part) if without else ()
        if further := [row for row in rows(vocabulary, part) if row not in known]:
            lines += [f"| **{TITLES[part]}** | |", *further]
    return "\n".join(lines)


def tables():
    """By the name of their place in the document."""
    games = {game.name.en: table(game.effects, COMMON) for game in GAMES}
    grammar = ["| Word | Means |", "|---|---|", *(f"| `{word}` | {doc} |" for word, doc in GRAMMAR.items())]
    sections = [f"### {name}\n\n{text}" for name, text in games.items() if "| `" in text]
    return {"common": table(COMMON), "grammar": "\n".join(grammar), "games": "\n\n".join(sections)}


def current(text):
    """The document with its tables as they should be."""
    for name, rows in tables().items():
        pattern = rf"(<!-- {name} -->\n).*?(<!-- end -->)"
        text, found = re.subn(pattern, lambda match, rows=rows: f"{match[1]}{rows}\n{match[2]}", text, flags=re.DOTALL)
        assert found == 1, f"docs/effects.md has no place for the words of {name}"
    return text


if __name__ == "__main__":
    DOCUMENT.write_text(current(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
