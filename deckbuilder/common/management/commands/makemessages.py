"""Collect the texts to translate, including those of Jinja2 templates, which Django's command cannot read."""

from pathlib import Path

from django.conf import settings
from django.core.management.commands import makemessages
from jinja2.ext import GETTEXT_FUNCTIONS, babel_extract

OURS = settings.ROOT / "templates"
DJANGO_S = OURS / "django"


class TextFile(makemessages.BuildFile):
    """A file that xgettext reads as Python, with each text on the line where the template has it."""

    def preprocess(self) -> None:
        template = Path(self.path).resolve()
        if not template.is_relative_to(OURS) or template.is_relative_to(DJANGO_S):
            super().preprocess()
            return
        with template.open("rb") as file:
            messages = list(babel_extract(file, GETTEXT_FUNCTIONS, (), {"newstyle_gettext": "true", "silent": "false"}))
        lines = [""] * max((line for line, *_ in messages), default=0)
        for line, function, texts, _ in messages:
            strings = texts if isinstance(texts, tuple) else (texts,)
            lines[line - 1] += f"{function}({', '.join(repr(text) for text in strings if text)}); "
        Path(self.work_path).write_text("\n".join(lines), encoding="utf-8")


class Command(makemessages.Command):
    build_file_class = TextFile
