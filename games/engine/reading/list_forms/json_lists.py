"""JSON lists of cards, maps from names to quantities, and sections of either."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NoReturn

from games.engine.reading.decklists.forms import COLUMNS
from games.engine.reading.decklists.lines import DeckListError
from games.engine.reading.list_forms.listing import Listing

NAMES = ("name", "card", "cardname", "card_name", "title", "卡名", "名稱", "名称", "カード名")
COUNTS = ("count", "quantity", "qty", "amount", "copies", "num", "n", "枚数", "數量", "数量", "張數", "张数", "number")
CODES = ("code", "card_code", "cardcode", "card_number", "cardnumber", "no", "編號", "编号", "番号")
NUMBERS = ("collector_number", "collectornumber", "set_number", "number", *CODES)
"""Fields of a card's number in its set."""

SETS = ("set", "set_code", "setcode", "expansion", "edition", "系列", "彈數", "弹数", "収録", "セット")
TITLES = ("section", "zone", "board", "name", "title", "label")
"""What the fields of cards and sections are called, in order of preference."""

SECTIONS = ("section", "zone", "board")
"""Fields of a card that name its section."""

PLAIN = frozenset(
    ("boards", "cards", "contents", "data", "deck", "deck_list", "decklist", "items", "list", "sections", "zones")
)
"""Names of containers that are no title of a section."""

OWN = frozenset(("game", "format", "name", "declarations", "zones"))
MAX_DEPTH = 12
MAX_FACT = 40
_NUMBER = re.compile(r"\d{1,4}[a-z]?")
_SET = re.compile(r"[A-Za-z][A-Za-z0-9]{1,7}")
_COUNT = re.compile(r"\s*[x×*]?\s*(\d{1,6})\s*[x×*枚張张]?\s*", re.IGNORECASE)


def is_own(data: object) -> bool:
    """Whether it has the structure that this site writes, with or without mistakes."""
    if not isinstance(data, dict):
        return False
    if "zones" not in data:
        return data.keys() <= OWN and not any(isinstance(data.get(key), dict | list) for key in OWN - {"declarations"})
    zones = data["zones"]
    if not isinstance(zones, dict):
        return not isinstance(zones, list)
    return not any(map(_is_foreign_zone, zones.values()))


def _is_foreign_zone(zone: object) -> bool:
    if isinstance(zone, dict):
        return True
    cards = zone if isinstance(zone, list) else []
    return any(isinstance(card, str) or (isinstance(card, dict) and card.keys() - {*COLUMNS}) for card in cards)


def read(data: object) -> str:
    """The cards as a text list. Raises DeckListError."""
    listing = Listing()
    if isinstance(data, dict) and _is_card(data):
        _take_card(listing, data, "", "")
    else:
        _take(listing, data, "", "", 0)
    return listing.text()


def _take(listing: Listing, value: object, path: str, title: str, depth: int) -> None:
    if depth > MAX_DEPTH:
        _fail(path)
    if isinstance(value, list):
        listing.title(title)
        for index, each in enumerate(value):
            _take_item(listing, each, f"{path}[{index}]", depth)
    elif isinstance(value, dict):
        _take_map(listing, value, path, title, depth)
    else:
        _fail(path)


def _take_item(listing: Listing, item: object, path: str, depth: int) -> None:
    """An item of a list: a card, a line of text, a pair of name and quantity, or a section."""
    if isinstance(item, str):
        listing.line(item)
    elif isinstance(item, list) and sorted(type(each).__name__ for each in item) == ["int", "str"]:
        count, name = sorted(item, key=lambda each: isinstance(each, str))
        listing.card(_count(count, path), name)
    elif isinstance(item, dict) and _is_card(item):
        _take_card(listing, item, path, "")
    else:
        _take(listing, item, path, "", depth + 1)


