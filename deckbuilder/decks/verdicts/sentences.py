"""Messages for violations and their fixes, in every language of the site."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from django.utils import formats
from django.utils.dateparse import parse_date
from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext
from django.utils.translation import gettext as _

from deckbuilder.common.input import InputError
from deckbuilder.common.labels import alternatives_text, read
from deckbuilder.common.names import reader_name
from games.engine.model.cards import SAMPLE, Card
from games.engine.model.game import Game
from games.engine.model.violations import Culprit, DeckChange, Violation
from games.engine.reading.catalogs.files import SEPARATOR
from games.engine.rules.legality import Verdict
from games.registry import get

MAX_NAMES = 4
"""Cards named in a sentence; others are counted. The deck marks all of them."""

Sentence = Callable[[Violation, Game], str]


def message(violation: Violation, game: Game) -> str:
    """The message of a violation, with its numbers and cards, in the active language."""
    return MESSAGES[violation.code](violation, game)


def with_reader_names(violation: Violation, cards: Collection[Card]) -> Violation:
    """The violation with the reader's names of these cards, for pages. The API and commands use printed names, as lists
    do."""
    cards_by_key = {card.key: card for card in cards}
    culprits = tuple(
        each._replace(name=reader_name(cards_by_key[each.key])) if each.key in cards_by_key else each
        for each in violation.cards
    )
    params = violation.params
    if master := next((card for card in cards if card.name == params.get("master")), None):
        params = {**params, "master": reader_name(master)}
    return replace(violation, cards=culprits, params=params)


def printed_names(original: Violation, violation: Violation) -> dict[str, str]:
    """The printed names of a violation's cards, by the reader's names in its translation."""
    by_reader_name = {
        new.name: old.name for old, new in zip(original.cards, violation.cards, strict=True) if new != old
    }
    if violation.params.get("master") != original.params.get("master"):
        by_reader_name[str(violation.params["master"])] = str(original.params["master"])
    return by_reader_name


def messages_about(violation: Violation, whole: str, game: Game) -> list[str]:
    """One message per card; `whole`, the violation's message, is reused unless the code is per card."""
    if violation.code not in OF_EACH or len(violation.cards) == 1:
        return [whole] * len(violation.cards)
    return [message(replace(violation, cards=(card,)), game) for card in violation.cards]


def fix(violation: Violation, game: Game) -> str:
    """The smallest repair in words; "" if there is none."""
    repair = violation.repair
    if repair is None:
        return ""
    if repair.changes:
        if home := violation.params.get("home"):
            return _("Move {card} to {zone}").format(card=names(violation.cards), zone=read(game.zone(str(home)).label))
        steps = [_change(change, violation, game) for change in repair.changes[:MAX_NAMES]]
        if (rest := len(repair.changes) - len(steps)) > 0:
            steps.append(ngettext("and {count} more card", "and {count} more cards", rest).format(count=rest))
        return _and(steps)
    return ngettext("Add %(count)d card", "Add %(count)d cards", repair.want) % {"count": repair.want}


def unchecked_zones(verdict: Verdict) -> str:
    """The zones without rules that a verdict leaves unchecked, in a sentence; "" if there are none."""
    labels = [read(zone.label) for zone in get(verdict.game).zones if zone.slug in verdict.unjudged]
    sentence = _("Not checked: the number and kinds of cards in {zones}. The rulebook has no rule for that.")
    return sentence.format(zones=_(", ").join(labels)) if labels else ""


def names(cards: tuple[Culprit, ...]) -> str:
    """The cards of a sentence: the first few by name, each once, the others as a number."""
    unique = list(dict.fromkeys(card.name for card in cards))
    text = _(", ").join(map(in_quotes, unique[:MAX_NAMES]))
    rest = len(unique) - MAX_NAMES
    if rest <= 0:
        return text
    return ngettext("{names} and {count} other", "{names} and {count} others", rest).format(names=text, count=rest)


