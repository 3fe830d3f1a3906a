"""Stored verdicts of lists, and the progress of checking them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from deckbuilder.catalog.models import PlainJSON
from deckbuilder.common.models import CountedJob


class Judgement(models.Model):
    """The verdict on a submitted list under the rules of a digest (see judgements.rules_digest); ignored under any
    other.

    `state`: the readiness of its entry without overrides. `violations`: as to_games freezes them.
    """

    submission = models.OneToOneField("events.Submission", on_delete=models.CASCADE, related_name="judgement")
    digest = models.CharField(max_length=64)
    state = models.CharField(max_length=10)
    violations = models.JSONField(default=list, encoder=PlainJSON)

    class Meta:
        verbose_name = _("judgement")
        verbose_name_plural = _("judgements")

    def __str__(self) -> str:
        return f"{self.submission_id} {self.state}"


class JudgingRun(CountedJob):
    """A worker's run over all lists of an event, under the rules of one digest.

    `error`: `overtaken` by other rules or by a request to judge everything again, or `internal`. An event has at most
    one unfinished run.
    """

    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="judging_runs")
    digest = models.CharField(max_length=64)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    finished_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=20, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event"], condition=models.Q(finished_at=None), name="judging_run_one_unfinished"
            )
        ]
        ordering = ["-id"]
        verbose_name = _("judging")
        verbose_name_plural = _("judgings")

    def __str__(self) -> str:
        return f"{self.done}/{self.total}"
