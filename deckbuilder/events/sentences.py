"""Log entries and errors of events as sentences in the active language."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils import formats, timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from deckbuilder.decks.lists.codec import game_names
from deckbuilder.decks.verdicts.sentences import EDIT_ERRORS, fill
from deckbuilder.events.errors import EventError
from deckbuilder.events.models import Event, ListsVisible, LogEntry, Outcome, RoleName
from deckbuilder.events.to_games import pinned_lists

ERRORS = {
    "blank": gettext_lazy("This cannot be empty."),
    "unknown-field": gettext_lazy("An event has no field “{value}”. Fields: {choices}."),
    "deadline-after-start": gettext_lazy("The list deadline cannot be after the start."),
    "registration-after-deadline": gettext_lazy(
        "Registration cannot close after the list deadline: players who register then could not submit a list. "
        "Set it to the deadline or earlier, or leave it empty."
    ),
    "no-such-year": gettext_lazy("Choose a day between the years {first} and {last}."),
    "empty-pool": gettext_lazy("No card would be allowed. Add cards to your list."),
    "too-few-places": gettext_lazy("There must be at least {least} places."),
    "ended": gettext_lazy("The event is over."),
    "cancelled": gettext_lazy("The event was called off."),
    "started": gettext_lazy("The event has started."),
    "not-started": gettext_lazy("The event has not started."),
    "still-open": gettext_lazy(
        "Players may submit lists until the deadline. Wait for it, or confirm that you start early."
    ),
    "seen-another-state": gettext_lazy("The event has changed since you opened this page. This is its current state."),
    "closed": gettext_lazy("The deadline has passed. Ask the organiser."),
    "registration-over": gettext_lazy("Registration is closed. Ask the organiser."),
    "full": gettext_lazy("The event is full ({places} players)."),
    "dropped": gettext_lazy("This player has dropped from the event."),
    "has-account": gettext_lazy("This player has an account, so the entry has no link."),
    "taken-out": gettext_lazy("Staff removed you from this event. Ask them to restore your entry."),
    "roster-empty": gettext_lazy("No players found. Paste one name per line."),
    "roster-too-long": gettext_lazy("You can enter at most {limit} players at once. Paste them in parts."),
    "roster-quote": gettext_lazy("Line {line}: a quotation mark is missing, or there is one too many."),
    "roster-header": gettext_lazy(
        "The first line has column titles, but none for the names. Title that column “name”; found: {found}."
    ),
    "roster-comma": gettext_lazy(
        "Is “{value}” one name, or a player and a note? Put a line above the list that says it: “family,given” or "
        "“name,note”."
    ),
    "roster-shape": gettext_lazy("The line has more cells than the first line has titles: {value}"),
    "roster-encoding": gettext_lazy(
        "The file’s encoding cannot be read. Save it as “CSV UTF-8”, or paste its content."
    ),
    "roster-changed": gettext_lazy("The roster has changed since this preview. This is the new preview."),
    "no-name": gettext_lazy("This line has no name."),
    "no-shows-changed": gettext_lazy(
        "Somebody was checked in, entered or dropped since you opened this page. These players are missing now."
    ),
    "nobody-here": gettext_lazy(
        "Nobody has been checked in, so this would drop everybody. Check in the players who are here first."
    ),
    "not-over": gettext_lazy("Only an event that is over can be archived."),
    "has-lists": gettext_lazy(
        "Lists have been submitted to this event, so it cannot be deleted. Call it off, or archive it after it ends."
    ),
    "no-entries": gettext_lazy("There are no players yet."),
    "last-organiser": gettext_lazy("An event needs at least one organiser. Add another one first."),
    "no-reason": gettext_lazy("Give a reason; it is kept in the log."),
    "nonce-used": gettext_lazy(
        "This form was already submitted with different content, which was kept. To submit this as well, send it again."
    ),
    "other-game": gettext_lazy("The list is for “{value}”, not {wanted}."),
    "no-cards": gettext_lazy("This list has no cards."),
    "no-list": gettext_lazy("Choose a deck, paste a list or send a file."),
    "one-list": gettext_lazy("Choose only one: a deck, a pasted list or a file."),
    "too-many-lists": gettext_lazy("{most} lists were submitted for this entry. Ask staff to submit another one."),
    "seen-another": gettext_lazy("The deck has changed since you opened this page. This is its current state."),
    "lists-outdated": gettext_lazy(
        "Newer restriction lists now apply on this date. Use them, or keep the current ones and give a reason."
    ),
    "entries-without-card": gettext_lazy(
        "Entries of the restriction lists name no card in the catalog ({count}). Settle each of them first."
    ),
    "entry-settled": gettext_lazy("This entry has been settled, or its list has changed. These are the open ones."),
    "no-such-card": gettext_lazy("No card is named “{name}”."),
    "lists-settled": gettext_lazy("There are no newer restriction lists for this date."),
    "lists-changed": gettext_lazy(
        "The restriction lists have changed since you opened this page. These are the current ones."
    ),
    "settled": gettext_lazy("There is nothing to override: this entry is ready."),
    "problems-changed": gettext_lazy(
        "The list or its problems have changed since you opened this page. This is the current state."
    ),
    "not-overridden": gettext_lazy("This entry has no override."),
    "bulk-empty": gettext_lazy("No lists found."),
    "bulk-too-many": gettext_lazy("You can import at most {limit} lists at once. Send them in parts."),
    "bulk-too-many-lines": gettext_lazy("All lists together have more than {limit} lines. Send them in parts."),
    "bulk-too-many-unsettled": gettext_lazy(
        "More than {limit} lines of these lists are unrecognized. Send them in parts, or fix what they have in "
        "common, such as the game."
    ),
    "bulk-too-many-names": gettext_lazy(
        "These lists name more than {limit} different cards and numbers, the limit for one import. Send them in parts."
    ),
    "bulk-too-large": gettext_lazy("This is more than {limit} MB. Send it in parts."),
    "bulk-changed": gettext_lazy("Something has changed since this preview. This is the new preview."),
    "bulk-taken": gettext_lazy("These lists have been imported and cannot be discarded."),
    "bulk-working": gettext_lazy("These lists are still being read or imported. Wait until that is done."),
    "bulk-failed": gettext_lazy("An internal error kept these lists from being read or imported. Send them again."),
    "archive-damaged": gettext_lazy("“{value}” is damaged or not a ZIP archive."),
    "archive-locked": gettext_lazy("“{value}” is password-protected. Send it without a password."),
    "archive-unpacks-too-large": gettext_lazy("“{value}” is far too large when unpacked."),
    "no-mail": gettext_lazy("This site does not send e-mail. Copy the texts instead."),
    "nobody-to-mail": gettext_lazy(
        "None of them can be e-mailed: see the reason beside each name. Copy the texts, or show the players "
        "their links."
    ),
    "letters-of-event": gettext_lazy(
        "The limit is {limit} e-mails a day for an event. {used} were sent, and this would be {count} more. Copy "
        "the texts, or try again tomorrow."
    ),
    "letters-of-account": gettext_lazy(
        "The limit is {limit} e-mails a day for an account. {used} were sent, and this would be {count} more. "
        "Copy the texts, or try again tomorrow."
    ),
    "no-queue": gettext_lazy("The task queue is not responding, so nothing was sent. Copy the texts."),
    "bad-email": gettext_lazy("“{value}” is not an e-mail address."),
    "unknown-user": gettext_lazy("There is no user named “{value}”."),
    "list-replaced": gettext_lazy("This list was replaced while you counted. Below is the current one."),
    "replaced-meanwhile": gettext_lazy(
        "{by} submitted list {version} after you opened this page. Look at it first; submit again to replace it."
    ),
    "bad-count": gettext_lazy("{card}: “{value}” is not a number of copies; use a whole number up to {most}."),
    "nothing-counted": gettext_lazy("No cards have been counted yet."),
    "no-note": gettext_lazy("Enter what you found or decided."),
}
"""The sentence of each error, with its parameters in braces. Those of texts are in decks.sentences."""


def event_error(error: EventError) -> str:
    if error.code == "unresolved":
        count = error.params["count"]
        sentence = ngettext("{count} entry is not ready.", "{count} entries are not ready.", count)
        return sentence.format(count=count)
    params = game_names(error.code, error.params)
    return fill(ERRORS.get(error.code) or EDIT_ERRORS[error.code], {"field": error.field, **params})


FIELDS: Mapping[str, Any] = {
    "name": pgettext_lazy("of an event", "Name"),
    "format": gettext_lazy("Format"),
    "place": gettext_lazy("Place"),
    "starts_at": gettext_lazy("Start"),
    "deadline": gettext_lazy("List deadline"),
    "registration_until": gettext_lazy("Registration closes"),
    "lists_visible": gettext_lazy("Lists are public"),
    "capacity": gettext_lazy("Player limit"),
    "roster_notes": gettext_lazy("Message and question to players"),
    "listed": gettext_lazy("Listed publicly"),
    "own_limits": gettext_lazy("Your own restriction list"),
    "own_pool": gettext_lazy("Only the cards on your list"),
    "sets": gettext_lazy("Sets"),
}
"""The fields of an event that can change."""


ABOUT: Mapping[str, Any] = {
    "name": gettext_lazy("Name on the roster"),
    "answer": gettext_lazy("Note"),
    "email": gettext_lazy("E-mail address"),
}
"""The details of a player."""


def _changed_sentence(fields: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], str]:
    """The changes of these fields; of a private field, only that it changed."""

    def describe(name: str, change: Any) -> str:
        if change is None:
            return str(fields[name])
        before, after = (_value(name, each) for each in change)
        return _("{field}: {before} → {after}").format(field=fields[name], before=before, after=after)

    def sentence(params: Mapping[str, Any]) -> str:
        changes = _("; ").join(describe(name, change) for name, change in params["fields"].items())
        return _("Changed. {changes}").format(changes=changes)

    return sentence


def sets_words(sets: Sequence[str] | None) -> str:
    """The sets an event allows; None: the default."""
    if sets is None:
        return _("every set except the sample cards")
    return _(", ").join(each or _("cards without a set") for each in sets) or _("every set")


def _value(name: str, value: Any) -> str:
    if name == "sets":
        return sets_words(value)
    if name in ("starts_at", "deadline", "registration_until") and value:
        moment = parse_datetime(value)
        return formats.date_format(timezone.localtime(moment), "DATETIME_FORMAT") if moment else str(value)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict):
        return _(", ").join(f"{card} = {'any' if limit is None else limit}" for card, limit in value.items()) or "–"
    if name == "lists_visible":
        return str(ListsVisible(value).label)
    return str(value) if value not in (None, "") else "–"


def _lists(params: Mapping[str, Any]) -> str:
    own = [f"{OWN_LIST} {params['own']}"] if params["own"] else []
    return _(", ").join([*params["lists"], *own]) or _("no restriction list")


def _pins_kept_sentence(params: Mapping[str, Any]) -> str:
    other = _(", ").join(params["known"]) or _("no restriction list")
    return _("Kept {lists} instead of {other}: {reason}").format(
        lists=_lists(params), other=other, reason=params["reason"]
    )


def _entry_settled_sentence(params: Mapping[str, Any]) -> str:
    return str(DECISIONS[params["do"]]).format(
        entry=params["card_text"], list=params["list"], card=params["card"], reason=params["reason"]
    )


DECISIONS = {
    "keep": gettext_lazy("Kept “{entry}”, which names no card, on {list}: {reason}"),
    "remove": gettext_lazy("Removed “{entry}”, which names no card, from {list}: {reason}"),
    "replace": gettext_lazy("Replaced “{entry}”, which names no card, on {list} by {card}: {reason}"),
}


def _started_sentence(params: Mapping[str, Any]) -> str:
    sentence = ngettext("Started with {count} player.", "Started with {count} players.", params["entries"])
    sentences = [
        sentence.format(count=params["entries"]),
        _("Checked against {lists}, rules of {ruleset}.").format(lists=_lists(params), ruleset=params["ruleset"]),
    ]
    if params.get("sets"):
        sentences.append(_("Sets allowed: {sets}.").format(sets=sets_words(params["sets"])))
    if params.get("early"):
        sentences.append(_("Started before the list deadline."))
    if params["overridden"]:
        entries = _(", ").join(f"#{each}" for each in params["overridden"])
        sentences.append(_("Overridden: {entries}.").format(entries=entries))
    return _(" ").join(sentences)


def _fixed_sentence(sentence: Any) -> Callable[[Mapping[str, Any]], str]:
    return lambda params: str(sentence).format(**params)


def _by(alone: Any, staff: Any) -> Callable[[Mapping[str, Any]], str]:
    """A sentence for players who act themselves, and one for staff who act for them."""
    return lambda params: str(staff if "staff" in params else alone).format(**params)


def _role(sentence: Any) -> Callable[[Mapping[str, Any]], str]:
    return lambda params: str(sentence).format(user=params["user"], role=RoleName(params["role"]).label)


def _account_deleted_sentence(params: Mapping[str, Any]) -> str:
    if not params["role"]:
        return _("The account {user} was deleted.").format(user=params["user"])
    return _("The account {user} ({role}) was deleted.").format(
        user=params["user"], role=RoleName(params["role"]).label
    )


def _deck_check_sentence(params: Mapping[str, Any]) -> str:
    count = params["differences"]
    differences = ngettext("{count} difference", "{count} differences", count).format(count=count)
    text = _("Deck checked against list {version}: {outcome}, {found}.").format(
        version=params["version"], outcome=Outcome(params["outcome"]).label, found=differences
    )
    return _(" ").join(filter(None, [text, params["note"]]))


def _import_sentence(params: Mapping[str, Any]) -> str:
    sentence = ngettext(
        "{count} player entered from a pasted roster.", "{count} players entered from a pasted roster.", params["count"]
    )
    return sentence.format(count=params["count"])


def _notified_sentence(params: Mapping[str, Any]) -> str:
    count, entries = len(params["entries"]), _(", ").join(f"#{each}" for each in params["entries"])
    if params.get("off"):
        words = ngettext(
            "{count} player notified by e-mail that the event was called off: {entries}.",
            "{count} players notified by e-mail that the event was called off: {entries}.",
            count,
        )
    else:
        words = ngettext(
            "{count} player who was not ready notified by e-mail: {entries}.",
            "{count} players who were not ready notified by e-mail: {entries}.",
            count,
        )
    return words.format(count=count, entries=entries)


LOG: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "created": lambda params: _("Created with {lists}.").format(lists=_lists(params)),
    "changed": _changed_sentence(FIELDS),
    "pinned": lambda params: _("Checked against {lists} from now on.").format(lists=_lists(params)),
    "pins-kept": _pins_kept_sentence,
    "entry-settled": _entry_settled_sentence,
    "started": _started_sentence,
    "judged-again": _fixed_sentence(gettext_lazy("All lists queued to be checked again.")),
    "ended": _fixed_sentence(gettext_lazy("Ended.")),
    "cancelled": _fixed_sentence(gettext_lazy("Called off: {reason}")),
    "archived": _fixed_sentence(gettext_lazy("Archived.")),
    "unarchived": _fixed_sentence(gettext_lazy("Restored from the archive.")),
    "role-given": _role(gettext_lazy("{user} was given the role {role}.")),
    "role-taken": _role(gettext_lazy("{user} no longer has the role {role}.")),
    "account-deleted": _account_deleted_sentence,
    "registered": _fixed_sentence(gettext_lazy("Registered.")),
    "entered": _fixed_sentence(gettext_lazy("Entered by staff.")),
    "entered-late": _fixed_sentence(gettext_lazy("Entered by staff after the start: {reason}")),
    "amended": _changed_sentence(ABOUT),
    "link-replaced": _fixed_sentence(gettext_lazy("Entry link replaced.")),
    "returned": _by(gettext_lazy("Re-entered."), gettext_lazy("Restored by {staff}.")),
    "dropped": _by(gettext_lazy("Left the event."), gettext_lazy("Removed from the event by {staff}.")),
    "checked-in": _fixed_sentence(gettext_lazy("Checked in.")),
    "check-in-undone": _fixed_sentence(gettext_lazy("Check-in undone.")),
    "no-show": _fixed_sentence(gettext_lazy("Dropped: was not checked in.")),
    "imported": _import_sentence,
    "submitted": _fixed_sentence(gettext_lazy("List {version} submitted ({fingerprint}).")),
    "submitted-late": _fixed_sentence(
        gettext_lazy("List {version} accepted after the deadline ({fingerprint}): {reason}")
    ),
    "corrected": _fixed_sentence(gettext_lazy("List {version} accepted after the start ({fingerprint}): {reason}")),
    "brought-in": lambda params: ngettext(
        "{taken} of {of} list imported, {entered} players entered with it.",
        "{taken} of {of} lists imported, {entered} players entered with theirs.",
        params["of"],
    ).format(**params),
    "told": _notified_sentence,
    "overridden": _fixed_sentence(gettext_lazy("Overridden: {reason}")),
    "override-withdrawn": _fixed_sentence(gettext_lazy("Override withdrawn.")),
    "checked": _deck_check_sentence,
}
"""The sentence of each code of the log."""


def log_sentence(entry: LogEntry) -> str:
    return LOG[entry.what](entry.params)


OWN_LIST = gettext_lazy("the organiser’s own restriction list")
OWN_SETS = gettext_lazy("the sets of the event")


def list_names(event: Event) -> list[str]:
    """The restriction lists of an event by title."""
    names = [f"{each.title} {each.version}" for each in pinned_lists(event)]
    return [*names, str(OWN_LIST)] if event.own_limits or event.own_pool else names
