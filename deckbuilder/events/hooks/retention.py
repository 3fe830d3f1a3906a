"""How long e-mail jobs are kept. Events, their lists and their logs always stay."""

from datetime import datetime

from django.db.models import QuerySet

from deckbuilder.common.operations.tidying import RetentionRule
from deckbuilder.events.entries.recipients import DAY
from deckbuilder.events.models import LetterOrder


def old_letter_orders(now: datetime) -> QuerySet[LetterOrder]:
    return LetterOrder.objects.filter(ordered_at__lt=now - DAY)


RULES = (RetentionRule("e-mail jobs", old_letter_orders),)
