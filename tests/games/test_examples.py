"""One battery over every registered game: its example decks get exactly the verdicts they say."""

import pytest

from games.engine.model.violations import CODES, ORDER
from games.engine.rules.legality import checks
from games.registry import GAMES
from tests.games.examples import ALL, HERE, example, name_of, paths

SLUGS = [game.slug for game in GAMES]


def codes_of(slug):
    return {code for path in paths(slug) for code in example(path).expect}


@pytest.mark.parametrize("path", ALL, ids=name_of)
def test_it_gets_the_verdict_it_says(path):
    shown = example(path)
    verdict = shown.verdict()
    assert tuple(sorted(violation.code for violation in verdict.violations)) == shown.expect
    assert verdict.status == shown.status
    assert verdict.legal == (shown.folder == "legal")


@pytest.mark.parametrize("path", ALL, ids=name_of)
def test_every_violation_gives_its_facts(path):
    shown = example(path)
    verdict = shown.verdict()
    assert [ORDER[each.severity] for each in verdict.violations] == sorted(
        ORDER[each.severity] for each in verdict.violations
    )
    for violation in verdict.violations:
        assert violation.code in verdict.checks
        assert violation.severity in ORDER
        assert violation.zone
        assert violation.rule or violation.code.startswith(("card.", "list."))
        assert all(card.have >= 0 for card in violation.cards)
        assert bool(violation.source) == violation.code.startswith("list.")


@pytest.mark.parametrize("path", ALL, ids=name_of)
def test_it_is_a_list_that_is_read_as_it_is_meant(path):
    """A mistyped name would make any deck illegal."""
    shown = example(path)
    assert shown.reading.receipt.is_settled or "card.unknown" in shown.expect or "extra" in shown.deck.zones
    assert shown.deck.format, "an example names its format"


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_has_examples_of_either_kind(slug):
    for game_format in next(game for game in GAMES if game.slug == slug).formats:
        shown = [example(path) for path in paths(slug) if example(path).deck.format == game_format.slug]
        assert {each.status for each in shown} == {"legal", "incomplete", "illegal"}


@pytest.mark.parametrize("slug", SLUGS)
def test_every_code_a_game_can_yield_is_shown(slug):
    game = next(game for game in GAMES if game.slug == slug)
    possible = {code for each in game.formats for code in checks(each)}
    assert codes_of(slug) == possible


def test_every_code_there_is_is_shown_by_some_game():
    assert {code for slug in SLUGS for code in codes_of(slug)} == set(CODES)


def test_there_are_no_examples_of_games_that_are_not_there():
    folders = {path.parent.name for path in HERE.glob("*/legal")}
    assert folders == set(SLUGS)
