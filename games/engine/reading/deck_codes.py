"""Deck codes: a deck in a few letters and digits that can be read aloud. docs/deck-codes.md has the format.

A code is `D`, the game, one large number with everything else, and two check symbols. What a number stands for says a
CodeBook: the printings of a catalog in the order in which they became known, which never changes.
"""

from __future__ import annotations

import hashlib
import json
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from math import comb, exp, lgamma, log
from typing import Any, NamedTuple, NoReturn, Protocol

from games.engine.model.decks import CROCKFORD, Deck
from games.engine.model.game import Game, Zone
from games.engine.reading.decklists.counts import MAX_COUNT
from games.engine.reading.decklists.lines import DeckListError
from games.engine.texts.writing import fold

MARK = "D"
"""What every code begins with. The game stands behind it."""

FIRST_GAME = 2
"""The digit of the first game: 0 and 1 look like letters, and no English word begins like D2."""

PRINTINGS = ""
"""The list of printings in a CodeBook; the others are those of the values that declarations take."""

MAX_CHARACTERS = 1_200
MAX_EDITIONS = 1_000_000
MAX_KINDS = 2_000
"""How long a code may be, and how many editions of a catalog and different cards of a zone it may speak of."""

_DIGIT = {character: value for value, character in enumerate(CROCKFORD)}
_LOOKALIKES = str.maketrans("OIL", "011")
_SEPARATORS = re.compile(r"[\s\-‐-―_.·]")
_CODE = re.compile(rf"{MARK}[2-9][{CROCKFORD}]{{4,}}")


class CodeEdition(NamedTuple):
    """A state of a game's catalog: how many words each list of its CodeBook has, and a digest of them all.

    `number`: from 1. Every edition has the words of the one before at the same places.
    """

    number: int
    digest: str
    sizes: Mapping[str, int]

    @property
    def symbol(self) -> int:
        """Ten bits of the digest, for the check."""
        return int(self.digest[:8], 16) & 1023

    def size(self, words: str) -> int:
        return self.sizes.get(words, 0)


class CodeBook(Protocol):
    """What the numbers in a game's codes stand for. `words`: PRINTINGS, or the key of a declaration."""

    @property
    def editions(self) -> Sequence[CodeEdition]: ...

    def numbers(self, words: str, texts: Collection[str]) -> Mapping[str, int]: ...

    def texts(self, words: str, numbers: Collection[int]) -> Mapping[int, str]: ...


REASONS: Mapping[str, tuple[str, ...]] = {
    "unknown": (),
    "zone": ("zone",),
    "printing": ("code",),
    "declaration": ("value",),
    "count": ("code", "limit"),
    "long": ("limit",),
    "catalog": (),
}


class NotEncodable(ValueError):
    """A deck that no code can say, and why; REASONS has the reasons and the names of their parameters."""

    def __init__(self, reason: str, **params: str | int) -> None:
        self.reason, self.params = reason, params
        super().__init__(f"{reason} {params}")


class CodedDeck(NamedTuple):
    """What a code says. `zones`: copies by the numbers of printings; a zone the site fills by itself is not there."""

    game: Game
    format: str
    declarations: Mapping[str, str]
    zones: Mapping[str, Mapping[str, int]]
    edition: int

    def as_json(self) -> str:
        """The deck as a list in JSON."""
        zones = {
            zone: [{"quantity": count, "code": code} for code, count in counts.items()]
            for zone, counts in self.zones.items()
        }
        head: dict[str, Any] = {"game": self.game.slug, "format": self.format}
        return json.dumps(head | {"declarations": dict(self.declarations), "zones": zones}, ensure_ascii=False)


def digest_of(before: str, added: Mapping[str, Sequence[str]]) -> str:
    """The digest of an edition: of the one before and the words that were added, each list in its order."""
    lines = [before, *(f"{words}\t{text}" for words in sorted(added) for text in added[words])]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


# Writing --------------------------------------------------------------------------------------------------------------


