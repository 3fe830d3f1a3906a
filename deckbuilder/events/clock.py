"""What time it is for events: the one place they ask, so that a test can say."""

from datetime import datetime

from django.utils import timezone


def now() -> datetime:
    return timezone.now()
