"""What somebody sends: a form filled in, with sense or without, or what the builder's scripts send."""

from __future__ import annotations

from itertools import groupby
from random import Random
from urllib.parse import urlencode, urlsplit

from deckbuilder.decks.changes.edits import OPS
from tests.walker import values
from tests.walker.checks import Request
from tests.walker.markup import Button, Field, Form, Page
from tests.walker.values import File, Lore

TOKEN = "csrfmiddlewaretoken"
SENSIBLE = 0.65
"""So many forms are filled in as they are meant to be."""

ADMIN = "/admin/"
SHAPED = ("hidden", "checkbox", "radio", "select")
"""What Django's administration takes as it drew it: staff who alter that get an error page from it."""


def fill(form: Form, page: Page, chance: Random, lore: Lore) -> Request:
    """A form as somebody sends it, by one of its buttons."""
    sense = chance.random() < SENSIBLE
    pairs: list[tuple[str, str]] = []
    files: list[tuple[str, File]] = []
    for each in _asked(form.fields, chance):
        if each.kind == "file":
            files += [(each.name, values.file(chance, lore, sense=sense))] * (chance.random() < 0.9)
        else:
            shaped = form.action.startswith(ADMIN) and each.kind in SHAPED
            pairs += _filled(each, chance, lore, sense=sense or shaped)
    button = chance.choice(form.buttons) if form.buttons else Button("", "")
    if button.name:
        pairs.append((button.name, button.value))
    action = page.resolve(button.action) if button.action else form.action
    htmx = form.htmx and chance.random() < 0.5
    if (button.method or form.method).lower() != "post":
        path = urlsplit(action).path
        address = f"{path}?{urlencode(pairs, errors='surrogatepass')}" if pairs else path
        return Request("GET", address, htmx=htmx, source=page.address, sense=sense)
    sent = tuple(pairs), tuple(files), form.multipart
    return Request("POST", action, *sent, htmx=htmx, source=page.address, sense=sense)


def _asked(fields: list[Field], chance: Random) -> list[Field]:
    """The fields that are sent: of radio buttons with one name one, of boxes to tick some."""
    asked = [each for each in fields if each.kind not in ("radio", "checkbox")]
    asked += [each for each in fields if each.kind == "checkbox" and chance.random() < 0.5]
    radios = sorted((each for each in fields if each.kind == "radio"), key=lambda each: each.name)
    return asked + [chance.choice(list(group)) for _, group in groupby(radios, key=lambda each: each.name)]


def _filled(field: Field, chance: Random, lore: Lore, *, sense: bool) -> list[tuple[str, str]]:
    value = values.sensible(field, chance, lore)
    if sense or field.name == TOKEN or chance.random() < (0.85 if field.kind == "hidden" else 0.4):
        return [(field.name, value)]
    odd = values.odd(chance)
    return chance.choice([[], [(field.name, odd)], [(field.name, odd)], [(field.name, value), (field.name, odd)]])


def press(page: Page, chance: Random, lore: Lore) -> Request:
    """What the builder's scripts send for a key, a click or a card that is dragged."""
    name = chance.choice(["edit", *page.presses])
    pairs = {TOKEN: page.token}
    sense = chance.random() < SENSIBLE
    if name == "edit":
        code, zone = (
            chance.choice(page.lines) if page.lines and chance.random() < 0.6 else (chance.choice(lore.codes), "")
        )
        pairs |= {"op": chance.choice(sorted(OPS)), "code": code, "zone": zone, "to": chance.choice(lore.codes)}
        pairs |= {"count": str(chance.randrange(6)), "name": chance.choice(lore.names), "notes": "Night"}
        if not sense:
            pairs[chance.choice([each for each in pairs if each != TOKEN])] = values.odd(chance)
    return Request("POST", page.presses[name], tuple(pairs.items()), htmx=True, source=page.address, sense=False)
