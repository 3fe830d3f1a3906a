"""What announced lists make of a deck that is judged today."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from games.engine.model.decks import Deck
from games.engine.model.game import Format, Game
from games.engine.model.lists import RestrictionList, in_force
from games.engine.model.violations import Violation
from games.engine.rules.legality import Verdict, judge
from games.engine.rules.list_versions import Announcement, announced


class Hit(NamedTuple):
    """A day on which new lists change how a deck stands: the verdicts for that day without them and with them.

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
        """What the new lists find, or, where they allow more, what is settled by them."""
        found, other = self._turned
        known = {_about(each) for each in other.violations}
        return tuple(each for each in found.violations if _about(each) not in known)

    @property
    def over(self) -> int:
        """How many copies more, or fewer, are too many by the new lists; a card that several name counts once."""
        return _more(*self._turned)

    @property
    def _turned(self) -> tuple[Verdict, Verdict]:
        """The verdict that finds more, and the other."""
        return (self.after, self.before) if self.worse else (self.before, self.after)


def _about(found: Violation) -> tuple[object, ...]:
    """What a finding says of a deck, whichever version of whichever list says so."""
    return found.code, found.zone, tuple(card.key for card in found.cards), found.max


def _more(found: Verdict, other: Verdict) -> int:
    """How many copies are too many by one verdict that the other would leave."""
    there, here = _over(other), _over(found)
    return sum(max(0, count - there.get(cards, 0)) for cards, count in here.items())


def _over(verdict: Verdict) -> dict[tuple[str, ...], int]:
    """By the cards of a finding the copies that are too many."""
    most: dict[tuple[str, ...], int] = {}
    for each in verdict.violations:
        if each.have is not None and each.max is not None:
            cards = tuple(card.key for card in each.cards)
            most[cards] = max(most.get(cards, 0), int(each.have - each.max))
    return most


def hits(deck: Deck, game: Game, format: Format, lists: Sequence[RestrictionList], today: date) -> tuple[Hit, ...]:
    """The days after today on which lists change whether a deck is legal, incomplete or illegal or, of one that stays
    illegal, how many copies are too many; the next one first."""
    found = []
    for each in announced(lists, game.slug, format.slug, today):
        held = in_force(lists, game.slug, format.slug, each.day - timedelta(days=1))
        before = judge(deck, game, format, on=each.day, lists=held)
        after = judge(deck, game, format, on=each.day, lists=lists)
        hit = Hit(each, before, after)
        if before.status != after.status or hit.over:
            found.append(hit)
    return tuple(found)
