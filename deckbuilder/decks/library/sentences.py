"""What an action on many decks did, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deckbuilder.decks.library.reports import Done, Undone
from deckbuilder.decks.models import Visibility


def done_words(action: str, done: Done) -> str:
    """The sentences about an action."""
    words = _changed_words(action, done) if done.changed else _("Nothing had to be changed.")
    if done.hidden:
        hidden = ngettext(
            "{count} deck is hidden by staff and stays private.",
            "{count} decks are hidden by staff and stay private.",
            done.hidden,
        )
        words += _(" ") + hidden.format(count=done.hidden)
    return words


def _changed_words(action: str, done: Done) -> str:
    count = done.changed
    sentences = {
        "move": ngettext("{count} deck moved to “{value}”.", "{count} decks moved to “{value}”.", count),
        "tag": ngettext("{count} deck tagged #{value}.", "{count} decks tagged #{value}.", count),
        "untag": ngettext("#{value} removed from {count} deck.", "#{value} removed from {count} decks.", count),
        "archive": ngettext("{count} deck archived.", "{count} decks archived.", count),
        "unarchive": ngettext("{count} deck is in use again.", "{count} decks are in use again.", count),
        "share": ngettext("{count} deck is now: {value}.", "{count} decks are now: {value}.", count),
        "delete": ngettext("{count} deck deleted.", "{count} decks deleted.", count),
        "duplicate": ngettext("{count} deck duplicated.", "{count} decks duplicated.", count),
    }
    if action == "move" and not done.value:
        sentence = ngettext("{count} deck taken out of its folder.", "{count} decks taken out of their folders.", count)
    else:
        sentence = sentences[action]
    value = dict(Visibility.choices).get(done.value, done.value) if action == "share" else done.value
    return sentence.format(count=count, value=value)


def undone_words(undone: Undone) -> str:
    """What undoing it did."""
    words = ngettext(
        "Undone: {count} deck is as it was.", "Undone: {count} decks are as they were.", undone.restored
    ).format(count=undone.restored)
    if undone.kept:
        kept = ngettext(
            "{count} deck has been changed since and stays as it is.",
            "{count} decks have been changed since and stay as they are.",
            undone.kept,
        )
        words += _(" ") + kept.format(count=undone.kept)
    return words
