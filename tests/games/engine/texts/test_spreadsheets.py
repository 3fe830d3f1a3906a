"""CSV that spreadsheets may open: nothing in it runs, and nothing is lost."""

import csv

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.engine.texts.spreadsheets import guard, read_lines, unguard, write_lines

cells = st.text(st.sampled_from("'=+-@\t\r\n\",＝0３1.a雪") | st.characters(exclude_categories=["Cs"]), max_size=8)


@pytest.mark.parametrize("text", ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "＝1+1", "'=1", "--1"])
def test_what_a_spreadsheet_would_run_stands_behind_an_apostrophe(text):
    assert guard(text) == f"'{text}"


@pytest.mark.parametrize("text", ["3", "-3", "+2.5", "-", "雪女", "'tis", "a=b", ""])
def test_numbers_a_dash_and_words_stay_as_they_are(text):
    assert guard(text) == text


@given(cells)
@example("'=1")
@example("-3")
def test_the_guard_comes_off_again(text):
    assert unguard(guard(text)) == text


@given(cells)
def test_a_guarded_text_never_starts_a_formula(text):
    assert guard(text)[:1] not in tuple("=@＝＠\t\r") or not text


@given(st.lists(st.lists(cells, min_size=2, max_size=4), max_size=4))
def test_what_is_written_is_read(lines):
    read = [[unguard(cell) for cell in line] for line in read_lines(write_lines(lines))]
    assert read == lines


@pytest.mark.parametrize("text", ['a,"b\nc', 'a,"b"c\n'])
def test_a_quote_that_does_not_end_with_its_cell_is_an_error(text):
    with pytest.raises(csv.Error):
        list(read_lines(text))


def test_a_quote_within_a_cell_and_every_kind_of_line_end_are_fine():
    assert list(read_lines('5" disc,a\r\nb,"x\r\ny"\rc,d\n\ne')) == [
        ['5" disc', "a"],
        ["b", "x\r\ny"],
        ["c", "d"],
        [],
        ["e"],
    ]
