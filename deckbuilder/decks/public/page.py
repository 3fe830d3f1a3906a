"""What the page of public decks shows around them: the choices beside them, and what is chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from deckbuilder.catalog.to_games import to_card
from deckbuilder.common.labels import declared_label, declared_language, read
from deckbuilder.common.names import reader_name
from deckbuilder.decks.library.judgements import RulesOf
from deckbuilder.decks.public import selectors
from deckbuilder.decks.public.filters import ORDERS, STATUSES, Filters, leading_zones
from deckbuilder.decks.public.selectors import NamedCards
from deckbuilder.decks.verdicts.sentences import in_quotes
from games.engine.model.game import Game
from games.registry import GAMES

ORDER_LABELS = {
    "changed": gettext_lazy("Last changed"),
    "new": gettext_lazy("Newest"),
    "copies": gettext_lazy("Most copied"),
    "favourites": gettext_lazy("Most favourites"),
    "name": gettext_lazy("By name"),
}

STATUS_LABELS = {
    "legal": gettext_lazy("Legal"),
    "incomplete": gettext_lazy("Incomplete"),
    "illegal": gettext_lazy("Illegal"),
}

SHOWN = 8
"""The choices of a group that stand open; the others are folded."""


class Option(NamedTuple):
    """A choice with its label, and the address with it chosen, or not chosen if it is."""

    label: str
    language: str
    """Of the label, "" if it is the page's."""
    decks: int
    is_chosen: bool
    query: str


class Group(NamedTuple):
    label: str
    options: list[Option]
    more: list[Option]


class Chip(NamedTuple):
    """A filter that is set, and the address without it."""

    label: str
    query: str


def orders() -> list[tuple[str, Any]]:
    return [(order, ORDER_LABELS[order]) for order in ORDERS if settings.PEOPLE or order != "favourites"]


def page_context(filters: Filters, cards: NamedCards, rules: RulesOf) -> dict[str, Any]:
    """Raises InputError as selectors.matching_decks does."""
    groups = [_statuses(filters, cards, rules), _games(filters, cards, rules)]
    game = filters.known_game
    if game:
        groups += [_formats(filters, cards, game, rules)] if len(game.formats) > 1 else []
        groups += [_declaration_group(filters, cards, game, each.key, rules) for each in game.declarations]
        groups += [_leaders(filters, cards, game, rules)] if leading_zones(game) else []
    return {"groups": [group for group in groups if group.options], "chips": _chips(filters)}


def _statuses(filters: Filters, cards: NamedCards, rules: RulesOf) -> Group:
    counts = selectors.status_counts(filters, cards, rules)
    options = [
        Option(
            str(STATUS_LABELS[status]),
            "",
            counts.get(status, 0),
            filters.status == status,
            filters.with_changes(status="" if filters.status == status else status).query(),
        )
        for status in STATUSES
    ]
    return Group(_("Today"), options, [])


def _games(filters: Filters, cards: NamedCards, rules: RulesOf) -> Group:
    counts = selectors.game_counts(filters, cards, rules)
    every = Option(_("All games"), "", sum(counts.values()), not filters.game, filters.with_changes(game="").query())
    options = [
        Option(
            read(game.name),
            "",
            counts.get(game.slug, 0),
            filters.game == game.slug,
            filters.with_changes(game=game.slug).query(),
        )
        for game in GAMES
    ]
    return Group(_("Game"), [every, *options], [])


def _formats(filters: Filters, cards: NamedCards, game: Game, rules: RulesOf) -> Group:
    counts = selectors.format_counts(filters, cards, rules)
    options = [
        Option(
            read(each.label),
            "",
            counts.get(each.slug, 0),
            filters.format == each.slug,
            filters.with_changes(format="" if filters.format == each.slug else each.slug).query(),
        )
        for each in game.formats
    ]
    return Group(_("Format"), options, [])


def _declaration_group(filters: Filters, cards: NamedCards, game: Game, key: str, rules: RulesOf) -> Group:
    declaration = next(each for each in game.declarations if each.key == key)
    chosen = dict(filters.declared).get(key, ())
    options = [
        Option(
            declared_label(game, declaration, each.value),
            declared_language(game, declaration, each.value),
            each.decks,
            each.value in chosen,
            filters.toggle(key, each.value).query(),
        )
        for each in _with_selection(selectors.declared_choices(filters, cards, key, rules), chosen)
    ]
    return _fold_group(read(declaration.label), options)


def _leaders(filters: Filters, cards: NamedCards, game: Game, rules: RulesOf) -> Group:
    choices = _with_selection(selectors.leader_choices(filters, cards, rules), filters.leaders)
    rows = selectors.leader_rows(game, (each.value for each in choices))
    options = [
        Option(
            reader_name(to_card(rows[each.value])),
            "",
            each.decks,
            each.value in filters.leaders,
            filters.toggle("leaders", each.value).query(),
        )
        for each in choices
        if each.value in rows
    ]
    return _fold_group(" / ".join(read(zone.label) for zone in leading_zones(game)), options)


def _with_selection(choices: Iterable[selectors.Choice], chosen: Iterable[str]) -> list[selectors.Choice]:
    """What is chosen stays to be unchosen, even where no deck has it."""
    choices = list(choices)
    there = {each.value for each in choices}
    return choices + [selectors.Choice(value, 0) for value in chosen if value not in there]


def _fold_group(label: str, options: list[Option]) -> Group:
    open_ones = [each for at, each in enumerate(options) if at < SHOWN or each.is_chosen]
    return Group(label, open_ones, [each for each in options if each not in open_ones])


def _chips(filters: Filters) -> list[Chip]:
    """Filters that no group of choices shows."""
    chips = [(in_quotes(filters.words), filters.with_changes(words=""))] if filters.words else []
    if filters.author:
        chips.append((_("By {author}").format(author=filters.author), filters.with_changes(author="")))
    chips += [(_("With {card}").format(card=name), filters.toggle("having", name)) for name in filters.having]
    chips += [(_("Without {card}").format(card=name), filters.toggle("lacking", name)) for name in filters.lacking]
    return [Chip(label, without.query()) for label, without in chips]
