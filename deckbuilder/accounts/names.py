"""Rules for usernames: letters and digits of several scripts, so that names can be Chinese."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.engine.texts.visible import is_visible

LONGEST = 30
SHAPE = re.compile(r"[^\W_]|[^\W_][\w.-]*[^\W_]")
SCRIPTS = ("LATIN", "CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "BOPOMOFO", "HANGUL", "IDEOGRAPHIC", "DIGIT")
"""Beginnings of the Unicode names of letters that the site's readers write. Many letters of other scripts look like
Latin ones and would allow impersonation."""

LAST_LATIN = "\u024f"
"""Phonetic letters follow it, some of which look like plain ones."""


def normal(name: str) -> str:
    """The normal form of a name: letters of normal width, no spaces around it."""
    return unicodedata.normalize("NFKC", name).strip()


def check_length(name: str) -> None:
    if len(normal(name)) > LONGEST:
        raise ValidationError(
            _("Usernames can have at most %(most)d characters."), code="too-long", params={"most": LONGEST}
        )


def check_shape(name: str) -> None:
    shape = normal(name)
    if not SHAPE.fullmatch(shape) or not all(map(is_visible, shape)):
        raise ValidationError(
            _("Usernames can contain letters and digits, with “.”, “-” or “_” between them, but no spaces."),
            code="shape",
        )
    if strange := "".join(dict.fromkeys(char for char in shape if char.isalnum() and not _readable(char))):
        raise ValidationError(
            _("Usernames can contain Latin, Chinese, Japanese or Korean letters and digits, not “%(letters)s”."),
            code="script",
            params={"letters": strange},
        )


def _readable(char: str) -> bool:
    script = unicodedata.name(char, "").partition(" ")[0]
    return script in SCRIPTS and (script != "LATIN" or char <= LAST_LATIN)


VALIDATORS = [check_length, check_shape]