def _take_map(listing: Listing, data: Mapping[str, object], path: str, title: str, depth: int) -> None:
    """Headers, cards with their quantities, and sections, in this order."""
    containers = {key: each for key, each in data.items() if isinstance(each, dict | list)}
    scalars = {key: each for key, each in data.items() if key not in containers and each is not None}
    if containers and not title and depth:
        key = next((key for key in TITLES if isinstance(scalars.get(key), str)), "")
        title = str(scalars.pop(key, ""))
    listing.title(title)
    for key, each in scalars.items():
        if containers or (isinstance(each, str) and not _COUNT.fullmatch(each)):
            listing.header(key, str(each))
        else:
            listing.card(_count(each, _at(path, key)), key)
    for key, each in containers.items():
        if key == "declarations" and isinstance(each, dict):
            for name, value in each.items():
                listing.header(name, str(value))
        elif isinstance(each, dict) and _has_count(each) and not _has_cards(each):
            _take_card(listing, each, _at(path, key), key)
        else:
            _take(listing, each, _at(path, key), "" if key.lower() in PLAIN else key, depth + 1)


def _take_card(listing: Listing, card: Mapping[str, object], path: str, key_name: str) -> None:
    """One card. `key_name`: the key of the object, which is its name if it has no other."""
    fields = {key.lower(): value for key, value in card.items()}
    name, code = _name(fields) or key_name, _code(fields)
    key = next((key for key in COUNTS if fields.get(key) is not None and fields[key] != code), "")
    if section := _first_text(fields, SECTIONS):
        listing.title(section)
    count = _count(fields[key], _at(path, key)) if key else 1
    number = "" if key == "number" else _number(fields)
    if name and number and (set_code := _first_text(fields, SETS)) and _SET.fullmatch(set_code):
        name, code = f"{name} ({set_code}) {number}", ""
    listing.card(count, name, code, _facts(fields))


def _is_card(item: Mapping[str, object]) -> bool:
    """Whether an object is one card: it has a name or number, and no cards in it."""
    fields = {key.lower(): value for key, value in item.items()}
    return bool(_name(fields) or _code(fields)) and not _has_cards(item)


def _name(fields: Mapping[str, object]) -> str:
    """A card's name, which may be in an object of the card's own."""
    card = fields.get("card")
    return _first_text(card, NAMES) if isinstance(card, dict) else _first_text(fields, NAMES)


def _code(fields: Mapping[str, object]) -> str:
    """A printing's number; `number` is that where it cannot be a quantity."""
    number = fields.get("number")
    return _first_text(fields, CODES) or (number if isinstance(number, str) and not _COUNT.fullmatch(number) else "")


def _number(fields: Mapping[str, object]) -> str:
    """A card's number in its set, if that is nothing but a number."""
    numbers = (str(fields[key]).strip() for key in NUMBERS if isinstance(fields.get(key), str | int))
    return next((number for number in numbers if _NUMBER.fullmatch(number)), "")


def _facts(fields: Mapping[str, object]) -> Iterator[str]:
    """What a card's other fields say, each a text or a list of texts: its rarity, its colours."""
    for key in sorted(fields.keys() - {*NAMES, *COUNTS, *CODES, *SECTIONS}):
        values = fields[key]
        for value in values if isinstance(values, list) else [values]:
            if isinstance(value, str) and len(value) <= MAX_FACT:
                yield value


def _has_cards(item: Mapping[str, object]) -> bool:
    """Whether an object has cards in it: a list of more than words, or a container by the name of one."""
    return any(
        key.lower() in PLAIN or (isinstance(value, list) and any(isinstance(each, dict | list) for each in value))
        for key, value in item.items()
        if isinstance(value, dict | list)
    )


def _has_count(item: Mapping[str, object]) -> bool:
    return any(key.lower() in COUNTS and not isinstance(value, dict | list) for key, value in item.items())


def _first_text(fields: Mapping[str, object], keys: tuple[str, ...]) -> str:
    return next((text for key in keys if isinstance(text := fields.get(key), str) and text.strip()), "")


def _at(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _count(value: object, path: str) -> int:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if type(value) is int and value >= 0:
        return value
    if isinstance(value, str) and (digits := _COUNT.fullmatch(value)):
        return int(digits[1])
    _fail(path)


def _fail(path: str) -> NoReturn:
    raise DeckListError("json-shape", 0, {"path": path})
