"""The site for a WSGI server."""

import os

from django.core.wsgi import get_wsgi_application

from deckbuilder.common.operations.preload import limit_statements, preload

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deckbuilder.settings")

application = get_wsgi_application()
limit_statements()
preload()