def encode(deck: Deck, games: Sequence[Game], book: CodeBook) -> str:
    """The code of a deck, of the first edition that knows everything in it. Raises NotEncodable."""
    number, game = next((place, each) for place, each in enumerate(games) if each.slug == deck.game)
    copies = _copies(deck, game)
    known = book.numbers(PRINTINGS, {code for counts in copies.values() for code in counts})
    numbered = {zone: _counts_by_number(counts, known) for zone, counts in copies.items()}
    declared = {each.key: _declaration_place(deck, each.key, book) for each in game.declarations}
    edition = _first_edition(book, numbered, declared)
    digits = _Digits()
    digits.number(edition.number - 1, 1)
    digits.number(_format(deck, game), 0)
    for key, place in declared.items():
        digits.push(place, edition.size(key) + 1)
    for zone in game.zones:
        if zone.prefill:
            digits.push(int(zone.slug not in numbered), 2)
        if zone.slug in numbered:
            _write_zone(digits, numbered[zone.slug], edition.size(PRINTINGS))
    code = _with_checksum(f"{MARK}{CROCKFORD[FIRST_GAME + number]}{_base32(digits.total())}", edition.symbol)
    if len(code) > MAX_CHARACTERS:
        raise NotEncodable("long", limit=MAX_CHARACTERS)
    return code


def _copies(deck: Deck, game: Game) -> dict[str, Counter[str]]:
    """Copies by printing in each zone of the game, without those that hold just what the site fills them with."""
    if deck.unknown:
        raise NotEncodable("unknown")
    result = {zone.slug: Counter[str]() for zone in game.zones}
    for zone, entries in deck.zones.items():
        if zone not in result and entries:
            raise NotEncodable("zone", zone=zone)
        for entry in entries:
            result[zone][entry.code or entry.card.codes[0]] += entry.count
    return {zone.slug: result[zone.slug] for zone in game.zones if not _is_prefilled(deck, zone)}


def _is_prefilled(deck: Deck, zone: Zone) -> bool:
    """Whether a zone holds the first printings of what the site fills it with."""
    if not zone.prefill:
        return False
    entries = deck.zones.get(zone.slug, ())
    return all(entry.code in ("", entry.card.codes[0]) for entry in entries) and dict(zone.prefill()) == {
        entry.card.key: entry.count for entry in deck.entries(zone.slug)
    }


def _counts_by_number(counts: Mapping[str, int], known: Mapping[str, int]) -> dict[int, int]:
    for code, count in counts.items():
        if code not in known:
            raise NotEncodable("printing", code=code)
        if count > MAX_COUNT:
            raise NotEncodable("count", code=code, limit=MAX_COUNT)
    return {known[code]: count for code, count in counts.items()}


def _declaration_place(deck: Deck, key: str, book: CodeBook) -> int:
    """The place of the declared value, counted from 1; 0 where nothing is declared."""
    value = deck.declarations.get(key, "")
    if not fold(value):
        return 0
    size = book.editions[-1].size(key) if book.editions else 0
    places = {fold(text): place for place, text in book.texts(key, range(size)).items()}
    if fold(value) not in places:
        raise NotEncodable("declaration", value=value)
    return places[fold(value)] + 1


def _first_edition(book: CodeBook, zones: Mapping[str, Mapping[int, int]], declared: Mapping[str, int]) -> CodeEdition:
    last = max((number for counts in zones.values() for number in counts), default=-1)
    for edition in book.editions:
        if last < edition.size(PRINTINGS) and all(place <= edition.size(key) for key, place in declared.items()):
            return edition
    raise NotEncodable("catalog")


def _format(deck: Deck, game: Game) -> int:
    slugs = [each.slug for each in game.formats]
    return slugs.index(deck.format) if deck.format else 0


def _write_zone(digits: _Digits, counts: Mapping[int, int], size: int) -> None:
    """How many copies there are of a card at most, then, for each number of copies, how many printings and which."""
    most = max(counts.values(), default=0)
    digits.number(most, 1)
    used: list[int] = []
    for count in range(1, most + 1):
        chosen = sorted(number for number, copies in counts.items() if copies == count)
        digits.number(len(chosen), 3)
        left = [number - bisect_left(used, number) for number in chosen]
        rank = sum(comb(place, taken) for taken, place in enumerate(left, start=1))
        digits.push(rank, comb(size - len(used), len(chosen)))
        used = sorted([*used, *chosen])


# Reading --------------------------------------------------------------------------------------------------------------


def code_in(text: str) -> str:
    """The code that a text is, or that stands behind the # of a link; "" where it is none.

    Small letters, blanks, hyphens, and O, I and L for 0 and 1 make no difference. It may be mistyped.
    """
    text = text.strip()
    if len(text) > 2 * MAX_CHARACTERS or not text.isascii() or "\n" in text:
        return ""
    if re.match(r"https?://", text, re.IGNORECASE):
        text = text.partition("#")[2]
    compact = _SEPARATORS.sub("", text).upper()
    head, rest = compact[:2], compact[2:].translate(_LOOKALIKES)
    return head + rest if _CODE.fullmatch(head + rest) else ""


