"""Rows that, once public, only change together with a trace of what changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db import models

DRAFT = "draft"


class SilentChange(TypeError):
    """An attempt to change or delete a public row without a trace."""


class TracedRows(models.QuerySet):
    """Changes past `save` are for drafts only."""

    def update(self, **fields: Any) -> int:
        self._require_drafts()
        return super().update(**fields)

    def delete(self) -> tuple[int, dict[str, int]]:
        self._require_drafts()
        return super().delete()

    delete.queryset_only = True  # type: ignore[attr-defined]

    def bulk_create(self, objs: Any, *arguments: Any, **options: Any) -> list[Any]:
        if options.get("update_conflicts"):
            raise SilentChange(f"{self.model.__name__} is not overwritten")
        return super().bulk_create(objs, *arguments, **options)

    def _require_drafts(self) -> None:
        if self.exclude(status=DRAFT).exists():
            raise SilentChange(f"a public {self.model.__name__} is changed by save, with a trace")


class Traced(models.Model):
    """A row with a `status` and `corrections`: the traces of what was changed since it was public, oldest first.

    A trace is `{"on": day, "by": name, "why": text, "changes": {field: [before, after]}}`; of a field that maps texts
    to values, only the entries that differ.
    """

    TRACED: ClassVar[tuple[str, ...]] = ()
    """The fields whose changes are traced."""

    FIXED: ClassVar[tuple[str, ...]] = ()
    """Those that never change once the row is public."""

    status: Any
    corrections: Any

    objects = TracedRows.as_manager()

    class Meta:
        abstract = True

    def save(self, *arguments: Any, **options: Any) -> None:
        """Raises SilentChange if the row is public and differs in something that its last trace does not say."""
        old = type(self)._base_manager.filter(pk=self.pk).first() if self.pk else None
        if old is not None and old.status != DRAFT:
            self._check_trace(old)
        super().save(*arguments, **options)

    def delete(self, *arguments: Any, **options: Any) -> tuple[int, dict[str, int]]:
        """Raises SilentChange unless it is a draft."""
        old = type(self)._base_manager.filter(pk=self.pk).first()
        if old is not None and old.status != DRAFT:
            raise SilentChange(f"{self} is public")
        return super().delete(*arguments, **options)

    def changes_from(self, old: Any) -> dict[str, list[Any]]:
        """The traced fields that differ from an earlier state of the row, each with its old and its new value."""
        pairs = {name: (_plain(getattr(old, name)), _plain(getattr(self, name))) for name in self.TRACED}
        return {name: _differences(*pair) for name, pair in pairs.items() if pair[0] != pair[1]}

    def _check_trace(self, old: Any) -> None:
        changes = self.changes_from(old)
        traces, earlier = readable_traces(self), readable_traces(old)
        new = traces[len(earlier) :]
        is_told = [each.get("changes") for each in new] == ([changes] if changes else [])
        if any(getattr(self, name) != getattr(old, name) for name in self.FIXED):
            raise SilentChange(f"{', '.join(self.FIXED)} of {old} never change")
        if traces[: len(earlier)] != earlier or not is_told:
            raise SilentChange(f"{old} is public, and its trace does not say what changed")


def readable_traces(row: Any) -> list[Any]:
    """The traces of a row, without any that cannot be read."""
    return [each for each in row.corrections if isinstance(each, dict)] if isinstance(row.corrections, list) else []


def _differences(old: Any, new: Any) -> list[Any]:
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return [old, new]
    return [_without(old, new), _without(new, old)]


def _without(table: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """The entries of a table that another does not have, or has with another value."""
    return {text: value for text, value in table.items() if text not in other or other[text] != value}


def _plain(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value
