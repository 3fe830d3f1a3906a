"""What is said of the log of an event, and of what cannot be done to one, in the active language."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils import formats, timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from deckbuilder.decks.sentences import EDIT_ERRORS, fill
from deckbuilder.events.errors import EventError
from deckbuilder.events.models import Event, ListsVisible, LogEntry, Outcome, RoleName

ERRORS = {
    "blank": gettext_lazy("This cannot be empty."),
    "unknown-field": gettext_lazy("An event has no “{value}”; it has {choices}."),
    "deadline-after-start": gettext_lazy("The deadline for lists cannot be after the start."),
    "registration-after-deadline": gettext_lazy(
        "Registration cannot go on after the deadline for lists: who registers then can hand in none. Set it to the "
        "deadline or earlier, or leave it empty."
    ),
    "no-such-year": gettext_lazy("Choose a day between the years {first} and {last}."),
    "empty-pool": gettext_lazy("Then nothing would be allowed: name the cards on your list."),
    "too-few-places": gettext_lazy("There must be at least {least} places."),
    "ended": gettext_lazy("The event is over."),
    "cancelled": gettext_lazy("The event was called off."),
    "started": gettext_lazy("The event has started."),
    "not-started": gettext_lazy("The event has not started."),
    "still-open": gettext_lazy(
        "Players may hand in lists until the deadline. Wait for it, or say that you start before it."
    ),
    "seen-another-state": gettext_lazy("Something was done since you looked. This is how the event stands now."),
    "closed": gettext_lazy("The deadline has passed. Ask the organiser."),
    "registration-over": gettext_lazy("Registration is over. Ask the organiser."),
    "full": gettext_lazy("All {places} places are taken."),
    "dropped": gettext_lazy("This entry has left the event."),
    "has-account": gettext_lazy("This player has an account, and no link opens the entry."),
    "taken-out": gettext_lazy("The staff took you out of this event. Ask them to bring you back."),
    "roster-empty": gettext_lazy("There is no player in this. Paste a name in each line."),
    "roster-too-long": gettext_lazy("At most {limit} players are entered at once. Paste them in parts."),
    "roster-quote": gettext_lazy("Line {line}: there is a quotation mark too many, or one is missing."),
    "roster-header": gettext_lazy(
        "The first line has titles, but none for the names. Call that column name; the titles are: {found}."
    ),
    "roster-shape": gettext_lazy("The line has more cells than the first one has titles: {value}"),
    "roster-encoding": gettext_lazy(
        "The characters of this file cannot be read. Save it as “CSV UTF-8”, or paste what is in it."
    ),
    "roster-changed": gettext_lazy("The roster has changed since this was shown. This is what would become of it now."),
    "no-name": gettext_lazy("There is no name in this line."),
    "no-shows-changed": gettext_lazy(
        "Somebody was checked in, entered or dropped since you looked. This is who is missing now."
    ),
    "nobody-here": gettext_lazy(
        "Nobody has been checked in, so this would drop everybody. Check in who is here first."
    ),
    "not-over": gettext_lazy("Only an event that is over can be archived."),
    "has-lists": gettext_lazy(
        "Lists were handed in to this event, so it cannot be deleted. Call it off, or archive it after its end."
    ),
    "no-entries": gettext_lazy("Nobody plays yet."),
    "last-organiser": gettext_lazy("An event keeps one organiser. Name another one first."),
    "no-reason": gettext_lazy("Say why; the reason stays in the log."),
    "nonce-used": gettext_lazy(
        "This form was sent before with something else in it. What was sent first stands. If you mean this as well, "
        "send it again."
    ),
    "other-game": gettext_lazy("The list is for “{value}”, not for {wanted}."),
    "no-cards": gettext_lazy("There is no card in this list."),
    "no-list": gettext_lazy("Choose a deck, paste a list or send a file."),
    "one-list": gettext_lazy("Choose one: a deck, a pasted list or a file. This was more than one."),
    "too-many-lists": gettext_lazy(
        "{most} lists were handed in for this entry. Ask the staff to bring in another one."
    ),
    "seen-another": gettext_lazy("The deck has changed since you looked at it. This is how it is now."),
    "lists-outdated": gettext_lazy(
        "Other restriction lists are known for this day by now. Take them, or keep those you have and say why."
    ),
    "lists-settled": gettext_lazy("No other restriction lists are known for this day."),
    "lists-changed": gettext_lazy("The restriction lists have changed since this was shown. This is how they are now."),
    "settled": gettext_lazy("Nothing is to be overridden: this entry may start as it is."),
    "not-overridden": gettext_lazy("No override stands for this entry."),
    "bulk-empty": gettext_lazy("There is no list in this."),
    "bulk-too-many": gettext_lazy("At most {limit} lists are taken at once. Send them in parts."),
    "bulk-too-many-lines": gettext_lazy("All lists together have more than {limit} lines. Send them in parts."),
    "bulk-too-many-unsettled": gettext_lazy(
        "More than {limit} lines of these lists name no card. Send them in parts, or correct what they have in common, "
        "such as the game."
    ),
    "bulk-too-many-names": gettext_lazy(
        "These lists name more than the {limit} different cards and numbers that are looked up at once. "
        "Send them in parts."
    ),
    "bulk-too-large": gettext_lazy("This is more than {limit} MB. Send it in parts."),
    "bulk-changed": gettext_lazy("Something has changed since this was shown. This is what would become of it now."),
    "bulk-taken": gettext_lazy("These lists were taken. They cannot be discarded any more."),
    "bulk-working": gettext_lazy("These lists are still being read, or taken. Wait until that is done."),
    "bulk-failed": gettext_lazy("An error of the site kept these lists from being read or taken. Send them again."),
    "archive-damaged": gettext_lazy("“{value}” is damaged, or is no ZIP archive."),
    "archive-locked": gettext_lazy("“{value}” is locked with a password. Send it without one."),
    "archive-unpacks-too-large": gettext_lazy("“{value}” unpacks to far more than lists of decks need."),
    "no-mail": gettext_lazy("This site sends no e-mail. Copy the texts."),
    "nobody-to-mail": gettext_lazy(
        "None of them can be written to: see beside each name why not. Copy the texts, or show the players their links."
    ),
    "letters-of-event": gettext_lazy(
        "At most {limit} e-mails a day are sent for an event. {used} were sent, and this would be {count} more. "
        "Copy the texts, or try again tomorrow."
    ),
    "letters-of-account": gettext_lazy(
        "At most {limit} e-mails a day are sent for an account. {used} were sent, and this would be {count} more. "
        "Copy the texts, or try again tomorrow."
    ),
    "no-queue": gettext_lazy("The queue of this site does not answer, so nothing was sent. Copy the texts."),
    "bad-email": gettext_lazy("“{value}” is no e-mail address."),
    "unknown-user": gettext_lazy("Nobody here is called “{value}”."),
    "list-replaced": gettext_lazy("This list was replaced while you counted. Below is the one that stands now."),
    "bad-count": gettext_lazy("{card}: “{value}” is no number of copies; use a whole number up to {most}."),
    "nothing-counted": gettext_lazy("Nothing is counted yet."),
    "no-note": gettext_lazy("Write down what you found or decided."),
}
"""What is said of an error; the names in brackets are its parameters. Those of texts are in decks.sentences."""


def event_error(error: EventError) -> str:
    if error.code == "unresolved":
        count = error.params["count"]
        sentence = ngettext("{count} entry is not settled.", "{count} entries are not settled.", count)
        return sentence.format(count=count)
    return fill(ERRORS.get(error.code) or EDIT_ERRORS[error.code], {"field": error.field, **error.params})


FIELDS: Mapping[str, Any] = {
    "name": pgettext_lazy("of an event", "Name"),
    "format": gettext_lazy("Format"),
    "place": gettext_lazy("Place"),
    "starts_at": gettext_lazy("Start"),
    "deadline": gettext_lazy("Deadline for lists"),
    "registration_until": gettext_lazy("Registration until"),
    "lists_visible": gettext_lazy("Lists are shown to everyone"),
    "capacity": gettext_lazy("Player limit"),
    "roster_notes": gettext_lazy("What players are told and asked"),
    "listed": gettext_lazy("On the page of events"),
    "own_limits": gettext_lazy("Your own restriction list"),
    "own_pool": gettext_lazy("Only the cards on your list"),
    "sets": gettext_lazy("Sets"),
}
"""What can be changed of an event."""


ABOUT: Mapping[str, Any] = {
    "name": gettext_lazy("Name on the roster"),
    "answer": gettext_lazy("Note"),
    "email": gettext_lazy("E-mail address"),
}
"""What is known of who plays."""


def _changed(fields: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], str]:
    """What was changed, of these; of a field that is nobody's business only that it was."""

    def told(name: str, change: Any) -> str:
        if change is None:
            return str(fields[name])
        before, after = (_value(name, each) for each in change)
        return _("{field}: {before} → {after}").format(field=fields[name], before=before, after=after)

    def sentence(params: Mapping[str, Any]) -> str:
        changes = _("; ").join(told(name, change) for name, change in params["fields"].items())
        return _("Changed. {changes}").format(changes=changes)

    return sentence


