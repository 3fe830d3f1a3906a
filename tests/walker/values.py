"""What a walk fills in: values that make sense, values that make none, and files of both sorts."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple

from deckbuilder.accounts.models import User
from deckbuilder.catalog.models import Printing
from deckbuilder.decks.lists.codec import deck_code
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck
from games.registry import GAMES
from tests.browser.world import FILE, MIXED
from tests.catalogs import decks_of
from tests.deckbuilder.base import PASSWORD
from tests.walker.markup import PLANT, Field

File = tuple[str, bytes]
"""A file's name and its content."""

WORDS = ("Lantern Cup", "燈籠盃", "Ann", "On the spot", "Brings it on paper.", "4711", "Best of three", "2027")
QUERIES = ("kind:unit", "tribute:0 -kind:spell", "mana>=3", "燈", "denglong", "race:獸人 or score>2", '"燈"', "cost:")
GOALS = (">=1 of (kind:unit tribute:0)", ">=1 of (提燈小狐)", "2 of kind:unit and 1 of kind:spell", ">=1 of")
NOTES = ("**Mulligan** for [[提燈小狐]].", "# Plan\n\n- [[提灯]]\n- [rules](https://example.org)", "[[nobody]] `[[x]]`")
ODD = (
    "",
    " ",
    "\u3000",
    "x" * 5_000,
    "漢" * 300,
    "\0",
    "a\x07b\x1b[1m",
    "\u202eabc\u2066",
    "👩‍👩‍👧‍👦🏴‍☠️",
    "\ud800",
    "e\u0301\ufeff",
    "-1",
    "0",
    "9" * 40,
    "99999999999999999999",
    "1e309",
    "NaN",
    "1.5",
    "٣",
    "²",
    f"\"'><i {PLANT}>",
    f"</script><i {PLANT}>",
    "{{ 7|add:1 }}{% now %}",
    "%s %(x)s %d {0} {name}",
    "../../etc/passwd",
    "//example.org/",
    "/nowhere/at/all/",
    "javascript:alert(1)",
    "true",
    "null",
    "[]",
    '{"a": 1}',
    "__class__",
    "2027-02-30",
    "0001-01-01",
    "9999-12-31",
    "9999-12-31T23:59",
    "2027-03-06T10:00+14:00",
    "(((((((((",
    "kind:" * 200,
    "1 提燈小狐\r\n2 提燈小狐",
)
"""Values that no form asks for."""


class Lore(NamedTuple):
    """What the people of a walk know: card names and numbers, deck lists, and each other's names."""

    names: list[str]
    codes: list[str]
    lists: list[str]
    users: list[str]
    now: Callable[[], datetime]


def lore(now: Callable[[], datetime]) -> Lore:
    """Read it from the sample catalogs and the database."""
    rows = list(Printing.objects.order_by("game", "position").values_list("name", "code"))[::7]
    paths = [path for game in GAMES for path in sorted(decks_of(game).glob("*.txt"))]
    lists = [MIXED, *(path.read_text(encoding="utf-8") for path in paths)]
    lists.append(f"{MIXED}\n[maybe]\n2 {rows[0][0]}\n1 A card nobody knows\n")
    lists += [deck_code(to_deck(deck)).code for deck in Deck.objects.order_by("pk")[:4]]
    users = list(User.objects.order_by("pk").values_list("username", flat=True))
    return Lore([name for name, _ in rows], [code for _, code in rows], lists, users, now)


def odd(chance: Random) -> str:
    return chance.choice(ODD)


def sensible(field: Field, chance: Random, lore: Lore) -> str:
    """A value that somebody might enter there."""
    if field.kind in ("select", "hidden"):
        return chance.choice(field.options) if field.options else field.value
    if field.kind in ("checkbox", "radio"):
        return field.value
    if field.value and chance.random() < 0.3:
        return field.value
    return _by_kind(field, chance, lore) or _by_name(field.name, chance, lore)


def _by_kind(field: Field, chance: Random, lore: Lore) -> str:
    moment = lore.now() + timedelta(hours=chance.randrange(-48, 240))
    if field.kind == "datetime-local":
        return moment.strftime("%Y-%m-%dT%H:%M")
    if field.kind == "date":
        return moment.strftime("%Y-%m-%d")
    if field.kind == "number":
        low = int(float(field.low or 0))
        high = min(int(float(field.high or low + 20)), low + 1_000)
        return str(chance.randint(low, max(low, high)))
    if field.kind == "email":
        return chance.choice(("ann@example.org", "bea@example.net", "nobody@home"))
    return PASSWORD if field.kind == "password" else ""


