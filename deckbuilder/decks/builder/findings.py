"""Findings about a deck: violations in words, each with the click that repairs it, and the marks on its cards."""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from deckbuilder.catalog.restrictions.pages import list_url
from deckbuilder.decks.models import Deck, DeckLine
from deckbuilder.decks.verdicts import sentences
from deckbuilder.decks.verdicts.occasions import Occasion
from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.engine.model.lists import RestrictionList
from games.engine.model.violations import Violation
from games.engine.rules.legality import Verdict
from games.registry import get

Texts = Mapping[str, str]
"""Something said of cards, by card key; of a line that names no card, by what stands there."""


@dataclass(frozen=True)
class Finding:
    """A violation in words, and how one click repairs it."""

    violation: Violation
    message: str
    fix: str
    """The repair in words; "" if there is none."""
    keys: tuple[str, ...]
    """The cards it is about."""
    find: str = ""
    """The URL of a search for cards to add."""
    source: str = ""
    """The URL of the list that says so."""
    printed: Texts = field(default_factory=dict)
    """The names printed on the cards, by the names in the message."""

    @property
    def mends(self) -> bool:
        return bool(self.violation.repair and self.violation.repair.changes)

    @property
    def name(self) -> str:
        """What tells it from the others of a deck (see views.read_finding)."""
        return json.dumps([self.violation.code, self.violation.zone, *self.keys], ensure_ascii=False)

    @property
    def id(self) -> str:
        """The id of its element on a page."""
        return f"finding-{blake2b(self.name.encode(), digest_size=6).hexdigest()}"

    @property
    def around_source(self) -> tuple[str, str, str]:
        """The message before, in and after the name of the list whose page is known."""
        source = self.violation.source if self.source else ""
        return self.message.partition(source) if source else (self.message, "", "")


def findings_of(
    deck: Deck, lines: Iterable[DeckLine], verdict: Verdict, lists: Iterable[RestrictionList], occasion: Occasion
) -> tuple[Finding, ...]:
    urls = {str(each): list_url(each) for each in lists}
    cards = {line.printed_card.card for line in lines if line.printed_card}
    return tuple(_finding(each, cards, deck, urls, occasion) for each in verdict.violations)


def _finding(judged: Violation, cards: Collection[Card], deck: Deck, urls: Texts, occasion: Occasion) -> Finding:
    violation = sentences.with_reader_names(judged, cards)
    keys = tuple(card.key or card.name for card in violation.cards)
    find = ""
    if violation.repair and violation.repair.want:
        query = {"q": violation.repair.find, "fits": violation.zone, "suggest": "1", **occasion.params}
        find = f"{reverse('decks:builder', args=[deck.slug])}?{urlencode(query)}#pool"
    url, game = urls.get(violation.source or "", ""), get(deck.game)
    words = sentences.message(violation, game), sentences.fix(violation, game)
    return Finding(violation, *words, keys, find, url, sentences.printed_names(judged, violation))


def marks_of(findings: Iterable[Finding], game: Game) -> tuple[dict[str, str], dict[str, str]]:
    """By card key: the gravest severity, as the findings come sorted, and all sentences, of that card alone."""
    marks: dict[str, str] = {}
    whys: dict[str, list[str]] = {}
    for finding in findings:
        about = sentences.messages_about(finding.violation, finding.message, game)
        for key, message in zip(finding.keys, about, strict=True):
            marks.setdefault(key, finding.violation.severity)
            whys.setdefault(key, []).append(message)
    return marks, {key: _(" ").join(messages) for key, messages in whys.items()}
