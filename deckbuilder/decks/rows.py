"""What there is many of in the builder as HTML: lines of the deck, what the judge found, cards to add.

Built without a template, since a click draws all of them anew. What is pressed or typed belongs to one of a few forms
that stand before (see RowContext.forms), which works without a script. Every text is escaped where it is put in.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from html import escape
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from markupsafe import Markup

from deckbuilder.catalog.namesakes import Namesakes
from deckbuilder.common import art
from deckbuilder.common.faces import picture, sample_mark
from deckbuilder.common.labels import keyword_label, value_label
from deckbuilder.decks import looks
from deckbuilder.decks.looks import USUAL, Look
from deckbuilder.decks.panel import Finding, PanelRow
from games.engine.model.cards import Attribute, Card
from games.engine.model.decks import MAYBE
from games.engine.model.game import Game


class Labels(NamedTuple):
    """What controls are called, escaped, with {name} or %(name)s for the card."""

    copies: str
    fewer: str
    more: str
    over: str
    add: str
    find: str
    advice: str
    paragraph: str


@dataclass(frozen=True)
class RowContext:
    """What all forms of an answer share: the deck they change (its slug), where they come back to, and the token that
    lets them. `query`: the end of their addresses, for what the deck is judged for. `names`: what tells cards of one
    name apart. `look`: how cards are shown. `held`: the digests of the parts that the browser has."""

    game: Game
    slug: str
    language: str
    back: str = ""
    token: str = ""
    query: str = ""
    names: Namesakes | None = None
    look: Look = USUAL
    held: frozenset[str] = frozenset()

    def part(self, tag: str, name: str, inside: str, attributes: str = "") -> SafeString:
        """An element with the id `name`. Of one that the browser has only its place is sent; htmx puts it there."""
        content = f"{tag} {name} {attributes} {inside}"
        if self.token:
            content = content.replace(self.token, "")
        digest = blake2b(content.encode(), digest_size=6).hexdigest()
        if digest in self.held:
            return mark_safe(f'<{tag} id="{name}" hx-preserve></{tag}>')
        return mark_safe(f'<{tag}{attributes} id="{name}" data-digest="{digest}">{inside}</{tag}>')

    @property
    def forms(self) -> SafeString:
        """The forms that the rows and the findings of a deck belong to. To press Enter in a number sends the first
        button of its form, so there is one that changes nothing else."""
        save = escape(_("Save numbers of copies"))
        lines = self.form(f'<button class="no-js-only">{save}</button>', "", name="lines")
        return mark_safe(lines + self.form("", "", name="repairs", to=self.repair))

    @property
    def adding(self) -> SafeString:
        """The forms that cards beside the deck belong to: their + and their −."""
        add = self.form("", hidden("op", "add"), name="adding")
        return mark_safe(add + self.form("", hidden("op", "remove"), name="removing"))

    def form(self, inside: str, fields: str, *, of: str = "", to: str = "", name: str = "") -> str:
        """A form that posts these fields (see `hidden`). `of`: its class; `to`: its address, if it is no edit; `name`:
        its id."""
        kind = f' id="{name}"' if name else ""
        kind += f' class="{of}"' if of else ""
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

    def hangs(self, row: PanelRow) -> bool:
        """Whether the card of a row lies on a pile: not on the maybe-board or among those that every deck has."""
        return self.look.view == "piles" and row.line.zone not in self._unpiled

    @cached_property
    def _unpiled(self) -> frozenset[str]:
        return frozenset([MAYBE, *(zone.slug for zone in self.game.zones if zone.prefill)])

    @cached_property
    def columns(self) -> Sequence[Attribute]:
        return looks.columns(self.game, self.look)

    @cached_property
    def _shown(self) -> dict[tuple[str, str], list[tuple[Attribute, str]]]:
        return {}

    @cached_property
    def _shared(self) -> str:
        return hidden("csrfmiddlewaretoken", self.token) + hidden("next", self.back)

    @cached_property
    def labels(self) -> Labels:
        """Looked up once for all that is drawn."""
        texts = (
            _("Copies of {name}"),
            _("One fewer {name}"),
            _("One more {name}"),
            _("Move {name} to the deck"),
            _("Add %(name)s"),
            _("Suggest cards"),
            _("Advice:"),
            _("Paragraph of the rulebook"),
        )
        return Labels(*map(escape, texts))

    @cached_property
    def sample(self) -> Markup:
        """The mark of invented cards, made once."""
        return sample_mark()


def hidden(name: str, value: str) -> str:
    return f'<input type="hidden" name="{name}" value="{escape(value)}">'


def row_html(row: PanelRow, place: RowContext) -> SafeString:
    """The line as `<li class="row">`, in piles with the card hanging from it; in a table as `<tr class="row">`."""
    mark = " is-advice" if row.mark == "advice" else " is-bad" if row.mark else ""
    key = escape(row.card.key) if row.card else ""
    data = f' data-code="{escape(row.code)}" data-zone="{row.line.zone}" data-key="{key}"'
    inside = _card(row, row.card, place) if row.card else _text(row, place)
    name = f"row-{_end(row.line.zone, row.code)}" if row.card else f"text-{_end(row.line.zone, row.line.text)}"
    if place.look.view == "table" and row.line.zone != MAYBE:
        cells = _cells(row, row.card, place) if row.card else f'<td colspan="{len(place.columns) + 3}">{inside}</td>'
        return place.part("tr", name, cells, f' class="row{mark}"{data}')
    kind = f" kind-{art.form(place.game, row.card.kind)}" if row.card and place.hangs(row) else ""
    return place.part("li", name, inside, f' class="row{mark}{kind}"{data}')


def _cells(row: PanelRow, card: Card, place: RowContext) -> str:
    """A row of a table: number, name, the chosen columns, buttons."""
    name, end = escape(card.name), _end(row.line.zone, row.code)
    full = escape(place.full_name(card, row.code))
    apart = escape(place.apart(card, row.code))
    line = f"{row.line.zone} {escape(row.code)}"
    why = f' title="{escape(row.why)}"' if row.why else ""
    cells = (
        _quantity(row.line.count, full, end, line, place.labels),
        f'<a class="name" id="name-{end}" href="{_address(place.game.slug, row.code)}"{why}>{name}</a>'
        + (f' <small class="apart">{apart}</small>' if apart else "")
        + (f" {place.sample}" if card.sample else ""),
        *(cell_text(each, row, place) for each in place.columns),
        _buttons(full, end, line, place.labels),
    )
    return "".join([f"<td>{cell}</td>" for cell in cells])


def cell_text(attribute: Attribute, row: PanelRow, place: RowContext) -> SafeString:
    """What a card has of an attribute, as a cell of a table shows it."""
    assert row.card is not None
    value = row.code if attribute.name == "code" else row.card.get(attribute.name)
    if attribute.name == "keywords" and isinstance(value, tuple):
        return mark_safe(escape(" · ".join(keyword_label(place.game, word, place.language) for word in value)))
    return mark_safe(escape(value_label(attribute, value, place.language)))


def _card(row: PanelRow, card: Card, place: RowContext) -> str:
    name, end = escape(card.name), _end(row.line.zone, row.code)
    full = escape(place.full_name(card, row.code))
    apart = escape(place.apart(card, row.code))
    line = f"{row.line.zone} {escape(row.code)}"
    why = f' title="{escape(row.why)}"' if row.why else ""
    return "".join(
        (
            _quantity(row.line.count, full, end, line, place.labels),
            pip(card, place),
            f'<a class="name" id="name-{end}" href="{_address(place.game.slug, row.code)}"{why}>{name}</a>',
            f'<small class="apart" title="{apart}">{apart}</small>' if apart else "",
            f'<span class="meta">{place.sample if card.sample else ""} {numbers(card, place)}</span>',
            _over(full, line, place.labels) if row.line.zone == MAYBE else "",
            _buttons(full, end, line, place.labels),
            hanging(row, place),
        )
    )


def hanging(row: PanelRow, place: RowContext) -> SafeString:
    """In piles, what hangs from a card's line; read out, it would only repeat what the card's page says."""
    if row.card is None or not place.hangs(row):
        return mark_safe("")
    apart = place.apart(row.card, row.code)
    face = picture(place.game, row.card, place.language, on=timezone.localdate(), apart=apart)
    return mark_safe(f'<span class="hanging" aria-hidden="true">{face}</span>')


def _quantity(count: int, name: str, end: str, line: str, labels: Labels) -> str:
    """A number that can be typed. Its field's name says what it showed: a number that nobody changed is no change."""
    return (
        f'<input class="quantity" id="q-{end}" form="lines" name="count {count} {line}" inputmode="numeric" '
        f'pattern="[0-9]*" size="2" maxlength="3" value="{count}" aria-label="{labels.copies.format(name=name)}">'
    )


