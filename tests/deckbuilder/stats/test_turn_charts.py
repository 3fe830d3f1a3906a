"""Charts as coordinates."""

import pytest

from deckbuilder.stats.turn_charts import Series, lines


@pytest.mark.parametrize(
    ("values", "runs"),
    [
        ((1, 2, 3), [["1", "2", "3"]]),
        ((1, None, 3, 4), [["1"], ["3", "4"]]),
        ((None, 2, None, None), [["2"]]),
    ],
)
def test_a_line_is_not_drawn_over_values_that_are_missing(values, runs):
    series = Series("Clock", values, [str(value) for value in values])
    drawing = lines("clock", "", "", [str(step) for step in range(len(values))], [series], axis="Turn", measure="")
    (line,) = drawing.lines
    assert [[point.text for point in run] for run in line.runs] == runs
    assert len(line.paths) == len(runs)
    assert line.paths[-1].count(",") == len(runs[-1])
