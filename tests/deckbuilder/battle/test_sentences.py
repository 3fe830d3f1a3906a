"""Every fact of a battle and every mistake has a sentence that takes its parameters."""

import pytest
from django.utils import translation

from deckbuilder.battle.sentences import BRIEFS, MESSAGES, MISTAKES, Words
from games.engine.model.battle import CODES
from games.engine.reading.battle_reading import PROBLEMS
from games.registry import GAMES, get
from tests.deckbuilder.languages import LANGUAGES
from tests.games.battles import battle_of, resolve, rows

EXAMPLES = [row[:3] for row in rows()]


def test_every_code_has_its_sentence_and_every_sentence_its_code():
    assert {key.partition("+")[0] for key in MESSAGES} == set(CODES)
    assert set(BRIEFS) <= set(CODES)
    found = {key.partition("+")[0] for key in MISTAKES}
    assert found == {*PROBLEMS, "several-cards", "unknown-card"}


def test_every_code_comes_about_in_some_example():
    facts = {each.code for slug, text, _ in EXAMPLES for each in facts_of(slug, text)}
    assert facts == set(CODES)


def facts_of(slug, text):
    result = resolve(slug, text)
    return (*result.steps, *result.outcome)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [game for game in GAMES if game.battle], ids=lambda game: game.slug)
def test_what_is_told_has_all_its_numbers_and_names(game, language):
    with translation.override(language):
        words = Words(game, battle_of(game.slug))
        for slug, text, _ in EXAMPLES:
            for each in facts_of(slug, text) if slug == game.slug else ():
                said = words.message(each)
                assert not set("{}") & set(said)
                assert said.endswith((".", "。"))


def test_a_sentence_reads_as_english():
    words = Words(get("zero-dimension"), battle_of("zero-dimension"))
    result = resolve(
        "zero-dimension",
        "attacker.attack=500 attacker.attack_change=-2000 attacker.defence=1 defender.attack=0 defender.defence=500",
    )
    said = [words.message(each) for each in (*result.steps, *result.outcome)]
    assert said[:3] == [
        "Attacker: attack 500.",
        "Attacker: attack −2000, other effects; that makes −1500.",
        "Attacker: attack below 0 counts as 0.",
    ]
    assert said[-1] == "Attacker needs at least attack +2000 to destroy the defender."
