"""Lines of a deck, findings and cards to add, as the macros of decks/_building.html draw them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from markupsafe import Markup

from deckbuilder.catalog.cards.card_texts import CardTexts
from deckbuilder.catalog.namesakes import Namesakes
from deckbuilder.common import art
from deckbuilder.common.drawing.faces import picture, sample_mark
from deckbuilder.common.drawing.macros import macros
from deckbuilder.common.labels import keyword_label, value_label
from deckbuilder.common.names import card_name, name_html
from deckbuilder.decks.builder import looks
from deckbuilder.decks.builder.findings import Finding
from deckbuilder.decks.builder.looks import USUAL, Look
from deckbuilder.decks.builder.panel import BuilderPanel, Panel
from deckbuilder.decks.builder.zones import PanelRow, ZoneView
from games.engine.model.cards import Attribute, Card, Value
from games.engine.model.decks import MAYBE
from games.engine.model.game import Game
from games.registry import get

ROWS = "rows"
"""The parameter of the builder's page that requests the rows of a zone."""


class Labels(NamedTuple):
    """Labels of controls, with {name} or %(name)s for the card."""

    copies: str
    fewer: str
    more: str
    over: str
    add: str


class ShownNumber(NamedTuple):
    """A number of a card, printed as `text` beside its `label`."""

    name: str
    """The attribute's name."""
    value: Value
    label: str
    text: str


class ShownRow(NamedTuple):
    """Everything a line with a card shows: equal lines are drawn once."""

    tag: str
    id: str
    kind: str
    """CSS classes."""
    code: str
    zone: str
    home: str
    """On the maybe-board, the zone that the card would go to; elsewhere ""."""
    quantity: int
    name: Markup
    why: str
    id_suffix: str
    """The end of the ids of its elements."""
    line: str
    """Its zone and code, as buttons send them."""
    url: str
    distinguishing: str
    """Tells the card from others of its name."""
    label_copies: str
    label_fewer: str
    label_more: str
    label_over: str
    """The label of the button that moves a card of the maybe-board to the deck; elsewhere ""."""
    cells: tuple[str, ...]
    """The values of a table's chosen columns."""
    sample: Markup
    pip: Markup
    numbers: Markup
    picture: Markup


class ShownFinding(NamedTuple):
    """Everything a finding shows: equal findings are drawn once."""

    game: str
    language: str
    id: str
    code: str
    severity: str
    around_source: tuple[str, str, str]
    """The message before, in and after the name of the list at the URL `source`."""
    source: str
    printed: tuple[tuple[str, str], ...]
    """Names in the message, each with the one printed on the card."""
    rule: str
    rules: str
    """The URL of the rules."""
    repair: str
    """What the button of its solution posts, "" for none."""
    find: str
    """The URL of a search for what solves it, "" for none."""
    fix: str


