"""Changes to the restriction lists that staff keep. Those to a version in effect are kept with it, and logged."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from deckbuilder.catalog.models import RestrictionList
from deckbuilder.catalog.restrictions import ties
from deckbuilder.catalog.to_games import to_list
from games.registry import get

log = logging.getLogger(__name__)

JUDGING = ("format", "effective_from", "pool", "limits", "sets")
"""The fields that verdicts depend on."""


def save(row: RestrictionList, *, by: str) -> None:
    """Create or change a version of a list. A correction of one in effect is added to its `corrections`."""
    with transaction.atomic():
        old = RestrictionList.objects.select_for_update().filter(pk=row.pk).first() if row.pk else None
        changes = _changes(old, row) if old else {}
        if old and changes and old.effective_from <= timezone.localdate():
            row.corrections = [*_readable(old), {"on": timezone.localdate().isoformat(), "by": by, "changes": changes}]
            log.warning("%s corrected the restriction list %s of %s: %s", by, old, old.game, changes)
        row.save()
        before = old.limits if old and isinstance(old.limits, dict) else {}
        ties.untie(get(row.game), row.slug, row.version, row.limits.keys() - before.keys())
        ties.tie_lists(get(row.game), [to_list(row)])


def delete(row: RestrictionList, *, by: str) -> None:
    """Withdraw a version of a list. The log keeps what it said."""
    fields = {name: _plain(getattr(row, name)) for name in JUDGING}
    log.warning("%s withdrew the restriction list %s of %s: %s", by, row, row.game, fields)
    row.delete()


def _readable(row: RestrictionList) -> list[Any]:
    return row.corrections if isinstance(row.corrections, list) else []


def _changes(old: RestrictionList, new: RestrictionList) -> dict[str, Any]:
    """The fields that differ, each with its old and its new value; of the limits only the entries that differ."""
    values = {name: (_plain(getattr(old, name)), _plain(getattr(new, name))) for name in JUDGING}
    changes: dict[str, Any] = {name: list(pair) for name, pair in values.items() if pair[0] != pair[1]}
    if "limits" in changes:
        changes["limits"] = [_without(*values["limits"]), _without(*reversed(values["limits"]))]
    return changes


def _without(limits: Any, others: Any) -> Any:
    """The entries of a list that another does not have, or has with another limit."""
    if not isinstance(limits, Mapping) or not isinstance(others, Mapping):
        return limits
    return {text: limit for text, limit in limits.items() if text not in others or others[text] != limit}


def _plain(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value
