"""What holds of a deck after whatever was done to it, in whatever order."""

import json
import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from deckbuilder.common.input import InputError
from deckbuilder.decks import selectors, services
from deckbuilder.decks.changes.drafts import MAX_COPIES
from deckbuilder.decks.changes.edits import OPS
from deckbuilder.decks.changes.versions import version_of
from deckbuilder.decks.lists import codec
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck, DeckLine, RevisionState
from games.registry import get
from tests.deckbuilder.base import SiteTest

pytestmark = pytest.mark.databases

XLW_CODES = tuple(f"XLW-S{number:03}" for number in (*range(1, 9), 52, 97, 98))
LEGIONS_CODES = ("LGN-S001", "LGN-S003", "LGN-S104", *(f"LGN-S{number:03}" for number in (18, 19, 20, 35, 105)))
LOST = ("雪孃", "Foo (X-1)", "3 x 雪", "(?)", "a: b", "[x]", "# no comment", '=1+1, "so"')
ZONES = {"xing-ling-wang": ("main", "extra", "maybe"), "legions": ("main", "master", "maybe")}
CODES = {"xing-ling-wang": XLW_CODES, "legions": LEGIONS_CODES}
WORDS = st.text(st.characters(blacklist_categories=("Cs",)), max_size=20)


class State:
    """All that a change can change, in its order."""

    def __init__(self, deck, rows=None):
        if rows is None:
            deck = Deck.objects.get(pk=deck.pk)
            rows = DeckLine.objects.filter(deck=deck).select_related("printing")
        self.lines = [(row.zone, row.printing.code if row.printing else "", row.text, row.count) for row in rows]
        self.said = (deck.name, deck.format, deck.notes, deck.declarations)

    def __eq__(self, other):
        return (self.lines, self.said) == (other.lines, other.said)

    __hash__ = None

    def __repr__(self):
        return f"{self.said} {self.lines}"

    @property
    def counts(self):
        return {line[:3]: line[3] for line in self.lines}


