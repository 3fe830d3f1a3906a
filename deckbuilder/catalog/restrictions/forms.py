"""The form in which staff write a restriction list."""

from itertools import chain, count
from typing import Any

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from deckbuilder.catalog.models import ListStatus, RestrictionList
from deckbuilder.catalog.restrictions import parsing
from deckbuilder.catalog.restrictions.sentences import list_error
from deckbuilder.catalog.to_games import to_list
from deckbuilder.catalog.traced import readable_traces
from deckbuilder.common.input import InputError, clean_text
from deckbuilder.common.labels import read
from games.engine.model.game import Game
from games.registry import get

MAX_REASON = 2000
COPIES = (("0", _("banned")), ("1", "1"), ("2", "2"), ("3", "3"), ("any", _("no limit")))


class RestrictionListForm(forms.ModelForm):
    """One version of a list of a game; its cards are lines of text, and their names are checked.

    `game`, `slug` and, once it is public, `version` and `status` are those of the instance.
    """

    format = forms.ChoiceField(label=_("Format"), required=False)
    pool = forms.BooleanField(
        label=_("Only these cards"), help_text=_("Cards that are not on the list are not allowed."), required=False
    )
    limits = forms.CharField(
        label=_("Cards"),
        help_text=_(
            "One card per line: 雪女 = 0 (banned), 天狗 = 1 (one copy), 河童 = any (as many as the rules allow). "
            "A note for players may follow: 雪女 = 0 # wins on the second turn."
        ),
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        required=False,
    )
    sets = forms.CharField(
        label=_("Only these sets"),
        help_text=_("One set per line, as on the cards; a line “-” stands for cards without a set. Empty: all sets."),
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
        required=False,
    )
    unknown = forms.BooleanField(
        label=_("Keep names that match no card or set yet"),
        help_text=_("For a list published before its cards are imported."),
        required=False,
    )
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Why the list is as it is, for players."),
        widget=forms.Textarea(attrs={"rows": 3}),
        max_length=MAX_REASON,
        required=False,
    )
    source = forms.URLField(
        label=_("Source"), help_text=_("Where the list was announced."), assume_scheme="https", required=False
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)
    """How many corrections the list had when the form was opened."""

    why = forms.CharField(
        label=_("Reason for the correction"),
        help_text=_("Players see it on the list’s page, with the day and what changed."),
        max_length=MAX_REASON,
        required=False,
    )

    class Meta:
        model = RestrictionList
        fields = ("title", "version", "effective_from", "format", "limits", "pool", "sets", "reason", "source")
        labels = {"title": _("Title"), "version": _("Version"), "effective_from": _("In effect from")}
        widgets = {"effective_from": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        row = self.instance
        game = get(row.game)
        choices = [("", _("every format of the game")), *((each.slug, read(each.label)) for each in game.formats)]
        self.fields["format"].choices = choices  # type: ignore[attr-defined]
        if len(game.formats) == 1:
            self.fields["format"].widget = forms.HiddenInput()
        if row.status == ListStatus.PUBLIC:
            self.fields["version"].disabled = True
        else:
            del self.fields["why"], self.fields["seen"]
        if not self.is_bound and "limits" not in (kwargs.get("initial") or {}):
            each = to_list(row)
            limits = {each.names[key]: limit for key, limit in each.limits.items()}
            notes = row.notes if isinstance(row.notes, dict) else {}
            self.initial.update(limits=parsing.limits_text(limits, notes), sets=parsing.sets_text(each.sets))
            self.initial["seen"] = len(readable_traces(row))

    def clean_title(self) -> str:
        return self._clean_text("title")

    def clean_version(self) -> str:
        return self._clean_text("version")

    def clean_reason(self) -> str:
        return self._clean_text("reason")

    def clean_why(self) -> str:
        return self._clean_text("why")

    def clean(self) -> dict[str, Any]:
        cleaned, row = super().clean() or self.cleaned_data, self.instance
        game = get(row.game)
        if not row.slug and cleaned.get("title"):
            row.slug = _new_slug(game, cleaned["title"])
        if "seen" in self.fields and cleaned.get("seen") != len(readable_traces(row)):
            self.add_error(None, list_error("corrected-meanwhile"))
        self._check_version(game, cleaned.get("version", ""))
        self._read_limits(game, cleaned)
        self._read_sets(game, cleaned)
        return cleaned

    def _clean_text(self, name: str) -> str:
        try:
            return clean_text(self.cleaned_data[name], name, MAX_REASON)
        except InputError:
            raise forms.ValidationError(_("The text contains an unprintable character.")) from None

    def _check_version(self, game: Game, version: str) -> None:
        """A version exists once, and one that comes with the game would hide this one."""
        slug = self.instance.slug
        if any((each.slug, each.version) == (slug, version) for each in game.lists):
            self.add_error(
                "version", _("This version of the list comes with the game. Give yours a different version.")
            )
        rows = RestrictionList.objects.filter(game=game.slug, slug=slug, version=version).exclude(pk=self.instance.pk)
        if version and rows.exists():
            self.add_error("version", _("This list has a version {version} already.").format(version=version))

    def _read_limits(self, game: Game, cleaned: dict[str, Any]) -> None:
        row = self.instance
        tied = parsing.names_with_ties(game, row.slug, row.version) if row.pk else ()
        try:
            text = parsing.read_text(cleaned.get("limits", ""), game, unknown=cleaned.get("unknown", False), tied=tied)
        except forms.ValidationError as error:
            self.add_error("limits", error)
            return
        if cleaned.get("pool") and not text.limits:
            self.add_error("limits", _("A list of the only cards allowed must name at least one card."))
        cleaned["limits"], row.notes = text

    def _read_sets(self, game: Game, cleaned: dict[str, Any]) -> None:
        try:
            cleaned["sets"] = parsing.read_sets(cleaned.get("sets", ""), game, unknown=cleaned.get("unknown", False))
        except forms.ValidationError as error:
            self.add_error("sets", error)


def _new_slug(game: Game, title: str) -> str:
    """The name of a new list in URLs: its title if that is in Latin letters."""
    slugs = {each.slug for each in game.lists}
    slugs |= set(RestrictionList.objects.filter(game=game.slug).values_list("slug", flat=True))
    base = slugify(title)[:50] or "list"
    others = (f"{base}-{number}" for number in count(2))
    return next(each for each in chain([base], others) if each not in slugs)


class LineForm(forms.Form):
    """A card to add to the lines of a list."""

    card = forms.CharField(label=_("Add a card"), max_length=200, required=False)
    copies = forms.ChoiceField(label=_("Copies"), choices=COPIES, required=False)
    note = forms.CharField(label=_("Note"), max_length=parsing.MAX_NOTE, required=False)


def with_line(text: str, form: LineForm) -> str:
    """The lines of a list with the card that the form adds."""
    if not form.is_valid() or not form.cleaned_data["card"].strip():
        return text
    copies = form.cleaned_data["copies"] or "0"
    limit = None if copies == parsing.ANY else int(copies)
    line = parsing.write_line(form.cleaned_data["card"].strip(), limit, form.cleaned_data["note"].strip())
    return "\n".join([*filter(None, [text.rstrip()]), line])
