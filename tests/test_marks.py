"""Which modules a run with certain marks imports."""

import pytest

from tests.marks import can_match, marks_named


@pytest.mark.parametrize(
    "expression, named, expected",
    [
        ("slow", [], False),
        ("slow", ["slow", "databases"], True),
        ("databases and not exhaustive", ["slow"], False),
        ("databases and not exhaustive", ["databases", "exhaustive"], True),
        ("slow or browser or exhaustive", ["databases"], False),
        ("not exhaustive and not slow", [], True),
        ("not exhaustive and not slow", ["slow", "exhaustive"], True),
    ],
)
def test_a_module_is_imported_where_a_test_may_be_chosen(expression, named, expected):
    assert can_match(expression, set(named)) == expected


def test_marks_are_found_where_they_stand(tmp_path):
    module = tmp_path / "test_some.py"
    module.write_text("pytestmark = pytest.mark.slow\n\n@pytest.mark.parametrize('databases', [])\n", encoding="utf-8")
    assert marks_named(module) == {"slow"}
    (tmp_path / "browser").mkdir()
    assert marks_named(module.rename(tmp_path / "browser" / "test_some.py")) == {"slow", "browser"}