def _buttons(name: str, end: str, line: str, labels: Labels) -> str:
    """What they do is their value."""
    fewer, more = labels.fewer.format(name=name), labels.more.format(name=name)
    do = '<button form="lines" name="do" class'
    return (
        f'{do}="less" value="remove {line}" id="less-{end}" aria-label="{fewer}">−</button>'
        f'{do}="more" value="add {line}" id="more-{end}" aria-label="{more}">+</button>'
    )


def _over(name: str, line: str, labels: Labels) -> str:
    """One copy from the maybe-board into the deck."""
    label = labels.over.format(name=name)
    return f'<button form="lines" name="do" class="over" value="move&gt; {line}" aria-label="{label}">↑</button>'


def line_edits(sent: Mapping[str, str]) -> list[tuple[str, dict[str, str]]]:
    """What somebody did in a form of rows, as operations with their parameters: numbers that were typed, and the button
    that was pressed. One named `move>ZONE` moves one copy; with `aside`, what is taken out of the deck goes to the
    maybe-board."""
    numbers = [(*field.split(" ", 3), count) for field, count in sent.items() if _NUMBER.match(field)]
    edits = [("set", {"zone": zone, "code": code, "count": now}) for _, was, zone, code, now in numbers if now != was]
    if "do" in sent or not numbers:
        op, zone, code = (*sent.get("do", "").split(" ", 2), "", "")[:3]
        if op == "remove" and "aside" in sent and zone != MAYBE:
            op = f"move>{MAYBE}"
        op, moves, to = op.partition(">")
        edits.append((op, {"zone": zone, "code": code} | ({"to": to, "count": "1"} if moves else {})))
    return edits


