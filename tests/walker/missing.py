"""Variables that a template of the site asks for and does not get.

Django asks its engine for `string_if_invalid` where a lookup fails: there this looks at who is asking. An `{% if %}`, a
`{% for %}` and a `|default` may ask for what is not there, and Django's own templates do what they like.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from unittest import mock

from django.conf import settings
from django.template import Engine
from django.template.base import FilterExpression, Variable
from django.templatetags.i18n import BlockTranslateNode

MARK = "walk-missing-%s"
"""What a `{% blocktranslate %}` writes where a variable is missing."""

_EXPRESSION = FilterExpression.resolve.__code__
_LOOKUP = Variable._resolve_lookup.__code__
_BLOCK = BlockTranslateNode.render.__code__


@contextmanager
def recording() -> Iterator[list[str]]:
    """The missing variables of what is rendered meanwhile, as `template: expression`."""
    found: list[str] = []

    def string_if_invalid(engine: Engine) -> str:
        frame = sys._getframe(1)
        if frame.f_code is _BLOCK:
            return MARK
        if problem := _problem(frame):
            found.append(problem)
        return ""

    def keep(engine: Engine, value: str) -> None:
        engine.__dict__["string_if_invalid"] = value

    # A property of the class comes before the attribute that every engine has, and has again afterwards.
    with mock.patch.object(Engine, "string_if_invalid", property(string_if_invalid, keep), create=True):
        yield found


def _problem(frame: FrameType) -> str:
    """What is missing for whoever asks; "" where nothing is amiss."""
    while frame.f_code is _LOOKUP or frame.f_code is Variable.resolve.__code__:
        assert frame.f_back
        frame = frame.f_back
    if frame.f_code is not _EXPRESSION or frame.f_locals["ignore_failures"]:
        return ""
    expression, context = frame.f_locals["self"], frame.f_locals["context"]
    first = expression.filters[0][0].__name__ if expression.filters else ""
    template = context.render_context.template
    ours = template is not None and str(template.origin.name).startswith(str(settings.ROOT / "templates"))
    return f"{template.name}: {expression.token}" if ours and first != "default" else ""
