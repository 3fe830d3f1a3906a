"""Settling a line of a list decides which card it is, and never how many copies there are."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games import registry
from games.engine.model.cards import Printing
from games.engine.reading.catalogs.catalog import Catalog
from games.engine.reading.decklists.answers import Answer, likely_count, open_lines, resolve_lines
from games.engine.reading.decklists.parsing import read
from tests.catalogs import load_catalog

CATALOGS = {game.slug: load_catalog(game) for game in registry.GAMES}
NUMERALS = dict(zip("一二三四五六七八九", range(1, 10), strict=True)) | {"兩": 2, "十": 10, "十二": 12}
STATED = (
    *("{n}x {c}", "{n} × {c}", "{n}枚 {c}", "{c} x{n}", "{c}×{n}", "{c} {n}枚", "{c}（{n}枚）", "{c} ×{n}", "{n} {c}"),
    *("{c} {n}", "{c}：{n}", "**{n}x** _{c}_", "> **{n}** {c}", "`{n} {c}`", "{c} ★ {n}枚", "{c} {n}枚 120円"),
    *("{n} {c} ¥120", "[2] {c} x{n}", "2コスト {c} {n}枚", "{c}\u3000{n}枚"),
)
"""Lines whose quantity is certain."""
UNCLEAR = (
    *("{c}{n}", "{c}（{n}）", "{c}[{n}]", "{c} ({n})", "{c}\t{n}\t120\t360", "{n} {c} 7", "7 {c} {n}", "{c} No.{n}"),
    *("3\t{c}\tthree\t{n}", "7. {c} {n}", "{c} {n} / 5", "{n}/{c}/120", "{c} @{n}", "{c} costs 2, {n} of them"),
)
GAME = registry.get("legions")


def mistyped(name):
    """The name with another character in the middle."""
    middle = len(name) // 2
    other = "ヰ" if not name.isascii() else "q"
    return name[:middle] + other + name[middle + 1 :]


def suggestions(line, cards):
    codes = [choice.code for choice in line.choices]
    return codes + [card.codes[0] for name in line.near for card in cards.find(name)]


def copies(deck):
    return sum(entry.count for entry in deck.maybe)


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)
def test_the_count_after_settling_is_the_count_written(game):
    cards = CATALOGS[game.slug]
    names = sorted({name for card in cards.cards.values() for name in card.names})

    @given(st.sampled_from(names), st.sampled_from(STATED + UNCLEAR), st.integers(1, 99), st.booleans())
    @example(names[0], "{c}{n}", 3, True)
    @example("Holy Light" if "Holy Light" in names else names[0], "{c}{n}", 1, False)
    @example("聖光" if "聖光" in names else names[0], "{c}（{n}）", 1, False)
    def holds(name, form, count, wrong):
        text = form.format(n=count, c=mistyped(name) if wrong else name)
        reading = read(f"[maybe]\n{text}", cards, game)
        already = copies(reading.deck)
        if reading.receipt.is_settled:
            assert already == count, text
        for at, line in open_lines(reading.receipt):
            for code in suggestions(line, cards):
                settled = resolve_lines(reading, {at: Answer(code)}, game, cards)
                is_open = at in dict(open_lines(settled.receipt))
                assert is_open or copies(settled.deck) - already == count, (text, code)
                assert likely_count(line) in (None, count), text
                if is_open:
                    stated = resolve_lines(reading, {at: Answer(code, count)}, game, cards)
                    assert copies(stated.deck) - already == count

    holds()


@pytest.mark.parametrize("numeral, count", NUMERALS.items())
@pytest.mark.parametrize("form", ["{c} {n}張", "{c}{n}枚", "{n}枚　{c}", "{n}张{c}"])
def test_a_quantity_in_words_is_read(form, numeral, count):
    text = form.format(c="提灯おばけの子", n=numeral)
    (entry,) = read(text, CATALOGS["legions"], GAME).deck.zones["main"]
    assert entry.count == count
    (line,) = read(text.replace("子", "了"), CATALOGS["legions"], GAME).deck.unknown
    assert (line.text, line.count) == ("提灯おばけの了", count)


def test_a_number_in_the_name_of_a_card_is_no_quantity():
    cards = Catalog(GAME, [Printing("T-1", "-2度の旅人", "minion"), Printing("T-2", "三つ子の鬼 二", "minion")])
    for text, count in (("3 -2度の旅入", 3), ("三つ子の兎 二 x2", 2)):
        reading = read(text, cards, GAME)
        ((at, line),) = open_lines(reading.receipt)
        (code,) = suggestions(line, cards)
        settled = resolve_lines(reading, {at: Answer(code, likely_count(line))}, GAME, cards)
        assert settled.deck.zones["main"][0].count == count
