"""What announced lists make of a deck that is judged today."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from games.engine.decks import Deck
from games.engine.game import Format, Game
from games.engine.legality import Verdict, judge
from games.engine.list_versions import Announcement, announced
from games.engine.lists import RestrictionList, in_force
from games.engine.violations import Violation


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
        return self.after.status == "illegal"

    @property
    def violations(self) -> tuple[Violation, ...]:
        """What the new lists find, or, where they allow more, what is settled by them."""
        found, other = (self.after, self.before) if self.worse else (self.before, self.after)
        return tuple(each for each in found.violations if each not in other.violations)

    @property
    def over(self) -> int:
        """How many copies are more than the lists in question allow; a card that several name counts once."""
        most: dict[tuple[str, ...], int] = {}
        for each in self.violations:
            key = tuple(card.key for card in each.cards)
            most[key] = max(most.get(key, 0), int((each.have or 0) - (each.max or 0)))
        return sum(most.values())


def hits(deck: Deck, game: Game, format: Format, lists: Sequence[RestrictionList], today: date) -> tuple[Hit, ...]:
    """The days after today on which lists change whether a deck is legal, incomplete or illegal; the next one first."""
    found = []
    for each in announced(lists, game.slug, format.slug, today):
        held = in_force(lists, game.slug, format.slug, each.day - timedelta(days=1))
        before = judge(deck, game, format, on=each.day, lists=held)
        after = judge(deck, game, format, on=each.day, lists=lists)
        if before.status != after.status:
            found.append(Hit(each, before, after))
    return tuple(found)