def sets_words(sets: Sequence[str] | None) -> str:
    """The sets an event allows; None: those it allows unless its organiser chooses."""
    if sets is None:
        return _("every set but the cards this site invented")
    return _(", ").join(each or _("cards of no set") for each in sets) or _("every set")


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


def _kept(params: Mapping[str, Any]) -> str:
    other = _(", ").join(params["known"]) or _("no restriction list")
    return _("Still judged by {lists}, not by {other}: {reason}").format(
        lists=_lists(params), other=other, reason=params["reason"]
    )


def _started(params: Mapping[str, Any]) -> str:
    sentence = ngettext("Started with {count} player.", "Started with {count} players.", params["entries"])
    told = [
        sentence.format(count=params["entries"]),
        _("Judged by {lists}, rules of {ruleset}.").format(lists=_lists(params), ruleset=params["ruleset"]),
    ]
    if params.get("sets"):
        told.append(_("Sets allowed: {sets}.").format(sets=sets_words(params["sets"])))
    if params.get("early"):
        told.append(_("This was before the deadline for lists."))
    if params["overridden"]:
        let = _(", ").join(f"#{each}" for each in params["overridden"])
        told.append(_("Overridden: {entries}.").format(entries=let))
    return " ".join(told)


def _said(sentence: Any) -> Callable[[Mapping[str, Any]], str]:
    return lambda params: str(sentence).format(**params)


