"""Whose list a file is: its name as browsers, forms and file managers make it."""

import pytest

from deckbuilder.events.bulk.files import items
from deckbuilder.events.bulk.names import file_names

PATHS = {
    "王小明.txt": "王小明",
    "王小明 (1).txt": "王小明",
    "王小明（2）.txt": "王小明",
    "王小明(1) (2).txt": "王小明",
    "王小明 - 複本.txt": "王小明",
    "王小明 - 副本 (2).txt": "王小明",
    "王小明 - コピー.txt": "王小明",
    "「王小明」的副本.txt": "王小明",
    "Ann Lee copy 2.txt": "Ann Lee",
    "Ann Lee - Copy (2).txt": "Ann Lee",
    "Copy of Ann Lee.txt": "Ann Lee",
    "王小明.txt.txt": "王小明",
    "王小明.csv.txt": "王小明",
    "12345+王小明.txt": "王小明",
    "王小明_20261126.csv": "王小明",
    "Event/王小明/deck.txt": "王小明",
    "Event/王小明/牌組 (1).txt": "王小明",
    "round/Ann.txt": "Ann",
    "deck.txt": "deck",
    "4711.txt": "4711",
    "#12.txt": "#12",
    "Xerocopy.txt": "Xerocopy",
    "Copy.txt": "Copy",
}


@pytest.mark.parametrize("path", PATHS)
def test_what_programs_add_to_a_name_is_left_out(path):
    names = file_names(path)
    assert [names.player, *names.names][-1] == PATHS[path]


def test_the_name_as_it_is_comes_first():
    assert file_names("A (1).txt").player == "A (1)"


def test_parts_of_a_name_and_its_folder_are_guesses():
    assert file_names("cup/第03桌 王小明.txt").guesses == ["第03桌", "王小明", "cup"]


def test_a_text_may_have_another_ending():
    for ending in ("TXT", "text", "md"):
        (item,) = items([(f"Ann.{ending}", b"1 A")])
        assert (item.player, item.form, item.error) == ("Ann", "txt", "")
    for name in ("Ann", "Ann.ydk", "Ann.xlsx"):
        (item,) = items([(name, b"1 A")])
        assert item.error == "file-type"
