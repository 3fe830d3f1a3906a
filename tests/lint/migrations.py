"""Migrations that would break the version that is still serving while they are applied.

It knows nothing of new columns, so its rows must get values without it; and it reads what it knows, so nothing may be
renamed or disappear. What a version no longer uses leaves its models first (SeparateDatabaseAndState), with a default
in the database or nullable, and is dropped by a later version (RunSQL).
"""

import os
import sys
from collections.abc import Iterable, Iterator

from django.db.migrations import operations
from django.db.migrations.migration import Migration
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED, Field

UNRELEASED = {("catalog", "0005_files"), ("events", "0012_jobs"), ("stats", "0008_jobs")}
"""Renamed and removed columns before there was a released version that they could break."""


def problems(migrations: Iterable[Migration]) -> Iterator[str]:
    """What is wrong in these migrations, which are in the order in which they are applied."""
    state = ProjectState()
    added: dict[tuple[str, str, str], str] = {}
    for migration in migrations:
        app = migration.app_label
        for operation in migration.operations:
            before = state.clone()
            operation.state_forwards(app, state)
            if migration.__module__.startswith("deckbuilder."):
                where = f"{app} {migration.name}"
                if isinstance(operation, operations.AddField):
                    added[app, operation.model_name_lower, operation.name] = where
                elif (app, migration.name) not in UNRELEASED:
                    yield from (f"{where}: {problem}" for problem in _breaks(operation, app, before))
    for (app, model, name), where in added.items():
        fields = state.models[app, model].fields if (app, model) in state.models else {}
        if name in fields and not _fills_itself(fields[name]):
            yield f"{where}: adds {model}.{name} without db_default; the running version cannot insert rows"


def _breaks(operation: operations.base.Operation, app: str, before: ProjectState) -> Iterator[str]:
    if isinstance(operation, operations.SeparateDatabaseAndState):
        for inner in operation.database_operations:
            yield from _breaks(inner, app, before)
        for inner in operation.state_operations:
            if isinstance(inner, operations.RemoveField):
                field = before.models[app, inner.model_name_lower].fields[inner.name]
                if not _fills_itself(field):
                    yield f"{inner.describe()}: first give it a db_default, or make it nullable"
    elif isinstance(
        operation, operations.RemoveField | operations.DeleteModel | operations.RenameField | operations.RenameModel
    ):
        yield f"{operation.describe()}: the running version still uses it"
    elif isinstance(operation, operations.AlterField):
        old = before.models[app, operation.model_name_lower].fields[operation.name]
        if old.null and not operation.field.null:
            yield f"{operation.describe()}: the running version still writes null"


def _fills_itself(field: "Field[object, object]") -> bool:
    return field.many_to_many or field.null or field.db_default is not NOT_PROVIDED


def all_migrations() -> list[Migration]:
    """Of every installed app, in the order in which an empty database gets them."""
    from django.db.migrations.loader import MigrationLoader

    loader = MigrationLoader(None)
    order = dict.fromkeys(node for leaf in loader.graph.leaf_nodes() for node in loader.graph.forwards_plan(leaf))
    return [loader.graph.nodes[node] for node in order]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deckbuilder.settings")
    import django

    django.setup()
    if found := list(problems(all_migrations())):
        sys.exit("These migrations break the version that is serving meanwhile:\n" + "\n".join(found))