_NUMBER = re.compile("count [0-9]+ [^ ]+ ")


def _text(row: PanelRow, place: RowContext) -> str:
    """A line that names no card: choose one, or take it out."""
    fields = _line_fields(row)
    name = escape(row.name)
    out = escape(_("Remove {name}").format(name=row.name))
    fields_out = hidden("op", "set") + hidden("count", "0") + fields
    gone = place.form(f'<button class="less" aria-label="{out}">×</button>', fields_out)
    why = f'<span class="visually-hidden">{escape(row.why)}</span>'
    count = f'<span class="qty">{row.line.count}</span><span class="name is-unknown">{name}</span>{why}'
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
    data = f' class="is-{violation.severity}" data-code="{violation.code}"'
    if not mend:
        return mark_safe(f"<li{data}>{sentence} </li>")
    about = blake2b(_name(finding).encode(), digest_size=6).hexdigest()
    return place.part("li", f"finding-{about}", f"{sentence} {_way_out(finding, place)}", data)


def _name(finding: Finding) -> str:
    """What tells a finding from the others of a deck."""
    violation = finding.violation
    return json.dumps([violation.code, violation.zone, *finding.keys], ensure_ascii=False)


def read_finding(name: str) -> tuple[str, str, Sequence[str]]:
    """Code, zone and card keys of the finding of that name; of what is no name, the whole of it as the code."""
    try:
        code, zone, *keys = json.loads(name)
    except (ValueError, TypeError, RecursionError):
        return name, "", ()
    return str(code), str(zone), [str(key) for key in keys]


def _message(finding: Finding) -> str:
    """The sentence, its list leading to the list's page."""
    sentence, named = escape(finding.message), escape(finding.violation.source or "")
    if not finding.source:
        return sentence
    return sentence.replace(named, f'<a class="source" href="{escape(finding.source)}">{named}</a>', 1)


def _way_out(finding: Finding, place: RowContext) -> str:
    if finding.mends:
        name = escape(_name(finding))
        return f'<button class="repair" form="repairs" name="finding" value="{name}">{escape(finding.fix)}</button>'
    if finding.find:
        return f'<a class="repair" href="{escape(finding.find)}">{place.labels.find}</a>'
    return f'<span class="fix">{escape(finding.fix)}</span>' if finding.fix else ""


def add_html(card: Card, place: RowContext, count: int, mark: str) -> SafeString:
    """The hook of a card in the catalog: adds it to the deck beside, says how many of it are there, and takes one out.

    Where the deck has none, the − is left to the script (see swap.js), which shows it as soon as there is one.
    """
    name, code = escape(place.full_name(card)), escape(card.codes[0])
    add, fewer = place.labels.add % {"name": name}, place.labels.fewer.format(name=name)
    button = f'<button class="add-card" form="adding" name="code" value="{code}" aria-label="{add}"></button>'
    kind = f"count is-{mark}" if mark else "count"
    shown = f">{count}" if count else " hidden>"
    less = f'<button class="remove-card" form="removing" name="code" value="{code}" aria-label="{fewer}">−</button>'
    return mark_safe(f'{button}<span class="{kind}" data-count{shown}</span>{less if count else ""}')


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
