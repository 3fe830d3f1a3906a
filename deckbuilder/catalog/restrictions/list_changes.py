"""Changes to the lists that staff keep: drafts are announced, and public lists corrected with a trace."""

from __future__ import annotations

import logging

from django.db import transaction
from django.utils import timezone

from deckbuilder.catalog.models import ListStatus, ListTies, RestrictionList
from deckbuilder.catalog.restrictions import ties
from deckbuilder.catalog.to_games import to_list
from deckbuilder.catalog.traced import readable_traces
from games.registry import get

log = logging.getLogger(__name__)


class ListError(Exception):
    """A change of a list that is refused, by its `code` for restrictions.sentences."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def save_draft(row: RestrictionList) -> None:
    """Create or change a draft. Raises ListError if it has been announced meanwhile."""
    with transaction.atomic():
        old = _locked_row(row)
        if old and old.status != ListStatus.DRAFT:
            raise ListError("public")
        row.status = ListStatus.DRAFT
        _write(row, old)


def announce(row: RestrictionList, *, by: str) -> None:
    """Make a draft, stored or not, public from now on. Raises ListError if it is public."""
    with transaction.atomic():
        old = _locked_row(row)
        if old and old.status != ListStatus.DRAFT:
            raise ListError("public")
        row.status, row.announced_at = ListStatus.PUBLIC, timezone.now()
        _write(row, old)
        log.info("%s announced the restriction list %s of %s", by, row, row.game)


def correct(row: RestrictionList, *, by: str, why: str) -> None:
    """Correct a public list. What changed, who changed it and why is added to its `corrections`.

    Raises ListError without a reason, if nothing changed, or if the list is not public or has been corrected meanwhile.
    """
    with transaction.atomic():
        old = _public(row)
        if not why.strip():
            raise ListError("no-reason")
        if old.effective_from <= timezone.localdate() < row.effective_from:
            raise ListError("day-over")
        _trace(row, old, by, why)
        _write(row, old)


def withdraw(row: RestrictionList, *, by: str, why: str) -> None:
    """Take an announced list back before its day. Raises ListError without a reason, or if it is in force."""
    with transaction.atomic():
        old = _public(row)
        if not why.strip():
            raise ListError("no-reason")
        if old.effective_from <= timezone.localdate():
            raise ListError("in-force")
        row.status = ListStatus.WITHDRAWN
        _trace(row, old, by, why)
        row.save()


def delete_draft(row: RestrictionList) -> None:
    """Delete a draft. Raises ListError if it is public."""
    with transaction.atomic():
        old = _locked_row(row)
        if old and old.status != ListStatus.DRAFT:
            raise ListError("public")
        ListTies.objects.filter(game=row.game, slug=row.slug, version=row.version).delete()
        row.delete()


def _locked_row(row: RestrictionList) -> RestrictionList | None:
    return RestrictionList.objects.select_for_update().filter(pk=row.pk).first() if row.pk else None


def _public(row: RestrictionList) -> RestrictionList:
    """The stored list, if it is public and nobody has corrected it since `row` was read. Raises ListError."""
    old = _locked_row(row)
    if old is None or old.status != ListStatus.PUBLIC:
        raise ListError("not-public")
    if readable_traces(old) != readable_traces(row):
        raise ListError("corrected-meanwhile")
    return old


def _trace(row: RestrictionList, old: RestrictionList, by: str, why: str) -> None:
    changes = row.changes_from(old)
    if not changes:
        raise ListError("no-changes")
    trace = {"on": timezone.localdate().isoformat(), "by": by, "why": why.strip(), "changes": changes}
    row.corrections = [*readable_traces(old), trace]
    log.warning("%s corrected the restriction list %s of %s: %s", by, old, old.game, changes)


def _write(row: RestrictionList, old: RestrictionList | None) -> None:
    row.save()
    before = old.limits if old and isinstance(old.limits, dict) else {}
    if old and (old.slug, old.version) != (row.slug, row.version):
        ListTies.objects.filter(game=old.game, slug=old.slug, version=old.version).delete()
    ties.untie(get(row.game), row.slug, row.version, row.limits.keys() - before.keys())
    ties.tie_lists(get(row.game), [to_list(row)])