def _by_name(name: str, chance: Random, lore: Lore) -> str:
    for pattern, make in _NAMES:
        if re.search(pattern, name):
            return make(chance, lore)
    return chance.choice((*WORDS, *lore.names[:20], *lore.users))


def _limits(chance: Random, lore: Lore) -> str:
    return json.dumps({name: chance.randrange(4) for name in chance.sample(lore.names, 3)}, ensure_ascii=False)


def _roster(chance: Random, lore: Lore) -> str:
    """Players of all sorts, some with an address, some of them twice; with or without titles."""
    names = chance.choices((*WORDS, *lore.users, *(f"Player {number}" for number in range(40))), k=6)
    lines = [f"{name},{chance.choice(('', 'ann@example.org', 'nobody@home'))}" for name in names]
    return "\n".join([*chance.choice(([], ["name,email"], ["姓名,電子郵件"], ["phone,x"])), *lines])


_NAMES: list[tuple[str, Callable[[Random, Lore], str]]] = [
    (r"^(text|source|list|deck)$", lambda chance, lore: chance.choice(lore.lists)),
    (r"^notes$", lambda chance, lore: chance.choice(NOTES)),
    (r"limits", _limits),
    (r"^roster$", _roster),
    (r"^(slug|version)$", lambda chance, lore: chance.choice(("spring", "winter", "1", "2", "2027.1"))),
    (r"^(q|find|query|filter)$", lambda chance, lore: chance.choice((*QUERIES, *lore.names[:40]))),
    (r"goal|keep|condition|cards|of", lambda chance, lore: chance.choice((*GOALS, *QUERIES))),
    (r"code|card", lambda chance, lore: chance.choice(lore.codes)),
    (r"user|login|author", lambda chance, lore: chance.choice(lore.users)),
    (r"count|copies|number|extra|hand|seed|turns|trials|least|most", lambda chance, lore: str(chance.randrange(12))),
    (
        r"^on$|date|day|from|released",
        lambda chance, lore: (lore.now() + timedelta(chance.randrange(60))).date().isoformat(),
    ),
]


# Files ----------------------------------------------------------------------------------------------------------------


def file(chance: Random, lore: Lore, *, sense: bool) -> File:
    return _good_file(chance, lore) if sense else _odd_file(chance)


def _good_file(chance: Random, lore: Lore) -> File:
    lists = {f"{chance.choice(('Ann', 'Bea', 'Cy'))} {number}.txt": text for number, text in enumerate(lore.lists[:3])}
    rows = "player,list\n" + "".join(f'Ann {number},"{text}"\n' for number, text in enumerate(lore.lists[:2]))
    choices = (
        ("cards.csv", FILE.encode()),
        ("deck.txt", chance.choice(lore.lists).encode()),
        ("lists.zip", _zipped(lists)),
        ("lists.csv", rows.encode()),
    )
    return chance.choice(choices)


def _zipped(files: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text)
    return out.getvalue()


def _odd_file(chance: Random) -> File:
    contents = (
        b"",
        b"\0" * 100,
        b"\xff\xfe" + "code,name\nA,燈".encode("utf-16-le"),
        b"\xed\xa0\x80,\xc3\x28",
        b"PK\x03\x04" + chance.randbytes(200),
        chance.randbytes(500),
        b'code,name\n"never closed',
        b"code,code,name\nA,A\nA,A,A,A,A,A",
        b"a" * 200_000,
        b'[{"code": null, "name": {}}]',
        b'{"cards": "',
        b"[" * 5_000,
        _zipped({"../../out.txt": "1 A", "": "1 A", "deep/" * 60 + "a.txt": "1 A", "all.zip": "x"}),
        f'code,name\nA,"><i {PLANT}>\n'.encode(),
    )
    names = (
        "cards.csv",
        "cards.xlsx",
        "cards.json",
        "list.txt",
        "all.zip",
        "no-ending",
        "燈籠.CSV",
        "a" * 200 + ".csv",
    )
    return chance.choice(names), chance.choice(contents)
