"""What every test of the site leaves as it found it."""

import os
from collections.abc import Iterator

import pytest
from django.utils import translation

# A process that has driven a browser keeps its event loop running, and may be given tests of the database after that.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture(autouse=True)
def the_usual_language() -> Iterator[None]:
    """A request leaves its reader's language behind; the next test begins in English."""
    translation.activate("en")
    yield
    translation.deactivate()
