"""The site for an ASGI server."""

import os

from django.core.asgi import get_asgi_application

from deckbuilder.common.operations.preload import limit_statements, preload

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deckbuilder.settings")

application = get_asgi_application()
limit_statements()
preload()