def _by(alone: Any, staff: Any) -> Callable[[Mapping[str, Any]], str]:
    """What a player did alone, or the staff did for them."""
    return lambda params: str(staff if "staff" in params else alone).format(**params)


def _role(sentence: Any) -> Callable[[Mapping[str, Any]], str]:
    return lambda params: str(sentence).format(user=params["user"], role=RoleName(params["role"]).label)


def _account_deleted(params: Mapping[str, Any]) -> str:
    if not params["role"]:
        return _("The account {user} was deleted.").format(user=params["user"])
    return _("The account {user}, {role} here, was deleted.").format(
        user=params["user"], role=RoleName(params["role"]).label
    )


def _checked(params: Mapping[str, Any]) -> str:
    count = params["differences"]
    found = ngettext("{count} difference", "{count} differences", count).format(count=count)
    told = _("Deck checked against list {version}: {outcome}, {found}.").format(
        version=params["version"], outcome=Outcome(params["outcome"]).label, found=found
    )
    return f"{told} {params['note']}".strip()


def _imported(params: Mapping[str, Any]) -> str:
    sentence = ngettext(
        "{count} player entered from a pasted roster.", "{count} players entered from a pasted roster.", params["count"]
    )
    return sentence.format(count=params["count"])


def _told(params: Mapping[str, Any]) -> str:
    count, entries = len(params["entries"]), _(", ").join(f"#{each}" for each in params["entries"])
    if params.get("off"):
        words = ngettext(
            "{count} player told by e-mail that the event was called off: {entries}.",
            "{count} players told by e-mail that the event was called off: {entries}.",
            count,
        )
    else:
        words = ngettext(
            "{count} player who was not ready told by e-mail: {entries}.",
            "{count} players who were not ready told by e-mail: {entries}.",
            count,
        )
    return words.format(count=count, entries=entries)


LOG: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "created": lambda params: _("Created, judged by {lists}.").format(lists=_lists(params)),
    "changed": _changed(FIELDS),
    "pinned": lambda params: _("Judged by {lists} from now on.").format(lists=_lists(params)),
    "pins-kept": _kept,
    "started": _started,
    "judged-again": _said(gettext_lazy("Every list to be judged again.")),
    "ended": _said(gettext_lazy("Ended.")),
    "cancelled": _said(gettext_lazy("Called off: {reason}")),
    "archived": _said(gettext_lazy("Archived.")),
    "unarchived": _said(gettext_lazy("Brought back from the archive.")),
    "role-given": _role(gettext_lazy("{user} is now {role}.")),
    "role-taken": _role(gettext_lazy("{user} is no longer {role}.")),
    "account-deleted": _account_deleted,
    "registered": _said(gettext_lazy("Registered.")),
    "entered": _said(gettext_lazy("Entered by the staff.")),
    "entered-late": _said(gettext_lazy("Entered by the staff after the start: {reason}")),
    "amended": _changed(ABOUT),
    "link-replaced": _said(gettext_lazy("The link of the entry replaced by a new one.")),
    "returned": _by(gettext_lazy("Came back."), gettext_lazy("Brought back by {staff}.")),
    "dropped": _by(gettext_lazy("Left the event."), gettext_lazy("Removed from the event by {staff}.")),
    "checked-in": _said(gettext_lazy("Checked in.")),
    "check-in-undone": _said(gettext_lazy("Check-in taken back.")),
    "no-show": _said(gettext_lazy("Dropped: was not checked in.")),
    "imported": _imported,
    "submitted": _said(gettext_lazy("List {version} handed in ({fingerprint}).")),
    "submitted-late": _said(gettext_lazy("List {version} taken after the deadline ({fingerprint}): {reason}")),
    "corrected": _said(gettext_lazy("List {version} taken after the start ({fingerprint}): {reason}")),
    "brought-in": lambda params: ngettext(
        "{taken} of {of} list brought in, {entered} players entered with theirs.",
        "{taken} of {of} lists brought in, {entered} players entered with theirs.",
        params["of"],
    ).format(**params),
    "told": _told,
    "overridden": _said(gettext_lazy("Let through as it is: {reason}")),
    "override-withdrawn": _said(gettext_lazy("Override taken back.")),
    "checked": _checked,
}
"""What is said of each code of the log."""


def log_sentence(entry: LogEntry) -> str:
    return LOG[entry.what](entry.params)


OWN_LIST = gettext_lazy("the organiser’s own list")
OWN_SETS = gettext_lazy("the sets of the event")


def list_names(event: Event) -> list[str]:
    """The restriction lists of an event as a reader knows them."""
    names = [f"{each['title']} {each['version']}" for each in event.pinned]
    return [*names, str(OWN_LIST)] if event.own_limits or event.own_pool else names
