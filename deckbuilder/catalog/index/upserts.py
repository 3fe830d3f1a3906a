"""Rows prepared before a transaction, so that its lock is short."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from django.db.models import Field, Model


@dataclass(frozen=True)
class Upsert:
    """Inserts rows of a model, or updates existing ones. `unique`, `update`: the fields that identify a row and those
    to update."""

    model: type[Model]
    unique: Sequence[str]
    update: Sequence[str]
    rows: list[tuple[Any, ...]] = field(default_factory=list)
    """Values prepared for the database."""

    def add(self, rows: Iterable[Model]) -> None:
        fields = self._fields()
        self.rows.extend(
            tuple(each.get_db_prep_save(getattr(row, each.attname), connection) for each in fields) for row in rows
        )

    def write(self) -> None:
        columns = _columns(self.model)
        assignments = ", ".join(f"{columns[name]} = EXCLUDED.{columns[name]}" for name in self.update)
        unique = ", ".join(columns[name] for name in self.unique)
        insert(self.model, columns, self.rows, f" ON CONFLICT ({unique}) DO UPDATE SET {assignments}")

    def _fields(self) -> list[Field]:
        return [each for each in self.model._meta.concrete_fields if not each.primary_key]


def insert(model: type[Model], names: Iterable[str], rows: Sequence[tuple[Any, ...]], clause: str = "") -> None:
    """Insert rows of prepared values for these fields without creating model instances."""
    columns = _columns(model)
    column_names = [columns[name] for name in names]
    sql = (
        f"INSERT INTO {connection.ops.quote_name(model._meta.db_table)} "
        f"({', '.join(column_names)}) VALUES ({', '.join(['%s'] * len(column_names))}){clause}"
    )
    if rows:
        with connection.cursor() as cursor:
            cursor.executemany(sql, rows)


def _columns(model: type[Model]) -> dict[str, str]:
    """The quoted column names by field name, without the id."""
    fields = (each for each in model._meta.concrete_fields if not each.primary_key)
    return {each.name: connection.ops.quote_name(str(each.column)) for each in fields}
