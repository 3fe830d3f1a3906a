"""Every word of every game's vocabulary has its phrases, in every language, and marks only terms of its glossary."""

import re
from collections.abc import Iterator

import pytest

from games.engine.effects.sentences import LANGUAGES
from games.engine.effects.sentences.parts import terms_in
from games.engine.effects.sentences.phrases import Phrases
from games.engine.effects.vocabulary import NOTHING
from games.engine.model.game import Game
from games.engine.texts.text import Text
from games.registry import GAMES

GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
ENDS = {"top", "bottom", "shown"}
SLOTS = re.compile(r"\{(\w+)")


def texts(phrases: Phrases) -> Iterator[tuple[str, Text]]:
    """Every phrase with its word."""
    for group in vars(phrases).values():
        if isinstance(group, frozenset):
            continue
        for word, phrase in group.items():
            parts = (phrase,) if isinstance(phrase, Text) else phrase
            yield from ((word, each) for each in parts if isinstance(each, Text))


@GAME
def test_every_word_has_its_phrase(game: Game):
    words, phrases = game.effects, game.phrases
    verbs = {
        f"{verb.name} {operand}".strip()
        for verb in words.verbs
        for operand in (verb.operand if isinstance(verb.operand, tuple) and verb.operand else ("",))
    }
    assert {each.name for each in words.triggers} <= phrases.triggers.keys()
    assert verbs <= phrases.verbs.keys()
    assert {each.name for each in words.zones} <= phrases.zones.keys()
    assert {each.name for each in words.flags} <= phrases.flags.keys()
    assert {each.name for each in words.counters} <= phrases.counters.keys()
    assert {each.name for each in words.facts} - {NOTHING} <= phrases.facts.keys()
    assert {each.name for each in words.positions} <= phrases.ends.keys()
    assert {each.name for each in words.modes} <= phrases.modes.keys()
    labels = {*phrases.keys, *game.fields, "name", "kind", "keyword", "tributes"}
    assert {each.name for each in words.keys if each.numeric} <= labels


@GAME
def test_every_kind_of_card_has_a_noun(game: Game):
    assert {kind.value for kind in game.kinds} <= game.phrases.nouns.keys()
    assert all(noun.many for noun in game.phrases.nouns.values())


@GAME
def test_phrases_are_in_every_language_with_the_same_slots(game: Game):
    own = {"v", "s", "them", "this", "place", "bare", "cards", "out", "kinds", "change", "signed", "q", "owner"}
    for word, text in texts(game.phrases):
        if not text.en and not text.hant:
            continue  # what goes without saying
        if not text.hant and text.en.startswith(" "):
            continue  # a place, which only English says in two ways
        slots = {language: set(SLOTS.findall(text.read(language))) - own for language in LANGUAGES}
        assert text.ja or not text.hant, word
        assert slots["zh-hant"] == slots["en"] == slots["ja"], (word, slots)


@GAME
def test_terms_are_those_of_the_glossary(game: Game):
    known = {each.key for each in game.glossary}
    assert {term for _, text in texts(game.phrases) for term in terms_in(text)} <= known


PARTS = {
    "to": {"to", "dest", "end"},
    "from": {"place", "out", "part", "cards"},
    "for": {"for"},
    "by": {"by"},
}
"""For each part of an action, the slots that say it."""

UNSAID = {"give to", "allow for"}
"""The only place that can be given to; what the cards of no game have."""

HANDS_ALONE = {"play from", "play to"}
"""In 星杯傳說 cards are played from the hand, and there is no board."""


@GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_of_an_action_is_said(game: Game, language: str):
    missing = []
    for verb in game.effects.verbs:
        phrases = [each for word, each in game.phrases.verbs.items() if word.split()[0] == verb.name]
        slots = {slot for each in phrases for slot in SLOTS.findall(each.say.read(language))}
        missing += [f"{verb.name} {part}" for part, ways in PARTS.items() if verb.takes(part) and not ways & slots]
    assert set(missing) <= UNSAID | (HANDS_ALONE if game.slug == "asteriated-grail" else set())