@dataclass(frozen=True)
class RowContext:
    """What the forms of a page or response share."""

    game: Game
    slug: str
    """The deck's."""
    language: str
    back: str = ""
    """The URL to return to without a script."""
    token: str = ""
    """Against forged requests."""
    query: str = ""
    """The query string with what the deck is judged for."""
    names: Namesakes | None = None
    """Tells cards of one name apart."""
    look: Look = USUAL
    browser_digests: frozenset[str] = frozenset()
    """The digests of the parts that the browser has."""
    mixed: bool = True
    """Whether the deck has both invented and other cards, so that rows say which."""
    statements: tuple[tuple[str, ...], ...] = ()
    """The effects of the deck's cards, whose names are looked up at once."""

    @classmethod
    def of(cls, panel: Panel, back: str, token: str, browser_digests: str = "") -> RowContext:
        """`browser_digests`: the digests of the parts that the browser has, as it sends them."""
        query, names = (panel.occasion.query, panel.names) if isinstance(panel, BuilderPanel) else ("", None)
        digests, mixed = frozenset(browser_digests.split()), panel.sample_count.is_mixed
        language = get_language() or "en"
        statements = tuple(entry.card.effects for _, entry in panel.engine_deck.all_entries())
        look, slug = panel.look, panel.deck.slug
        return cls(panel.game, slug, language, back, token, query, names, look, digests, mixed, statements)

    def digest(self, *content: str) -> str:
        """A digest of a part of the page, the same for everyone while the part is the same."""
        text = " ".join(content)
        return _digest(text.replace(self.token, "") if self.token else text)

    def later(self, view: ZoneView) -> tuple[str, str]:
        """For a collapsed zone: the digest of its rows, and the URL that returns them."""
        content = repr([(row.code, row.line.text, row.line.count, row.mark) for row in view.rows])
        url = reverse("decks:builder", args=[self.slug]) + self.query
        parameter = f"{'&' if self.query else '?'}{urlencode({ROWS: view.zone.slug})}"
        return _digest(f"{self.look} {content}"), url + parameter

    @cached_property
    def edit(self) -> str:
        return reverse("decks:edit", args=[self.slug]) + self.query

    @cached_property
    def repair(self) -> str:
        return reverse("decks:repair", args=[self.slug]) + self.query

    @cached_property
    def rules(self) -> str:
        return reverse("catalog:game", args=[self.game.slug]) + "#rules"

    def row(self, row: PanelRow) -> Markup:
        """A line of a deck in the builder; only its position if the browser has it."""
        if row.card is None:
            row_html: Markup = _macros().text_row(row, self)
            return row_html
        shown_row = self._shown_row(row, row.card)
        html, digest = _card_row(shown_row)
        if digest not in self.browser_digests:
            return html
        row_html = _macros().placeholder(shown_row.tag, shown_row.id)
        return row_html

    def finding(self, finding: Finding) -> Markup:
        """A finding with its solution, or only its position if the browser has it."""
        violation = finding.violation
        shown = ShownFinding(
            game=self.game.slug,
            language=self.language,
            id=finding.id,
            code=violation.code,
            severity=violation.severity,
            around_source=finding.around_source,
            source=finding.source,
            printed=tuple(finding.printed.items()),
            rule=violation.rule,
            rules=self.rules,
            repair=finding.name if finding.mends else "",
            find=finding.find,
            fix=finding.fix,
        )
        html, digest = _finding_item(shown)
        if digest not in self.browser_digests:
            return html
        drawn: Markup = _macros().placeholder("li", shown.id)
        return drawn

    def _shown_row(self, row: PanelRow, card: Card) -> ShownRow:
        zone, tag = row.line.zone, self.tag(row)
        id_suffix, name, in_table = _id_suffix(zone, row.code), self.full_name(card, row.code), tag == "tr"
        hangs = self.hangs(row)
        return ShownRow(
            tag=tag,
            id=f"row-{id_suffix}",
            kind=self.kind(row) + (f" kind-{art.form(self.game, card.kind)}" if hangs else ""),
            code=row.code,
            zone=zone,
            home=self.game.zone_of(card).slug if zone == MAYBE else "",
            quantity=row.line.count,
            name=name_html(self.game, card, self.language),
            why=row.why,
            id_suffix=id_suffix,
            line=f"{zone} {row.code}",
            url=_card_url(self.game.slug, row.code),
            distinguishing=self._apart(card, row.code),
            label_copies=self.labels.copies.format(name=name),
            label_fewer=self.labels.fewer.format(name=name),
            label_more=self.labels.more.format(name=name),
            label_over=self.labels.over.format(name=name) if zone == MAYBE else "",
            cells=tuple([self.cell(each, row) for each in self.columns]) if in_table else (),
            sample=self.sample_mark(row),
            pip=Markup() if in_table else self.pip(card),
            numbers=Markup() if in_table else self.numbers(card),
            picture=self.picture(row) if hangs else Markup(),
        )

    def tag(self, row: PanelRow) -> str:
        return "tr" if self.look.view == "table" and row.line.zone != MAYBE else "li"

    def kind(self, row: PanelRow) -> str:
        """The CSS classes of a row."""
        return "row is-advice" if row.mark == "advice" else "row is-bad" if row.mark else "row"

    def text_id(self, row: PanelRow) -> str:
        """The id of an unrecognized line."""
        return f"text-{_id_suffix(row.line.zone, row.line.text)}"

    def pip(self, card: Card) -> Markup:
        """The number in a card's corner, small."""
        return _draw("pip", next(self._numbers(card, "pip"), None))

    def numbers(self, card: Card) -> Markup:
        """The numbers at the bottom of a card, in one line: 4 / 2."""
        return _draw("foot", tuple(self._numbers(card, "number")))

    def cell(self, attribute: Attribute, row: PanelRow) -> str:
        """A card's value of an attribute, as a table cell."""
        assert row.card is not None
        value = row.code if attribute.name == "code" else row.card.get(attribute.name)
        if attribute.name == "keywords" and isinstance(value, tuple):
            return " · ".join(keyword_label(self.game, word, self.language) for word in value)
        return value_label(attribute, value, self.language)

    def full_name(self, card: Card, code: str = "") -> str:
        return self.names.full_name(card, self.language, code) if self.names else card_name(card, self.language)

    def hangs(self, row: PanelRow) -> bool:
        """Whether the card of a row is in a pile: not on the maybe-board or in a prefilled zone."""
        return self.look.view == "piles" and row.line.zone not in self._zones_without_piles

    def picture(self, row: PanelRow) -> Markup:
        """The face of a row's card, without its name."""
        assert row.card is not None
        apart = self._apart(row.card, row.code)
        does = self._texts.face_html(row.card, self.language)
        return picture(self.game, row.card, self.language, on=timezone.localdate(), apart=apart, does=does)

    @cached_property
    def _texts(self) -> CardTexts:
        return CardTexts(self.game).prepare(self.statements)

    @property
    def look_choices(self) -> Markup:
        """The controls that choose how cards are shown."""
        return _look_choices(self.game.slug, self.look, self.language)

    @cached_property
    def columns(self) -> Sequence[Attribute]:
        return looks.columns(self.game, self.look)

    @cached_property
    def labels(self) -> Labels:
        """Looked up once for everything rendered."""
        return Labels(
            copies=_("Copies of {name}"),
            fewer=_("One fewer {name}"),
            more=_("One more {name}"),
            over=_("Move {name} to the deck"),
            add=pgettext("to a deck", "Add %(name)s"),
        )

    def sample_mark(self, row: PanelRow) -> Markup:
        """The mark of an invented card; a deck that has no others says so once, for all but its maybe-board."""
        is_told = row.card is not None and row.card.sample and (self.mixed or row.line.zone == MAYBE)
        return self._sample if is_told else Markup()

    @cached_property
    def _sample(self) -> Markup:
        """Rendered once."""
        return sample_mark()

    def _apart(self, card: Card, code: str) -> str:
        return self.names.apart(card, self.language, code) if self.names else ""

    def _numbers(self, card: Card, where: str) -> Iterator[ShownNumber]:
        """The values of a card in one position of its face."""
        for attribute in _attributes(self.game.slug, card.kind, where):
            value = card.get(attribute.name)
            if value is not None:
                label = attribute.label.read(self.language)
                yield ShownNumber(attribute.name, value, label, value_label(attribute, value, self.language))

    @cached_property
    def _zones_without_piles(self) -> frozenset[str]:
        return frozenset([MAYBE, *(zone.slug for zone in self.game.zones if zone.prefill)])


