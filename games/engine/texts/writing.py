"""One spelling for the many ways a name is written: widths, cases, 繁簡 and Japanese forms, pinyin.

The only module of the rules that uses third-party packages (OpenCC, pypinyin); they load at the first use.

Three spellings of a text, each coarser than the one before: `normalize` removes what is only typography, `identify`
makes two printed names the same name or different ones, and `fold` is what a name is found by.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

from games.engine.texts.characters import DISTINCT, INVISIBLE, PUNCTUATION, SIMPLER, UNSTABLE, VARIANTS

_MAINLAND = {
    "「": "“",
    "」": "”",
    "牌组": "卡组",
    "牌表": "卡表",
    "关键字": "关键词",
    "扩充包": "扩展包",
    "范例": "示例",
    "资料": "数据",
    "机率": "概率",
    "卡片": "卡牌",
}
_MAINLAND_WORDS = re.compile("|".join(_MAINLAND))
"""Words that differ on the mainland, besides the characters."""


@cache
def _converter(name: str) -> Any:
    from opencc import OpenCC

    return OpenCC(name)


class _Table(dict[int, str]):
    """A table for `str.translate` that works out each character when it first occurs."""

    def __init__(self, character: Callable[[str], str]) -> None:
        self._character = character

    def __missing__(self, code: int) -> str:
        self[code] = self._character(chr(code))
        return self[code]


def _script(char: str) -> tuple[str, str]:
    """The forms of a Chinese or Japanese character, by itself, so that a part of a name reads as in the whole: the one
    that identifies it, and the simplified one.

    Repeated until nothing changes: 滬 becomes 沪, which is also the Japanese form of 濾, and all three must end alike.
    Chinese before Japanese: 衛 becomes 卫 at once, not first 衞, which has no simplified form.
    """
    char = VARIANTS.get(ord(char), char)
    traditional, simplify = _converter("jp2t").convert(char), _converter("t2s").convert
    for text in (simplify(char), simplify(traditional)):
        variant = str(text).translate(VARIANTS)
        if len(variant) == 1 and variant != char:
            identity, simplified = _script(variant)
            distinct = next((each for each in (char, traditional) if each in DISTINCT and each != simplified), "")
            return distinct or identity, simplified
    return char, char


def _identity(char: str) -> str:
    return char if char < "\u2e80" else _script(char)[0]


def _simplest(char: str) -> str:
    """What a character is found by: simplified, a Latin letter without its accents, an accent by itself not at all."""
    if char >= "\u2e80":
        simplified = _script(char)[1]
        return simplified.translate(SIMPLER)
    if "\u0300" <= char <= "\u036f":
        return ""
    if char < "\u0250" or "\u1e00" <= char < "\u1f00":
        plain = "".join(each for each in unicodedata.normalize("NFD", char) if not unicodedata.combining(each))
        return plain.translate(SIMPLER)
    return char


_INVISIBLE_OR_UNSTABLE: dict[int, str | None] = {**INVISIBLE, **UNSTABLE}
_LOOK_ALIKES = PUNCTUATION | VARIANTS
_IDENTITIES = _Table(_identity)
_SIMPLEST = _Table(_simplest)
_LETTERS = _Table(lambda char: char if unicodedata.category(char)[0] in "LNM" else "")


@lru_cache(maxsize=65536)
def normalize(text: str) -> str:
    """The text without differences of typography: Unicode forms, invisible characters, widths, cases, blanks,
    look-alike punctuation, and variants of one character."""
    if text.isascii():  # most texts to compare are short slugs and numbers
        return " ".join(text.lower().replace("`", "'").split())
    text = unicodedata.normalize("NFKC", text.translate(_INVISIBLE_OR_UNSTABLE)).casefold()
    return " ".join(unicodedata.normalize("NFKC", text.translate(_LOOK_ALIKES)).split())


@lru_cache(maxsize=65536)
def identify(text: str) -> str:
    """The text as names are told apart: 雾 and 霧 are one character, but 面 and 麵, 髮 and 發 are two, although
    simplified writing joins them."""
    text = normalize(text)
    return text if text.isascii() else text.translate(_IDENTITIES)


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """The text as it is found: without accents, in simplified characters. Texts with one identity fold alike."""
    text = normalize(text)
    return text if text.isascii() else " ".join(text.translate(_SIMPLEST).split()) or text


def without_spaces(text: str) -> str:
    """The folded text without its blanks."""
    return fold(text).replace(" ", "")


@lru_cache(maxsize=65536)
def letters(text: str) -> str:
    """The folded text without blanks and punctuation; if nothing else is in it, without blanks."""
    folded = without_spaces(text)
    return folded.translate(_LETTERS) or folded


def simplify(text: str) -> str:
    """繁體 turned into 简体, by phrase."""
    return str(_converter("t2s").convert(text))


@lru_cache(maxsize=4096)
def in_script(text: str, script: str, language: str) -> str:
    """A text in the characters of `script`, Hans or Hant, in those of a Chinese reader; unchanged for all others."""
    tag = language.lower()
    if not tag.startswith("zh"):
        return text
    reads_simplified = tag.startswith(("zh-hans", "zh-cn", "zh-sg"))
    if reads_simplified == (script == "Hans"):
        return text
    return simplify(text) if reads_simplified else str(_converter("s2tw").convert(text))


def mainland(text: str) -> str:
    """A text of Taiwan as players on the mainland read it: in 简体 and with their words."""
    return _MAINLAND_WORDS.sub(lambda word: _MAINLAND[word[0]], _converter("tw2s").convert(text))


_HIRAGANA = {katakana: katakana - 0x60 for katakana in range(0x30A1, 0x30F7)}


def hiragana(text: str) -> str:
    """The text with hiragana for katakana: who searches for a reading may type either."""
    return text.translate(_HIRAGANA)


_WORD_STARTS = re.compile("(?<![a-z0-9])(?=[a-z0-9])")


@lru_cache(maxsize=65536)
def mark_word_starts(folded: str) -> str:
    """A folded text with a line break before each run of Latin letters and digits.

    Of two such texts one is a part of the other only where its first word begins one: SR is a part of SR+, not of SSR.
    """
    return _WORD_STARTS.sub("\n", folded)


@lru_cache(maxsize=65536)
def pinyin(text: str) -> tuple[str, str]:
    """The reading of a Chinese text without tones, and its initials: 雪女 gives ("xuenv", "xn"); "" for none."""
    from pypinyin import Style, lazy_pinyin

    syllables = lazy_pinyin(simplify(text), style=Style.NORMAL, errors="ignore", v_to_u=False)
    return "".join(syllables), "".join(syllable[0] for syllable in syllables)


_TONES = str.maketrans("ˊˇˋ˙", "2345")


@lru_cache(maxsize=65536)
def collation(text: str, language: str) -> str:
    """What lists sort a name by: 注音 in Taiwan, pinyin on the mainland, kana of either kind in Japanese."""
    from pypinyin import Style, lazy_pinyin

    if language.startswith("zh-hans"):
        return " ".join(lazy_pinyin(fold(text), style=Style.TONE3))
    if language.startswith("zh"):
        return " ".join(lazy_pinyin(normalize(text), style=Style.BOPOMOFO)).translate(_TONES)
    return hiragana(normalize(text)) if language.startswith("ja") else fold(text)
