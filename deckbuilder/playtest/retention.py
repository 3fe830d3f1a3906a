"""How long playtests are kept: as long as simulations."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from deckbuilder.common.operations.tidying import RetentionRule
from deckbuilder.playtest.models import Playtest


def old_playtests(now: datetime) -> QuerySet[Playtest]:
    """Playtests nobody has opened for SIMULATION_DAYS, or VISITOR_SIMULATION_DAYS for those of visitors."""

    def before(days: int) -> Q:
        return Q(opened_on__lt=timezone.localdate(now - timedelta(days=days)))

    visitors = before(settings.VISITOR_SIMULATION_DAYS) & Q(player=None)
    return Playtest.objects.filter(visitors | before(settings.SIMULATION_DAYS))


RULES = (RetentionRule("playtests", old_playtests),)
