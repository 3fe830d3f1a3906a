"""One battery over every registered game: its example decks get exactly the verdicts they say."""

import pytest

from games.engine.model.violations import CODES, ORDER
from games.engine.rules.legality import checks
from games.registry import GAMES
from tests.games.examples import HERE, example, paths

SLUGS = [game.slug for game in GAMES]


def codes_of(slug):
    return {code for path in paths(slug) for code in example(path).expect}


def examples(slug):
    return [example(path) for path in paths(slug)]


@pytest.mark.parametrize("slug", SLUGS)
def test_they_get_the_verdicts_they_say(slug):
    said = {each.name: (each.expect, each.status, each.folder == "legal") for each in examples(slug)}
    assert {each.name: outcome_of(each) for each in examples(slug)} == said


def outcome_of(shown):
    """Codes and status of an example's verdict, and whether the deck is legal."""
    verdict = shown.verdict()
    return tuple(sorted(violation.code for violation in verdict.violations)), verdict.status, verdict.legal


@pytest.mark.parametrize("slug", SLUGS)
def test_every_violation_gives_its_facts(slug):
    for shown in examples(slug):
        verdict = shown.verdict()
        severities = [ORDER[each.severity] for each in verdict.violations]
        assert severities == sorted(severities), shown.name
        for violation in verdict.violations:
            assert violation.code in verdict.checks, shown.name
            assert violation.zone, shown.name
            assert violation.rule or violation.code.startswith(("card.", "list.")), shown.name
            assert all(card.have >= 0 for card in violation.cards), shown.name
            assert bool(violation.source) == violation.code.startswith("list."), shown.name


@pytest.mark.parametrize("slug", SLUGS)
def test_each_is_a_list_that_is_read_as_it_is_meant(slug):
    """A mistyped name would make any deck illegal."""
    for shown in examples(slug):
        settled = shown.reading.receipt.is_settled
        assert settled or "card.unknown" in shown.expect or "extra" in shown.deck.zones, shown.name
        assert shown.deck.format, f"{shown.name} names its format"


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
