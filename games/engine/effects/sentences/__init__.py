"""What a card does in sentences: written from its clauses in every language of the site, and in Japanese."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.effects.sentences.chinese import Chinese
from games.engine.effects.sentences.common import COMMON
from games.engine.effects.sentences.english import English
from games.engine.effects.sentences.grammar import Names
from games.engine.effects.sentences.japanese import Japanese
from games.engine.effects.sentences.parts import Part, Sentence, plain
from games.engine.effects.sentences.phrases import Phrases
from games.engine.effects.sentences.speech import Speech
from games.engine.effects.tree import Clause
from games.engine.effects.vocabulary import Vocabulary

__all__ = ["COMMON", "LANGUAGES", "Names", "Part", "Phrases", "Sentence", "plain", "say"]

LANGUAGES = ("en", "zh-hant", "zh-hans", "ja")


def say(
    clauses: Iterable[Clause],
    vocabulary: Vocabulary,
    phrases: Phrases,
    names: Names,
    *,
    kind: str,
    language: str,
    heads: bool = True,
) -> list[Sentence]:
    """The paragraphs of a card's text, one per clause; none for facts that a card does not print.

    `kind`: the card's kind; `language`: a tag such as `zh-hant`, English for one that is unknown; `heads`: whether to
    say when it is done, too.
    """
    times = frozenset(each.name for each in vocabulary.triggers if each.sort == "time")
    speech = _speech(language.lower())(phrases, names, kind, language, times)
    speech.heads = heads
    return speech.say(clauses)


def _speech(tag: str) -> type[Speech]:
    if tag.startswith("zh"):
        return Chinese
    return Japanese if tag.startswith("ja") else English
