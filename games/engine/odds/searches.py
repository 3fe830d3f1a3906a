"""What cards surely draw and search for when they are played, and which searches leave their player no choice.

For a goal without upper bounds, a search is forced in these cases:

- One of the cards that it may take meets the goal by itself. Then the goal is met as soon as the search is used.
- No card draws, and either the search takes all cards that fit, or the goal asks for none of those that fit. Then it is
  used at once: with these cards gone, all others come up earlier. Who waits draws some of them instead.

Otherwise it is a choice. To take one of several that the goal asks for would be to take it out of what is drawn next,
so that it may be better to wait. With cards that draw, it may pay to hold one of these back until a search was drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from games.engine.effects.reading import stored_clauses
from games.engine.effects.tree import Action, Clause, Filter, Item, Match, Number, That, Zones
from games.engine.effects.vocabulary import SHORT
from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.filters import fits_number, fits_value
from games.engine.model.opening import Opening
from games.engine.odds.hands import Clause as Alternative
from games.engine.odds.split import Signature
from games.engine.texts.text import Text

WHICH = Text("which card to take is a choice", "要拿哪一張由玩家決定", ja="どのカードを取るかは選べる")
WHEN = Text(
    "beside cards that draw, when to use it is a choice",
    "牌組裡另有抽牌的卡，何時使用由玩家決定",
    ja="引くカードもあるため、いつ使うかは選べる",
)
LIFE = Text(
    "what it looks for may be among the life cards", "要找的牌可能是生命牌", ja="探すカードがライフにあるかもしれない"
)
VAGUE = Text(
    "what it draws or finds depends on the game",
    "抽到或找到什麼要看當時的局面",
    ja="何を引くか、何を見つけるかは状況による",
)


class Search(NamedTuple):
    """`card` takes up to `number` of the cards with these keys from the deck to the hand."""

    card: Card
    number: int
    fits: frozenset[str]


class Gain(NamedTuple):
    """What a card gives when it is played. `vague`: it draws or searches in another way, too."""

    draws: int = 0
    search: Search | None = None
    vague: bool = False

    @property
    def acts(self) -> bool:
        return self.draws > 0 or self.search is not None or self.vague


class Kind(NamedTuple):
    """Cards that count for the same groups and do the same. `within`: the searches that may take them."""

    signature: Signature
    draws: int = 0
    search: Search | None = None
    within: frozenset[Search] = frozenset()


class Unforced(Exception):
    """Some searches are a choice: the card of each, and why."""

    def __init__(self, cards: Iterable[tuple[Card, Text]]) -> None:
        super().__init__(tuple(cards))
        self.cards: tuple[tuple[Card, Text], ...] = self.args[0]


# What a card says -----------------------------------------------------------------------------------------------------


def gains_of(entries: Sequence[DeckLine], opening: Opening) -> list[Gain]:
    """Of each card what it gives."""
    return [_gain(entry.card, entries, opening) for entry in entries]


def _gain(card: Card, entries: Sequence[DeckLine], opening: Opening) -> Gain:
    if opening.effects is None:
        return Gain(max(card.effect("draw"), 0))
    clauses = stored_clauses(card.effects, opening.effects)
    drawn, searches, vague = 0, list[Search](), False
    for action, sure in _actions(clauses):
        tests = _tests(action, opening) if sure and action.verb == "search" else None
        if sure and action.verb == "draw":
            drawn += action.amount.value if isinstance(action.amount, Number) else 0
        elif tests is not None and isinstance(action.amount, Number):
            fits = frozenset(entry.card.key for entry in entries if all(test(entry.card) for test in tests))
            searches += [Search(card, action.amount.value, fits)] if fits else []
        elif action.verb in ("draw", "search") and "extra" not in action.source:
            vague = True
    if len(searches) > 1:
        return Gain(max(drawn, 0), None, True)
    return Gain(max(drawn, 0), next(iter(searches), None), vague)


def _actions(clauses: Iterable[Clause]) -> Iterator[tuple[Action, bool]]:
    """All that is done, and whether it surely is as soon as the card is played."""
    for clause in clauses:
        played = clause == Clause("played", clause.items)
        for item in clause.items:
            sure = played and _is_sure(item)
            yield from ((step.action, sure) for steps in item.chains for step in steps)


def _is_sure(item: Item) -> bool:
    """Whether it is done without choice, condition or cost. What may be done is: for a goal without upper bounds, one
    card more is never worse."""
    if item.tests or len(item.chains) != 1:
        return False
    first, *others = item.chains[0]
    return all(
        not step.tests and step.link != "then" and _is_plain(step.action) for step in (first, *others)
    ) and not any(step.may for step in others)


def _is_plain(action: Action) -> bool:
    if action.verb == "search":
        plain = Action("search", amount=action.amount, target=action.target, source=action.source)
        return isinstance(action.amount, Number) and action == plain and action.source in ((), ("deck",))
    return (
        action.verb in SHORT
        and isinstance(action.amount, Number)
        and action == Action(action.verb, amount=action.amount)
    )


def _tests(action: Action, opening: Opening) -> list[Callable[[Card], bool]] | None:
    """What a card must meet to be taken; None where the filter asks for more than facts of the card."""
    if opening.effects is None or not isinstance(action.target, Filter):
        return None
    tests: list[Callable[[Card], bool]] = []
    for term in action.target.terms:
        if term == Zones(("deck",)):
            continue
        if not isinstance(term, Match) or term.joiner != "/" or any(isinstance(each, That) for each in term.values):
            return None
        key = opening.effects.key.get(term.key)
        if key is None or not (key.attribute or term.key in opening.numbers):
            return None
        if key.numeric or term.key in opening.numbers:
            tests.append(fits_number(opening.numbers.get(term.key, _number(key.attribute)), term.op, term.values))
        else:
            tests.append(fits_value(key.attribute, term.op, term.values))
    return tests


def _number(attribute: str) -> Callable[[Card], float | None]:
    return lambda card: card.number(attribute)


def why_choice(gain: Gain, card: Card, deck: Deck, opening: Opening) -> Text | None:
    """Why what a card draws or searches is a choice whatever the goal; None where it is not."""
    if not gain.acts:
        return None
    return opening.draw_choice(card, deck) or (VAGUE if gain.vague else LIFE if gain.search and opening.life else None)


# Searches for a goal --------------------------------------------------------------------------------------------------


def resolve_searches(
    sizes: Mapping[Kind, int], clauses: Sequence[Alternative]
) -> tuple[Counter[Kind], tuple[Alternative, ...]]:
    """The kinds that matter, with the searches that are left after those that meet the goal at once; and the clauses
    that can be met at all. Such a search counts as a card that meets the goal. Raises Unforced.
    """
    groups: Counter[int] = Counter()
    for kind, size in sizes.items():
        groups.update(dict.fromkeys(kind.signature, size))
    alive = tuple(
        {group: each for group, each in clause.items() if each.low > 0}
        for clause in clauses
        if all(each.low <= groups[group] for group, each in clause.items())
    )
    relevant = frozenset(group for clause in alive for group in clause)
    kinds = _merge((kind._replace(signature=kind.signature & relevant), size) for kind, size in sizes.items())
    single = {group for clause in alive if len(clause) == 1 for group, each in clause.items() if each.low == 1}
    meets: dict[Search, int] = {}
    for kind in kinds:
        meets |= {search: min(kind.signature & single) for search in kind.within if kind.signature & single}
    kinds = _without(kinds, meets)
    if open_searches := _open_searches(kinds):
        raise Unforced(open_searches)
    return kinds, alive


def _merge(kinds: Iterable[tuple[Kind, int]]) -> Counter[Kind]:
    merged: Counter[Kind] = Counter()
    for kind, size in kinds:
        if size > 0:
            merged[kind] += size
    return merged


def _without(kinds: Mapping[Kind, int], meets: Mapping[Search, int]) -> Counter[Kind]:
    """The kinds without these searches: a card that has one counts for its group instead."""
    left = {kind.search for kind in kinds} - {None} - set(meets)

    def plain(kind: Kind) -> Kind:
        within = kind.within & left
        if kind.search and kind.search in meets:
            return Kind(kind.signature | {meets[kind.search]}, kind.draws, None, within)
        return kind._replace(within=within)

    return _merge((plain(kind), size) for kind, size in kinds.items())


def _open_searches(kinds: Mapping[Kind, int]) -> list[tuple[Card, Text]]:
    searches = [search for search in dict.fromkeys(kind.search for kind in kinds) if search]
    draws = any(kind.draws for kind in kinds)
    open_ones = {search for search in searches if _has_choice(search, kinds)}
    return [(each.card, WHICH if each in open_ones else WHEN) for each in searches if draws or each in open_ones]


def _has_choice(search: Search, kinds: Mapping[Kind, int]) -> bool:
    fitting = [kind for kind in kinds if search in kind.within]
    if sum(kinds[kind] for kind in fitting) <= search.number:
        return False
    return len(fitting) > 1 or any(kind.signature or kind.search for kind in fitting)
