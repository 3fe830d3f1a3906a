"""How long sessions, and the counts of what was created, are kept."""

from datetime import datetime

from django.contrib.sessions.models import Session
from django.db.models import QuerySet

from deckbuilder.common.tidying import Rule


def expired_sessions(now: datetime) -> QuerySet[Session]:
    return Session.objects.filter(expire_date__lt=now)


RULES = (Rule("sessions", expired_sessions),)
