"""Forms of Japanese verbs at the end of a phrase, which is written in the dictionary form."""

from __future__ import annotations

_CONTINUATIVE = {"う": "い", "く": "き", "ぐ": "ぎ", "す": "し", "つ": "ち", "ぬ": "に", "ぶ": "び", "む": "み"}
_TE = {"う": "って", "く": "いて", "ぐ": "いで", "す": "して", "つ": "って", "ぬ": "んで", "ぶ": "んで", "む": "んで"}
_GODAN_RU = ("送る", "取る", "切る", "減る", "なる", "ある", "残る")
"""Verbs in る that lose it in no form."""


def continuative(phrase: str) -> str:
    """`戻し` for `戻す`: what another phrase follows."""
    if phrase.endswith("する"):
        return phrase[:-2] + "し"
    if phrase.endswith("ない"):
        return phrase[:-1] + "く"
    if phrase.endswith(_GODAN_RU):
        return phrase[:-1] + "り"
    return phrase[:-1] + _CONTINUATIVE.get(phrase[-1:], "")


def te(phrase: str) -> str:
    """`戻して` for `戻す`."""
    if phrase.endswith("する"):
        return phrase[:-2] + "して"
    if phrase.endswith("ない"):
        return phrase[:-2] + "なくて"
    if phrase.endswith(_GODAN_RU):
        return phrase[:-1] + "って"
    return phrase[:-1] + _TE.get(phrase[-1:], "て")


def may(phrase: str) -> str:
    """`戻してもよい` for `戻す`."""
    return te(phrase) + "もよい"
