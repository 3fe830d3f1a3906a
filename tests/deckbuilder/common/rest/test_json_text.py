"""JSON that is written at once is the same, letter by letter."""

import json

from hypothesis import given
from hypothesis import strategies as st

from deckbuilder.common.rest.json_text import indented_json

LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(
    LEAVES, lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(), inside, max_size=4)
)


@given(VALUES)
def test_it_is_what_the_library_writes(value):
    assert indented_json(value) == json.dumps(value, ensure_ascii=False, indent=1)


@given(VALUES)
def test_further_in_it_stands_as_a_part_of_something_larger(value):
    whole = json.dumps({"each": [value]}, ensure_ascii=False, indent=1)
    assert f'{{\n "each": [\n  {indented_json(value, 2)}\n ]\n}}' == whole
