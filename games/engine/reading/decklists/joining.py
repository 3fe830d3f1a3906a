"""Lines of a deck list that belong together: a quantity on a line of its own, and a name broken over two lines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise

from games.engine.reading.catalogs.catalog import Lookup
from games.engine.reading.decklists.counts import numbers
from games.engine.reading.decklists.hints import names_card
from games.engine.reading.decklists.lines import Piece
from games.engine.reading.decklists.match import lookups, match
from games.engine.reading.decklists.ways import Way, Ways, ways

MAX_BROKEN = 40
"""For how many pairs of lines it is tried whether they are one name."""

_COUNT = re.compile(
    r"(?:[x×✕✖*]\s*)?(?:\d{1,3}|[一二兩两三四五六七八九十]{1,3}(?=\s*[枚張张]))\s*[枚張张]?(?:\s*[x×✕✖])?", re.I
)

Framed = Callable[[Piece], bool]
"""Whether a line is a title, a total or a header."""


def join_lines(pieces: Sequence[Piece], cards: Lookup, framed: Framed) -> list[Piece]:
    """The pieces of a list, with such lines joined to one; the other line is left as a `part`."""
    return _join_names(_join_counts(list(pieces), cards, framed), cards, framed)


def _join_counts(pieces: list[Piece], cards: Lookup, framed: Framed) -> list[Piece]:
    """Quantities belong to the names before them or to those after them, whichever holds for the whole list. Where
    neither does, or both, every name beside a quantity is asked about."""
    written = [at for at, piece in enumerate(pieces) if piece.kind not in ("blank", "comment")]
    counts = [at for at in written if _is_count(pieces[at])]
    if not counts:
        return pieces
    before, after = (_names_beside(pieces, written, counts, step, framed) for step in (-1, 1))
    fits = [names for names in (before, after) if None not in names.values()]
    if len(fits) == 2:
        named = [sum(_names_card(pieces, at, cards) for at in names.values()) for names in fits]
        fits = [names for names, cards_named in zip(fits, named, strict=True) if cards_named == max(named)]
    joined = list(pieces)
    if len(fits) == 1:
        for at, other in fits[0].items():
            assert other is not None
            name, (count,) = pieces[other], numbers(pieces[at].text)
            text = " ".join(pieces[each].text for each in sorted((at, other)))
            joined[other] = name._replace(
                kind="line", text=text, ways=_ways_with_count(name.text, count), parts=None, cells=()
            )
            joined[at] = pieces[at]._replace(kind="part")
        return joined
    possible: dict[int, list[str]] = {}
    for at in counts:
        for other in (before[at], after[at]):
            if other is not None:
                possible.setdefault(other, []).append(f"{pieces[at].text}?")
                joined[at] = pieces[at]._replace(kind="part")
    for at, texts in possible.items():
        text = " ".join((pieces[at].text, *texts))
        joined[at] = pieces[at]._replace(kind="line", text=text, ways=Ways((), Way(1, text)), parts=None, cells=())
    return joined


def _names_beside(
    pieces: Sequence[Piece], written: Sequence[int], counts: Collection[int], step: int, framed: Framed
) -> dict[int, int | None]:
    """For each line with a quantity the index of the line beside it, if that may be a card's name without one."""
    names: dict[int, int | None] = {}
    for place, at in enumerate(written):
        if at in counts:
            other = written[place + step] if 0 <= place + step < len(written) else at
            each = pieces[other]
            is_name = other not in counts and each.ways and not each.ways.counted and not framed(each)
            names[at] = other if is_name else None
    return names


def _is_count(piece: Piece) -> bool:
    return piece.kind == "line" and bool(_COUNT.fullmatch(unicodedata.normalize("NFKC", piece.text)))


def _names_card(pieces: Sequence[Piece], at: int | None, cards: Lookup) -> bool:
    each = pieces[at].ways if at is not None else None
    return bool(each and names_card(match(each, cards)))


def _ways_with_count(name: str, count: int) -> Ways:
    """A name with a quantity that stands on another line."""
    read = ways(name)
    candidates = tuple(Way(count, way.text) for way in read.candidates if way.quantity == 1)
    return Ways(candidates, Way(count, read.default.text), True)


def _join_names(pieces: list[Piece], cards: Lookup, framed: Framed) -> list[Piece]:
    """Two lines that name no card, the second without a quantity, are one if they do so together."""
    pairs = [
        at
        for at, (piece, later) in enumerate(pairwise(pieces))
        if piece.kind == later.kind == "line"
        and later.ways
        and not later.ways.counted
        and not any(framed(each) or (each.ways and names_card(match(each.ways, cards))) for each in (piece, later))
    ][:MAX_BROKEN]
    tries = {at: [ways(f"{pieces[at].text}{gap}{pieces[at + 1].text}") for gap in ("", " ")] for at in pairs}
    if tries:
        cards.prefetch(*lookups(each for both in tries.values() for each in both))
    joined = list(pieces)
    for at, both in tries.items():
        whole = next((each for each in both if names_card(match(each, cards))), None)
        if whole and joined[at].kind == "line":
            text = f"{pieces[at].text}{pieces[at + 1].text}"
            joined[at] = pieces[at]._replace(text=text, ways=whole, parts=None, cells=())
            joined[at + 1] = pieces[at + 1]._replace(kind="part")
    return joined
