"""Deck codes: what is written reads back, in hardly more characters than it must have, and mistakes are named."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from math import log2
from pathlib import Path

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from games.engine.model.decks import CROCKFORD, Deck, DeckLine
from games.engine.reading.catalogs.catalog import Catalog
from games.engine.reading.deck_codes import (
    MAX_CHARACTERS,
    PRINTINGS,
    CodedDeck,
    NotEncodable,
    _Digits,
    code_in,
    decode_code,
    encode,
)
from games.engine.reading.decklists.lines import ERRORS
from games.engine.reading.decklists.parsing import DeckListError, read, read_json
from games.registry import GAMES, get
from tests.catalogs import decks_of, load_catalog
from tests.games.code_books import MemoryCodeBook
from tests.games.examples import catalog
from tests.games.random_decks import decks, zones_of

SLUGS = [game.slug for game in GAMES]
SAMPLES = [path for game in GAMES for path in sorted(decks_of(game).glob("*.txt"))]
DOCUMENT = (Path(__file__).parents[4] / "docs" / "deck-codes.md").read_text(encoding="utf-8")
EXAMPLE = re.findall(r"```text\n(.*?)\n```", DOCUMENT, re.DOTALL)[0]
PARADE = decks_of(GAMES[0]) / "lantern-parade.txt"


class Catalogs:
    """The catalogs of all games and their code books: those that the games bring, or those of the example decks."""

    def __init__(self, catalog_of: Callable[[str], Catalog]) -> None:
        self.cards = {slug: catalog_of(slug) for slug in SLUGS}
        self.books = {slug: MemoryCodeBook(cards) for slug, cards in self.cards.items()}

    def sample(self, path: Path) -> Deck:
        text = path.read_text(encoding="utf-8")
        return read(text, lambda game: self.cards[game.slug], games={game.slug: game for game in GAMES}).deck

    def code(self, deck: Deck) -> str:
        return encode(deck, GAMES, self.books[deck.game])

    def decoded(self, code: str) -> CodedDeck:
        return decode_code(code, GAMES, self.books)

    def deck(self, code: str) -> Deck:
        coded = self.decoded(code)
        return read_json(coded.as_json(), self.cards[coded.game.slug], coded.game).deck

    def filled(self, code: str) -> list[str]:
        """The zones that are as the site fills them."""
        coded = self.decoded(code)
        return [zone.slug for zone in coded.game.zones if zone.slug not in coded.zones]


SHIPPED = Catalogs(lambda slug: load_catalog(get(slug)))
EXAMPLES = Catalogs(catalog)


def test_the_games_keep_their_places_which_codes_hold():
    places = ["xing-ling-wang", "asteriated-grail", "legions", "echo-of-legends", "zero-dimension"]
    assert [game.slug for game in GAMES][: len(places)] == places


def printings(deck: Deck) -> dict[str, Counter]:
    """Copies by zone and printing."""
    found: dict[str, Counter] = {}
    for zone, entries in deck.zones.items():
        for entry in entries:
            found.setdefault(zone, Counter())[entry.code or entry.card.codes[0]] += entry.count
    return found


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_deck_reads_back(path):
    deck = SHIPPED.sample(path)
    back = SHIPPED.deck(SHIPPED.code(deck))
    assert (back.fingerprint, back.format or get(deck.game).formats[0].slug) == (deck.fingerprint, deck.format)
    assert printings(back) == printings(deck)


@pytest.mark.parametrize("slug", SLUGS)
@given(data=st.data())
@settings(max_examples=40)
def test_any_deck_reads_back_or_the_reason_is_given(slug, data):
    deck = replace(data.draw(decks(slug)), format=data.draw(st.sampled_from(get(slug).formats)).slug)
    deck = replace(deck, declarations={key: value for key, value in deck.declarations.items() if key == "race"})
    if not get(slug).declarations:
        deck = replace(deck, declarations={})
    try:
        code = EXAMPLES.code(deck)
    except NotEncodable as error:
        strays = [zone for zone, entries in deck.zones.items() if entries and zone not in zones_of(slug)]
        reasons = {"unknown": deck.unknown, "zone": strays, "declaration": deck.declarations}
        event(error.reason)
        if error.reason not in ("count", "long") and not reasons[error.reason]:
            raise
        return
    assert set(code) <= set(CROCKFORD)
    back = EXAMPLES.deck(code)
    assert (back.fingerprint, back.format) == (replace(deck, unknown=()).fingerprint, deck.format)
    assert printings(back) == printings(replace(deck, zones={**deck.zones}))


# Length ---------------------------------------------------------------------------------------------------------------


def ways(cards: int, printings: int, most: int) -> int:
    """In how many ways so many cards can be chosen of printings, with `most` copies of one at most."""
    counts = [1] + [0] * cards
    for _ in range(printings):
        sums = [0]
        for count in counts:
            sums.append(sums[-1] + count)
        counts = [sums[total + 1] - sums[max(0, total - most)] for total in range(cards + 1)]
    return counts[cards]


def entropy(deck: Deck) -> float:
    """The bits that tell the deck from all others of its sizes, with as many copies of a card at most."""
    edition = SHIPPED.books[deck.game].editions[0]
    bits = sum(log2(edition.size(each.key) + 1) for each in get(deck.game).declarations)
    for counts in printings(deck).values():
        bits += log2(ways(counts.total(), edition.size(PRINTINGS), max(counts.values())))
    return bits


def bits_of_numbers(*numbers: tuple[int, int]) -> int:
    digits = _Digits()
    for value, bits in numbers:
        digits.number(value, bits)
    return sum((base - 1).bit_length() for _value, base in digits._pushed)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_code_is_hardly_longer_than_it_must_be(path):
    deck = SHIPPED.sample(path)
    game = get(deck.game)
    place = [each.slug for each in game.formats].index(deck.format)
    characters = len("D") + len("G") + len("CCDD") + 1  # the last one need not be full
    fixed = 5 * characters + bits_of_numbers((0, 1), (place, 0))
    code = SHIPPED.code(deck)
    if filled := SHIPPED.filled(code):  # which is said in a bit
        deck = replace(deck, zones={zone: cards for zone, cards in deck.zones.items() if zone not in filled})
        fixed += len(filled)
    counts = printings(deck)
    fixed += bits_of_numbers(*((max(counts.get(zone.slug, {"": 0}).values()), 1) for zone in game.zones))
    assert 5 * len(code) <= 1.15 * entropy(deck) + fixed


# Mistakes -------------------------------------------------------------------------------------------------------------


@given(place=st.integers(2, 99), character=st.sampled_from(CROCKFORD), path=st.sampled_from(SAMPLES))
def test_a_wrong_character_is_found_and_named(place, character, path):
    code = SHIPPED.code(SHIPPED.sample(path))
    place = 2 + place % (len(code) - 2)
    wrong = code[:place] + character + code[place + 1 :]
    if wrong == code:
        return
    with pytest.raises(DeckListError) as raised:
        decode_code(wrong, GAMES, SHIPPED.books)
    if raised.value.code == "code-mistyped":
        found = raised.value.params
        assert found["from"] <= place + 1 <= found["to"]
        assert wrong[: found["from"] - 1] + found["meant"] + wrong[found["to"] :] == code
    else:  # it is not known either which edition was meant: the number's lowest digits say that
        assert raised.value.code == "code-checksum"
        assert place >= len(code) - 6


@pytest.mark.parametrize(
    "change",
    [
        lambda code: code[:-1],
        lambda code: code + "0",
        lambda code: code[:5] + code[7:],
        lambda code: code[:4] + "7" + code[4:],
    ],
    ids=["cut", "longer", "two missing", "one more"],
)
def test_a_code_that_lost_or_won_characters_is_refused(change):
    with pytest.raises(DeckListError) as raised:
        decode_code(change(SHIPPED.code(SHIPPED.sample(PARADE))), GAMES, SHIPPED.books)
    assert raised.value.code in ("code-checksum", "code-mistyped")


def test_swapped_characters_are_found():
    code = SHIPPED.code(SHIPPED.sample(PARADE))
    for place in range(2, len(code) - 1):
        swapped = code[:place] + code[place + 1] + code[place] + code[place + 2 :]
        if swapped != code:
            with pytest.raises(DeckListError):
                decode_code(swapped, GAMES, SHIPPED.books)


@given(st.text(CROCKFORD, min_size=4, max_size=60))
def test_whatever_is_typed_is_a_deck_or_a_mistake(characters):
    try:
        decode_code(f"D2{characters}", GAMES, SHIPPED.books)
    except DeckListError as error:
        if not error.code.startswith("code-"):
            raise


def test_a_code_longer_than_any_is_refused():
    with pytest.raises(DeckListError) as raised:
        decode_code("D2" + "0" * MAX_CHARACTERS, GAMES, SHIPPED.books)
    assert raised.value.code == "code-broken"


# Editions -------------------------------------------------------------------------------------------------------------


def deck_of_numbers(*numbers: int) -> Deck:
    cards = catalog(SLUGS[0])
    codes = list(cards.printings)
    lines = tuple(DeckLine(cards.by_code(codes[number]), 1, codes[number]) for number in numbers)
    return Deck(SLUGS[0], {"main": lines}, {}, format="standard")


def test_a_code_stays_the_same_and_readable_when_cards_are_added():
    before, after = MemoryCodeBook(catalog(SLUGS[0]), 10), MemoryCodeBook(catalog(SLUGS[0]), 10, 40)
    before.editions = before.editions[:1]
    deck = deck_of_numbers(0, 4, 9)
    code = encode(deck, GAMES, before)
    assert encode(deck, GAMES, after) == code
    assert decode_code(code, GAMES, {SLUGS[0]: after}).zones["main"].keys() == {
        line.code for line in deck.zones["main"]
    }


def test_a_code_of_a_later_edition_says_so():
    before, after = MemoryCodeBook(catalog(SLUGS[0]), 10), MemoryCodeBook(catalog(SLUGS[0]), 10)
    before.editions = before.editions[:1]
    with pytest.raises(DeckListError) as raised:
        decode_code(encode(deck_of_numbers(0, 50), GAMES, after), GAMES, {SLUGS[0]: before})
    assert (raised.value.code, raised.value.params) == ("code-newer", {"edition": 2, "known": 1})
    with pytest.raises(NotEncodable, match="catalog"):
        encode(deck_of_numbers(0, 50), GAMES, before)


def test_a_code_of_another_catalog_says_so():
    other = MemoryCodeBook(catalog(SLUGS[0]))
    other.editions = [other.editions[0]._replace(digest="00000001")]
    with pytest.raises(DeckListError) as raised:
        decode_code(SHIPPED.code(SHIPPED.sample(PARADE)), GAMES, {SLUGS[0]: other})
    assert raised.value.code == "code-catalog"


def test_a_code_of_a_game_that_is_not_here_says_so():
    code = SHIPPED.code(SHIPPED.sample(SAMPLES[-1]))
    with pytest.raises(DeckListError) as raised:
        decode_code(code, GAMES[:-1], SHIPPED.books)
    assert raised.value.code == "code-game"


def test_a_card_without_a_number_cannot_be_said():
    book = MemoryCodeBook(catalog(SLUGS[0]))
    book.words[PRINTINGS][3] = "gone"
    with pytest.raises(NotEncodable, match="printing"):
        encode(deck_of_numbers(3), GAMES, book)


# Recognising ----------------------------------------------------------------------------------------------------------


def test_a_code_is_recognised_as_people_type_it():
    code = SHIPPED.code(SHIPPED.sample(PARADE))
    spoken = code[:2] + code[2:].replace("0", "o").replace("1", "l").lower()
    for text in (code, code.lower(), spoken, f" {code}\n", "-".join(re.findall("..?.?.?", code)), " ".join(code)):
        assert code_in(text) == code
    assert code_in(f"https://example.org/d/abc/#{code}") == code


@pytest.mark.parametrize(
    "text",
    ["", "D", "D2", "D2-001", "Dragon Hatchling", "dancer of the dawn", "DO NOT DRAW", "1 雪女", "https://example.org/d/D2ABCDEF/",
     "D2ABCDEFGH\n1 雪女", "DUABCDEFGH"],
)  # fmt: skip
def test_other_texts_are_not(text):
    assert code_in(text) == ""


# The document ---------------------------------------------------------------------------------------------------------


def test_the_example_of_the_document_is_the_code_of_the_sample_deck():
    assert SHIPPED.code(SHIPPED.sample(PARADE)) == EXAMPLE
    assert printings(SHIPPED.deck(EXAMPLE)) == printings(SHIPPED.sample(PARADE))


def test_the_document_has_every_error():
    named = re.findall(r"^\| `(code-[a-z]+)` \|", DOCUMENT, re.MULTILINE)
    assert sorted(named) == sorted(code for code in ERRORS if code.startswith("code-"))
