"""The form of one printing, drawn from the columns of its game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from deckbuilder.catalog.editing.services import Cells
from deckbuilder.catalog.imports import sentences
from deckbuilder.catalog.imports.file_sentences import join_words
from deckbuilder.catalog.imports.texts import column_texts
from deckbuilder.catalog.pictures.validators import ACCEPT, MAX_BYTES, MAX_PIXELS, MEGABYTE, MEGAPIXEL
from deckbuilder.catalog.selectors import all_value_counts
from deckbuilder.common.drawing.image_sources import shown_image
from deckbuilder.common.labels import read
from games.engine.model.cards import COMMON_NAMES, Attribute
from games.engine.model.game import Game
from games.engine.reading.catalogs.rows import Problem
from games.engine.reading.catalogs.titles import REQUIRED

MAX_CHARACTERS = 20_000
"""Of a cell; no card has a longer text."""

_NAMES = ("name", "alt_names")
_TEXTS = ("text", "keywords", "effects")
_OF_PRINTING = ("code", "set", "rarity", "released")
_PICTURE = ("picture", "image", "no_picture")
_LONG = ("text", "effects")


class CardForm(forms.Form):
    """One printing: a field for each column of the game. What the fields hold is checked by the reader of catalog
    files, so that a page and a file take the same values."""

    prefix = "card"

    opened = forms.IntegerField(widget=forms.HiddenInput, required=False)
    """The last state of the catalog when the printing was opened."""

    picture = forms.FileField(
        label=gettext_lazy("Upload a picture"),
        widget=forms.FileInput(attrs={"accept": ACCEPT}),
        required=False,
    )
    """Received by the view, which then writes the column `image`."""

    no_picture = forms.BooleanField(label=gettext_lazy("Remove the picture"), required=False)

    everywhere = forms.BooleanField(
        label=gettext_lazy("Change the other printings of this card as well"),
        help_text=gettext_lazy(
            "Everything but number, set, rarity, day and picture, which each printing has of its own."
        ),
        required=False,
    )

    def __init__(self, game: Game, *arguments: Any, is_new: bool, has_siblings: bool = False, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.game, self.is_new = game, is_new
        counts = all_value_counts(game)
        self.known_values = {
            name: [each.value for each in counts[name]] for name, each in game.fields.items() if _is_open(each, counts)
        }
        hints = {each.name: each for each in column_texts(game)}
        for name, attribute in game.fields.items():
            self.fields[name] = _field(game, attribute, name in self.known_values)
            self.fields[name].help_text = _hint(attribute, hints[name].kinds)
        self.fields["code"].disabled = not is_new
        self.fields["picture"].help_text = _(
            "PNG, JPEG or WebP, up to {megabytes} MB and {megapixels} megapixels. The site makes its own copy, without "
            "what the file says of camera and place."
        ).format(megabytes=MAX_BYTES // MEGABYTE, megapixels=MAX_PIXELS // MEGAPIXEL)
        if not self["image"].value():
            del self.fields["no_picture"]
        if not has_siblings:
            del self.fields["everywhere"]

    @property
    def sections(self) -> list[tuple[str, list[BoundField]]]:
        """The fields under headings, without those that cards of this kind do not have."""
        values = [name for name in ("kind", "zone", *self._own) if self._fits(name)]
        return [
            (_("Names"), self._bound(_NAMES)),
            (_("Values"), self._bound(values)),
            (_("Text and effects"), self._bound(_TEXTS)),
            (_("This printing"), self._bound(_OF_PRINTING)),
            (_("Picture"), self._bound([name for name in _PICTURE if name in self.fields])),
        ]

    @property
    def image(self) -> str:
        """The URL of the picture that the printing has or gets, "" for none that pages show."""
        return shown_image((self["image"].value() or "").strip())

    @property
    def others(self) -> list[BoundField]:
        """The fields that cards of this kind do not have."""
        return self._bound([name for name in self._own if not self._fits(name)])

    @property
    def cells(self) -> Cells:
        """What was sent, as the texts of a row. Requires a form that was sent."""
        data = self.cleaned_data
        return {name: _cell_text(data.get(name)) for name in self.game.fields}

    def show(self, problems: tuple[Problem, ...]) -> None:
        """Put what the reader of files rejects beside its field."""
        for each in problems:
            if each.row == 1:
                self.add_error(each.column, _sentence(each, self.cells[each.column]))

    @property
    def _own(self) -> list[str]:
        return [attribute.name for attribute in self.game.attributes]

    def _fits(self, name: str) -> bool:
        kind = self["kind"].value() or ""
        return not kind or self.game.fields[name].has(kind) or bool(self[name].errors)

    def _bound(self, names: Any) -> list[BoundField]:
        return [self[name] for name in names]


def _is_open(attribute: Attribute, counts: Mapping[str, Any]) -> bool:
    """Whether the values of a column are those that the catalog holds."""
    return attribute.type == "choice" and not attribute.choices and attribute.name in counts


def _field(game: Game, attribute: Attribute, is_open: bool) -> forms.Field:
    choices = [(zone.slug, read(zone.label)) for zone in game.zones] if attribute.name == "zone" else []
    choices = choices or [(value, read(label)) for value, label in attribute.choices]
    if attribute.type == "flag":
        choices = [("yes", _("yes")), ("no", _("no"))]
    if choices and attribute.type == "list":
        return forms.MultipleChoiceField(
            label=read(attribute.label), choices=choices, widget=forms.CheckboxSelectMultiple, required=False
        )
    widget: forms.Widget = forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})
    if choices:
        widget = forms.Select(choices=[("", "–"), *choices])
    elif attribute.type == "date":
        widget = forms.TextInput(attrs={"inputmode": "numeric", "placeholder": "2026-11-21", "autocomplete": "off"})
    elif attribute.name in _LONG or attribute.type == "list":
        attrs: dict[str, Any] = {"rows": 3}
        widget = forms.Textarea(attrs=attrs | ({"spellcheck": "false"} if attribute.name == "effects" else {}))
    elif attribute.numeric and not attribute.dash:
        widget.attrs["inputmode"] = "decimal"
    if is_open:
        widget.attrs["list"] = f"values-{attribute.name}"
    return forms.CharField(
        label=read(attribute.label), widget=widget, required=False, strip=False, max_length=MAX_CHARACTERS
    )


def _hint(attribute: Attribute, kinds: str) -> str:
    parts = []
    if attribute.name in REQUIRED:
        parts.append(_("Required."))
    if attribute.name == "alt_names":
        parts.append(
            _("One per line, in any language; readers see the one in theirs. Nicknames are found by searches.")
        )
    elif attribute.name == "effects":
        parts.append(_("What the card does, one clause per line, as simulations read it."))
    elif attribute.name == "image":
        parts.append(_image_hint())
    elif attribute.type == "list" and not attribute.choices:
        parts.append(_("One per line."))
    elif attribute.type == "date":
        parts.append(_("Such as 2026-11-21; empty: always out."))
    if attribute.dash:
        parts.append(_("A number, or “-” for a printed dash."))
    if kinds and attribute.name not in COMMON_NAMES:
        parts.append(_("Only for: {kinds}.").format(kinds=kinds))
    return _(" ").join(parts)


def _image_hint() -> str:
    if not settings.IMAGE_HOSTS:
        return _("Filled in when you upload a picture. Pictures on other sites are not shown.")
    hosts = join_words(settings.IMAGE_HOSTS)
    return _("Filled in when you upload a picture; or an https address on: {hosts}.").format(hosts=hosts)


def _cell_text(value: Any) -> str:
    return "\n".join(value) if isinstance(value, list) else (value or "").replace("\r\n", "\n")


def _sentence(each: Problem, text: str) -> str:
    """Why a cell is rejected. `text`: of the field; an error in one with several lines is placed by its line."""
    params, position = dict(each.params), each.params.get("position")
    before = text.strip()[: position - 1] if isinstance(position, int) else ""
    if "\n" not in before:
        return sentences.problem({"code": each.code, "params": params})
    params["position"] = len(before) - before.rfind("\n")
    reason = sentences.problem({"code": each.code, "params": params})
    return _("Line {number}: {reason}").format(number=before.count("\n") + 1, reason=reason)
