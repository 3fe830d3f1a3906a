"""The clock of events, which tests can set."""

from datetime import datetime

from django.utils import timezone


def now() -> datetime:
    return timezone.now()
