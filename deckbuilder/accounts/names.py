"""What people may call themselves: letters and digits of any script, so that names can be Chinese."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.engine.visible import seen

LONGEST = 30
SHAPE = re.compile(r"[^\W_]|[^\W_][\w.-]*[^\W_]")


def normal(name: str) -> str:
    """The one way a name is written: full-width letters become plain ones, blanks around it go."""
    return unicodedata.normalize("NFKC", name).strip()


def check_length(name: str) -> None:
    if len(normal(name)) > LONGEST:
        raise ValidationError(_("A name has at most %(most)d characters."), code="too-long", params={"most": LONGEST})


def check_shape(name: str) -> None:
    if not SHAPE.fullmatch(normal(name)) or not all(map(seen, normal(name))):
        raise ValidationError(
            _("A name is made of letters and digits; between them may stand “.”, “-” and “_”, but no blanks."),
            code="shape",
        )


VALIDATORS = [check_length, check_shape]
