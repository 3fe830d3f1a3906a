"""What the read-only part of the API can be asked, by its own description."""

from __future__ import annotations

import re
from random import Random
from typing import NamedTuple
from urllib.parse import quote, urlencode

from django.test import Client
from django.urls import Resolver404, resolve

from games.registry import GAMES
from tests.walker import values
from tests.walker.values import Lore


class Operation(NamedTuple):
    """An address with {names} in it, and the values each parameter of a query may take; () for any."""

    path: str
    parameters: dict[str, tuple[str, ...]]


def operations(browser: Client) -> list[Operation]:
    """All that can be asked without changing anything."""
    document = browser.get("/api/v1/schema/").json()
    found = []
    for path, methods in document["paths"].items():
        if "get" in methods:
            asked = [each for each in methods["get"].get("parameters", ()) if each["in"] == "query"]
            found.append(Operation(path, {each["name"]: _choices(each) for each in asked}))
    return found


def _choices(parameter: dict) -> tuple[str, ...]:
    return tuple(map(str, parameter.get("schema", {}).get("enum", ())))


def address(operation: Operation, seen: list[str], chance: Random, lore: Lore) -> str:
    """An address of this operation, for something that was seen on the site where there is such a thing."""
    known = _known(operation.path, seen)

    def put(match: re.Match[str]) -> str:
        name = match[1]
        if chance.random() < 0.1:
            value = values.odd(chance)[:200]
        elif name == "code":
            value = chance.choice(lore.codes)
        else:
            value = chance.choice(known.get(name) or ["1", "2", "0"])
        return quote(value, safe="", errors="surrogatepass")

    path = re.sub(r"\{(\w+)\}", put, operation.path)
    pairs = [
        (name, _value(choices, chance, lore)) for name, choices in operation.parameters.items() if chance.random() < 0.4
    ]
    return path + ("?" + urlencode(pairs, errors="surrogatepass") if pairs else "")


def _value(choices: tuple[str, ...], chance: Random, lore: Lore) -> str:
    if chance.random() < 0.3:
        return values.odd(chance)
    return chance.choice(choices or (*lore.names[:10], *values.QUERIES, *values.GOALS, "1", "2", "2027-03-06"))


_KINDS = {"decks": "decks", "simulations": "stats", "events": "events"}


def _known(path: str, seen: list[str]) -> dict[str, list[str]]:
    """The values of an address's parts in the addresses of pages of the same sort that were seen."""
    sort = path.removeprefix("/api/v1/").partition("/")[0]
    known = {"slug": [game.slug for game in GAMES]} if sort == "games" else {}
    for each in seen if sort != "games" else ():
        try:
            match = resolve(each.partition("?")[0])
        except Resolver404:
            continue
        if match.namespace == _KINDS.get(sort):
            for name, value in match.kwargs.items():
                known.setdefault(name, []).append(str(value))
    return known
