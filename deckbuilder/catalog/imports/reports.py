"""The report on a catalog file: what each of its rows would change, or has changed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from games.engine.model import cards
from games.engine.reading.catalogs.plan import Report, Warned
from games.engine.rules.listed_changes import ListedChange

RETIRED = "retired"
"""A pseudo-field in the report: a retired printing that appears in a file again is restored."""


@dataclass(frozen=True)
class ImportReport:
    """What an import changes."""

    rows: Report
    """The outcome of each row of the file."""

    complete: bool = False
    """Whether the file is the complete catalog."""

    retired: tuple[cards.Printing, ...] = ()
    """The printings that are not in a complete file."""

    listed: tuple[ListedChange, ...] = ()
    """What happens to cards on restriction lists in force or announced."""

    further: tuple[Warned, ...] = ()
    """Cards that the file splits, and pictures that pages do not show."""

    @property
    def ok(self) -> bool:
        return self.rows.ok

    @property
    def changes_anything(self) -> bool:
        return self.ok and bool(self.rows.to_save or self.retired)

    def as_json(self) -> dict[str, Any]:
        """The whole report, as it is after a JSON round trip."""
        counts, rows = self.rows.counts(), self.rows.as_json()
        warned = counts["warned"] + len(self.listed) + len(self.further)
        counts |= {"warned": warned, "retired": len(self.retired)}
        further = [each._asdict() | {"values": dict(each.values)} for each in self.further]
        data = rows | {
            "counts": counts,
            "warned": [*map(self._listed_json, self.listed), *further, *rows["warned"]],
            "unchanged": [
                {"row": each.row, "code": each.printing.code, "name": each.printing.name}
                for each in self.rows.unchanged
            ],
            "retired": [{"code": each.code, "name": each.name} for each in self.retired],
            "complete": self.complete,
            "skip_bad": self.rows.skip_bad,
        }
        return dict(json.loads(json.dumps(data)))

    def _listed_json(self, change: ListedChange) -> dict[str, Any]:
        """A change of a listed card as a warning about rows of the file."""
        results = (*self.rows.created, *self.rows.updated, *self.rows.unchanged)
        rows = sorted(each.row for each in results if each.printing.code in change.codes)
        return {"column": "name", "rows": rows, **warning_of(change)}


def warning_of(change: ListedChange) -> dict[str, Any]:
    """A change of a listed card for `sentences.warning`."""
    values = dict.fromkeys(change.names, change.codes)
    return {"code": change.kind, "name": change.entry, "values": values, "lists": list(change.lists)}
