"""The cards that an unrecognized line may mean."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from django.core.cache import cache

from deckbuilder.catalog.index.index_queries import newest
from deckbuilder.catalog.namesakes import namesakes
from deckbuilder.catalog.selectors import Lookup
from deckbuilder.common.labels import with_note, with_sample_mark
from deckbuilder.common.names import both_names
from games.engine.budget import TooLarge
from games.engine.model.game import Game
from games.engine.reading.decklists.counts import open_counts
from games.engine.reading.decklists.match import Candidate, Match, lookups, match, similar_names
from games.engine.reading.decklists.ways import Way, Ways

MAX_LINES = 12
"""Lines for which cards are suggested; when these are resolved, others follow."""

MAX_CHOICES = 6
KEPT = 60 * 60 * 24
"""Seconds for which results are cached: searching similar names takes many queries."""


class LineChoices(NamedTuple):
    """The cards a line may mean: numbers and labels of printings. `asks_count`: whether its quantity is unclear for
    any of them."""

    options: tuple[tuple[str, str], ...]
    asks_count: bool


def choices_by_line(game: Game, texts: Sequence[str], language: str) -> dict[str, LineChoices]:
    """The printings that the first of these lines may mean, by line."""
    by_text = choices(game, texts)
    codes = {each.code for meant in by_text.values() for each in meant}
    if not codes:
        return {}
    lookup, names = Lookup(game), namesakes(game)
    lookup.prefetch((), codes)

    def full_label(choice: Candidate) -> str:
        card = lookup.by_code(choice.code)
        if card is None:
            return label(choice)
        return label(choice._replace(name=both_names(card, language)), names.apart(card, language, choice.code))

    def line_choices(text: str, meant: Sequence[Candidate]) -> LineChoices:
        cards = (lookup.by_code(each.code) for each in meant)
        asks_count = any(open_counts(text, card.names if card else ()) for card in cards)
        return LineChoices(tuple((each.code, full_label(each)) for each in meant), asks_count)

    return {text: line_choices(text, meant) for text, meant in by_text.items()}


def label(choice: Candidate, apart: str = "") -> str:
    """The label of a choice. `apart`: what tells its card from others of its name, instead of the number."""
    name = with_note(choice.name, apart) if apart else str(choice)
    return with_sample_mark(name, sample=choice.sample)


class NameMatch(NamedTuple):
    """What a name may mean: the printing `code` of a card; or, if `ambiguous`, one of several; else similar names."""

    code: str = ""
    ambiguous: bool = False
    choices: tuple[Candidate, ...] = ()


def labels_of(game: Game, names: Sequence[str]) -> dict[str, NameMatch]:
    """The cards with these names; for names of no card, similar ones, within the limits for lists."""
    lookup, ways = Lookup(game), {name: Ways((Way(1, name),), Way(1, name)) for name in names}
    if not ways:
        return {}
    lookup.prefetch(*lookups(ways.values()))
    try:
        matches = {name: match(each, lookup) for name, each in ways.items()}
    except TooLarge:
        return {}
    near = choices(game, [name for name, each in matches.items() if each.status == "unknown"])
    return {name: _name_match(each, near.get(name, ())) for name, each in matches.items()}


def _name_match(result: Match, near: tuple[Candidate, ...]) -> NameMatch:
    if result.card:
        return NameMatch(result.code or result.card.codes[0])
    if result.status == "ambiguous":
        return NameMatch(ambiguous=True, choices=result.choices[:MAX_CHOICES])
    return NameMatch(choices=near)


def choices(game: Game, texts: Sequence[str]) -> dict[str, tuple[Candidate, ...]]:
    """The printings that the first of these lines may mean, by line."""
    texts = list(dict.fromkeys(texts))[:MAX_LINES]
    index = newest(game) if texts else None
    if index is None:
        return {}
    keys = {f"choices-{index.token}-{sha256(text.encode()).hexdigest()}": text for text in texts}
    cached_choices = cache.get_many(keys)
    fresh = _look_up(game, {key: text for key, text in keys.items() if key not in cached_choices})
    if fresh:
        cache.set_many(fresh, KEPT)
    return {text: (cached_choices | fresh)[key] for key, text in keys.items()}


def _look_up(game: Game, texts: dict[str, str]) -> dict[str, tuple[Candidate, ...]]:
    lookup = Lookup(game)
    ways = {key: Ways((Way(1, text),), Way(1, text)) for key, text in texts.items()}
    lookup.prefetch(*lookups(ways.values()))
    return {key: tuple(dict.fromkeys(_meant(each, lookup)))[:MAX_CHOICES] for key, each in ways.items()}


def _meant(ways: Ways, lookup: Lookup) -> Iterator[Candidate]:
    result = match(ways, lookup)
    if result.card:
        yield Candidate(result.card.name, result.code or result.card.codes[0], result.card.sample)
    yield from result.choices
    if result.status == "unknown":
        for name in similar_names(ways.default, lookup):
            for card in lookup.find(name):
                yield Candidate(card.name, card.codes[0], card.sample)
