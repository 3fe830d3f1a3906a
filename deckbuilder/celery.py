"""The task queue: the filesystem by default, any broker by CELERY_BROKER_URL."""

import logging.config
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deckbuilder.settings")

app = Celery("deckbuilder")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def log_as_the_site_does(loglevel: int | str, **_: Any) -> None:
    """In the site's format, without keys; as much as `celery --loglevel` says."""
    logging.config.dictConfig(settings.LOGGING)
    logging.getLogger().setLevel(loglevel)
