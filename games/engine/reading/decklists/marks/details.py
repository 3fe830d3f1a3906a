"""Details beside a card's name: a set and its number, a rarity, a foil mark, tags, a note. Each is a form of its own
in BEHIND and BEFORE."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from games.engine.reading.decklists.counts import MAX_COUNT, numbers
from games.engine.reading.decklists.ways import Way, Ways, ways

MAX_DETAILS = 3
"""How many details one name may have."""

MAX_LENGTH = 120
"""Longer texts are not read with details."""

MAX_READINGS = 60
"""The most ways that are tried of dividing a line into its name and details."""

Sort = Literal["mark", "set", "count", "note", "word"]


class Detail(NamedTuple):
    """Something beside a name, and its `value` and `number`.

    A `mark` says nothing about the card; a `set` says which printing it is; a `count` may be the quantity or something
    else; a `note` in brackets and a bare `word` may be a fact about the card.
    """

    sort: Sort
    text: str
    value: str = ""
    number: str = ""


class Detailed(NamedTuple):
    """A text read as a name, or a printing's number, with details."""

    way: Way
    details: tuple[Detail, ...]


class Form(NamedTuple):
    """A kind of detail. `pattern` has groups `rest`, and `value` and `number` where it says something."""

    sort: Sort
    pattern: re.Pattern[str]


_SET = r"(?P<value>[A-Za-z][A-Za-z0-9]{1,7})"
_NUMBER = r"#?(?P<number>\d{1,4})[a-z]?"
_COST = r"(?:\d{1,2}\s*(?:コスト|費|费|核|コア|マナ|cost\b)|(?:コスト|費用?|费用?|マナ|cost)\s*[:：]?\s*\d{1,2})"
_FINISHES = "foil|holo|etched|promo|proxy|閃卡?|闪卡?|異圖|异画|平行|ホロ|パラレル"
_REST = r"(?P<rest>.+?)"
BEHIND = (
    Form("mark", re.compile(rf"{_REST}\s*(?:\*[A-Z]{{1,3}}\*|\^[^^]*\^)")),
    Form("mark", re.compile(rf"{_REST}\s+(?:{_FINISHES})", re.I)),
    Form("mark", re.compile(rf"{_REST}\s*[(（\[［【〔<＜]\s*(?:{_FINISHES}|NM|LP|MP|HP)\s*[)）\]］】〕>＞]", re.I)),
    Form("mark", re.compile(rf"{_REST}\s*[(（\[［【]?{_COST}[)）\]］】]?", re.I)),
    Form("mark", re.compile(rf"{_REST}\s*[※＊]+")),
    Form("count", re.compile(rf"{_REST}\s*(?P<number>[①-⑳❶-❿➀-➉➊-➓])")),
    Form("mark", re.compile(rf"{_REST}\s+[#＃][^\s#＃\d][^\s#＃]*")),
    Form("word", re.compile(rf"{_REST}\s+[★☆◆◇●○•・♦♥♠♣■□▲△]+\s*(?P<value>[^\s★☆◆◇●○•・]{{0,4}})")),
    Form("set", re.compile(rf"{_REST}\s*[(（\[［【]\s*{_SET}\s*[)）\]］】]\s*{_NUMBER}")),
    Form("set", re.compile(rf"{_REST}\s*[(（\[［【]\s*{_SET}\s*[:：#\s]\s*{_NUMBER}\s*[)）\]］】]")),
    Form("set", re.compile(rf"{_REST}\s+(?P<value>[A-Z][A-Z0-9]{{1,7}})\s+{_NUMBER}")),
    Form("set", re.compile(rf"{_REST}\s+[#＃](?P<number>\d{{1,4}})")),
    Form(
        "note",
        re.compile(
            rf"{_REST}\s*[(（\[［【〔《〈<＜]\s*(?P<value>[^()（）\[\]［］【】〔〕《》〈〉<>\d]{{1,40}}?)\s*[)）\]］】〕》〉>＞]"
        ),
    ),
    Form("word", re.compile(rf"{_REST}\s*[\s·・:：/|_-]\s*(?P<value>[^\s\d·・:：/|_-]{{1,12}})")),
)
BEFORE = (
    Form("mark", re.compile(rf"[(（\[［【]?{_COST}[)）\]］】]?[\s:：]*(?P<rest>.+)", re.I)),
    Form(
        "note",
        re.compile(
            r"[(（\[［【〔<＜]\s*(?P<value>[^()（）\[\]［］【】〔〕<>\d]{1,20}?)\s*[)）\]］】〕>＞]\s*(?P<rest>.+)"
        ),
    ),
    Form("word", re.compile(r"(?P<value>[^\s\d·・:：/|_-]{1,12})\s*[\s·・:：/|_-]\s*(?P<rest>.+)")),
    Form("word", re.compile(r"(?P<value>[^\x00-\x7f\d]{1,2}色)(?P<rest>.+)")),
)
_CODE_WITH_BLANKS = re.compile(r"[A-Za-z]{1,5}(?:[\s_.-]+[A-Za-z0-9]{1,5})*[\s_.-]+[A-Za-z]{0,3}\d{2,5}")


@lru_cache(maxsize=4096)
def readings(line: str) -> Sequence[Detailed]:
    """Every way to read a text as a card with details, and as a printing's number with blanks for its dashes."""
    readings_in_order: dict[Detailed, None] = {}
    for way in dict.fromkeys(ways(line).candidates):
        if not 1 <= way.quantity <= MAX_COUNT:
            continue
        if _CODE_WITH_BLANKS.fullmatch(way.text):
            code = re.sub(r"[\s_.-]+", "-", way.text)
            readings_in_order.setdefault(Detailed(Way(way.quantity, code), ()))
        has_count = len(numbers(way.text)) < len(numbers(line))
        for rest, details in _without_details(way.text):
            rests = [Way(way.quantity, rest)] if has_count else ways(rest).candidates
            for each in rests:
                readings_in_order.setdefault(Detailed(each, details))
            if len(readings_in_order) >= MAX_READINGS:
                return tuple(readings_in_order)[:MAX_READINGS]
    return tuple(readings_in_order)


def _without_details(text: str) -> Iterator[tuple[str, tuple[Detail, ...]]]:
    """The text without one detail, two, and so on."""
    texts: list[tuple[str, tuple[Detail, ...]]] = [(text, ())]
    for _ in range(MAX_DETAILS):
        shorter: dict[str, tuple[Detail, ...]] = {}
        for each, details in texts:
            for form in (*BEHIND, *BEFORE):
                match = form.pattern.fullmatch(each)
                if match and (rest := match["rest"].strip()):
                    detail = _detail(form.sort, each, rest, match.groupdict())
                    shorter.setdefault(rest, (*details, detail))
        texts = list(shorter.items())
        yield from texts


def _detail(sort: Sort, text: str, rest: str, groups: dict[str, str | None]) -> Detail:
    said = text.replace(rest, "", 1).strip(" \t·・:：/|_")
    value, number = groups.get("value") or "", groups.get("number") or ""
    return Detail(sort if value or number else "mark", said, value.strip(), number)


def detail_ways(line: str) -> Iterator[Ways]:
    """The same readings as ways, whose names and numbers are to be looked up."""
    candidates = tuple(dict.fromkeys(each.way for each in readings(line)))
    if candidates:
        yield Ways(candidates, candidates[0])