def in_quotes(name: str) -> str:
    """A card's name within a sentence; in quotation marks in languages without capital letters."""
    return pgettext("a card in a sentence", "{name}").format(name=name)


def _zone(violation: Violation, game: Game) -> str:
    """The zone's label, or, for an unknown zone, its name."""
    return next((read(zone.label) for zone in game.zones if zone.slug == violation.zone), violation.zone)


def _kind(kind: object, game: Game) -> str:
    return game.fields["kind"].label_of(str(kind), get_language() or "en")


def _field(violation: Violation, game: Game) -> str:
    return read(game.fields[str(violation.params["field"])].label)


def _declaration(violation: Violation, game: Game) -> str:
    key = violation.params["declaration"]
    return next(read(each.label) for each in game.declarations if each.key == key)


def _day(value: object) -> str:
    day = parse_date(str(value))
    return formats.date_format(day, "DATE_FORMAT") if day else str(value)


def _zone_size(violation: Violation, game: Game) -> str:
    values = {"zone": _zone(violation, game), "have": violation.have, "min": violation.min, "max": violation.max}
    have = int(violation.have or 0)
    if violation.min == violation.max:
        sentence = ngettext(
            "{zone}: {have} card, exactly {max} required.", "{zone}: {have} cards, exactly {max} required.", have
        )
    else:
        sentence = ngettext(
            "{zone}: {have} card, {min} to {max} required.", "{zone}: {have} cards, {min} to {max} required.", have
        )
    return sentence.format(**values)


def _zone_kind(violation: Violation, game: Game) -> str:
    card = violation.cards[0]
    values = {
        "card": in_quotes(card.name),
        "kind": _kind(violation.params["kind"], game),
        "zone": _zone(violation, game),
    }
    home = violation.params["home"]
    if not home:
        return _("{card} ({kind}) cannot be in {zone}.").format(**values)
    values["home"] = read(game.zone(str(home)).label)
    return _("{card} ({kind}) cannot be in {zone}; it belongs in {home}.").format(**values)


def _copies(violation: Violation, game: Game) -> str:
    values = {"card": names(violation.cards), "have": violation.have, "max": violation.max}
    return _("{card}: {have} copies, at most {max}.").format(**values)


def _declaration_missing(violation: Violation, game: Game) -> str:
    return _("No {declaration} chosen yet.").format(declaration=_declaration(violation, game))


def _affiliation(violation: Violation, game: Game) -> str:
    values = {"cards": names(violation.cards), "value": violation.params["value"]}
    return _("Neither {value} nor neutral: {cards}.").format(**values)


def _affiliation_missing(violation: Violation, game: Game) -> str:
    if not violation.params["value"]:
        values = {"declaration": _declaration(violation, game)}
        return _("All cards are neutral; at least one must have a {declaration}.").format(**values)
    return _("The deck has no {value} card; at least one is required.").format(value=violation.params["value"])


def _sum_mana(violation: Violation, game: Game) -> str:
    values = {"have": _plain(violation.have), "max": _plain(violation.max), "cards": names(violation.cards)}
    return _("Spells have {have} mana in total; the limit is {max}: {cards}.").format(**values)


def _mixed_series(violation: Violation, game: Game) -> str:
    series = violation.params["values"]
    assert isinstance(series, tuple)
    values = {"count": len(series), "values": _(", ").join(series), "value": series[0], "cards": names(violation.cards)}
    sentence = _("The deck mixes cards of {count} series: {values}. Only one is allowed. Not {value}: {cards}.")
    return sentence.format(**values)


def _base_composition(violation: Violation, game: Game) -> str:
    values = {"cards": names(violation.cards), "have": violation.have, "max": violation.max}
    return _("The base deck ({have} of {max} cards) differs from the official one in {cards}.").format(**values)


def _team_exclusive(violation: Violation, game: Game) -> str:
    first, second = violation.cards
    return _("{first} and {second} cannot be on the same team.").format(
        first=in_quotes(first.name), second=in_quotes(second.name)
    )


