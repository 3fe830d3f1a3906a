"""How long simulations are kept."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from deckbuilder.common.operations.tidying import RetentionRule
from deckbuilder.stats.models import Simulation


def old_simulations(now: datetime) -> QuerySet[Simulation]:
    """Simulations nobody has viewed for SIMULATION_DAYS, or VISITOR_SIMULATION_DAYS for those of visitors."""

    def before(days: int) -> Q:
        return Q(looked_on__lt=timezone.localdate(now - timedelta(days=days)))

    visitors = before(settings.VISITOR_SIMULATION_DAYS) & Q(asked_by=None)
    return Simulation.objects.filter(visitors | before(settings.SIMULATION_DAYS))


RULES = (RetentionRule("simulations", old_simulations),)
