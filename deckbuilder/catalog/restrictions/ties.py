"""What the entries of restriction lists mean: each is tied to the printings of the card it named.

Lists are tied when they are saved. Some come from files, and cards that entries wait for come later: so `publishing`,
where alone a catalog changes, also calls `tie` before it writes, while every card still has the name that the lists
use, and `follow` afterwards. So no renaming, split or merger of cards changes what a list says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from deckbuilder.catalog import signals
from deckbuilder.catalog.index.index_queries import batches
from deckbuilder.catalog.models import ListTies, Printing
from deckbuilder.catalog.restrictions.selectors import (
    Codes,
    cards_on,
    codes_of_entries,
    readable_codes,
    restriction_lists,
    with_ties,
)
from games.engine.model.game import Game
from games.engine.model.lists import RestrictionList
from games.engine.texts.writing import fold


def tie(game: Game) -> None:
    """Tie the entries that are not tied yet, of lists of the site and of those who answer `signals.changing`."""
    tie_lists(game, restriction_lists(game))
    signals.changing.send(None, game=game)


def tie_lists(game: Game, lists: Sequence[RestrictionList]) -> None:
    """Tie the entries of these lists to the printings of the cards that have their names today.

    An entry that names no card stays as it is. Requires a transaction.
    """
    known_codes = codes_of_entries(game, {each.slug for each in lists})
    changed = _codes_today(game, lists, known_codes)
    _write(game, {version: codes for version, codes in changed.items() if codes != known_codes.get(version, {})})


def with_ties_today(game: Game, lists: Sequence[RestrictionList]) -> tuple[RestrictionList, ...]:
    """These lists as they are once they are tied; nothing is written."""
    codes = _codes_today(game, lists, codes_of_entries(game, {each.slug for each in lists}))
    return tuple(each.with_codes(codes.get((each.slug, each.version), {})) for each in lists)


def _codes_today(
    game: Game, lists: Sequence[RestrictionList], known_codes: Mapping[tuple[str, str], Codes]
) -> dict[tuple[str, str], Codes]:
    """The ties of these lists, with those of entries that are not tied yet to the cards of today."""
    changed = {version: dict(codes) for version, codes in known_codes.items()}
    for each in with_ties(game, lists):
        loose = {key for key in each.limits if not each.entry(key).codes}
        if not loose:
            continue
        codes = changed.setdefault((each.slug, each.version), {})
        for key, cards in cards_on(game, each, loose).items():
            if cards:
                codes[each.names.get(key, key)] = sorted(code for card in cards for code in card.codes)
    return changed


def untie(game: Game, slug: str, version: str, texts: Collection[str]) -> None:
    """Cut the ties of entries that are written again: they mean the card that has their name now."""
    folded = set(map(fold, texts))
    for row in ListTies.objects.select_for_update().filter(game=game.slug, slug=slug, version=version):
        row.codes = {text: codes for text, codes in readable_codes(row.codes).items() if fold(text) not in folded}
        row.save(update_fields=["codes"])


def follow(game: Game, added: Collection[str], deleted: Collection[str]) -> None:
    """Tie new printings to the entries of their cards, and forget deleted ones; an entry all of whose printings are
    deleted goes by its name again.

    A new printing belongs to an entry if all older printings of its card do: one that comes to a card into which a
    listed card was merged does not, since the two may be parted again.
    """
    rows = list(ListTies.objects.filter(game=game.slug)) if added or deleted else []
    if not rows:
        return
    groups, gone = list(_printings_of_cards(game, added)), set(deleted)
    for row in rows:
        codes = {text: _extend(set(each), groups, gone) for text, each in readable_codes(row.codes).items()}
        codes = {text: each for text, each in codes.items() if each}
        if codes != row.codes:
            row.codes = codes
            row.save(update_fields=["codes"])


Group = tuple[frozenset[str], frozenset[str]]
"""The older and the new printings of a card."""


def _extend(codes: set[str], groups: Iterable[Group], gone: set[str]) -> list[str]:
    new = (fresh for older, fresh in groups if older and older <= codes)
    return sorted(codes.union(*new) - gone)


def _printings_of_cards(game: Game, added: Collection[str]) -> Iterable[Group]:
    """The older and the new printings of the cards that have both."""
    fresh = set(added)
    by_card: dict[int, set[str]] = {}
    rows = Printing.objects.filter(game=game.slug)
    for batch in batches(sorted(fresh)):
        cards = rows.filter(code__in=batch).values("card")
        for card, code in rows.filter(card__in=cards).values_list("card", "code"):
            by_card.setdefault(card, set()).add(code)
    groups = ((frozenset(codes - fresh), frozenset(codes & fresh)) for codes in by_card.values())
    return (group for group in groups if all(group))


def _write(game: Game, changed: dict[tuple[str, str], Codes]) -> None:
    ListTies.objects.bulk_create(
        [
            ListTies(game=game.slug, slug=slug, version=version, codes=codes)
            for (slug, version), codes in changed.items()
        ],
        update_conflicts=True,
        unique_fields=["game", "slug", "version"],
        update_fields=["codes"],
    )
