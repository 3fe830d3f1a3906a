"""Deck lists as the site writes them, with up to three of the changes people make when they pass them on.

`python -m tests.games.distorted_lists 10000` reads so many lists of each game, and says how many read back as the same
deck, how many ask about something, and how many do neither.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from games import registry
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.game import Game
from games.engine.reading.decklists.parsing import Reading, read, write_text
from tests.catalogs import decks_of, load_catalog

GAMES = {game.slug: game for game in registry.GAMES}
MAX_CHANGES = 3

_LINE = re.compile(r"(?P<count>\d+)x (?P<name>.+?)(?P<code> \([^()]+\))?")
_DOTS = re.compile('[「」『』《》〈〉“”"・·…‥、，,。．.！!？?：:；;～~―—–-]')
_FULL_WIDTH = {
    code: code + 0xFEE0 for code in (*range(0x30, 0x3A), *range(0x41, 0x5B), *range(0x61, 0x7B), 0x28, 0x29, 0x2D)
}


class Line(NamedTuple):
    """A line of a card while it is changed: what stands before the quantity, and so on."""

    before: str
    count: str
    name: str
    code: str
    note: str = ""
    is_count_behind: bool = False

    def __str__(self) -> str:
        words = (self.name + self.code, self.count) if self.is_count_behind else (self.count, self.name + self.code)
        return self.before + " ".join(words) + self.note


def bold(line: Line, draw: random.Random) -> Line:
    mark = draw.choice(("**{}**", "__{}__", "*{}*", "<b>{}</b>", "[b]{}[/b]"))
    if draw.random() < 0.5:
        return line._replace(count=mark.format(line.count))
    return line._replace(name=mark.format(line.name))


def bullet(line: Line, draw: random.Random) -> Line:
    return line._replace(
        before=draw.choice(("- ", "* ", "・", "● ", "> ", "> - ", "- [x] ", "🃏 ", "■", "✅ ")) + line.before
    )


def count_behind(line: Line, draw: random.Random) -> Line:
    digits = re.sub(r"\D", "", line.count)
    written = draw.choice(("x{}", "×{}", "{}枚", "{}張", "✖️{}", "({}枚)", "*{}", "{}"))
    return line._replace(count=line.count.replace(f"{digits}x", written.format(digits)), is_count_behind=True)


def full_width(line: Line, draw: random.Random) -> Line:
    if draw.random() < 0.5:
        return line._replace(count=line.count.translate(_FULL_WIDTH), code=line.code.translate(_FULL_WIDTH))
    return line._replace(name=line.name.translate(_FULL_WIDTH))


def without_dots(line: Line, draw: random.Random) -> Line:
    return line._replace(name=_DOTS.sub(draw.choice(("", " ")), line.name).strip() or line.name)


def note(line: Line, draw: random.Random) -> Line:
    notes = (
        "（必須）",
        " (foil)",
        " *F*",
        " // 2 or 3?",
        " #key",
        " ← 強い",
        " [Ramp]",
        " ^Have^",
        "（3枚目）",
        " ¥120",
        "※",
    )
    return line._replace(note=draw.choice(notes))


CHANGES = (full_width, without_dots, count_behind, bold, bullet, note)
"""In the order in which they are made: nobody changes the width of a tag."""


@cache
def sample_decks(slug: str) -> tuple[Deck, ...]:
    game, cards = GAMES[slug], load_catalog(GAMES[slug])
    paths = sorted(path for path in decks_of(game).glob("*.txt") if "illegal" not in path.name)
    return tuple(read(path.read_text(encoding="utf-8"), cards, game, GAMES).deck for path in paths)


def any_deck(game: Game, draw: random.Random) -> Deck:
    """A deck with some cards replaced by others that their zones take: the reader knows no rules."""
    deck = draw.choice(sample_decks(game.slug))
    zones = {}
    for slug, entries in deck.zones.items():
        zone = game.zone(slug)
        if zone.prefill:
            zones[slug] = tuple(entries)
            continue
        possible = [card for card in load_catalog(game).cards.values() if zone.takes(card)]
        chosen: dict[str, DeckLine] = {}
        for entry in entries:
            card = draw.choice(possible) if draw.random() < 0.5 else entry.card
            chosen.setdefault(card.key, DeckLine(card, entry.count))
        zones[slug] = tuple(chosen.values())
    return replace(deck, zones=zones, maybe=(), unknown=())


def distorted(deck: Deck, game: Game, draw: random.Random) -> str:
    """The list of a deck with up to three changes, each made to every line or to about half of them."""
    chosen = draw.sample(CHANGES, draw.randint(1, MAX_CHANGES))
    changes = [change for change in CHANGES if change in chosen]
    shares = [draw.choice((0.5, 1)) for _ in changes]
    seed = draw.random()
    lines = []
    for text in write_text(deck, game, load_catalog(game).shared_names).splitlines():
        parts = _LINE.fullmatch(text)
        if not parts:
            lines.append(text)
            continue
        line = Line("", f"{parts['count']}x", parts["name"], parts["code"] or "")
        for change, share in zip(changes, shares, strict=True):
            # a change is made alike in all lines of a list
            line = change(line, random.Random(f"{seed}{change.__name__}")) if draw.random() < share else line
        lines.append(str(line))
    return "\n".join(lines)


def copies(deck: Deck) -> Counter[tuple[str, str]]:
    """The copies of each card by zone."""
    return Counter({(zone, line.card.key): line.count for zone, lines in deck.zones.items() for line in lines})


def outcome(deck: Deck, result: Reading) -> str:
    """`same`, `asks`, or `wrong`: a card that the deck does not have, another quantity, or a card lost in silence."""
    read_copies: Counter[tuple[str, str]] = Counter()
    for zone, lines in result.deck.zones.items():
        for line in lines:
            read_copies[zone, line.card.key] += line.count
    if read_copies - copies(deck):
        return "wrong"
    if result.receipt.is_settled:
        is_same = read_copies == copies(deck) and result.deck.declarations == deck.declarations
        return "same" if is_same else "wrong"
    return "asks"


def attempt(game: Game, seed: int) -> tuple[str, str, Reading]:
    """The outcome for a random list, with the list and how it was read."""
    draw = random.Random(f"{game.slug}{seed}")
    deck = any_deck(game, draw)
    text = distorted(deck, game, draw)
    result = read(text, load_catalog(game), game, GAMES)
    return outcome(deck, result), text, result


def main() -> None:
    tries = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for game in registry.GAMES:
        if sys.argv[2:] and game.slug not in sys.argv[2:]:
            continue
        outcomes: Counter[str] = Counter()
        lines: Counter[str] = Counter()
        for seed in range(tries):
            kind, text, result = attempt(game, seed)
            outcomes[kind] += 1
            lines.update(line.status for line in result.receipt.lines if line.status != "ignored")
            if kind == "wrong":
                print(f"{game.slug} {seed}:\n{text}\n")
        share = 1 - lines["matched"] / max(1, lines.total())
        print(game.slug, dict(outcomes), f"lists that ask {outcomes['asks'] / tries:.1%}, lines that ask {share:.2%}")


if __name__ == "__main__":
    main()
