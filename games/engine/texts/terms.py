"""Terms as cards print them: with punctuation around them, several together, and with an explanation behind them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

_REMINDER = re.compile(r"\([^()]*(?:\)|$)")
"""A bracket that explains; one that is never closed explains up to the end of the line."""

_SENTENCES = re.compile(r"[.。;!?]")
_CLAUSES = re.compile(r"[,、/|·・\[\]【】〔〕]")
_EXPLANATION = re.compile(r":| [-–—―─] |[-–—―─]{2,}")
_NUMBER = re.compile(r"(?<=[^\s\d×x+-])\s*[×x+-]?\s*[0-9]+$")
_EDGES = " .,;:!?\"'[]<>-。、「」『』【】〔〕《》〈〉“”‘’…—–―─"


class Clause(NamedTuple):
    """A phrase without the punctuation around it, and whether an explanation follows it."""

    phrase: str
    explained: bool


def sentences(text: str) -> Iterator[list[Clause]]:
    """The clauses of each sentence. A sentence ends at a full stop, semicolon or line break, a clause at a comma, slash
    or square bracket. What explains a phrase, in round brackets or after a colon or dash, is left out."""
    for line in text.splitlines():
        for sentence in _SENTENCES.split(_REMINDER.sub(",", unicodedata.normalize("NFKC", line))):
            yield [_clause(clause) for clause in map(str.strip, _CLAUSES.split(sentence)) if clause]


def _clause(text: str) -> Clause:
    phrase, *explanation = _EXPLANATION.split(text, maxsplit=1)
    return Clause(phrase.strip(_EDGES), bool(explanation))


def without_number(phrase: str) -> str:
    """`Strike` for `Strike 2` and `Strike ×2`."""
    return _NUMBER.sub("", phrase)


@lru_cache(maxsize=4096)
def with_phrases(entries: Sequence[str]) -> tuple[str, ...]:
    """The entries of a list as printed, and the phrases in them without punctuation, explanations and numbers."""
    phrases = (clause.phrase for entry in entries for clauses in sentences(entry) for clause in clauses)
    spellings = (spelling for phrase in phrases for spelling in (phrase, without_number(phrase)) if spelling)
    return tuple(dict.fromkeys((*entries, *spellings)))
