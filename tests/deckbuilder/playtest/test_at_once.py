"""Two who play one game at the same moment: nothing that either does is lost, and what both do is done once."""

from collections import Counter

import pytest
from django.test import TransactionTestCase

from deckbuilder.playtest import services
from deckbuilder.playtest.models import Playtest
from deckbuilder.playtest.selectors import tree_of
from tests.deckbuilder import samples
from tests.deckbuilder.at_once import at_once
from tests.deckbuilder.base import XLW
from tests.deckbuilder.playtest.base import sample_deck

pytestmark = [pytest.mark.databases, pytest.mark.slow]


class AtOnceTest(TransactionTestCase):
    def setUp(self) -> None:
        samples.load()
        self.playtest = services.start(sample_deck(XLW), seat="first", seed=7)

    def test_every_operation_at_a_node_is_a_branch_and_the_same_one_is_one_branch(self) -> None:
        def roll(number: int) -> None:
            services.do(Playtest.objects.get(pk=self.playtest.pk), 0, {"op": "roll", "sides": 2 + number // 2})

        at_once(roll, 16)
        nodes = self.playtest.nodes.exclude(parent=None)
        assert Counter(node.operation["sides"] for node in nodes) == Counter(range(2, 10))
        assert sorted(nodes.values_list("number", flat=True)) == list(range(1, 9))
        assert len(tree_of(self.playtest).children[0]) == 8

    def test_two_lines_grow_beside_each_other(self) -> None:
        ends = [0, 0]

        def play(number: int) -> None:
            for sides in range(2, 7):
                operation = {"op": "roll", "sides": sides + 20 * number}
                done = services.do(Playtest.objects.get(pk=self.playtest.pk), ends[number], operation)
                ends[number] = done.reached.node.number

        at_once(play, 2)
        tree = tree_of(self.playtest)
        for end in ends:
            steps, node = 0, end
            while (parent := tree.parents[node]) is not None:
                steps, node = steps + 1, parent
            assert steps == 5
        assert self.playtest.nodes.count() == 11
