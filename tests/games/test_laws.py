"""What holds of every verdict, whatever the deck: tried with decks that nobody built."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, is_dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.violations import DeckChange, Violation
from games.engine.reading.decklists.parsing import read
from games.engine.reading.search.query import matches, parse
from games.engine.rules.constraints import DATA_CODES
from games.engine.rules.legality import Verdict, checks, fits, judge
from games.engine.texts.writing import fold, simplify
from games.registry import GAMES, get
from tests.games.examples import TODAY, catalog
from tests.games.random_decks import (
    DAYS,
    STRAY,
    changed,
    decks,
    legal_so_far,
    lists_of,
    replace_card,
    with_zone,
    without_fact,
)

pytestmark = [pytest.mark.slow]

SLUGS = [game.slug for game in GAMES]
FORMATS = [(game.slug, each.slug) for game in GAMES for each in game.formats]
LATE = max(DAYS)
WIDE = str.maketrans({chr(code): chr(code + 0xFEE0) for code in range(0x21, 0x7F)})

each_game = pytest.mark.parametrize("slug", SLUGS)
each_format = pytest.mark.parametrize("slug, format", FORMATS)
often = settings(max_examples=40)
seldom = settings(often, max_examples=12)


def verdict_on(deck: Deck, format: str, on=TODAY, lists=()) -> Verdict:
    game = get(deck.game)
    return judge(deck, game, game.format(format), on=on, lists=lists)


def plain(value):
    """The same facts with every text folded: how a declaration was written is no difference."""
    if isinstance(value, str):
        return fold(value)
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    return value


# The verdict ----------------------------------------------------------------------------------------------------------


@each_format
@given(data=st.data())
@often
def test_judge_never_raises_and_the_status_follows_from_the_findings(slug, format, data):
    verdict = verdict_on(data.draw(decks(slug)), format, data.draw(st.sampled_from(DAYS)), lists_of(slug))
    severities = {violation.severity for violation in verdict.violations}
    worst = next((each for each in ("illegal", "incomplete") if each in severities), "legal")
    assert verdict.status == worst
    assert verdict.legal == (worst == "legal")
    assert {violation.code for violation in verdict.violations} <= set(verdict.checks)
    assert verdict.checks == checks(get(slug).format(format))


@each_format
@given(data=st.data())
@often
def test_order_and_printings_make_no_difference(slug, format, data):
    deck = data.draw(decks(slug))
    other = data.draw(rearranged(deck))
    one, two = (verdict_on(each, format, lists=lists_of(slug)) for each in (deck, other))
    assert one.fingerprint == two.fingerprint
    assert plain(one.violations) == plain(two.violations)


@each_format
@given(data=st.data())
@often
def test_writing_makes_no_difference(slug, format, data):
    deck = data.draw(changed(slug).filter(lambda deck: STRAY not in deck.zones))
    game, cards = get(slug), catalog(slug)
    as_it_is, otherwise = (
        read(text, cards, game).deck for text in (list_text(deck, str), list_text(deck, data.draw(writings())))
    )
    one, two = (verdict_on(each, format) for each in (as_it_is, otherwise))
    assert one.fingerprint == two.fingerprint
    assert plain(one.violations) == plain(two.violations)


@st.composite
def rearranged(draw, deck):
    """The same deck: zones and entries in another order, copies of a card parted into its printings."""
    zones = {}
    for zone in draw(st.permutations(sorted(deck.zones))):
        singles = [DeckLine(held.card, 1, code) for held in deck.entries(zone) for code in codes(held, draw)]
        zones[zone] = tuple(draw(st.permutations(singles)) if len(singles) < 80 else reversed(singles))
    return replace(deck, zones=zones, unknown=tuple(draw(st.permutations(deck.unknown))), name="Another name")


def codes(held: DeckLine, draw) -> list[str]:
    chosen = draw(st.sampled_from(held.card.codes))
    return [chosen] * (held.count - 1) + [held.card.codes[0]]


def writings():
    return st.sampled_from([simplify, lambda text: text.translate(WIDE), str.upper, lambda text: f"  {text} "])


def list_text(deck: Deck, write) -> str:
    lines = [f"{key}: {write(value)}" for key, value in deck.declarations.items() if key == "race"]
    for zone, found in deck.zones.items():
        lines.append(f"[{zone}]")
        lines += [
            f"{write(str(entry.count))} {write(entry.card.name)} ({write(entry.code or entry.card.codes[0])})"
            for entry in found
        ]
    return "\n".join(lines)


# The fingerprint ------------------------------------------------------------------------------------------------------


def canonical(deck: Deck) -> object:
    """What a fingerprint stands for."""
    cards = Counter(
        (zone, entry.card.key) for zone, found in deck.zones.items() for entry in found for _ in range(entry.count)
    )
    lines = Counter((line.zone, fold(line.text)) for line in deck.unknown for _ in range(line.count))
    return deck.game, cards, lines, {key: fold(value) for key, value in deck.declarations.items() if fold(value)}


@each_game
@given(data=st.data())
@often
def test_fingerprints_are_equal_exactly_for_equal_decks(slug, data):
    deck = data.draw(decks(slug))
    other = data.draw(st.one_of(decks(slug), rearranged(deck), nearly(deck, slug)))
    assert (deck.fingerprint == other.fingerprint) == (canonical(deck) == canonical(other))


@each_game
@given(data=st.data())
@often
def test_a_card_a_count_a_zone_or_a_declaration_more_is_another_fingerprint(slug, data):
    deck = data.draw(decks(slug))
    other = data.draw(nearly(deck, slug))
    assert deck.fingerprint != other.fingerprint
    assert replace(deck, name="Renamed", format="other").fingerprint == deck.fingerprint


@st.composite
def nearly(draw, deck, slug):
    """A deck that differs in one thing."""
    places = [(zone, place) for zone, found in deck.zones.items() for place in range(len(found))]
    if not places or draw(st.booleans()):
        return replace(deck, declarations={**deck.declarations, "race": fold(deck.declarations.get("race", "")) + "x"})
    zone, place = draw(st.sampled_from(places))
    found = list(deck.zones[zone])
    taken = found.pop(place)
    if draw(st.booleans()):
        return with_zone(deck, zone, [*found, taken._replace(count=taken.count + 1)])
    other = draw(st.sampled_from([card for card in catalog(slug).cards.values() if card != taken.card]))
    return with_zone(deck, zone, [*found, taken._replace(card=other)])


# Incomplete -----------------------------------------------------------------------------------------------------------


@each_format
@given(data=st.data())
@often
def test_a_part_of_a_legal_deck_is_never_illegal(slug, format, data):
    deck = data.draw(legal_so_far(slug, format))
    if data.draw(st.booleans()):
        deck = replace(deck, declarations={})
    held = [each.card for _, each in deck.all_entries()]
    if held and data.draw(st.booleans()):
        deck = without_fact(deck, data.draw(st.sampled_from(held)), data.draw(st.sampled_from(needs(slug, format))))
    assert verdict_on(deck, format, LATE).status in ("legal", "incomplete")


@each_format
@given(data=st.data())
@seldom
def test_nothing_has_to_go_out_of_an_incomplete_deck(slug, format, data):
    """It becomes legal by declaring, by adding cards, and by completing what the catalog says."""
    deck = data.draw(legal_so_far(slug, format))
    held = [each.card for _, each in deck.all_entries()]
    if held and data.draw(st.booleans()):
        deck = without_fact(deck, data.draw(st.sampled_from(held)), data.draw(st.sampled_from(needs(slug, format))))
    if data.draw(st.booleans()):
        deck = replace(deck, declarations={})
    before = Counter({(zone, each.card.key): each.count for zone, each in deck.all_entries()})
    done = completed(deck, format)
    assert verdict_on(done, format, LATE).legal
    assert before <= Counter({(zone, each.card.key): each.count for zone, each in done.all_entries()})


def needs(slug: str, format: str) -> list[str]:
    named = {name for constraint in get(slug).format(format).constraints for name in constraint.needs}
    return sorted(named) or ["text"]


def completed(deck: Deck, format: str) -> Deck:
    """The deck with one thing added after the other, until nothing is missing."""
    for _ in range(400):
        verdict = verdict_on(deck, format, LATE)
        missing = [violation for violation in verdict.violations if violation.severity == "incomplete"]
        missing.sort(key=lambda violation: violation.code not in DATA_CODES)
        if not missing:
            return deck
        deck = next(filter(None, (more(deck, format, violation) for violation in missing)))
    raise AssertionError(f"still {verdict.status}: {verdict.violations}")


def more(deck: Deck, format: str, violation: Violation) -> Deck | None:
    if violation.code == "card.data-missing":
        return replace_card(deck, filled(deck, violation.cards[0].key, str(violation.params["field"])))
    if violation.code == "card.data-disputed":
        return settled(deck, format, violation)
    if violation.repair and violation.repair.changes:
        return applied(deck, violation.repair.changes)
    if violation.code == "declaration.missing":
        return replace(deck, declarations={"race": "妖怪村莊"})
    wanted = parse(violation.repair.find, get(deck.game)) if violation.repair and violation.repair.find else None
    pool = [card for card in admitted(deck, format, violation.zone) if wanted is None or matches(wanted, card)]
    return added(deck, violation.zone, pool[0]) if pool else None


def settled(deck: Deck, format: str, violation: Violation) -> Deck | None:
    """The deck with what printings disagree about as one of them says, if it breaks no rule then."""
    key, field = violation.cards[0].key, str(violation.params["field"])
    card = next(held.card for _, held in deck.all_entries() if held.card.key == key)
    each_way = (replace_card(deck, replace(reading, periods=())) for reading in card.readings(field))
    return next((each for each in each_way if verdict_on(each, format, LATE).status != "illegal"), None)


def filled(deck: Deck, key: str, field: str) -> Card:
    """The card with what its catalog does not say: as in the rest of the deck, or in the least troublesome way."""
    card = next(held.card for _, held in deck.all_entries() if held.card.key == key)
    if field == "rarity":
        return replace(card, rarity="N")
    others = [each.card.get(field) for _, each in deck.all_entries() if each.card.get(field) not in (None, "中立")]
    usual = {"mana": 0, "race": deck.declarations.get("race"), "series": (others or ["灯塔之外"])[0], "colour": "red"}
    return replace(card, values={**card.values, field: usual[field] or (others or ["妖怪村莊"])[0]})


# Repairs --------------------------------------------------------------------------------------------------------------


def applied(deck: Deck, changes: tuple[DeckChange, ...]) -> Deck:
    for change in changes:
        deck = APPLY[change.op](deck, change)
    return deck


def put(deck: Deck, change: DeckChange) -> Deck:
    """`set`: so many copies of the card."""
    known = {each.card.key: each.card for _, each in deck.all_entries()} | dict(catalog(deck.game).cards)
    others = [entry for entry in deck.zones.get(change.zone, ()) if entry.card.key != change.key]
    if change.count:
        others.append(DeckLine(known[change.key], change.count))
    return with_zone(deck, change.zone, others)


def trimmed(deck: Deck, change: DeckChange) -> Deck:
    """`trim`: so many of what was put in last."""
    left, kept = change.count, []
    for entry in reversed(deck.zones.get(change.zone, ())):
        gone = min(left, entry.count)
        left -= gone
        kept += [entry._replace(count=entry.count - gone)] if entry.count > gone else []
    lines = []
    for line in deck.unknown:
        gone = min(left, line.count) if line.zone == change.zone else 0
        left -= gone
        lines += [line._replace(count=line.count - gone)] if line.count > gone else []
    return replace(with_zone(deck, change.zone, reversed(kept)), unknown=tuple(lines))


def dropped(deck: Deck, change: DeckChange) -> Deck:
    left = tuple(line for line in deck.unknown if (line.zone, line.text) != (change.zone, change.key))
    return replace(deck, unknown=left)


def declaring(deck: Deck, change: DeckChange) -> Deck:
    return replace(deck, declarations={**deck.declarations, change.key: change.value})


APPLY = {"set": put, "trim": trimmed, "drop": dropped, "declare": declaring}


def matter(violation: Violation) -> tuple[object, ...]:
    """What a violation is about; its numbers aside."""
    of_the_zone = violation.code in ("zone.size", "sum.mana", "series.mixed", "base.composition", "affiliation")
    cards = () if of_the_zone else tuple(sorted((card.key, card.name) for card in violation.cards))
    return violation.code, violation.zone, cards, violation.max, violation.source, violation.params.get("field")


@each_format
@given(data=st.data())
@often
def test_a_repair_settles_what_it_is_for_and_breaks_nothing_of_the_kind(slug, format, data):
    deck, on = data.draw(decks(slug)), data.draw(st.sampled_from(DAYS))
    before = verdict_on(deck, format, on, lists_of(slug)).violations
    for violation in before:
        if violation.repair and violation.repair.changes:
            after = verdict_on(applied(deck, violation.repair.changes), format, on, lists_of(slug)).violations
            assert matter(violation) not in map(matter, after)
            new = {matter(each) for each in after if each.severity == "illegal" and each.code == violation.code}
            assert new <= set(map(matter, before))


@each_format
@given(data=st.data())
@often
def test_every_illegal_finding_has_a_way_out(slug, format, data):
    """Only a full deck without a card of its race has none that is smallest: any of its cards may go for one."""
    for violation in verdict_on(data.draw(decks(slug)), format, lists=lists_of(slug)).violations:
        if violation.severity == "illegal":
            assert violation.repair
            assert violation.repair.changes or violation.code == "affiliation.missing"


# What fits ------------------------------------------------------------------------------------------------------------


def admission(deck: Deck, format: str, zone: str, on=LATE, lists=()):
    game = get(deck.game)
    return fits(deck, game, game.format(format), zone, on=on, lists=lists)


def admitted(deck: Deck, format: str, zone: str, on=LATE, lists=()) -> list[Card]:
    found = admission(deck, format, zone, on, lists)
    node = parse(found.query, get(deck.game), longest=len(found.query))
    cards = [card.on(on) for card in catalog(deck.game).cards.values()]
    return [card for card in cards if matches(node, card) and found.open_to(card)]


def added(deck: Deck, zone: str, card: Card) -> Deck:
    return with_zone(deck, zone, [*deck.zones.get(zone, ()), DeckLine(card, 1)])


@each_format
@given(data=st.data())
@seldom
def test_exactly_what_fits_can_be_added(slug, format, data):
    """A card that fits breaks no rule, the size of its zone aside; one that does not fit breaks one."""
    deck, on = data.draw(legal_so_far(slug, format)), data.draw(st.sampled_from(DAYS))
    lists = lists_of(slug) if data.draw(st.booleans()) else ()
    if data.draw(st.booleans()):
        deck = replace(deck, declarations={})
    if verdict_on(deck, format, on, lists).status == "illegal":
        return
    before = set(map(matter, verdict_on(deck, format, on, lists).violations))
    zone = data.draw(st.sampled_from([zone.slug for zone in get(slug).zones if zone.judged]))
    inside = set(admitted(deck, format, zone, on, lists))
    for card in catalog(slug).cards.values():
        found = verdict_on(added(deck, zone, card), format, on, lists).violations
        if card in inside:
            assert {each.code for each in found if each.severity == "illegal"} <= {"zone.size"}
        else:
            new = [each for each in found if matter(each) not in before or each.severity == "illegal"]
            unclear = {each.code for each in found if card.key in {other.key for other in each.cards}} & {*DATA_CODES}
            assert {each.code for each in new} - {"zone.size"} or unclear


@each_format
@given(data=st.data())
@often
def test_what_fits_can_be_asked_of_any_deck(slug, format, data):
    deck = data.draw(decks(slug))
    for zone in get(slug).zones:
        found = admission(deck, format, zone.slug, lists=lists_of(slug))
        parse(found.query, get(slug), longest=len(found.query))


@each_format
def test_what_fits_into_no_zone_is_an_error(slug, format):
    with pytest.raises(KeyError):
        admission(Deck(slug), format, STRAY)
