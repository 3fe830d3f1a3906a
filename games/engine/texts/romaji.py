"""Romaji as people type it, turned into hiragana: hinoko is ひのこ."""

from __future__ import annotations

import re
from functools import lru_cache

_VOWELS = "aiueo"
_ROWS = {
    "": "あいうえお", "k": "かきくけこ", "s": "さしすせそ", "t": "たちつてと", "n": "なにぬねの", "h": "はひふへほ",
    "m": "まみむめも", "y": "や ゆ よ", "r": "らりるれろ", "w": "わ   を", "g": "がぎぐげご", "z": "ざじずぜぞ",
    "d": "だぢづでど", "b": "ばびぶべぼ", "p": "ぱぴぷぺぽ",
}  # fmt: skip
_GLIDES = {
    "ky": "き", "sy": "し", "sh": "し", "ty": "ち", "ch": "ち", "ny": "に", "hy": "ひ", "my": "み", "ry": "り",
    "gy": "ぎ", "zy": "じ", "jy": "じ", "j": "じ", "dy": "ぢ", "by": "び", "py": "ぴ",
}  # fmt: skip
_SMALL = dict(zip("aueo", "ゃゅぇょ", strict=True))
_OTHERS = {
    "shi": "し", "chi": "ち", "tsu": "つ", "fu": "ふ", "ji": "じ",
    "fa": "ふぁ", "fi": "ふぃ", "fe": "ふぇ", "fo": "ふぉ",
    "vu": "ゔ", "va": "ゔぁ", "vi": "ゔぃ", "ve": "ゔぇ", "vo": "ゔぉ", "thi": "てぃ", "dhi": "でぃ", "wi": "うぃ",
    "we": "うぇ", "-": "ー",
}  # fmt: skip
_SYLLABLES = (
    {f"{row}{vowel}": kana for row, line in _ROWS.items() for vowel, kana in zip(_VOWELS, line, strict=False)}
    | {f"{glide}{vowel}": kana + small for glide, kana in _GLIDES.items() for vowel, small in _SMALL.items()}
    | _OTHERS
)
_TOKEN = re.compile(
    "|".join(sorted((each for each, kana in _SYLLABLES.items() if kana.strip()), key=len, reverse=True))
    + r"|(?P<double>([kstpgzdbcfhjmrw])(?=\2)|t(?=ch))|(?P<n>n(?:n(?![aiueoy])|'|(?![aiueoy])))"
)


@lru_cache(maxsize=4096)
def hiragana_of_romaji(text: str) -> str:
    """A folded word in hiragana, "" if it is no romaji, or of a single kana."""
    if not text.isascii() or not text.strip("-'"):
        return ""
    parts: list[str] = []
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            return ""
        parts.append("っ" if token["double"] else "ん" if token["n"] else _SYLLABLES[token[0]])
        at = token.end()
    kana = "".join(parts)
    return kana if len(kana) > 1 else ""