def is_intact(code: str) -> bool:
    """Whether the check symbols of a code fit, for whatever catalog."""
    return len(code) <= MAX_CHARACTERS and _implied_symbol(code) is not None


def decode_code(code: str, games: Sequence[Game], books: Mapping[str, CodeBook]) -> CodedDeck:
    """What a code, as from code_in, says. `books`: by the slug of their game. Raises DeckListError."""
    if len(code) > MAX_CHARACTERS:
        raise DeckListError("code-broken")
    number = _DIGIT[code[1]] - FIRST_GAME
    symbols, intact = _symbols(code), _implied_symbol(code)
    game = games[number] if 0 <= number < len(games) else None
    if game is None and intact is None:
        raise DeckListError("code-checksum")
    if game is None:
        raise DeckListError("code-game")
    book = books[game.slug]
    digits = _Digits(_value(code[2:-4]))
    edition_number = digits.read_number(1) + 1
    if intact is not None and edition_number > MAX_EDITIONS:
        _fail()
    edition = book.editions[edition_number - 1] if edition_number <= len(book.editions) else None
    if intact is None:
        raise _checksum_error(code, symbols, edition)
    if edition is None:
        raise DeckListError("code-newer", 0, {"edition": edition_number, "known": len(book.editions)})
    if intact != edition.symbol:
        raise DeckListError("code-catalog")
    return _read_deck(digits, game, book, edition)


def _read_deck(digits: _Digits, game: Game, book: CodeBook, edition: CodeEdition) -> CodedDeck:
    format = digits.read_number(0)
    if format >= len(game.formats):
        _fail()
    declared = {each.key: digits.pull(edition.size(each.key) + 1) for each in game.declarations}
    zones: dict[str, dict[int, int]] = {}
    for zone in game.zones:
        if not (zone.prefill and digits.pull(2)):
            zones[zone.slug] = _read_zone(digits, edition.size(PRINTINGS))
    if digits.left:
        _fail()
    values = {key: book.texts(key, (place - 1,))[place - 1] for key, place in declared.items() if place}
    codes = book.texts(PRINTINGS, {number for counts in zones.values() for number in counts})
    by_code = {zone: {codes[number]: counts[number] for number in sorted(counts)} for zone, counts in zones.items()}
    return CodedDeck(game, game.formats[format].slug, values, by_code, edition.number)


def _read_zone(digits: _Digits, size: int) -> dict[int, int]:
    most = digits.read_number(1)
    if most > MAX_COUNT:
        _fail()
    counts: dict[int, int] = {}
    for count in range(1, most + 1):
        taken = digits.read_number(3)
        free = size - len(counts)
        if taken > free or taken > MAX_KINDS:
            _fail()
        left = _places_of_rank(digits.pull(comb(free, taken)), taken)
        counts |= dict.fromkeys(_numbers_at(left, sorted(counts)), count)
    return counts


def _places_of_rank(rank: int, taken: int) -> list[int]:
    """The places of the `taken` things chosen, whose rank this is, in ascending order."""
    places = []
    for left in range(taken, 0, -1):
        place, ways = _largest(rank, left)
        places.append(place)
        rank -= ways
    return places[::-1]


