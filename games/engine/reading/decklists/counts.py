"""The numbers on a line of a deck list that may be the quantity of its card."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

MAX_COUNT = 999
"""The most copies a line can say."""

_MONEY = "[¥￥$＄€£]"
_PRICE = re.compile(
    rf"(?:NT|US|HK)?{_MONEY}\s*\d[\d,.]*|\d[\d,.]*\s*(?:{_MONEY}(?!\s*\d)|[円圓元塊块](?!\w)|(?:NTD?|TWD|RMB|CNY|JPY|USD|EUR)\b)",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"(?<![A-Za-z])[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-(?:[A-Z]+\d+|0\d+|\d{3,})[A-Z0-9]*(?![A-Za-z])"
    r"|(?<![A-Za-z])[A-Z]{1,3}-\d+|(?<=[^\W\d])\d{3,}"
)
"""A printing's number: `XLW-S097`, `R-ORC-0044`, `S-1`; and three digits right behind a word, as in `U235`. `Boar-3`
and `Boar3` are none."""

_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
_NUMERAL = "[一二兩两三四五六七八九十]{1,3}"
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMERAL_COUNT = rf"(?P<numeral>{_NUMERAL})\s*[枚張张]"
"""A quantity in words with its counter: `三張`. Without the counter it may be part of a name."""

WORD_COUNT = rf"(?P<word>{'|'.join(_WORDS)})"
"""A quantity in English: `three`. It may be part of a name."""

_NUMBER = re.compile(
    rf"(?P<digits>\d+)|(?P<counted>{_NUMERAL})(?=\s*[枚張张])|(?<!\S)(?P<alone>{_NUMERAL})(?!\S)"
    rf"|(?<![a-z])(?P<word>{'|'.join(_WORDS)})(?![a-z])",
    re.IGNORECASE,
)
_COUNTER = re.compile(r"[枚張张]|\bx\b", re.IGNORECASE)
_ROW_NUMBER = re.compile(r"[#＃]|\W*\d{1,3}\s*(?:[.．、)）:：\]］】](?!\d)|コスト|cost\b|費|费)", re.IGNORECASE)


def numeral(text: str) -> int:
    """The value of a Chinese numeral up to 99."""
    tens, ten, units = text.rpartition("十")
    return (_DIGITS.get(tens, 1) * 10 if ten else 0) + _DIGITS.get(units, 0)


def word_count(word: str) -> int:
    """The value of an English numeral up to twelve."""
    return _WORDS.index(word.lower()) + 1


def without_prices(text: str) -> str:
    return _PRICE.sub(" ", text)


def numbers(text: str) -> tuple[int, ...]:
    """The numbers in a text that may be a quantity: in digits, or in words. Prices and printings' numbers are none."""
    return tuple(map(_value, _numbers_as_text(text)))


def is_number(text: str) -> bool:
    """Whether a text is nothing but numbers and prices, with or without a counter."""
    plain = without_prices(unicodedata.normalize("NFKC", text))
    return bool(text.strip()) and not re.search(r"[^\W_]", _COUNTER.sub("", _NUMBER.sub("", plain)))


def without_numbers(text: str) -> str:
    """A text without these numbers, with its words alone."""
    plain = _CODE.sub(" ", without_prices(unicodedata.normalize("NFKC", text)))
    return " ".join(re.sub(r"[^\w\s]", " ", _NUMBER.sub(" ", plain)).split())


def _numbers_as_text(text: str) -> Sequence[str]:
    """These numbers as they are written."""
    plain = _CODE.sub(" ", without_prices(unicodedata.normalize("NFKC", text)))
    return [match[0].lower() for match in _NUMBER.finditer(plain)]


def _value(number: str) -> int:
    if number.isdecimal():
        return int(number) if len(number) < 10 else MAX_COUNT + 1
    return _WORDS.index(number) + 1 if number in _WORDS else numeral(number)


def open_counts(text: str, names: Iterable[str] = ()) -> tuple[int, ...]:
    """The numbers in a line, without the quantity already read, that are not in the name of its card, in any of its
    spellings. The line's quantity is unclear if there are any."""
    written = Counter(_numbers_as_text(text))
    in_names = [counted for name in names if (counted := Counter(_numbers_as_text(name))) <= written]
    left = written - max(in_names, key=Counter.total, default=Counter[str]())
    return tuple(map(_value, left.elements()))


def suggested_count(text: str, counts: Iterable[int]) -> int | None:
    """The only one of a line's open numbers that is likely its quantity; None if it has to be asked for."""
    likely = set(counts)
    if len(likely) != 1 or "?" in text or _ROW_NUMBER.match(text) or re.search(r"(?<!\d)0\d", text):
        return None
    (count,) = likely
    return count if 1 <= count <= MAX_COUNT else None
