"""Removing the samples of a game in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deckbuilder.site.sample_removal import Plan


def only_samples() -> str:
    return _("This game has no cards but its sample cards, so they stay. Import its real catalog first.")


def will_do(plan: Plan) -> list[str]:
    """What removing would do, a sentence each."""
    return _told(
        (plan.decks, ngettext("{count} sample deck is deleted.", "{count} sample decks are deleted.", plan.decks)),
        (
            len(plan.deleted),
            ngettext(
                "{count} sample printing that nobody uses is deleted.",
                "{count} sample printings that nobody uses are deleted.",
                len(plan.deleted),
            ),
        ),
        (
            len(plan.retired),
            ngettext(
                "{count} sample printing is retired: decks or submitted lists have it, and keep it.",
                "{count} sample printings are retired: decks or submitted lists have them, and keep them.",
                len(plan.retired),
            ),
        ),
    )


def has_done(plan: Plan) -> list[str]:
    """What removing has done, a sentence each."""
    if not plan.anything:
        return [_("There are no sample cards to remove.")]
    return _told(
        (plan.decks, ngettext("{count} sample deck was deleted.", "{count} sample decks were deleted.", plan.decks)),
        (
            len(plan.deleted),
            ngettext(
                "{count} sample printing was deleted.",
                "{count} sample printings were deleted.",
                len(plan.deleted),
            ),
        ),
        (
            len(plan.retired),
            ngettext(
                "{count} sample printing is retired, since decks or submitted lists have it.",
                "{count} sample printings are retired, since decks or submitted lists have them.",
                len(plan.retired),
            ),
        ),
    )


def _told(*sentences: tuple[int, str]) -> list[str]:
    return [words.format(count=count) for count, words in sentences if count]
