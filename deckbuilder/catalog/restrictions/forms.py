"""The form in which staff enter a restriction list."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from deckbuilder.catalog.models import RestrictionList
from deckbuilder.catalog.restrictions import parsing
from deckbuilder.catalog.to_games import to_list
from deckbuilder.common.labels import read
from games.engine.model.game import Game
from games.registry import GAMES, find, get


def _games() -> Iterator[tuple[str, str]]:
    yield "", "---------"
    yield from ((game.slug, _name(game)) for game in GAMES)


def _formats() -> Iterator[tuple[str, str]]:
    """All formats, each with the games that have it."""
    having: dict[str, list[str]] = {}
    for game in GAMES:
        for each in game.formats:
            having.setdefault(each.slug, []).append(_name(game))
    yield "", str(_("every format of the game"))
    comma = _(", ")
    yield from ((slug, f"{slug} ({comma.join(names)})") for slug, names in having.items())


def _name(game: Game) -> str:
    return read(game.name)


class RestrictionListForm(forms.ModelForm):
    """One version of a restriction list; its cards are entered as lines of text, and their names are checked."""

    game = forms.ChoiceField(label=_("Game"), choices=_games)
    format = forms.ChoiceField(label=_("Format"), choices=_formats, required=False)
    slug = forms.SlugField(
        label=_("Short name"),
        max_length=60,
        help_text=_("The same for every version of a list: a later version replaces the earlier one."),
    )
    pool = forms.BooleanField(
        label=_("Only these cards"), help_text=_("Cards that are not on the list are not allowed."), required=False
    )
    limits = forms.CharField(
        label=_("Cards"),
        help_text=_(
            "One card per line: 雪女 = 0 (banned), 天狗 = 1 (one copy), 河童 = any (as many as the rules allow)."
        ),
        widget=forms.Textarea(attrs={"rows": 16, "cols": 60, "spellcheck": "false"}),
        required=False,
    )
    sets = forms.CharField(
        label=_("Only these sets"),
        help_text=_("One set per line, as on the cards; a line “-” stands for cards without a set. Empty: all sets."),
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60, "spellcheck": "false"}),
        required=False,
    )
    unknown = forms.BooleanField(
        label=_("Keep names that match no card or set yet"),
        help_text=_("For a list published before its cards are imported."),
        required=False,
    )
    source = forms.URLField(
        label=_("Source"), help_text=_("Where the list was announced."), assume_scheme="https", required=False
    )

    class Meta:
        model = RestrictionList
        fields = ("game", "format", "slug", "title", "version", "effective_from", "pool", "sets", "limits", "source")
        labels = {"title": _("Title"), "version": _("Version"), "effective_from": _("In effect from")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk and find(self.instance.game):
            each = to_list(self.instance)
            limits = {each.names[key]: limit for key, limit in each.limits.items()}
            self.initial.update(limits=parsing.limits_text(limits), sets=parsing.sets_text(each.sets))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if "game" in cleaned:
            game = get(cleaned["game"])
            self._check_format(game, cleaned)
            self._check_version(game, cleaned)
            self._check_identity(cleaned)
            self._read_limits(game, cleaned)
            self._read_sets(game, cleaned)
        return cleaned

    def _check_format(self, game: Game, cleaned: dict[str, Any]) -> None:
        choices = [each.slug for each in game.formats]
        if cleaned.get("format") and cleaned["format"] not in choices:
            message = _("{game} has no format “{format}”. Choose one of: {choices}.")
            values = {"game": _name(game), "format": cleaned["format"], "choices": _(", ").join(choices)}
            self.add_error("format", message.format(**values))

    def _check_version(self, game: Game, cleaned: dict[str, Any]) -> None:
        """Reject a version that comes with the game: it would exist beside this one and hide it."""
        if any((each.slug, each.version) == (cleaned.get("slug"), cleaned.get("version")) for each in game.lists):
            self.add_error(
                "version", _("This version of the list comes with the game. Give yours a different version.")
            )

    def _check_identity(self, cleaned: dict[str, Any]) -> None:
        """Reject another game, name or version for a list in effect: its page and the events that pin it would lose
        it."""
        old = RestrictionList.objects.filter(pk=self.instance.pk, effective_from__lte=timezone.localdate()).first()
        for name in ("game", "slug", "version"):
            if old and name in cleaned and cleaned[name] != getattr(old, name):
                self.add_error(name, _("A list in effect keeps its game, short name and version. Save it as new."))

    def _read_limits(self, game: Game, cleaned: dict[str, Any]) -> None:
        slug, version = cleaned.get("slug", ""), cleaned.get("version", "")
        tied = parsing.names_with_ties(game, slug, version) if self.instance.pk else ()
        try:
            limits = parsing.read(cleaned.get("limits", ""), game, unknown=cleaned.get("unknown", False), tied=tied)
        except forms.ValidationError as error:
            self.add_error("limits", error)
            return
        if cleaned.get("pool") and not limits:
            self.add_error("limits", _("A list of the only cards allowed must name at least one card."))
        cleaned["limits"] = limits

    def _read_sets(self, game: Game, cleaned: dict[str, Any]) -> None:
        try:
            cleaned["sets"] = parsing.read_sets(cleaned.get("sets", ""), game, unknown=cleaned.get("unknown", False))
        except forms.ValidationError as error:
            self.add_error("sets", error)
