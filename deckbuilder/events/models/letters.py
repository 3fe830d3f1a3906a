"""Records of e-mail to players: how many were ordered and by whom, and who unsubscribed."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class LetterOrder(models.Model):
    """An order of e-mail. It outlives its event, so that deleting events does not renew the quota."""

    event = models.ForeignKey("events.Event", null=True, on_delete=models.SET_NULL, related_name="letter_orders")
    ordered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    ordered_at = models.DateTimeField(db_index=True)
    count = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("e-mail job")
        verbose_name_plural = _("e-mail jobs")

    def __str__(self) -> str:
        return f"{self.count} {self.ordered_at}"


class NoLetters(models.Model):
    """An address that unsubscribed from an event. `address`: its digest, see recipients.email_digest."""

    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="no_letters")
    address = models.CharField(max_length=64)
    since = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "address"], name="no_letters_once")]
        verbose_name = _("unsubscribed address")
        verbose_name_plural = _("unsubscribed addresses")

    def __str__(self) -> str:
        return f"{self.address[:8]} {self.since}"
