"""What there is many of in the builder as HTML: lines of the deck, what the judge found, cards to add.

Built without a template, since a click draws all of them anew. Every form in it works without a script. Every text is
escaped where it is put in.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from html import escape
from typing import NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from deckbuilder.catalog.namesakes import Namesakes
from deckbuilder.common.faces import sample_mark
from deckbuilder.common.labels import value_label
from deckbuilder.decks.panel import Finding, PanelRow
from games.engine.model.cards import Attribute, Card
from games.engine.model.game import Game


class Labels(NamedTuple):
    """What controls are called, escaped, with {name} or %(name)s for the card."""

    copies: str
    fewer: str
    more: str
    add: str
    find: str
    advice: str
    paragraph: str


@dataclass(frozen=True)
class RowContext:
    """What all forms of an answer share: the deck they change (its slug), where they come back to, and the token that
    lets them. `query`: the end of their addresses, for what the deck is judged for. `names`: what tells cards of one
    name apart."""

    game: Game
    slug: str
    language: str
    back: str = ""
    token: str = ""
    query: str = ""
    names: Namesakes | None = None

    def form(self, inside: str, fields: str, *, of: str = "", to: str = "") -> str:
        """A form that posts these fields (see `hidden`). `of`: its class; `to`: its address, if it is no edit."""
        kind = f' class="{of}"' if of else ""
        kind += ' method="post" autocomplete="off"'  # a browser would put back what stood there when the page was left
        return f'<form{kind} action="{to or self.edit}">{self._shared}{fields}{inside}</form>'

    @cached_property
    def edit(self) -> str:
        return reverse("decks:edit", args=[self.slug]) + self.query

    @cached_property
    def repair(self) -> str:
        return reverse("decks:repair", args=[self.slug]) + self.query

    @cached_property
    def rules(self) -> str:
        return reverse("catalog:game", args=[self.game.slug]) + "#rules"

    def shown(self, kind: str, where: str) -> list[tuple[Attribute, str]]:
        """The attributes that cards of a kind have in one place of their face, with their labels, escaped."""
        if (kind, where) not in self._shown:
            there = [each for each in self.game.attributes if each.show == where and each.has(kind)]
            self._shown[kind, where] = [(each, escape(each.label.read(self.language))) for each in there]
        return self._shown[kind, where]

    def apart(self, card: Card, code: str = "") -> str:
        return self.names.apart(card, self.language, code) if self.names else ""

    def full_name(self, card: Card, code: str = "") -> str:
        return self.names.full_name(card, self.language, code) if self.names else card.name

    @cached_property
    def _shown(self) -> dict[tuple[str, str], list[tuple[Attribute, str]]]:
        return {}

    @cached_property
    def _shared(self) -> str:
        return hidden("csrfmiddlewaretoken", self.token) + hidden("next", self.back)

    @cached_property
    def labels(self) -> Labels:
        """Looked up once for all that is drawn."""
        told = (
            _("Copies of {name}"),
            _("One fewer {name}"),
            _("One more {name}"),
            _("Add %(name)s"),
            _("Suggest cards"),
            _("Advice:"),
            _("Paragraph of the rulebook"),
        )
        return Labels(*map(escape, told))

    @cached_property
    def sample(self) -> SafeString:
        """The mark of invented cards, made once."""
        return sample_mark()


def hidden(name: str, value: str) -> str:
    return f'<input type="hidden" name="{name}" value="{escape(value)}">'


def row_html(row: PanelRow, place: RowContext) -> SafeString:
    """The line as `<li class="row">`."""
    mark = " is-advice" if row.mark == "advice" else " is-bad" if row.mark else ""
    why = escape(row.why)
    key = escape(row.card.key) if row.card else ""
    drag = ' draggable="true"' if row.card else ""
    title = f' title="{why}"' if why else ""
    data = f'data-code="{escape(row.code)}" data-zone="{row.line.zone}" data-key="{key}"'
    inside = _card(row, row.card, place, why) if row.card else _text(row, place, why)
    return mark_safe(f'<li class="row{mark}" {data}{drag}{title}>{inside}</li>')


def _card(row: PanelRow, card: Card, place: RowContext, why: str) -> str:
    name, end = escape(card.name), _end(row.line.zone, row.code)
    full = escape(place.full_name(card, row.code))
    apart = escape(place.apart(card, row.code))
    fields = hidden("code", row.code) + hidden("zone", row.line.zone)
    told = f'<span class="visually-hidden">{why}</span>' if why else ""
    return "".join(
        (
            place.form(_quantity(row.line.count, full, end, place.labels), _SET + fields, of="qty"),
            pip(card, place),
            f'<a class="name" id="name-{end}" href="{_address(place.game.slug, row.code)}">{name}</a>{told}',
            f'<small class="apart" title="{apart}">{apart}</small>' if apart else "",
            f'<span class="meta">{place.sample if card.sample else ""} {numbers(card, place)}</span>',
            place.form(_buttons(full, end, place.labels), fields),
        )
    )


_SET = hidden("op", "set")


def _quantity(count: int, name: str, end: str, labels: Labels) -> str:
    return (
        f'<input class="quantity" id="q-{end}" name="count" inputmode="numeric" pattern="[0-9]*" size="2" '
        'maxlength="3" '
        f'value="{count}" aria-label="{labels.copies.format(name=name)}" autocomplete="off">'
    )


def _buttons(name: str, end: str, labels: Labels) -> str:
    fewer, more = labels.fewer.format(name=name), labels.more.format(name=name)
    return (
        f'<button class="less" name="op" value="remove" id="less-{end}" aria-label="{fewer}">−</button>'
        f'<button class="more" name="op" value="add" id="more-{end}" aria-label="{more}">+</button>'
    )


def _text(row: PanelRow, place: RowContext, why: str) -> str:
    """A line that names no card: choose one, or take it out."""
    fields = _line_fields(row)
    name = escape(row.name)
    out = escape(_("Remove {name}").format(name=row.name))
    gone = place.form(f'<button class="less" aria-label="{out}">×</button>', _SET + hidden("count", "0") + fields)
    told = f'<span class="visually-hidden">{why}</span>'
    count = f'<span class="qty">{row.line.count}</span><span class="name is-unknown">{name}</span>{told}'
    return count + choice_html(row, place) + gone


def _line_fields(row: PanelRow) -> str:
    return hidden("zone", row.line.zone) + hidden("text", row.line.text)


def choice_html(row: PanelRow, place: RowContext) -> SafeString:
    """The form that says which card a line means; "" where none comes to mind."""
    fields = hidden("op", "resolve") + _line_fields(row)
    return mark_safe(place.form(_choices(row), fields, of="resolve") if row.choices else "")


def _choices(row: PanelRow) -> str:
    label = escape(_("Which card is {name}?").format(name=row.name))
    offered = (f'<option value="{escape(code)}">{escape(name)}</option>' for code, name in row.choices)
    ask, choose = escape(_("Which one?")), escape(_("Choose"))
    options = f'<option value="">{ask}</option>{"".join(offered)}'
    button = f'<button class="no-js-only">{choose}</button>'
    return f'<select name="code" required aria-label="{label}">{options}</select>{button}'


@lru_cache(maxsize=8192)
def _end(zone: str, code: str) -> str:
    """A printing's number as the end of an id: letters and digits of any writing, and what stands for the others."""
    return f"{zone}-" + "".join(char if char.isalnum() else f"_{ord(char):x}" for char in code)


