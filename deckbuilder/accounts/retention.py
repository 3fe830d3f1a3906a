"""How long sessions and counts of created items are kept."""

from datetime import datetime

from django.contrib.sessions.models import Session
from django.db.models import QuerySet

from deckbuilder.accounts.limits import HOUR
from deckbuilder.accounts.models import Creation
from deckbuilder.common.operations.tidying import RetentionRule


def expired_sessions(now: datetime) -> QuerySet[Session]:
    return Session.objects.filter(expire_date__lt=now)


def old_creations(now: datetime) -> QuerySet[Creation]:
    """Those too old to count."""
    return Creation.objects.filter(at__lt=now - HOUR)


RULES = (RetentionRule("sessions", expired_sessions), RetentionRule("counts of what was created", old_creations))