class Editing(RuleBasedStateMachine):
    """People at one deck, one after the other. `before`: the states that undoing goes back to; `after`: redoing."""

    @initialize(game=st.sampled_from(tuple(ZONES)), lost=st.lists(st.sampled_from(LOST), unique=True, max_size=3))
    def begin(self, game, lost):
        self.game = get(game)
        self.deck = services.create(self.game, name="Parade")
        for position, text in enumerate(lost):
            DeckLine.objects.create(deck=self.deck, zone="main", text=text, count=2, position=position)
        self.first = self.now = State(self.deck)
        self.before, self.after = [], []
        self.past = {0: self.first}

    def change(self, make):
        """Do something; a change that is refused changes nothing, and one that changes nothing is not a change."""
        try:
            make()
        except InputError:
            assert State(self.deck) == self.now
            return
        state = State(self.deck)
        if state != self.now:
            self.before.append(self.now)
            self.after = []
        self.now = state

    @rule(data=st.data(), op=st.sampled_from(sorted(set(OPS) - {"rename", "notes", "format", "declare"})))
    def lines(self, data, op):
        zones, codes = st.sampled_from((*ZONES[self.game.slug], "")), st.sampled_from(CODES[self.game.slug])
        params = {
            "code": data.draw(codes),
            "zone": data.draw(zones),
            "to": data.draw(codes if op in ("reprint", "swap") else zones),
        }
        params["count"] = data.draw(st.sampled_from((None, 0, 1, 2, 3, MAX_COPIES, -1)))
        if op in ("resolve", "remove", "set", "move") and data.draw(st.booleans()):
            params["text"] = data.draw(st.sampled_from(LOST))
        given_params = {name: value for name, value in params.items() if value is not None}
        self.change(lambda: services.edit(self.deck, [(op, given_params)]))

    @rule(op=st.sampled_from((("rename", "name"), ("notes", "notes"))), words=WORDS)
    def say(self, op, words):
        self.change(lambda: services.edit(self.deck, [(op[0], {op[1]: words})]))

    @rule(value=st.sampled_from(("妖怪村莊", "喵喵賊", "", "中立")), format=st.sampled_from(("standard", "mini")))
    def declare(self, value, format):
        edits = [("declare", {"key": "race", "value": value}), ("format", {"format": format})]
        self.change(lambda: services.edit(self.deck, edits[:1] if self.game.declarations else edits[1:]))

    @rule(data=st.data())
    def several(self, data):
        codes = data.draw(st.lists(st.sampled_from(CODES[self.game.slug]), min_size=2, max_size=4))
        ops = data.draw(st.lists(st.sampled_from(("add", "remove")), min_size=len(codes), max_size=len(codes)))
        pairs = zip(ops, codes, strict=True)
        self.change(lambda: services.edit(self.deck, [(op, {"code": code, "zone": "main"}) for op, code in pairs]))

    @rule(which=st.randoms(use_true_random=False))
    def repair(self, which: random.Random):
        violations = selectors.verdict_on(to_deck(self.deck)).violations
        found = [each for each in violations if each.repair and each.repair.changes]
        if not found:
            return
        each = which.choice(found)
        keys = [card.key or card.name for card in each.cards]
        self.change(lambda: services.repair(self.deck, each.code, each.zone, keys))

    @precondition(lambda self: self.before)
    @rule()
    def undo(self):
        services.undo(self.deck)
        self.after.append(self.now)
        self.now = self.before.pop()
        assert State(self.deck) == self.now

    @precondition(lambda self: self.after)
    @rule()
    def redo(self):
        services.redo(self.deck)
        self.before.append(self.now)
        self.now = self.after.pop()
        assert State(self.deck) == self.now

    @rule(data=st.data())
    def restore(self, data):
        number = data.draw(st.sampled_from(sorted(self.past)))
        self.change(lambda: services.restore(self.deck, number))
        was = self.past[number]
        assert (self.now.counts, self.now.said[1], self.now.said[3]) == (was.counts, was.said[1], was.said[3])

    @rule(data=st.data())
    def name(self, data):
        services.name_version(self.deck, data.draw(st.sampled_from(sorted(self.past))), "Parade")

    @invariant()
    def every_version_is_the_deck_as_it_was(self):
        deck = Deck.objects.get(pk=self.deck.pk)
        self.past[deck.revision] = self.now
        for number, state in self.past.items():
            assert State(*version_of(deck, number)) == state

    @invariant()
    def what_can_be_turned_back_and_forth_is_known(self):
        for turns, state in ((self.before, RevisionState.STANDS), (self.after, RevisionState.UNDONE)):
            assert len(turns) == self.deck.revisions.filter(state=state).count()

    @invariant()
    def counts_are_possible(self):
        assert all(1 <= count <= MAX_COPIES for count in self.now.counts.values())

    @invariant()
    def revisions_are_numbered_without_a_gap(self):
        numbers = list(self.deck.revisions.order_by("number").values_list("number", flat=True))
        assert numbers == list(range(1, Deck.objects.get(pk=self.deck.pk).revision + 1))

    @invariant()
    def the_revisions_lead_from_the_first_deck_to_this(self):
        counts, said = Counter(self.first.counts), {"name": "Parade", "format": self.game.formats[0].slug, "notes": ""}
        for revision in self.deck.revisions.order_by("number"):
            for step in revision.steps:
                if "zone" in step:
                    place = (step["zone"], step.get("code", ""), step.get("text", ""))
                    assert counts[place] == step["from"]
                    counts[place] = step["to"]
                else:
                    key = step.get("field") or step["declare"]
                    assert said.get(key, "") == step["from"]
                    said[key] = step["to"]
        assert {place: count for place, count in counts.items() if count} == self.now.counts
        assert (said["name"], said["format"], said["notes"]) == self.now.said[:3]
        assert {key: said[key] for key in ("race",) if said.get(key)} == self.now.said[3]

    @precondition(lambda self: self.before)
    @rule(form=st.sampled_from(tuple(codec.FORMS)))
    def write_and_read_back(self, form):
        deck = Deck.objects.get(pk=self.deck.pk)
        mine = to_deck(deck)
        reading = codec.parse(codec.ListInput(codec.write(to_deck(deck), form), form, None))
        assert same(reading.deck) == same(mine)
        assert reading.deck.fingerprint == mine.fingerprint


def same(deck):
    """What makes two decks the same, whether they were read or stored: all but the order of their zones."""
    zones = {
        zone: [(entry.card.key, entry.code or entry.card.codes[0], entry.count) for entry in entries]
        for zone, entries in deck.sections.items()
        if entries
    }
    unknown = sorted((line.zone, line.text, line.count) for line in deck.all_unknown)
    return deck.game, deck.format, deck.name, dict(deck.declarations), zones, unknown


@pytest.mark.slow
class LawTest(SiteTest):
    def test_whatever_people_do(self):
        some = settings(max_examples=30, stateful_step_count=25, suppress_health_check=list(HealthCheck))
        run_state_machine_as_test(Editing, settings=some)

    def test_a_deck_is_as_it_was_after_undoing_everything_and_as_it_is_after_redoing_it(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade")
        first = State(deck)
        for op, params in (
            ("empty", {"zone": "main"}),
            ("add", {"code": "XLW-S001"}),
            ("declare", {"key": "race", "value": ""}),
            ("rename", {"name": "Other"}),
        ):
            services.edit(deck, [(op, params)])
        last = State(deck)
        for _ in range(4):
            services.undo(deck)
        assert State(deck) == first
        for _ in range(4):
            services.redo(deck)
        assert State(deck) == last

    def test_a_revision_is_plain_json(self):
        deck = services.edit(self.deck(), [("add", {"code": "XLW-S001"}), ("rename", {"name": "雪"})]).deck
        steps = deck.revisions.get().steps
        assert json.loads(json.dumps(steps)) == steps
        assert steps == [
            {"zone": "main", "code": "XLW-S001", "name": "提燈小狐", "from": 0, "to": 1, "at": 1},
            {"field": "name", "from": "Parade", "to": "雪"},
        ]
