"""The languages of the site, for tests of what is told in each."""

from django.conf import settings

LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)
