"""Romaji as people type it, in every common system."""

import pytest

from games.engine.texts.romaji import hiragana_of_romaji


@pytest.mark.parametrize(
    "romaji, kana",
    {
        "hinoko": "ひのこ",
        "neko": "ねこ",
        "kitto": "きっと",
        "matcha": "まっちゃ",
        "macchi": "まっち",
        "shashin": "しゃしん",
        "syasin": "しゃしん",
        "chitsufu": "ちつふ",
        "titsuhu": "ちつふ",
        "juujutsu": "じゅうじゅつ",
        "zyu": "じゅ",
        "gakkou": "がっこう",
        "kon'ya": "こんや",
        "konya": "こにゃ",
        "onna": "おんな",
        "tenno": "てんの",
        "shinbun": "しんぶん",
        "su-pa-": "すーぱー",
        "faito": "ふぁいと",
    }.items(),
)
def test_romaji_is_written_in_kana(romaji, kana):
    assert hiragana_of_romaji(romaji) == kana


@pytest.mark.parametrize("text", ["", "a", "no", "lantern", "spell", "hinok", "--", "雪女", "ひのこ", "fox2", "x"])
def test_other_words_and_single_kana_are_none(text):
    assert hiragana_of_romaji(text) == ""