def _ban(violation: Violation, game: Game) -> str:
    return _("{card} is banned by {source}.").format(card=names(violation.cards), source=violation.source)


def _copy_limit(violation: Violation, game: Game) -> str:
    values = {"card": names(violation.cards), "have": violation.have, "max": violation.max, "source": violation.source}
    return _("{card}: {have} copies, {source} allows {max}.").format(**values)


def _outside_list(violation: Violation, game: Game) -> str:
    return _("{card} is not allowed by {source}.").format(card=names(violation.cards), source=violation.source)


def _other_set(violation: Violation, game: Game) -> str:
    values = {"card": names(violation.cards), "source": violation.source}
    sets = violation.params["sets"]
    assert isinstance(sets, tuple)
    if sets == (SAMPLE,):
        return _("{card} is a sample card invented by this site and not allowed by {source}.").format(**values)
    if not sets:
        return _("{card} belongs to no set, and {source} allows only certain sets.").format(**values)
    sentence = _("{card} is from {sets}, which {source} does not allow.")
    return sentence.format(**values, sets=_(", ").join(sets))


def _unknown(violation: Violation, game: Game) -> str:
    return _("No card is named “{text}”.").format(text=violation.cards[0].name)


def _broken_list(violation: Violation, game: Game) -> str:
    return _("{list} cannot be read in full, so the deck cannot be checked against it.").format(list=violation.source)


def _release_day(violation: Violation, game: Game) -> str:
    values = {"card": in_quotes(violation.cards[0].name), "released": _day(violation.params["released"])}
    return _("{card} is not released until {released}.").format(**values)


def _data_missing(violation: Violation, game: Game) -> str:
    values = {"cards": names(violation.cards), "field": _field(violation, game)}
    return _("The catalog is missing the {field} of {cards}. Without it the deck cannot be checked.").format(**values)


def _data_dispute(violation: Violation, game: Game) -> str:
    values = {
        "card": names(violation.cards),
        "field": _field(violation, game),
        "values": _alternatives(violation, game),
    }
    if violation.severity == "advice":
        return _(
            "The printings of {card} disagree on {field}: {values}. Until staff settle it, advice leaves it out."
        ).format(**values)
    return _(
        "The printings of {card} disagree on {field}: {values}. Until staff settle it, the deck cannot be checked."
    ).format(**values)


def _alternatives(violation: Violation, game: Game) -> str:
    """What printings say a disputed value is, each value with their numbers."""
    attribute = game.fields[str(violation.params["field"])]
    said, printings = violation.params["values"], violation.params["printings"]
    assert isinstance(said, tuple)
    assert isinstance(printings, tuple)
    codes_by_value: dict[str | tuple[str, ...], list[str]] = {}
    for text, code in zip(said, printings, strict=True):
        value = tuple(text.split(SEPARATOR)) if attribute.type == "list" else text
        codes_by_value.setdefault(value, []).append(code)
    return alternatives_text(attribute, codes_by_value.items())


def _off_colour(violation: Violation, game: Game) -> str:
    values = {"cards": names(violation.cards), "master": in_quotes(str(violation.params["master"]))}
    return _("One core more with {master} as master: {cards}.").format(**values)


def _unusable(violation: Violation, game: Game) -> str:
    values = {"cards": names(violation.cards), "master": in_quotes(str(violation.params["master"]))}
    return _("Cannot be used with {master} as master: {cards}.").format(**values)


MESSAGES: Mapping[str, Sentence] = {
    "zone.size": _zone_size,
    "zone.kind": _zone_kind,
    "copies": _copies,
    "declaration.missing": _declaration_missing,
    "affiliation": _affiliation,
    "affiliation.missing": _affiliation_missing,
    "sum.mana": _sum_mana,
    "series.mixed": _mixed_series,
    "base.composition": _base_composition,
    "team.exclusive": _team_exclusive,
    "list.banned": _ban,
    "list.limited": _copy_limit,
    "list.not-allowed": _outside_list,
    "list.other-set": _other_set,
    "list.broken": _broken_list,
    "card.unknown": _unknown,
    "card.unreleased": _release_day,
    "card.data-missing": _data_missing,
    "card.data-disputed": _data_dispute,
    "advice.off-colour": _off_colour,
    "advice.unusable": _unusable,
}

