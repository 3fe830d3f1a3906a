"""The app's tasks, where Celery looks for them."""

from deckbuilder.catalog.imports.tasks import IMPORTS, apply_upload, read_upload

__all__ = ["IMPORTS", "apply_upload", "read_upload"]
