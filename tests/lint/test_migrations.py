"""The check of migrations finds what would break the version that is still serving."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.apps.registry import Apps
from django.contrib.auth.hashers import make_password
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import AddField
from django.db.models import NOT_PROVIDED
from django.utils import timezone

from deckbuilder.accounts.models import User
from deckbuilder.decks.models import Deck
from tests.lint.migrations import UNRELEASED, all_migrations, problems


def of_operations(*operations):
    """The migrations of an app with one model: the first version's, and one with these operations."""
    fields = [("id", models.AutoField(primary_key=True)), ("name", models.TextField(null=True))]
    fields.append(("old", models.TextField()))
    created = type("Migration", (migrations.Migration,), {"__module__": "deckbuilder.shop.migrations.0001_initial"})
    changed = type("Migration", (migrations.Migration,), {"__module__": "deckbuilder.shop.migrations.0002_change"})
    first, second = created("0001_initial", "shop"), changed("0002_change", "shop")
    first.operations, second.operations = [migrations.CreateModel("Card", fields)], list(operations)
    return [first, second]


def changed_state(*operations):
    return migrations.SeparateDatabaseAndState(state_operations=list(operations))


@pytest.mark.parametrize(
    "operations",
    [
        [migrations.AddField("card", "price", models.IntegerField(default=3))],
        [migrations.AddField("card", "price", models.TextField(blank=True))],
        [
            migrations.AddField("card", "price", models.IntegerField(db_default=3)),
            migrations.AlterField("card", "price", models.IntegerField()),
        ],
        [migrations.RemoveField("card", "old")],
        [migrations.RenameField("card", "old", "new")],
        [migrations.RenameModel("Card", "Printing")],
        [migrations.DeleteModel("Card")],
        [migrations.AlterField("card", "name", models.TextField(default="", db_default=""))],
        [changed_state(migrations.RemoveField("card", "old"))],
        [migrations.SeparateDatabaseAndState(database_operations=[migrations.RemoveField("card", "name")])],
    ],
)
def test_what_the_running_version_cannot_live_with_is_a_problem(operations):
    [problem] = problems(of_operations(*operations))
    assert problem.startswith("shop 0002_change: ")


@pytest.mark.parametrize(
    "operations",
    [
        [migrations.AddField("card", "price", models.IntegerField(default=3, db_default=3))],
        [migrations.AddField("card", "price", models.IntegerField(null=True))],
        [migrations.AddField("card", "others", models.ManyToManyField("shop.card"))],
        [
            migrations.AddField("card", "price", models.IntegerField(default=3)),
            migrations.AlterField("card", "price", models.IntegerField(default=3, db_default=3)),
        ],
        [migrations.AlterField("card", "old", models.TextField(null=True))],
        [changed_state(migrations.RemoveField("card", "name"))],
        [migrations.CreateModel("Shop", [("id", models.AutoField(primary_key=True)), ("name", models.TextField())])],
    ],
)
def test_what_it_does_not_notice_is_none(operations):
    assert list(problems(of_operations(*operations))) == []


def test_no_migration_has_a_problem():
    assert list(problems(all_migrations())) == []


def test_every_exception_is_needed():
    for each in UNRELEASED:
        kept = UNRELEASED - {each}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("tests.lint.migrations.UNRELEASED", kept)
            assert list(problems(all_migrations()))


def columns_added_later():
    """The table and column of each field that was added to a table after its creation, and must not be null."""
    state = MigrationLoader(None).project_state()
    for migration in all_migrations():
        for operation in migration.operations:
            if isinstance(operation, AddField) and migration.__module__.startswith("deckbuilder."):
                model = state.apps.get_model(migration.app_label, operation.model_name)
                names = {field.name: field for field in model._meta.concrete_fields}
                if (field := names.get(operation.name)) and not field.null:
                    yield model._meta.db_table, field.column


@pytest.mark.databases
@pytest.mark.django_db
def test_the_database_fills_in_every_column_that_was_added_later():
    later = set(columns_added_later())
    assert later
    with connection.cursor() as cursor:
        for table in {table for table, _ in later}:
            for column in connection.introspection.get_table_description(cursor, table):
                if (table, column.name) in later:
                    assert column.default is not None, (table, column.name)


def test_a_default_in_the_database_is_also_one_of_the_model():
    """Else the attribute of a new object is an expression until it is read back."""
    fields = [field for model in apps.get_models() for field in model._meta.concrete_fields]
    assert [field for field in fields if field.db_default is not NOT_PROVIDED and not field.has_default()] == []


def models_before(app, name) -> Apps:
    """The models as the version before this migration knew them."""
    return MigrationLoader(None).project_state((app, name), at_end=False).apps


@pytest.mark.databases
@pytest.mark.django_db
def test_the_version_before_can_still_insert_its_rows():
    """Accounts before searches were saved; decks and simulations before their days were recorded."""
    user = models_before("accounts", "0004_searches").get_model("accounts", "User")
    made = user.objects.create(username="before", password=make_password(None))
    deck = models_before("decks", "0003_opened_on").get_model("decks", "Deck")
    deck.objects.create(owner_id=made.pk, game="legions", name="Before", slug="before-before")
    assert User.objects.get(pk=made.pk).searches == {}
    kept = Deck.objects.get(slug="before-before")
    assert kept.search_text == ""
    assert abs(kept.opened_on - timezone.now().date()) <= timedelta(days=1)
