"""The dearest deck lists that anybody can send take a bounded number of look-ups, whatever they are made of."""

from unittest import mock

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from deckbuilder.catalog import selectors
from deckbuilder.catalog.selectors import Lookup, _sharing
from deckbuilder.decks.lists import codec
from games.engine.reading.decklists import guess, hints, joining, reader, tables
from games.engine.reading.decklists.lines import MAX_BYTES, MAX_LINES, MAX_PART_WAYS, pieces
from games.engine.reading.decklists.marks import matching
from games.engine.reading.decklists.marks.details import MAX_READINGS
from games.engine.reading.decklists.marks.matching import MAX_TEXTS
from games.engine.reading.decklists.match import match
from games.engine.reading.decklists.parsing import MAX_NEAR
from games.engine.reading.decklists.ways import only_way
from games.registry import get
from tests.deckbuilder.base import SiteTest

XLW = get("xing-ling-wang")
SIMILAR = "提燈小孤"

LINES = {
    "names nobody has": "1 nobody {}",
    "similar names": SIMILAR + "{}",
    "similar names with numbers": f"2x {SIMILAR}{{}} (B{{}})",
    "every mark there is": f"No.{{}} ・{SIMILAR} ({{}})(x3)",
    "titles of zones": "[zone{}]",
    "titles of sections": "【甲{}】乙{}",
    "headers": "key{}: value",
    "heads of tables": "name|code|quantity",
    "heads of two tables": "name|code|quantity\ncode|name|quantity",
    "rows and heads": f"name|code|quantity\n{SIMILAR}{{}}|B{{}}|3",
    "words on a line": "/".join(f"a{{}}{at}" for at in range(190)),
    "details": f"{SIMILAR}{{}} [SR] (AB) 12 *F*",
    "notes": f"1 {SIMILAR}（甲{{}}）（乙）",
    "names between blanks": " ".join(f"a{at}b{{}}" for at in range(12)),
    "mistyped numbers": "1 XLW-O{}",
    "tags": "<li><b>1</b> nobody {}</li>",
    "cards on a line": "、".join([SIMILAR] * 60),
}


def filled(line):
    """So many of these lines as one list may have."""
    made, size = [], 0
    for number in range(MAX_LINES):
        more = line.replace("{}", str(number)).split("\n")
        size += sum(len(each.encode()) + 1 for each in more)
        if size > MAX_BYTES or len(made) + len(more) > MAX_LINES:
            break
        made += more
    return "\n".join(made)


@pytest.mark.slow
class WorstListTest(SiteTest):
    def counted(self, text):
        """How many matches, rows of tables, searches for similar names, and queries it takes to read a list."""
        matches, rows = mock.Mock(side_effect=match), mock.Mock(side_effect=only_way)
        searches = mock.Mock(side_effect=_sharing)
        with pytest.MonkeyPatch.context() as patch, CaptureQueriesContext(connection) as asked:
            for module in (reader, guess, hints, joining, matching):
                patch.setattr(module, "match", matches)
            patch.setattr(tables, "only_way", rows)
            patch.setattr(selectors, "_sharing", searches)
            codec.parse(codec.ListInput(text, "txt", XLW))
        return matches.call_count, rows.call_count, searches.call_count, len(asked)

    def test_every_list_is_bounded(self):
        for name, line in LINES.items():
            with self.subTest(name):
                matches, rows, searches, queries = self.counted(filled(line))
                assert matches <= 4 * MAX_LINES + MAX_PART_WAYS + MAX_TEXTS * MAX_READINGS
                assert rows <= 2 * MAX_LINES
                assert searches <= MAX_NEAR
                assert queries <= 400

    def test_lines_with_several_cards_are_taken_apart_while_the_budget_lasts(self):
        for name in ("words on a line", "cards on a line"):
            parted = [piece.parts for piece in pieces(filled(LINES[name])) if piece.parts]
            counts = [sum(len(each.candidates) for each in parts.ways.values()) for parts in parted]
            assert sum(counts[:-1]) <= MAX_PART_WAYS < sum(counts)


class LookupTest(SiteTest):
    def test_looking_up_what_is_known_copies_nothing(self):
        lookup = Lookup(XLW)
        names = [f"nobody {number}" for number in range(500)]
        lookup.prefetch(names, names)
        before = [id(each) for each in (lookup._names, lookup._unspaced, lookup._codes)]
        with mock.patch.object(Lookup, "prefetch") as again:
            for name in names:
                assert not lookup.find(name)
                assert not lookup.find_without_spaces(name)
                assert lookup.by_code(name) is None
        assert not again.called
        assert before == [id(each) for each in (lookup._names, lookup._unspaced, lookup._codes)]
