"""How announced restriction lists will change a deck's verdict."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from games.engine.model.decks import Deck
from games.engine.model.game import Format, Game
from games.engine.model.lists import RestrictionList, in_force
from games.engine.model.violations import Violation
from games.engine.rules.legality import Verdict, judge
from games.engine.rules.list_versions import Announcement, announcements


class Hit(NamedTuple):
    """A day on which new lists change a deck's verdict: the verdicts for that day without them and with them.

    Cards that come out meanwhile count in both, so the lists alone make the difference.
    """

    announcement: Announcement
    before: Verdict
    after: Verdict

    @property
    def day(self) -> date:
        return self.announcement.day

    @property
    def worse(self) -> bool:
        """Whether the lists forbid what was allowed; otherwise they allow what was forbidden."""
        return self.after.status == "illegal" and (
            self.before.status != "illegal" or _more(self.after, self.before) > 0
        )

    @property
    def violations(self) -> tuple[Violation, ...]:
        """The violations that the new lists add, or, if they allow more, those that they end."""
        stricter, looser = self._stricter_and_looser
        others = {_about(each) for each in looser.violations}
        return tuple(each for each in stricter.violations if _about(each) not in others)

    @property
    def over(self) -> int:
        """By how many copies the new lists change the excess; a card on several lists counts once."""
        return _more(*self._stricter_and_looser)

    @property
    def _stricter_and_looser(self) -> tuple[Verdict, Verdict]:
        """The verdict that finds more, and the other."""
        return (self.after, self.before) if self.worse else (self.before, self.after)


def _about(violation: Violation) -> tuple[object, ...]:
    """The content of a violation, whichever version of whichever list it comes from."""
    return violation.code, violation.zone, tuple(card.key for card in violation.cards), violation.max


def _more(verdict: Verdict, other: Verdict) -> int:
    """How many copies are too many by one verdict and not by the other."""
    allowed, excess = _over(other), _over(verdict)
    return sum(max(0, count - allowed.get(cards, 0)) for cards, count in excess.items())


def _over(verdict: Verdict) -> dict[tuple[str, ...], int]:
    """The copies that are too many, by the cards of a violation."""
    most: dict[tuple[str, ...], int] = {}
    for each in verdict.violations:
        if each.have is not None and each.max is not None:
            cards = tuple(card.key for card in each.cards)
            most[cards] = max(most.get(cards, 0), int(each.have - each.max))
    return most


def hits(deck: Deck, game: Game, format: Format, lists: Sequence[RestrictionList], today: date) -> tuple[Hit, ...]:
    """The days after today on which lists change whether a deck is legal, incomplete or illegal or, of one that stays
    illegal, how many copies are too many; in order of their days."""
    result = []
    for announcement in announcements(lists, game.slug, format.slug, today):
        before_lists = in_force(lists, game.slug, format.slug, announcement.day - timedelta(days=1))
        before = judge(deck, game, format, on=announcement.day, lists=before_lists)
        after = judge(deck, game, format, on=announcement.day, lists=lists)
        hit = Hit(announcement, before, after)
        if before.status != after.status or hit.over:
            result.append(hit)
    return tuple(result)
