"""Removing the samples of a game in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deckbuilder.catalog.imports.reports import warning_of
from deckbuilder.catalog.imports.sentences import LIST_WARNINGS
from deckbuilder.site.sample_removal import Plan


def only_samples() -> str:
    return _("This game has only sample cards, so they cannot be removed. Import its real catalog first.")


def removal_preview(plan: Plan) -> list[str]:
    """The effects of removing, a sentence each."""
    return [*_counts(plan), *(LIST_WARNINGS[each.kind](warning_of(each)) for each in plan.listed)]


def _counts(plan: Plan) -> list[str]:
    return _format_counts(
        (
            plan.decks,
            ngettext("{count} sample deck will be deleted.", "{count} sample decks will be deleted.", plan.decks),
        ),
        (
            len(plan.deleted),
            ngettext(
                "{count} unused sample printing will be deleted.",
                "{count} unused sample printings will be deleted.",
                len(plan.deleted),
            ),
        ),
        (
            len(plan.retired),
            ngettext(
                "{count} sample printing will be retired: decks or submitted lists contain it and keep it.",
                "{count} sample printings will be retired: decks or submitted lists contain them and keep them.",
                len(plan.retired),
            ),
        ),
    )


def removal_report(plan: Plan) -> list[str]:
    """What removing did, a sentence each."""
    if not plan.anything:
        return [_("There are no sample cards to remove.")]
    return _format_counts(
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


def _format_counts(*sentences: tuple[int, str]) -> list[str]:
    return [words.format(count=count) for count, words in sentences if count]
