"""Every code has a sentence, every sentence a code, and each says all that it is given."""

from typing import get_args

import pytest
from django.utils.translation import override

from deckbuilder.catalog.imports import files, lines, sentences
from deckbuilder.common.drawing.image_sources import Reason
from games.engine.reading.catalogs import maps
from games.engine.reading.catalogs.files import CODES
from games.engine.reading.catalogs.plan import WARNINGS
from games.engine.reading.catalogs.rows import PROBLEMS
from games.engine.rules.listed_changes import KINDS
from tests.deckbuilder.catalog.imports.import_examples import GAME
from tests.deckbuilder.languages import LANGUAGES

FILE_CODES = {**CODES, **maps.CODES, **files.CODES}
CELL_CODES = {**PROBLEMS, **files.CELL_CODES}

VALUES = {
    "row": 12,
    "limit": 200_000,
    "columns": ("name", "kind"),
    "cell": 9,
    "line": 7,
    "column": "tribute",
    "position": 131,
    "bound": "steps",
    "value": "dr|aw",
    "found": ("Nummer", "Titel"),
    "choices": ("unit", "spell"),
    "sheets": ("May", "June"),
    "parts": ("a.txt", "b.txt"),
    "size": 5_000_000,
    "packed": 4_000,
    "looks_like": "Big5",
    "lists": ("cards", "sets"),
    "titles": ("id", "no"),
    "title": "No.",
    "key": "columns",
    "game": "legions",
    "day": "2024-03-01",
    "codes": ("0007", "007"),
    "character": "U+0000",
}
HIDDEN = {("encoding", "position"), ("binary", "position"), ("binary", "line"), ("missing-column", "found")}


def params(code, names):
    values = {name: VALUES[name] for name in names}
    if code == "file-type":
        values["found"] = "exe"
    if code == "too-many-cells":
        values["columns"] = 8
    return values


def test_every_code_has_a_sentence_and_every_sentence_a_code():
    assert sentences.FILE_ERRORS.keys() == FILE_CODES.keys()
    assert sentences.PROBLEMS.keys() == CELL_CODES.keys()
    assert sentences.WARNINGS.keys() == set(WARNINGS)
    assert sentences.FURTHER_WARNINGS.keys() == {*get_args(Reason), "image-lost", "split"} - {""}
    assert sentences.OUTCOMES.keys() == set(lines.ORDER)


@pytest.mark.parametrize("code, names", FILE_CODES.items())
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_about_a_file_names_the_place_and_the_choices(code, names, language):
    with override(language):
        told = sentences.file_error(code, params(code, names))
    assert told
    assert "{" not in told
    for name in names:
        value = params(code, names)[name]
        if (code, name) not in HIDDEN and isinstance(value, str):
            assert value in told
        if (code, name) not in HIDDEN and isinstance(value, tuple):
            assert all(each in told for each in value)
        if name in ("row", "line", "cell") and (code, name) not in HIDDEN:
            assert str(value) in told


@pytest.mark.parametrize("code, names", CELL_CODES.items())
def test_the_sentence_about_a_cell_names_the_choices(code, names):
    told = sentences.problem({"code": code, "params": params(code, names)})
    assert "{" not in told
    assert all(choice in told for choice in params(code, names).get("choices", ()))


@pytest.mark.parametrize("code", WARNINGS)
def test_the_sentence_of_a_warning_names_card_and_column(code):
    values = {"1": ("A-1",), "": ("A-2",)}
    found = {"code": code, "column": "tribute", "name": "雪女", "values": values, "contains": ("貫穿", ";")}
    told = sentences.warning(found, GAME)
    assert "{" not in told
    without_column = {"unknown-keyword", "similar-names", "unknown-value", "similar-codes", "like-dates"}
    without_column |= {"above-titles", "outside-cards", "other-sheets"}
    assert ("tribute" in told.lower()) is (code not in without_column)
    assert ("雪女" in told) is (code in ("not-for-kind", "disagree", "data-missing", "unknown-value"))
    assert ("“1”" in told and "貫穿" in told) is (code in ("unknown-keyword", "joined-entries", "unknown-value"))
    assert ("A-1" in told and "A-2" in told) is (code in ("disagree", "similar-names"))


@pytest.mark.parametrize("code", KINDS)
def test_the_sentence_about_a_listed_card_names_it_and_its_lists(code):
    change = {"code": code, "column": "name", "name": "雪女", "values": {"雪姬": ("A-1",)}}
    sentence = sentences.warning(change | {"lists": ["League 1", "Cup 2"]}, GAME)
    assert "{" not in sentence
    assert "雪女 is on League 1, Cup 2" in sentence
    assert ("雪姬" in sentence) is (code not in ("listed-retired", "listed-deleted"))


@pytest.mark.parametrize("code", sentences.UPLOAD_ERRORS)
def test_what_stopped_an_upload_is_told(code):
    assert sentences.file_error(code, {"codes": ["R-1"]}).endswith(".")


@pytest.mark.parametrize(
    "found, told",
    [
        ({"row": 0, "column": ""}, "a list of objects"),
        ({"row": 0, "column": "NaN"}, "NaN"),
        ({"row": 3, "column": ""}, "Entry 3"),
        ({"row": 3, "column": "attack"}, "Entry 3 of the JSON, attack"),
    ],
)
def test_the_shape_of_json_is_told_where_it_is_wrong(found, told):
    assert told in sentences.file_error("json-shape", found)


@pytest.mark.parametrize("column, label", [("tribute", "Tribute"), ("retired", "retired"), ("notes", "notes")])
def test_columns_are_called_what_people_call_them(column, label):
    assert sentences.column_label(GAME, column) == label


def test_columns_are_called_so_in_chinese():
    with override("zh-hant"):
        assert sentences.column_label(GAME, "tribute") == "祭品"


@pytest.mark.parametrize("numbers, told", [([], ""), ([2], "2"), ([2, 3, 4, 9], "2–4, 9"), ([5, 7], "5, 7")])
def test_rows_are_told_as_ranges(numbers, told):
    assert lines.ranges(numbers) == told


def test_of_many_words_that_could_stand_in_an_effect_the_first_are_named():
    entry = {"code": "effect", "params": {"position": 6, "choices": ["[number]", *map(str, range(20)), "[end]"]}}
    assert sentences.problem(entry) == ("Character 6: expected a number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 10 more.")