OF_EACH = frozenset({"affiliation", "sum.mana", "series.mixed", "base.composition", "card.data-missing"})
OF_EACH |= {"advice.off-colour", "advice.unusable"}


def _plain(value: float | None) -> str:
    return str(formats.localize(int(value) if value is not None and value == int(value) else value))


def _and(parts: list[str]) -> str:
    return _("; ").join(dict.fromkeys(parts)) if len(parts) > 1 else "".join(parts)


def _change(change: DeckChange, violation: Violation, game: Game) -> str:
    if change.op == "declare":
        return _("Choose {value}").format(value=change.value)
    if change.op == "drop":
        return _("Remove the line")
    if change.op == "trim":
        last = ngettext("Remove the last card added", "Remove the last {count} cards added", change.count)
        return last.format(count=change.count)
    places = [card for card in violation.cards if card.key == change.key]
    name = in_quotes(places[0].name if places else change.key)
    step = _("Remove {card}") if change.count == 0 else _("Reduce {card} to {count}")
    step = step.format(card=name, count=change.count)
    if len(places) < 2:
        return step
    return _("{step} ({zone})").format(step=step, zone=read(game.zone(change.zone).label))


EDIT_ERRORS = {
    "unknown-op": gettext_lazy("There is no operation “{op}”. Choose one of: {choices}."),
    "unknown-card": gettext_lazy("No card has the number “{code}”."),
    "unknown-zone": gettext_lazy("There is no zone “{zone}”. Choose one of: {choices}."),
    "unknown-format": gettext_lazy("There is no format “{format}”. Choose one of: {choices}."),
    "unknown-declaration": gettext_lazy("This game has no declaration “{key}”."),
    "unknown-visibility": gettext_lazy("“{value}” is not one of {choices}."),
    "hidden-by-staff": gettext_lazy("Staff have hidden this deck, so it cannot be shared. The reason: {reason}"),
    "unknown-value": gettext_lazy("“{value}” is not one of {choices}."),
    "count-range": gettext_lazy("{count} copies are not possible; use 0 to {most}."),
    "count-unclear": gettext_lazy(
        "“{name}”: the number of copies is unclear ({counts}). Enter it along with the card."
    ),
    "no-copies": gettext_lazy("“{name}”: enter at least one copy, or remove the line."),
    "photo-bytes": gettext_lazy("The photo is larger than {megabytes} MB. Send a smaller one."),
    "photo-pixels": gettext_lazy("The photo has more than {megapixels} megapixels. Send a smaller one."),
    "photo-format": gettext_lazy("This is not a picture in one of these formats: {choices}."),
    "photo-missing": gettext_lazy("Choose a photo."),
    "too-many-words": gettext_lazy("A deck search can have at most {most} words."),
    "too-many-cards": gettext_lazy("A search can name at most {most} cards."),
    "no-card-named": gettext_lazy("No card is called “{name}”."),
    "no-such-card": gettext_lazy("No card is called “{name}”. Similar names: {near}."),
    "too-many-favourites": gettext_lazy("You can mark at most {most} decks as favourites. Remove one first."),
    "too-many-follows": gettext_lazy("You can follow at most {most} people. Stop following somebody first."),
    "follow-yourself": gettext_lazy("You cannot follow yourself."),
    "block-yourself": gettext_lazy("You cannot block yourself."),
    "too-many-blocks": gettext_lazy("You can block at most {most} people. Unblock somebody first."),
    "comment-empty": gettext_lazy("Write something first."),
    "comment-twice": gettext_lazy("You have already written that here."),
    "comment-removed": gettext_lazy("Staff have removed this comment. The reason: {reason}"),
    "comments-closed": gettext_lazy("This deck takes no more comments."),
    "blocked-by-owner": gettext_lazy("The owner of this deck does not take comments from you."),
    "suspended-comments": gettext_lazy("You cannot comment on decks of this game. The reason: {reason}"),
    "suspended-publishing": gettext_lazy("You cannot make decks of this game public. The reason: {reason}"),
    "report-own": gettext_lazy("You cannot report what is yours."),
    "reported-already": gettext_lazy("You have already reported this."),
    "reason-missing": gettext_lazy("Say in a few words what is wrong."),
    "own-matter": gettext_lazy("Another moderator has to decide about what is yours."),
    "staff-matter": gettext_lazy("Only an administrator can decide about an account of staff."),
    "too-many-lines": gettext_lazy("A deck can have at most {most} lines."),
    "too-large": gettext_lazy("The deck would be too long for a list of at most {bytes} bytes."),
    "too-long": gettext_lazy("This can have at most {most} characters."),
    "unprintable": gettext_lazy("The text contains an unprintable character: {character}."),
    "unreadable-swap": gettext_lazy("“{value}” is not a valid swap."),
    "swap-refused": gettext_lazy("The deck has changed since, and this swap is no longer allowed: {reason}"),
    "not-a-number": gettext_lazy("“{value}” is not a whole number."),
    "not-in-deck": gettext_lazy("{name} is no longer in the deck."),
    "no-room": gettext_lazy("The rules allow no more copies of {name}."),
    "other-game": gettext_lazy("The decks are of different games."),
    "other-card": gettext_lazy("{code} is a printing of another card."),
    "undo-conflict": gettext_lazy("{name} has changed since, so this cannot be undone."),
    "not-a-date": gettext_lazy("“{value}” is not a date. Write it like 2026-12-01."),
    "no-tag": gettext_lazy("Enter a tag."),
    "too-many-tags": gettext_lazy("“{name}”: a deck can have at most {most} tags. Nothing was changed."),
    "no-decks": gettext_lazy("Select at least one deck."),
    "no-action": gettext_lazy("Choose what to do with the selected decks."),
    "too-many-decks": gettext_lazy("At most {most} decks can be changed at once. Nothing was changed."),
    "decks-gone": gettext_lazy("Some of these decks no longer exist. Nothing was changed."),
    "nothing-to-undo": gettext_lazy("There is nothing to undo."),
    "nothing-to-redo": gettext_lazy("There is nothing to redo."),
    "nothing-to-repair": gettext_lazy("This is already resolved."),
    "no-such-version": gettext_lazy("The deck has no version {number}. Versions go from 0 to {last}."),
    "version-removed": gettext_lazy(
        "Version {number} is no longer kept: the changes after it were removed. The first one that is kept is {first}."
    ),
    "version-lost": gettext_lazy("Version {number} can no longer be put together."),
    "changed-since": gettext_lazy("“{name}” has changed in your deck since this comparison. Compare again."),
    "no-such-difference": gettext_lazy("The decks do not differ in that. Compare again."),
    "nameless": gettext_lazy("Enter a name for the version."),
    "not-named": gettext_lazy("Version {number} has no name."),
    "too-many-versions": gettext_lazy("A deck can have at most {most} named versions. Remove the name of one first."),
}
"""The sentence of each edit error, with its parameters in braces."""

REFUSALS = (
    "comments-closed", "comment-removed", "blocked-by-owner", "suspended-comments", "suspended-publishing",
)  # fmt: skip
"""Errors of people who may not do something, whatever they send."""

MAX_QUOTED = 60


def edit_error(error: InputError) -> str:
    """The sentence of an error, in the active language."""
    return fill(EDIT_ERRORS[error.code], error.params)


def fill(sentence: object, params: Mapping[str, Any]) -> str:
    """A sentence with its parameters: several values as a list, and overlong texts shortened."""
    return str(sentence).format(**{name: _param_text(value) for name, value in params.items()})


def _param_text(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return _(", ").join(map(str, value))
    return f"{value[: MAX_QUOTED - 1]}…" if isinstance(value, str) and len(value) > MAX_QUOTED else value