@lru_cache(maxsize=256)
def _attributes(game: str, kind: str, where: str) -> tuple[Attribute, ...]:
    """The attributes of a kind of card in one position of its face."""
    return tuple([each for each in get(game).attributes if each.show == where and each.has(kind)])


@lru_cache(maxsize=4096)
def _card_row(shown_row: ShownRow) -> tuple[Markup, str]:
    """The rendered line of a card, and its digest. Cached, since a click changes few lines of a deck."""
    inside = _macros().card_line(shown_row)
    digest = _digest(" ".join((shown_row.tag, shown_row.id, shown_row.kind, shown_row.code, shown_row.zone, inside)))
    return _macros().card_row(shown_row, digest, inside), digest


@lru_cache(maxsize=4096)
def _finding_item(shown: ShownFinding) -> tuple[Markup, str]:
    """A rendered finding, and its digest."""
    inside = _macros().finding_line(shown, get(shown.game))
    digest = _digest(" ".join((shown.id, shown.severity, shown.code, inside)))
    return _macros().finding_item(shown, digest, inside), digest


@lru_cache(maxsize=256)
def _look_choices(game: str, look: Look, language: str) -> Markup:
    return Markup(render_to_string("decks/_look.html", looks.context(look, get(game))))


@lru_cache(maxsize=8192)
def _draw(macro: str, content: ShownNumber | tuple[ShownNumber, ...] | None) -> Markup:
    html: Markup = getattr(_macros(), macro)(content)
    return html


def _macros() -> Any:
    return macros("decks/_building.html")


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=6).hexdigest()


@lru_cache(maxsize=8192)
def _id_suffix(zone: str, code: str) -> str:
    """A printing's number as the end of an id: letters and digits of any script, with codes for other characters."""
    return f"{zone}-" + "".join(char if char.isalnum() else f"_{ord(char):x}" for char in code)


@lru_cache(maxsize=8192)
def _card_url(game: str, code: str) -> str:
    return reverse("catalog:card", args=[game, code])
