"""What every test of the site leaves as it found it."""

from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def the_usual_language() -> Iterator[None]:
    """A request leaves its reader's language behind; the next test begins in English."""
    translation.activate("en")
    yield
    translation.deactivate()
