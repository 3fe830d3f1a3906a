"""Every violation is seen in the builder, in three languages, marks its cards, and its repair works."""

import re
from itertools import cycle
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from games.engine.model.violations import CODES
from games.engine.texts.writing import in_script
from tests.browser import steps
from tests.browser.conftest import Tour


class Case(NamedTuple):
    """A list that breaks one rule; what names it in three languages; and the cards it marks."""

    code: str
    text: str
    sentences: tuple[str, str, str]
    marks: tuple[str, ...] = ()


XLW = "game: xing-ling-wang\nrace: 喵喵賊\n[main]\n"
LEGIONS = "game: legions\n[master]\n1 夜航士セルカ\n[main]\n"
ZERO = "game: zero-dimension\n[main]\n"
TEAM = "game: asteriated-grail\n[team]\n"

CASES = [
    Case("zone.size", TEAM + "1 狂戰士\n1 天使\n1 賢者\n1 勇者\n1 神官", ("5 cards, 2 to 4", "5 張", "5 张")),
    Case("zone.kind", LEGIONS + "1 灯台守ミオリ", ("cannot be in", "不能放在", "不能放在"), ("灯台守ミオリ",)),
    Case(
        "copies",
        XLW + "2 魚乾會計",
        ("2 copies, at most 1", "2 張，最多 1 張", "2 张，最多 1 张"),
        ("魚乾會計",),
    ),
    Case(
        "declaration.missing",
        "game: xing-ling-wang\nrace:\n[main]\n1 魚乾會計",
        ("No Race chosen", "種族", "种族"),
    ),
    Case(
        "affiliation", XLW + "1 魚乾會計\n1 石牙鼓手", ("Neither 喵喵賊 nor neutral", "喵喵賊", "喵喵賊"), ("石牙鼓手",)
    ),
    Case("affiliation.missing", XLW + "1 許願紙鶴", ("The deck has no 喵喵賊 card", "喵喵賊", "喵喵賊")),
    Case(
        "sum.mana",
        "game: xing-ling-wang\nrace: 獸人\n[main]\n1 石牙鼓手\n6 開戰圖騰",
        ("mana in total; the limit is", "法力值", "法力值"),
        ("開戰圖騰",),
    ),
    Case(
        "card.data-missing",
        XLW + "1 漏掉尾款的委託書",
        ("is missing the", "圖鑑缺少", "图鉴缺少"),
        ("漏掉尾款的委託書",),
    ),
    Case(
        "card.data-disputed",
        XLW + "1 沒人說得準的帳目",
        ("1 (XLW-D001)", "XLW-D001", "XLW-D001"),
        ("沒人說得準的帳目",),
    ),
    Case(
        "card.unreleased", XLW + "1 還沒出獄的二當家", ("is not released until", "2027", "2027"), ("還沒出獄的二當家",)
    ),
    Case("card.unknown", XLW + "1 魚乾會記", ("No card is named “", "魚乾會記", "魚乾會記"), ("魚乾會記",)),
    Case("base.composition", TEAM + "1 狂戰士\n1 天使\n[base]\n9 聖盾", ("differs from the official", "官方", "官方")),
    Case(
        "team.exclusive",
        TEAM + "1 聖女\n1 矜貴之女\n1 天使",
        ("cannot be on the same team.", "同一", "同一"),
        ("聖女", "矜貴之女"),
    ),
    Case(
        "advice.off-colour",
        LEGIONS + "1 どんぐりの両替商",
        ("One core more", "魔法核", "魔法核"),
        ("どんぐりの両替商",),
    ),
    Case("advice.unusable", LEGIONS + "1 鐘を鋳る双子", ("Cannot be used", "無法使用", "无法使用")),
    Case(
        "series.mixed",
        "game: zero-dimension\nformat: official\n[main]\n2 追风的阿澈\n1 新生南星",
        ("mixes cards of 2 series", "2 個系列", "2 个系列"),
        ("新生南星",),
    ),
    Case("list.banned", ZERO + "1 见习舵手阿澈", ("is banned by Ban list", "Ban list", "Ban list"), ("见习舵手阿澈",)),
    Case("list.limited", ZERO + "3 追风的阿澈", ("Ban list 1 allows 1", "Ban list", "Ban list"), ("追风的阿澈",)),
    Case(
        "list.not-allowed",
        "game: zero-dimension\nformat: official\n[main]\n1 大勺厨师巴罗",
        ("is not allowed by Newcomers' pool", "Newcomers' pool", "Newcomers' pool"),
        ("大勺厨师巴罗",),
    ),
    Case(
        "list.other-set",
        "game: asteriated-grail\nformat: competition\n[team]\n1 狂戰士",
        ("Autumn season 1 does not allow", "Autumn season 1", "Autumn season 1"),
        ("狂戰士",),
    ),
    Case(
        "list.broken",
        "game: legions\nformat: mini\n[master]\n1 夜航士セルカ",
        ("Winter season 1 cannot be read in full", "Winter season 1", "Winter season 1"),
    ),
]

LOCALES = ("en", "zh-TW", "zh-CN")


def test_there_is_a_case_for_every_code() -> None:
    assert {case.code for case in CASES} == set(CODES)


def shown(page: Page, code: str, locale: str) -> str:
    """The sentence of a violation in the builder, in another language."""
    return page.evaluate(
        """async ([code, locale]) => {
          const answer = await fetch(location.href, { headers: { "Accept-Language": locale } })
          const other = new DOMParser().parseFromString(await answer.text(), "text/html")
          return other.querySelector(`#verdict [data-code="${code}"]`).textContent
        }""",
        [code, locale],
    )


@pytest.mark.parametrize("case, locale", [*zip(CASES, cycle(LOCALES))], ids=lambda each: getattr(each, "code", each))
def test_it_is_said_in_every_language_marked_and_repaired(tour: Tour, case: Case, locale: str) -> None:
    page = tour.visit(locale=locale)
    steps.bring(page, case.text)
    steps.unfold(page)
    finding = page.locator(f"#verdict [data-code='{case.code}']").first
    for language, sentence in zip(LOCALES, case.sentences, strict=True):
        assert sentence in shown(page, case.code, language)
    expect(finding).to_contain_text(case.sentences[LOCALES.index(locale)])
    for name in case.marks:  # the printed name, which readers of the other script see in theirs
        names = "|".join({re.escape(in_script(name, script, locale)) for script in ("Hant", "Hans")})
        named = page.locator(".name", has_text=re.compile(f"(?:{names})$"))
        row = page.locator("#deck .row").filter(has=named)
        expect(row).to_have_class(re.compile("is-bad|is-advice"))
    repair = finding.locator(".repair")
    if case.code == "list.broken":  # only staff can correct the list
        expect(repair).to_have_count(0)
        return
    if repair.evaluate("each => each.tagName") == "A":
        repair.click()
        page.locator("#pool .add-card").first.click()
    else:
        repair.click()
    expect(page.locator(f"#verdict [data-code='{case.code}']")).to_have_count(0)
