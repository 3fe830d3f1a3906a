"""The task queue: the filesystem by default, any broker by CELERY_BROKER_URL."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deckbuilder.settings")

app = Celery("deckbuilder")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