@lru_cache(maxsize=8192)
def _address(game: str, code: str) -> str:
    return escape(reverse("catalog:card", args=[game, code]))


def finding_html(finding: Finding, place: RowContext, *, mend: bool) -> SafeString:
    """A finding as `<li>`. `mend`: with the repair to post, the search for what is missing or, in words, the fix."""
    violation, labels = finding.violation, place.labels
    advice = f"<em>{labels.advice}</em> " if violation.severity == "advice" else ""
    rule = f' <a class="paragraph" href="{place.rules}" title="{labels.paragraph}">{escape(violation.rule)}</a>'
    sentence = f'<span class="sentence">{advice}{_message(finding)}{rule if violation.rule else ""}</span>'
    way_out = _way_out(finding, place) if mend else ""
    return mark_safe(f'<li class="is-{violation.severity}" data-code="{violation.code}">{sentence} {way_out}</li>')


def _message(finding: Finding) -> str:
    """The sentence, its list leading to the list's page."""
    told, named = escape(finding.message), escape(finding.violation.source or "")
    if not finding.source:
        return told
    return told.replace(named, f'<a class="source" href="{escape(finding.source)}">{named}</a>', 1)


def _way_out(finding: Finding, place: RowContext) -> str:
    if finding.mends:
        violation = finding.violation
        keys = "".join([hidden("key", key) for key in finding.keys])
        fields = hidden("code", violation.code) + hidden("zone", violation.zone) + keys
        return place.form(f'<button class="repair">{escape(finding.fix)}</button>', fields, to=place.repair)
    if finding.find:
        return f'<a class="repair" href="{escape(finding.find)}">{place.labels.find}</a>'
    return f'<span class="fix">{escape(finding.fix)}</span>' if finding.fix else ""


_ADD = hidden("op", "add")


def add_html(card: Card, place: RowContext, count: int, mark: str) -> SafeString:
    """The hook of a card in the catalog: adds it to the deck beside, and says how many of it are there."""
    label = place.labels.add % {"name": escape(place.full_name(card))}
    button = f'<button class="add-card" aria-label="{label}"></button>'
    kind = f"count is-{mark}" if mark else "count"
    held = f">{count}" if count else " hidden>"
    form = place.form(button, _ADD + hidden("code", card.codes[0]), of="add")
    return mark_safe(f'{form}<span class="{kind}" data-count{held}</span>')


def pip(card: Card, place: RowContext) -> SafeString:
    """The number in a card's corner, small, as a deck's row has it."""
    for attribute, label in place.shown(card.kind, "pip"):
        value = card.get(attribute.name)
        if value is not None:
            number = escape(value_label(attribute, value, place.language))
            zero = "" if value else " is-zero"
            return mark_safe(f'<span class="pip pip-{attribute.name}{zero}" title="{label} {number}">{number}</span>')
    return mark_safe('<span class="pip is-none" aria-hidden="true"></span>')


def numbers(card: Card, place: RowContext) -> SafeString:
    """The numbers at a card's foot, in one line: 4 / 2."""
    cells = []
    for attribute, label in place.shown(card.kind, "number"):
        value = card.get(attribute.name)
        if value is not None:
            cells.append(f'<span title="{label}">{escape(value_label(attribute, value, place.language))}</span>')
    return mark_safe(" / ".join(cells))
