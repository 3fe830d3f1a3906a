"""Stored verdicts, so that showing ten thousand entries judges no list.

A row is valid for the rules it was made under and ignored under others, so nothing needs to invalidate it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from deckbuilder.catalog.selectors import cards_by_key, catalog_version
from deckbuilder.common.broken import reading, sound_rows
from deckbuilder.events import selectors
from deckbuilder.events.models import Event, Judgement, Submission
from deckbuilder.events.readiness.states import judged_state
from deckbuilder.events.to_games import (
    freeze_list,
    freeze_violation,
    keys_of,
    lists_of,
    stored_deck,
    thaw_violation,
    to_deck,
)
from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.engine.model.lists import in_force
from games.engine.rules.legality import Verdict, checks
from games.registry import get

FORM = 2
"""The version of the row format, and of what the engine finds in every game."""

Cards = dict[str, Card]


def rules_digest(event: Event) -> str:
    """The same as long as every list of the event would be judged the same: rules, format, day, lists and cards.

    From the start on it is the digest of the start.
    """
    if event.started_under:
        return event.started_under
    game = get(event.game)
    lists = [freeze_list(each) for each in lists_of(event)]
    rules = [FORM, game.slug, game.ruleset, event.format, event.day.isoformat()]
    facts = [*rules, lists, event.settled_entries, catalog_version(game)]
    return hashlib.sha256(json.dumps(facts, sort_keys=True, default=str).encode()).hexdigest()


def current(event: Event) -> QuerySet[Submission]:
    """The current lists of players who have not dropped."""
    return selectors.current_submissions(event).filter(entry__dropped_at=None).order_by()


def waiting(event: Event, digest: str) -> QuerySet[Submission, int]:
    """The primary keys of the current lists that have not been judged under these rules."""
    fresh = Judgement.objects.filter(submission=OuterRef("pk"), digest=digest)
    return current(event).filter(~Exists(fresh)).values_list("pk", flat=True)


def judge(event: Event, digest: str, numbers: Sequence[int], cards: Cards | None = None) -> None:
    """Judge the lists with these primary keys, and store the verdicts.

    `digest`: computed before, so that a change of rules meanwhile makes the rows stale rather than wrong. `cards`:
    those loaded already, by key; others are added.
    """
    lists, cards = list(Submission.objects.filter(pk__in=numbers).only("deck", "late")), {} if cards is None else cards
    missing_keys = {key for each in lists for key in keys_of(each)} - cards.keys()
    cards |= cards_by_key(get(event.game), missing_keys)
    restrictions = lists_of(event)
    verdict_pairs = [(each, selectors.judge(event, to_deck(each, event.game, cards), restrictions)) for each in lists]
    with transaction.atomic():  # a run from before the start must not overwrite its verdicts
        under = Event.objects.select_for_update().values_list("started_under", flat=True).get(pk=event.pk)
        if under in ("", digest):
            keep(digest, verdict_pairs)


def keep(digest: str, pairs: Iterable[tuple[Submission, Verdict]]) -> None:
    """Store verdicts under a digest of the rules."""
    Judgement.objects.bulk_create(
        [_row(digest, submission, verdict) for submission, verdict in pairs],
        batch_size=200,
        update_conflicts=True,
        unique_fields=["submission"],
        update_fields=["digest", "state", "violations"],
    )


def _row(digest: str, submission: Submission, verdict: Verdict) -> Judgement:
    violations = [freeze_violation(each) for each in verdict.violations]
    state = judged_state(submission, verdict)
    return Judgement(submission=submission, digest=digest, state=state, violations=violations)


def verdicts(event: Event, digest: str, lists: Iterable[Submission]) -> Mapping[int, Verdict]:
    """The stored verdicts under these rules, by the primary key of the submission."""
    by_number = {each.pk: each for each in lists}
    judgements = Judgement.objects.filter(submission__in=list(by_number), digest=digest)
    blank = _blank(event)
    sound = sound_rows(judgements, check_judgement)
    return {each.submission_id: _verdict(blank, by_number[each.submission_id], each) for each in sound}


def check_judgement(judgement: Judgement) -> None:
    """Raises BrokenRowError if a stored verdict cannot be read; the list is then judged again."""
    with reading(judgement, "violations"):
        list(map(thaw_violation, judgement.violations))


def _blank(event: Event) -> Verdict:
    """An empty verdict with the fields that all verdicts of an event share."""
    game = get(event.game)
    rules, day = game.format(event.format), event.day
    lists = tuple((each.slug, each.version) for each in in_force(lists_of(event), game.slug, rules.slug, day))
    return Verdict(game.slug, rules.slug, day, "legal", "", _ruleset(event), checks(rules), (), lists)


def _ruleset(event: Event) -> str:
    """The ruleset that judges, or did at the start."""
    if not event.started_under:
        return get(event.game).ruleset
    return str(event.log.values_list("params__ruleset", flat=True).get(what="started"))


def _verdict(blank: Verdict, submission: Submission, judgement: Judgement) -> Verdict:
    return replace(
        blank,
        status=judgement.state if judgement.state in ("illegal", "incomplete") else "legal",  # type: ignore[arg-type]
        fingerprint=submission.fingerprint,
        violations=tuple(map(thaw_violation, judgement.violations)),
        unjudged=_unjudged_zones(submission, get(blank.game)),
    )


def _unjudged_zones(submission: Submission, game: Game) -> tuple[str, ...]:
    """The zones of a list without rules of their own."""
    deck = stored_deck(submission)
    zones = {zone for zone, cards in deck["zones"].items() if cards} | {zone for zone, _, _ in deck["unknown"]}
    return tuple(zone.slug for zone in game.zones if not zone.judged and zone.slug in zones)
