"""The contract that layers modules by their names finds what goes up or has no layer, and nothing else."""

import pytest
from grimp import ImportGraph

from tests.lint.roles import RolesContract

LAYERS = ["urls", "views api_* hooks/", "*_pages", "services", "selectors", "to_games", "models models/"]
NAMES = ["urls", "views", "api_new", "hooks.views", "deck_pages", "services", "selectors", "to_games", "models"]
SOUND = [*(f"other.{name}" for name in NAMES), "more.models.lines"]
"""Modules with every name that a layer has."""


def problems(*modules, imports=()):
    """What the contract says of a site with these modules and with those that `imports` names, pairs of modules."""
    graph = ImportGraph()
    for module in (*modules, *(module for pair in imports for module in pair)):
        parts = f"site.{module}".split(".")
        for end in range(1, len(parts) + 1):
            graph.add_module(".".join(parts[:end]))
    for importer, imported in imports:
        graph.add_import(importer=f"site.{importer}", imported=f"site.{imported}")
    options = {"package": "site", "layers": LAYERS, "offered": "selectors"}
    return RolesContract("layers", {}, options).check(graph, verbose=False).metadata["problems"]


@pytest.mark.parametrize(
    "importer, imported",
    [
        ("decks.views", "decks.services"),
        ("decks.services", "decks.lists.services"),
        ("decks.deck_pages", "decks.selectors"),
        ("decks.lists.views", "decks.models"),
        ("decks.models", "common.selectors"),
        ("decks.hooks.services", "decks.views"),
        ("settings", "decks.views"),
    ],
)
def test_imports_that_go_down_or_stay(importer, imported):
    assert problems(*SOUND, imports=[(importer, imported)]) == []


@pytest.mark.parametrize(
    "importer, imported",
    [
        ("decks.services", "decks.views"),
        ("decks.services", "events.views"),
        ("decks.selectors", "decks.services"),
        ("decks.selectors", "events.services"),
        ("decks.models", "decks.selectors"),
        ("decks.models", "events.api_new"),
        ("decks.lists.to_games", "decks.selectors"),
        ("decks.services", "decks.hooks.services"),
    ],
)
def test_imports_that_go_up(importer, imported):
    up = f"site.{importer} imports site.{imported}, which is of a higher layer"
    assert problems(*SOUND, imports=[(importer, imported)]) == [up]


def test_a_module_whose_name_no_layer_has_is_named():
    new = ["decks.anything_new", "decks.lists.anything_new"]
    assert problems(*SOUND, *new) == [
        f"site.{module} has no layer; give its name one in pyproject.toml" for module in new
    ]


def test_a_name_that_no_module_has_is_named():
    modules = [module for module in SOUND if module != "other.services"]
    assert problems(*modules) == ["services is the name of no module"]
