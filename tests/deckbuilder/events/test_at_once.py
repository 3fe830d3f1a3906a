"""Many people, or many tabs, at one event at the same moment: one truth is left, with its history."""

from datetime import timedelta

from django.test import TransactionTestCase
from django.utils import timezone

from deckbuilder.accounts.models import User
from deckbuilder.events import selectors, services
from deckbuilder.events.errors import EventError
from deckbuilder.events.models import Entry, Role, Submission
from games.registry import get
from tests.deckbuilder import samples
from tests.deckbuilder.base import XLW
from tests.deckbuilder.decks.test_at_once import at_once
from tests.deckbuilder.events.base import LEGAL, OTHER, read


def code_of(work, *arguments, **options):
    """What an attempt came to: "" or the code of the error."""
    try:
        work(*arguments, **options)
    except EventError as error:
        return error.code
    return ""


class AtOnceTest(TransactionTestCase):
    def setUp(self):
        samples.load([get(XLW)])
        self.people = [User.objects.create(username=f"player{number}") for number in range(12)]
        self.alice = self.people[0]
        day = timezone.now() + timedelta(days=30)
        self.event = services.create(get(XLW), by=self.alice, name="Cup", starts_at=day, deadline=day, capacity=5)

    def numbers(self):
        return list(self.event.log.order_by("number").values_list("number", flat=True))

    def test_the_last_places_are_given_once(self):
        codes = at_once(lambda number: code_of(services.register, self.event, by=self.people[number]), 12)
        assert sorted(codes) == [""] * 5 + ["full"] * 7
        assert sorted(Entry.objects.values_list("number", flat=True)) == [1, 2, 3, 4, 5]
        assert self.numbers() == [1, 2, 3, 4, 5, 6]

    def test_registering_in_many_tabs_enters_once(self):
        at_once(lambda number: services.register(self.event, by=self.alice), 8)
        assert Entry.objects.count() == 1
        assert self.numbers() == [1, 2]

    def test_a_form_sent_many_times_hands_in_once(self):
        entry = services.register(self.event, by=self.alice)
        deck = read(LEGAL)
        found = at_once(lambda number: services.submit(entry, deck, by=self.alice, nonce="n").pk, 8)
        assert len(set(found)) == 1
        assert Submission.objects.count() == 1

    def test_lists_from_many_tabs_are_all_kept_and_one_stands(self):
        entry = services.register(self.event, by=self.alice)
        decks = read(LEGAL), read(OTHER)
        at_once(lambda number: services.submit(entry, decks[number % 2], by=self.alice, nonce=f"n{number}"), 8)
        assert sorted(Submission.objects.values_list("version", flat=True)) == list(range(1, 9))
        standing = selectors.standing(self.event, entry).submission
        last = self.event.log.first()
        assert (standing.version, standing.fingerprint) == (8, last.params["fingerprint"])

    def test_two_organisers_who_leave_at_once_leave_one(self):
        other = self.people[1]
        services.add_role(self.event, other, "organiser", by=self.alice)
        both = self.alice, other
        codes = at_once(lambda number: code_of(services.remove_role, self.event, both[number], by=both[number]), 2)
        assert sorted(codes) == ["", "last-organiser"]
        assert Role.objects.count() == 1
