"""What every test of the site leaves as it found it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import translation
from pytest_django import DjangoDbBlocker

from tests.deckbuilder import samples
from tests.shared import shared

# A process that has driven a browser keeps its event loop running, and may be given tests of the database after that.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None, run_folder: Path) -> Iterator[None]:
    """On SQLite tables are made of the models, which is ten times as fast as running all migrations. `make lint` sees
    that migrations lead to the models; the sites that tests start and the test database on PostgreSQL are migrated,
    this once for all processes."""
    test = connection.settings_dict["TEST"]
    if connection.vendor == "sqlite":
        test["MIGRATE"] = False
        yield
        return
    with shared(run_folder / "template", "tests.deckbuilder.template.migrated") as test["TEMPLATE"]:
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """The test database, with the sample cards of every game."""
    with django_db_blocker.unblock():
        if connection.vendor == "sqlite":
            call_command("migrate", "--fake", verbosity=0)
        samples.load()


@pytest.fixture(autouse=True)
def the_usual_language() -> Iterator[None]:
    """A request leaves its reader's language behind; the next test begins in English."""
    translation.activate("en")
    yield
    translation.deactivate()


@pytest.fixture
def no_cards() -> None:
    """A database without the sample cards."""
    samples.clear()
