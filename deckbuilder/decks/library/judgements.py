"""Stored verdicts on decks, so that showing a thousand decks judges none.

A row holds for a revision of its deck under the rules that it was made under: the game's, the restriction lists, the
catalog and the day. Under others it is ignored, so nothing needs to invalidate it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import fields
from datetime import date
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from deckbuilder.catalog.restrictions.selectors import lists_by_game
from deckbuilder.catalog.selectors import catalog_versions
from deckbuilder.decks.loading import to_decks
from deckbuilder.decks.models import Deck, DeckVerdict
from deckbuilder.decks.selectors import Judged, verdict_on
from deckbuilder.decks.to_games import SLUGS
from deckbuilder.decks.verdicts.coming import Effect
from games.engine.model.decks import Deck as EngineDeck
from games.engine.model.game import Game
from games.engine.model.lists import RestrictionList
from games.engine.rules import coming
from games.registry import get

FORM = 1
"""The version of the row format."""

BATCH = 100
"""Decks judged for one request: 1,000 whose rules have changed take ten."""


class Rules(NamedTuple):
    """What decks of a game and format are judged by today, and its digest."""

    lists: tuple[RestrictionList, ...]
    digest: str


RulesOf = Mapping[tuple[str, str], Rules]
"""By the slugs of game and format."""


def rules_of(decks: QuerySet[Deck]) -> dict[tuple[str, str], Rules]:
    """The rules for every game and format among the decks; those that the site does not have are left out."""
    pairs = sorted(decks.order_by().values_list("game", "format").distinct())
    pairs = [(slug, format) for slug, format in pairs if slug in SLUGS and _has_format(get(slug), format)]
    games = {slug: get(slug) for slug, _format in pairs}
    lists, versions = lists_by_game(games.values()), catalog_versions(games.values())
    return {
        (slug, format): Rules(lists[slug], _digest(slug, format, lists[slug], versions[slug])) for slug, format in pairs
    }


def _has_format(game: Game, format: str) -> bool:
    return any(format == each.slug for each in game.formats)


def _digest(slug: str, format: str, lists: Iterable[RestrictionList], version: int) -> str:
    """The same as long as every deck of that game and format would be judged the same."""
    facts = [FORM, slug, get(slug).ruleset, format, timezone.localdate(), list(map(_facts, lists)), version]
    return hashlib.sha256(json.dumps(facts, sort_keys=True, default=_plain).encode()).hexdigest()


def _facts(each: RestrictionList) -> dict[str, Any]:
    return {field.name: getattr(each, field.name) for field in fields(each)}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    return sorted(value) if isinstance(value, (set, frozenset)) else str(value)


def holding(rules: RulesOf) -> Q:
    """The decks with a verdict that holds."""
    by_rules = Q(pk__in=())
    for (game, format), under in rules.items():
        by_rules |= Q(game=game, format=format, verdict__digest=under.digest)
    return by_rules & Q(verdict__revision=F("revision"))


def judge_first(decks: QuerySet[Deck], rules: RulesOf, most: int = BATCH) -> int:
    """Judge the first of these decks without a verdict that holds, at most so many; how many are left. Two queries
    where none is."""
    judgeable = Q(pk__in=())
    for game, format in rules:
        judgeable |= Q(game=game, format=format)
    waiting = decks.filter(judgeable).exclude(holding(rules))
    first = list(waiting[: most + 1])
    if first:
        judge(first[:most], rules)
    return waiting.order_by().count() if len(first) > most else 0


class Judgement(NamedTuple):
    """A deck under today’s rules."""

    deck: int
    """Its primary key."""
    is_archived: bool
    is_judgeable: bool
    """Whether the site has its game and format."""
    status: str = ""
    """"" while it is not judged."""
    illegal_from: date | None = None

    @property
    def is_waiting(self) -> bool:
        return self.is_judgeable and not self.status

    def is_in(self, state: str) -> bool:
        """`state`: a status, "soon" illegal, or in need of "attention"."""
        is_soon = self.illegal_from is not None
        if state == "attention":
            return is_soon or self.status in ("illegal", "incomplete")
        return is_soon if state == "soon" else self.status == state


def judgements_of(decks: QuerySet[Deck], rules: RulesOf) -> list[Judgement]:
    """Of all these decks, last changed first, in one query."""
    facts = ("pk", "archived_at", "game", "format", "revision", "verdict__revision", "verdict__digest")
    rows = decks.order_by("-changed_at", "-id").values_list(*facts, "verdict__status", "verdict__illegal_from")
    result = []
    for pk, archived_at, game, format, revision, judged_revision, digest, *verdict in rows:
        under = rules.get((game, format))
        holds = under is not None and (judged_revision, digest) == (revision, under.digest)
        result.append(Judgement(pk, archived_at is not None, under is not None, *(verdict if holds else ())))
    return result


def judge_waiting(decks: QuerySet[Deck], rules: RulesOf, most: int = BATCH) -> list[Judgement]:
    """Judge those without a verdict that holds, last changed first, at most so many; how all are judged then."""
    rows = judgements_of(decks, rules)
    waiting = [each.deck for each in rows if each.is_waiting][:most]
    if not waiting:
        return rows
    judge(list(decks.filter(pk__in=waiting)), rules)
    return judgements_of(decks, rules)


def judge(decks: list[Deck], rules: RulesOf) -> None:
    """Store the verdicts on decks whose games and formats the site has."""
    engine_decks = to_decks(decks)
    rows = [_row(deck, engine_decks.get(deck.pk), rules[deck.game, deck.format]) for deck in decks]
    names = ("revision", "digest", "status", "illegal_from", "effects")
    DeckVerdict.objects.bulk_create(
        rows, batch_size=200, update_conflicts=True, unique_fields=["deck"], update_fields=names
    )


def _row(deck: Deck, engine_deck: EngineDeck | None, rules: Rules) -> DeckVerdict:
    """A deck that cannot be read is incomplete, since nothing in it can be judged."""
    status, effects = "incomplete", []
    if engine_deck:
        game = get(deck.game)
        status = verdict_on(engine_deck, lists=rules.lists).status
        hits = coming.hits(engine_deck, game, game.format(deck.format), rules.lists, timezone.localdate())
        effects = [Effect.of(each) for each in hits]
    days = [each.day for each in effects if each.after == "illegal" != each.before]
    stored = [[each.day.isoformat(), *each[1:]] for each in effects]
    illegal_from = days[0] if days and status != "illegal" else None
    return DeckVerdict(
        deck=deck,
        revision=deck.revision,
        digest=rules.digest,
        status=status,
        illegal_from=illegal_from,
        effects=stored,
    )


def verdicts(decks: Iterable[Deck], rules: RulesOf) -> dict[int, Judged]:
    """The stored verdicts that hold, by the primary key of the deck, for decks that came with theirs
    (`select_related`)."""
    return {deck.pk: _verdict_of(deck.verdict) for deck in decks if _holds(deck, rules)}


def _holds(deck: Deck, rules: RulesOf) -> bool:
    row, under = getattr(deck, "verdict", None), rules.get((deck.game, deck.format))
    return bool(row and under and row.revision == deck.revision and row.digest == under.digest)


def _verdict_of(row: DeckVerdict) -> Judged:
    return Judged(row.status, tuple(Effect(date.fromisoformat(day), *rest) for day, *rest in row.effects))