def _largest(rank: int, taken: int) -> tuple[int, int]:
    """The largest number of things of which `taken` can be chosen in `rank` ways at most, and in how many."""
    if rank == 0:
        return taken - 1, 0
    guess = exp((log(rank) + lgamma(taken + 1)) / taken) + (taken - 1) / 2
    place = max(taken, round(guess))
    ways = comb(place, taken)
    while ways > rank:
        ways = ways * (place - taken) // place
        place -= 1
    while (more := ways * (place + 1) // (place + 1 - taken)) <= rank:
        place, ways = place + 1, more
    return place, ways


def _numbers_at(places: Iterable[int], used: Sequence[int]) -> list[int]:
    """The numbers at these places, in ascending order, of all that are not used."""
    result, skipped = [], 0
    for place in places:
        while skipped < len(used) and used[skipped] <= place + skipped:
            skipped += 1
        result.append(place + skipped)
    return result


def _fail() -> NoReturn:
    raise DeckListError("code-broken")


# One large number -----------------------------------------------------------------------------------------------------


class _Digits:
    """Digits of many bases in one number. The first that was written is the first to be read: it is the lowest."""

    def __init__(self, left: int = 0) -> None:
        self.left = left
        self._pushed: list[tuple[int, int]] = []

    def push(self, value: int, base: int) -> None:
        self._pushed.append((value, base))

    def number(self, value: int, bits: int) -> None:
        """A number without a bound (exponential Golomb code): its last `bits` as they are."""
        self.push(value & ((1 << bits) - 1), 1 << bits)
        rest = (value >> bits) + 1
        length = rest.bit_length() - 1
        for _ in range(length):
            self.push(1, 2)
        self.push(0, 2)
        self.push(rest - (1 << length), 1 << length)

    def total(self) -> int:
        total = 0
        for value, base in reversed(self._pushed):
            total = total * base + value
        return total

    def pull(self, base: int) -> int:
        self.left, value = divmod(self.left, base)
        return value

    def read_number(self, bits: int) -> int:
        low, length = self.pull(1 << bits), 0
        while self.pull(2):
            length += 1
        return (self.pull(1 << length) + (1 << length) - 1 << bits) + low


def _base32(number: int) -> str:
    result = ""
    while number:
        number, digit = divmod(number, 32)
        result = CROCKFORD[digit] + result
    return result


def _value(characters: str) -> int:
    number = 0
    for character in characters:
        number = number * 32 + _DIGIT[character]
    return number


# The check: a Reed-Solomon code over the field of 1,024 elements ------------------------------------------------------

_FIELD = 1023
"""So many elements but 0, the powers of 2."""

_CATALOG = 1022
"""The place of the catalog's symbol, which is not written."""


@cache
def _powers() -> tuple[list[int], dict[int, int]]:
    """The powers of 2 modulo x^10 + x^3 + 1, and their exponents."""
    powers, value = [], 1
    for _ in range(_FIELD):
        powers.append(value)
        value <<= 1
        if value > _FIELD:
            value ^= 0b10000001001
    return powers, {power: exponent for exponent, power in enumerate(powers)}


def _times_power(value: int, exponent: int) -> int:
    powers, exponents = _powers()
    return powers[(exponents[value] + exponent) % _FIELD] if value else 0


def _symbols(code: str) -> dict[int, int]:
    """The symbols of a code by their places: the checks at 0 and 1, then two characters each, perhaps one the last."""
    body, check = code[:-4], code[-4:]
    pairs = (body[start : start + 2] for start in range(0, len(body), 2))
    return {0: _value(check[:2]), 1: _value(check[2:])} | {place: _value(pair) for place, pair in enumerate(pairs, 2)}


def _sums(symbols: Mapping[int, int]) -> tuple[int, int]:
    """Both are 0 in an intact code with its catalog's symbol."""
    plain = powered = 0
    for place, value in symbols.items():
        plain ^= value
        powered ^= _times_power(value, place)
    return plain, powered


def _with_checksum(body: str, symbol: int) -> str:
    plain, powered = _sums({**_symbols(f"{body}0000"), _CATALOG: symbol})
    # check + 2 * other = powered, and check + other = plain: 3 * other is their sum
    both = plain ^ powered
    other = _times_power(both, -_powers()[1][3])
    check = plain ^ other
    return body + "".join(CROCKFORD[value >> 5] + CROCKFORD[value & 31] for value in (check, other))


def _implied_symbol(code: str) -> int | None:
    """The symbol of the catalog that the code was made with; None where the code itself is mistyped."""
    plain, powered = _sums(_symbols(code))
    return plain if powered == _times_power(plain, _CATALOG) else None


def _checksum_error(code: str, symbols: Mapping[int, int], edition: CodeEdition | None) -> DeckListError:
    """Names the two characters that are wrong if they alone can be, and what they should be."""
    error = DeckListError("code-checksum")
    if edition is None:
        return error
    plain, powered = _sums({**symbols, _CATALOG: edition.symbol})
    if not (plain and powered):
        return error
    exponents = _powers()[1]
    place = (exponents[powered] - exponents[plain]) % _FIELD
    if place not in symbols or place == 2:
        return error
    start = len(code) - 4 + 2 * place if place < 2 else 2 * (place - 2)
    wrong = code[start : start + 2] if place < 2 else code[:-4][start : start + 2]
    right = symbols[place] ^ plain
    if len(wrong) == 1 and right > 31:
        return error
    meant = CROCKFORD[right] if len(wrong) == 1 else CROCKFORD[right >> 5] + CROCKFORD[right & 31]
    places = {"from": start + 1, "to": start + len(wrong)}
    return DeckListError("code-mistyped", 0, {**places, "characters": wrong, "meant": meant})
