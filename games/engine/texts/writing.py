"""One spelling for the many ways a name is written: widths, cases, 繁簡 and Japanese forms, pinyin.

The only module of the rules that uses third-party packages (OpenCC, pypinyin); they load at the first use.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Any

_SPACES = re.compile(r"\s+")
_PUNCTUATION = str.maketrans(
    {"「": '"', "」": '"', "『": '"', "』": '"', "“": '"', "”": '"', "‘": "'", "’": "'", "・": "·", "‧": "·", "•": "·"}
    | {
        "—": "-",
        "–": "-",
        "−": "-",
        "‐": "-",
        "〜": "~",
        "、": ",",
        "。": ".",
        "【": "[",
        "】": "]",
        "〔": "[",
        "〕": "]",
    }
)
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


@lru_cache(maxsize=65536)
def _plain(char: str) -> str:
    """One character in its simplified Chinese form, by itself, so that a part of a name folds as in the whole.

    Repeated until nothing changes: 滬 becomes 沪, which is also the Japanese form of 濾, and all three must end alike.
    Chinese before Japanese: 衛 becomes 卫 at once, not first 衞, which has no simplified form.
    """
    if char < "\u2e80":
        return char
    simplify = _converter("t2s").convert
    for variant in (simplify(char), simplify(_converter("jp2t").convert(char))):
        if len(variant) == 1 and variant != char:
            return _plain(variant)
    return char


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """The text as it is compared: NFKC, lower case, one blank, plain punctuation, simplified characters."""
    text = unicodedata.normalize("NFKC", text).translate(_PUNCTUATION).casefold()
    return "".join(map(_plain, _SPACES.sub(" ", text).strip()))


def without_spaces(text: str) -> str:
    """The folded text without its blanks."""
    return fold(text).replace(" ", "")


def simplify(text: str) -> str:
    """繁體 turned into 简体, by phrase."""
    return str(_converter("t2s").convert(text))


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
