"""Macros of templates, for Python code that caches their output."""

from functools import cache
from typing import Any

from django.template import engines


@cache
def macros(template: str) -> Any:
    """The macros of a template as functions."""
    return engines["jinja2"].env.get_template(template).module  # type: ignore[attr-defined]
