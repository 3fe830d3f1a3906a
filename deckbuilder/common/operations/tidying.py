"""Removing expired data, a limited number of rows at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

BATCH = 200
"""Rows removed per transaction, so that it is short."""


def delete_rows(rows: QuerySet[Any]) -> None:
    rows.delete()


@dataclass(frozen=True)
class RetentionRule:
    """What is removed, and when. `expired`: the rows to remove at a time; `delete`: removes some of them."""

    name: str
    expired: Callable[[datetime], QuerySet[Any]]
    delete: Callable[[QuerySet[Any]], None] = delete_rows


def count(rule: RetentionRule, now: datetime) -> int:
    """How many rows would be removed."""
    return rule.expired(now).count()


def tidy(rule: RetentionRule, now: datetime) -> int:
    """Remove expired rows, and return their number. Rows that came back into use meanwhile stay."""
    number, last = 0, None
    while True:
        rows = rule.expired(now).order_by("pk")
        batch = list((rows if last is None else rows.filter(pk__gt=last)).values_list("pk", flat=True)[:BATCH])
        if not batch:
            return number
        last = batch[-1]
        with transaction.atomic():
            locked_rows = rule.expired(now).filter(pk__in=batch).select_for_update(of=("self",))
            left = list(locked_rows.values_list("pk", flat=True))
            rule.delete(rows.model._base_manager.filter(pk__in=left))
        number += len(left)
