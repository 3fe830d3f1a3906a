"""Why a file is not taken as the picture of a card, in words."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from deckbuilder.catalog.pictures.validators import PictureError

PICTURE_ERRORS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "picture-empty": lambda p: _("The file is empty."),
    "picture-bytes": lambda p: _("The picture is larger than {megabytes} MB. Send a smaller one.").format(**p),
    "picture-format": lambda p: _("This is not a picture. Send one of: {choices}.").format(
        choices=_(", ").join(p["choices"])
    ),
    "picture-pixels": lambda p: _(
        "The picture has {width} × {height} pixels, more than {megapixels} megapixels. Send a smaller one."
    ).format(**p),
    "picture-bomb": lambda p: _("The picture has far more than {megapixels} megapixels. Send a smaller one.").format(
        **p
    ),
    "picture-small": lambda p: _(
        "The picture has {width} × {height} pixels; each side needs at least {side}. Send a larger one."
    ).format(**p),
    "picture-broken": lambda p: _("The picture is damaged or incomplete. Save it again, and send that file."),
}


def picture_error(error: PictureError) -> str:
    """Why a file is not taken, in the active language."""
    return PICTURE_ERRORS[error.code](error.params)
