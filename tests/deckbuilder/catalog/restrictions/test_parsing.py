"""Restriction lists as they are typed: what a line must be, and how much of them is read."""

from unittest import mock

import pytest
from django.core.exceptions import ValidationError

from deckbuilder.catalog.restrictions import parsing
from deckbuilder.catalog.selectors import Lookup
from games.registry import get
from tests.deckbuilder.base import XLW, SiteTest

pytestmark = pytest.mark.databases

FOX = "提燈小狐"


class ReadTest(SiteTest):
    def read(self, text):
        return parsing.read(text, get(XLW))

    def wrong(self, text):
        """What is said of it."""
        with pytest.raises(ValidationError) as caught:
            self.read(text)
        return caught.value.messages

    def test_a_number_no_deck_reaches_is_refused_however_long_it_is(self):
        assert self.read(f"{FOX} = {parsing.MAX_COPIES}") == {FOX: parsing.MAX_COPIES}
        for copies in (str(parsing.MAX_COPIES + 1), "9" * 5_000):
            (told,) = self.wrong(f"{FOX} = {copies}")
            assert told.startswith("Line 1: At most 1000 copies can be set"), told

    def test_a_character_no_database_takes_is_named_by_its_line(self):
        for character in ("\0", "\ud800"):
            assert self.wrong(f"{FOX} = 1\na{character}b = 0") == [
                "Line 2: The text contains an unprintable character."
            ]

    def test_more_than_a_list_can_be_is_refused_before_a_card_is_looked_up(self):
        lines, letters = "a = 0\n" * parsing.MAX_LINES, "a" * (parsing.MAX_LETTERS + 1)
        with mock.patch.object(parsing, "Lookup", side_effect=AssertionError):
            assert self.wrong(lines) == ["A list can have at most 5000 lines."]
            assert self.wrong(letters) == ["A list can have at most 200000 characters."]

    def test_similar_names_and_other_names_are_looked_for_in_the_lines_that_are_told_alone(self):
        text = "\n".join(f"提燈小孤{number} = 0" for number in range(200))
        prefetched = mock.patch.object(Lookup, "prefetch", autospec=True, side_effect=Lookup.prefetch)
        searches = mock.patch.object(Lookup, "near", autospec=True, side_effect=Lookup.near)
        with prefetched as prefetched, searches as searches:
            assert len(self.wrong(text)) == parsing.SHOWN + 1
        assert searches.call_count == parsing.SHOWN
        assert all(len(each.args[1]) <= parsing.SHOWN for each in prefetched.call_args_list)
