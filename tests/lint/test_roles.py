"""The contract that layers modules by their names finds what goes up, and nothing else."""

import pytest
from grimp import ImportGraph

from tests.lint.roles import RolesContract

LAYERS = ["urls", "views api_*", "*_pages", "*", "to_games", "models"]


def broken(importer, imported):
    graph = ImportGraph()
    graph.add_module("site")
    graph.add_import(importer=f"site.{importer}", imported=f"site.{imported}")
    options = {"package": "site", "layers": LAYERS}
    contract = RolesContract("layers", {}, options)
    return contract.check(graph, verbose=False).metadata["broken"]


@pytest.mark.parametrize(
    "importer, imported",
    [
        ("decks.views", "decks.services"),
        ("decks.services", "decks.anything_new"),
        ("decks.anything_new", "decks.services"),
        ("decks.deck_pages", "decks.selectors"),
        ("decks.sub.views", "decks.models"),
        ("decks.models", "common.anything_new"),
        ("settings", "decks.views"),
    ],
)
def test_imports_that_go_down_or_stay(importer, imported):
    assert broken(importer, imported) == []


@pytest.mark.parametrize(
    "importer, imported",
    [
        ("decks.services", "decks.views"),
        ("decks.services", "events.views"),
        ("decks.anything_new", "decks.deck_pages"),
        ("decks.models", "decks.anything_new"),
        ("decks.models", "events.api_new"),
        ("decks.sub.to_games", "decks.selectors"),
        ("decks.services", "decks.views.sub"),
    ],
)
def test_imports_that_go_up(importer, imported):
    assert broken(importer, imported) == [(f"site.{importer}", f"site.{imported}")]
