"""Every way a line may be read, without knowing a single card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.reading.decklists.lines import MAX_BYTES, MAX_LINES, DeckListError, pieces, validate
from games.engine.reading.decklists.ways import Way, split_brackets, ways
from games.engine.texts.visible import clean, is_visible


@pytest.mark.parametrize(
    "line, quantity, text",
    [
        ("1 雪女", 1, "雪女"),
        ("2x 雪女", 2, "雪女"),
        ("2X 雪女", 2, "雪女"),
        ("2 x 雪女", 2, "雪女"),
        ("2 × 雪女", 2, "雪女"),
        ("2× 雪女", 2, "雪女"),
        ("2×雪女", 2, "雪女"),
        ("2x雪女", 2, "雪女"),
        ("２ｘ　雪女", 2, "雪女"),
        ("１２ 雪女", 12, "雪女"),
        ("雪女 x2", 2, "雪女"),
        ("雪女x2", 2, "雪女"),
        ("雪女×２", 2, "雪女"),
        ("Storm Dragon x 3", 3, "Storm Dragon"),
        ("雪女", 1, "雪女"),
        ("2xenon", 1, "2xenon"),
        ("Linux2", 1, "Linux2"),
        ("1 雪女 (S-1)", 1, "雪女 (S-1)"),
        ("0 雪女", 0, "雪女"),
        ("-1 雪女", -1, "雪女"),
        ("−4x 雪女", -1, "雪女"),
        ("雪女 x0", 0, "雪女"),
        ("鈾238 2", 2, "鈾238"),
        ("鈾238 2枚", 2, "鈾238"),
        ("S-1 3", 3, "S-1"),
        ("雪女 - 2", 2, "雪女"),
        ("12 30", 1, "12 30"),
        ("12:30", 1, "12:30"),
        ("・3×《雪女》/", 3, "雪女"),
        ("3張雪女", 3, "雪女"),
        ("1000 雪女", 1000, "雪女"),
        ("9" * 5000 + " 雪女", 1000, "雪女"),
        ("0003 雪女", 3, "雪女"),
        ("1.5 雪女", 1, "1.5 雪女"),
        ("1x 2x 雪女 (?)", 1, "2x 雪女"),
        ("雪女 x2 (?)", 1, "雪女 x2"),
    ],
)
def test_a_line_that_names_no_card_is_taken_for_its_quantity_and_the_rest(line, quantity, text):
    assert ways(clean(line)).default == Way(quantity, text)


@pytest.mark.parametrize(
    "line, tried",
    [
        ("雪女", [Way(1, "雪女")]),
        ("3 Musketeers", [Way(1, "3 Musketeers"), Way(3, "Musketeers")]),
        ("3x Musketeers", [Way(3, "Musketeers"), Way(1, "3x Musketeers")]),
        ("Unit x2", [Way(1, "Unit x2"), Way(2, "Unit")]),
        ("雪女 x2 (S-1)", [Way(1, "雪女 x2 (S-1)"), Way(2, "雪女 (S-1)")]),
        ("1x Unit x2 (?)", [Way(1, "Unit x2")]),
    ],
)
def test_the_ways_to_read_a_line_come_in_their_order(line, tried):
    assert list(ways(line).candidates) == tried


@pytest.mark.parametrize(
    "text, pairs",
    [
        ("雪女", []),
        ("雪女 (S-1)", [("雪女", "S-1")]),
        ("雪女（Ｓ-1）", [("雪女", "Ｓ-1")]),
        ("雪女【S-1】", [("雪女", "S-1")]),
        ("雪女 [S-1)", []),
        ("(S-1)", [("", "S-1")]),
        ("雪女 ()", []),
        ("雪女 (改) (S-1)", [("雪女", "改) (S-1"), ("雪女 (改)", "S-1")]),
        ("雪女 (S-1(金))", [("雪女", "S-1(金)"), ("雪女 (S-1", "金)")]),
    ],
)
def test_a_number_stands_in_brackets_behind_the_name(text, pairs):
    assert list(split_brackets(text)) == pairs


@pytest.mark.parametrize(
    "line, kind, key, value",
    [
        ("", "blank", "", ""),
        ("  \u3000", "blank", "", ""),
        ("# 雪女", "comment", "", "雪女"),
        ("＃ 雪女", "comment", "", "雪女"),
        ("// 雪女", "comment", "", "雪女"),
        ("[main]", "zone", "", "main"),
        ("【 主牌組 】", "zone", "", "主牌組"),
        ("game: small", "header", "game", "small"),
        ("種族：妖怪", "header", "種族", "妖怪"),
        ("name:", "header", "name", ""),
        ("deck name : a: b", "header", "deck name", "a: b"),
        ("https://example.org/decks/1", "comment", "", ""),
        ("1 星：夜", "line", "", ""),
        ("[R] 雪女 [S-1]", "line", "", ""),
        ("雪女", "line", "", ""),
        ("2x 雪奴 (?)", "card", "", ""),
    ],
)
def test_a_line_is_of_one_kind(line, kind, key, value):
    (piece,) = pieces(line)
    assert (piece.kind, piece.key, piece.value) == (kind, key, value)


def test_lines_have_the_numbers_an_editor_shows():
    found = [(piece.line, piece.text) for piece in pieces("\ufeffa\r\nb\rc\n\u200b d \u3000 e")]
    assert found == [(1, "a"), (2, "b"), (3, "c"), (4, "d e")]


def test_marks_nobody_sees_are_no_part_of_a_line_and_what_joins_an_emoji_is():
    assert clean("雪\u00ad女\u202e\u2069 \u200b") == "雪女"
    assert clean("👩\u200d🚀 ❤\ufe0f") == "👩\u200d🚀 ❤\ufe0f"


def test_what_leaves_no_mark_on_the_page_is_not_seen():
    for text in (
        "",
        " \n",
        "\u3164",
        "\u115f \uffa0",
        "\u2800",
        "\u00ad",
        "\u200b\u200d\ufe0f",
        "\u2028",
        "\U000e0020",
    ):
        assert not is_visible(text), ascii(text)
    for text in ("雪", "\u3164雪", "👩\u200d🚀", "❤\ufe0f", ".", "é"):
        assert is_visible(text), ascii(text)


@pytest.mark.parametrize(
    "text, line, code",
    [
        ("a\nb\0", 2, "unprintable"),
        ("a\r\n\r\n\x1b[1m", 3, "unprintable"),
        ("\ud800", 1, "unprintable"),
        ("雪" * (MAX_BYTES // 3 + 1), 0, "too-long"),
        ("\n" * (MAX_LINES + 1), 0, "too-long"),
    ],
)
def test_a_text_that_is_no_list_is_refused(text, line, code):
    with pytest.raises(DeckListError) as raised:
        validate(text)
    assert (raised.value.line, raised.value.code) == (line, code)


def test_the_longest_list_is_read():
    assert len(list(pieces("a\n" * MAX_LINES))) == MAX_LINES + 1
    assert len(list(pieces("\n".join("a" * MAX_LINES)))) == MAX_LINES


@given(
    st.text(
        st.sampled_from("12０-xX×ｘ ()[]（）【】?？:雪女aB#/") | st.characters(exclude_categories=["C", "Z"]),
        max_size=20,
    )
)
def test_a_text_behind_its_quantity_and_before_a_question_mark_is_kept_as_it_is(text):
    text = clean(text)
    if text and not text.endswith(("(?)", "(？)", "（?）", "（？）")):
        assert ways(f"7x {text} (?)").default == Way(7, text)
