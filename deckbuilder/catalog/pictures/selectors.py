"""Questions about the pictures of cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from django.conf import settings

from deckbuilder.catalog.models import CardPicture
from deckbuilder.common.drawing.image_sources import host_of, uploaded_name, why_not
from games.engine.reading.catalogs.plan import RowResult, Warned


def picture_warnings(results: Iterable[RowResult]) -> Iterator[Warned]:
    """What is to be said of pictures that pages will not show: once for each reason and host, with one of the values
    and all of the rows. `results`: in the order of the file."""
    with_image = [each for each in results if each.printing.image]
    here = _uploaded_here(uploaded_name(each.printing.image) for each in with_image)
    groups: dict[tuple[str, str], list[RowResult]] = defaultdict(list)
    for each in with_image:
        image = each.printing.image
        reason: str = why_not(image)
        if (name := uploaded_name(image)) and name not in here:
            reason = "image-lost"
        if reason:
            groups[reason, host_of(image) if reason == "image-host" else ""].append(each)
    for (reason, _host), group in groups.items():
        first = group[0].printing
        values = ((first.image, (first.code,)),)
        rows = tuple(each.row for each in group)
        yield Warned(reason, "image", first.name, rows, values, tuple(settings.IMAGE_HOSTS))


def _uploaded_here(names: Iterable[str]) -> set[str]:
    """Which of these pictures were uploaded here."""
    own = sorted(set(names) - {""})
    return set(CardPicture.objects.filter(name__among=own).values_list("name", flat=True)) if own else set()
