"""Versions of a deck: derived, named, kept, restored; and what is said of those that are gone."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from deckbuilder.common.input import InputError
from deckbuilder.decks import selectors, services
from deckbuilder.decks.changes import versions
from deckbuilder.decks.changes.drafts import EditError
from deckbuilder.decks.changes.versions import first_version, version_before, version_of
from deckbuilder.decks.models import Deck, Revision
from tests.deckbuilder.decks.edits import FOX, UMBRELLA, EditTest

pytestmark = pytest.mark.databases


class VersionTest(EditTest):
    def setUp(self):
        super().setUp()
        self.made = self.deck()
        for code, count in ((FOX, 2), (UMBRELLA, 1)):
            self.made = self.do(self.made, "add", code=code, count=count)
        self.made = self.do(self.made, "rename", name="Night parade")

    def names(self, number):
        version = version_of(self.made, number)
        return version.deck.name, [(line.printed_card.name, line.count) for line in version.lines]

    def test_each_revision_is_a_version(self):
        assert self.names(0) == ("Parade", [])
        assert self.names(1) == ("Parade", [("提燈小狐", 2)])
        assert self.names(3) == ("Night parade", [("提燈小狐", 2), ("紙傘婆婆", 1)])
        assert Deck.objects.get(pk=self.made.pk).name == "Night parade"

    def test_one_there_never_was_names_those_there_are(self):
        with pytest.raises(InputError) as caught:
            version_of(self.made, 4)
        assert (caught.value.code, caught.value.params) == ("no-such-version", {"number": 4, "last": 3})

    def test_one_whose_later_changes_were_removed_says_so(self):
        Revision.objects.filter(deck=self.made, number=2).delete()
        with pytest.raises(EditError) as caught:
            version_of(self.made, 1)
        assert (caught.value.code, caught.value.params) == ("version-removed", {"number": 1, "first": 2})
        assert first_version(self.made) == 2
        assert self.names(2)[0] == "Parade"

    def test_a_named_one_stays_all_the_same(self):
        services.name_version(self.made, 1, "Foxes")
        Revision.objects.filter(deck=self.made).delete()
        assert self.names(1) == ("Parade", [("提燈小狐", 2)])

    def test_one_that_lines_no_longer_fit_is_lost(self):
        self.made.lines.filter(printing__code=FOX).update(count=1)
        with pytest.raises(EditError) as caught:
            version_of(self.made, 0)
        assert caught.value.code == "version-lost"

    def test_restoring_is_one_change_that_can_be_undone(self):
        services.restore(self.made, 1)
        assert self.lines(self.made) == [("main", FOX, 2)]
        last = self.made.revisions.first()
        assert (last.number, last.of, last.state) == (4, 1, "stands")
        services.undo(self.made)
        assert self.lines(self.made) == [("main", FOX, 2), ("main", UMBRELLA, 1)]

    def test_restoring_leaves_name_and_notes(self):
        self.made = self.do(self.made, "notes", notes="Seven lanterns")
        deck = services.restore(self.made, 0).deck
        assert (deck.name, deck.notes, self.lines(deck)) == ("Night parade", "Seven lanterns", [])

    def test_declarations_and_format_come_back(self):
        deck = self.do(self.deck(), "declare", key="race", value="狐妖")
        self.do(deck, "declare", key="race", value="喵喵賊")
        assert services.restore(deck, 1).deck.declarations == {"race": "狐妖"}
        deck = self.do(self.deck(game="legions"), "format", format="mini")
        assert services.restore(deck, 0).deck.format == "standard"

    def test_the_version_of_a_moment(self):
        for number, days in ((1, 9), (2, 3), (3, 1)):
            moment = timezone.now() - timedelta(days=days)
            Revision.objects.filter(deck=self.made, number=number).update(made_at=moment)
        ago = [version_before(self.made, timezone.now() - timedelta(days=days)) for days in (20, 7, 2, 0)]
        assert ago == [0, 1, 2, 3]

    def test_names_are_given_changed_and_taken_away(self):
        services.name_version(self.made, 1, "Foxes")
        services.name_version(self.made, 1, "  Two foxes ")
        assert versions.version_of(self.made, 1).deck.name == "Parade"
        assert list(self.made.versions.values_list("number", "name")) == [(1, "Two foxes")]
        services.unname_version(self.made, 1)
        with pytest.raises(EditError, match="not-named"):
            services.unname_version(self.made, 1)

    def test_a_name_must_be_one(self):
        for name, code in (("", "nameless"), ("x" * 81, "too-long"), ("\u200b", "unprintable")):
            with pytest.raises(InputError) as caught:
                services.name_version(self.made, 1, name)
            assert caught.value.code == code

    def test_there_are_only_so_many(self):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(services, "MAX_VERSIONS", 1)
            services.name_version(self.made, 1, "Foxes")
            services.name_version(self.made, 1, "Two foxes")
            with pytest.raises(EditError, match="too-many-versions"):
                services.name_version(self.made, 2, "More")

    def test_the_cards_of_versions_are_in_use(self):
        services.name_version(self.made, 1, "Foxes")
        self.do(self.made, "empty", zone="main")
        Revision.objects.filter(deck=self.made).delete()
        assert selectors.codes_in_use("xing-ling-wang", Deck.objects.none()) == {FOX}


class PageTest(EditTest):
    def setUp(self):
        super().setUp()
        self.made = self.do(self.deck(), "add", code=FOX)

    def send(self, view, /, **data):
        return self.as_alice.post(reverse(f"decks:{view}", args=[self.made.slug]), data, follow=True)

    def test_a_version_is_named_renamed_and_the_name_removed(self):
        self.assertContains(self.send("name_version", number="1", name="<b>Foxes"), "is called “&lt;b&gt;Foxes”")
        self.assertContains(self.send("name_version", number="1", name="Cup"), 'value="Cup"')
        self.assertContains(self.send("name_version", number="1", do="unname"), "no longer has a name")
        assert not self.made.versions.exists()

    def test_restoring_comes_back_where_it_was_pressed(self):
        there = reverse("decks:history", args=[self.made.slug])
        answer = self.send("restore", number="0", next=there)
        assert answer.redirect_chain == [(there, 302)]
        self.assertContains(answer, "Version 0 restored")
        self.assertContains(answer, "Restored version 0")
        self.assertContains(answer, f'action="{reverse("decks:undo", args=[self.made.slug])}"')
        self.assertContains(self.send("restore", number="0", next=there), "already the same as version 0")
        self.send("undo")
        assert self.made.lines.get().count == 1

    def test_numbers_that_are_none_are_refused_in_words(self):
        for number, words in (
            ("", "not a whole number"),
            ("-1", "not a whole number"),
            ("7", "Versions go from 0 to 1"),
        ):
            for view in ("restore", "name_version"):
                with self.subTest(view, number=number):
                    self.assertContains(self.send(view, number=number, name="Foxes"), words)
        assert self.made.revisions.count() == 1

    def test_changes_stand_by_day_and_sitting(self):
        self.do(self.made, "add", code=UMBRELLA)
        services.edit(self.made, [("rename", {"name": "Bob's"})], author=self.bob)
        old = timezone.now() - timedelta(days=40)
        Revision.objects.filter(number=1).update(made_at=old)
        answer = self.as_alice.get(reverse("decks:history", args=[self.made.slug]))
        days = answer.context["days"]
        assert [[len(sitting.changes) for sitting in day.sittings] for day in days] == [[1, 1], [1]]
        assert days[0].label == "Today"
        self.assertContains(answer, "1 month ago")

    def test_what_is_no_longer_kept_is_said_and_not_offered(self):
        for count in (2, 3, 4):
            self.do(self.made, "set", code=FOX, count=count)
        Revision.objects.filter(number=2).delete()
        page = self.as_alice.get(reverse("decks:history", args=[self.made.slug]))
        self.assertContains(page, "Versions before 2 are no longer kept")
        self.assertContains(page, 'name="number" value="3"')
        self.assertNotContains(page, 'name="number" value="1"')


class OriginTest(EditTest):
    def setUp(self):
        super().setUp()
        self.source = self.do(self.deck(visibility="link", name="<b>Source"), "add", code=FOX)
        self.mine = services.copy(self.source, owner=self.bob)

    def page(self, name="page"):
        return self.as_bob.get(reverse(f"decks:{name}", args=[self.mine.slug]))

    def address(self, first, at, second, to):
        return reverse("stats:versions", args=[first.slug, at, second.slug, to])

    def test_a_copy_knows_the_version_it_was_made_of(self):
        assert (self.mine.copied_from, self.mine.copied_at_revision) == (self.source, 1)

    def test_it_leads_to_the_original_and_to_what_has_changed_since_the_copy(self):
        self.mine = self.do(self.mine, "add", code=UMBRELLA)
        for name in ("page", "history"):
            page = self.page(name)
            self.assertContains(page, "&lt;b&gt;Source")
            self.assertContains(page, self.address(self.source, 1, self.mine, 1))
            self.assertNotContains(page, "The original has changed since")

    def test_it_says_that_the_original_has_changed(self):
        source = self.do(self.source, "add", code=UMBRELLA)
        page = self.page()
        self.assertContains(page, "The original has changed since")
        self.assertContains(page, self.address(self.mine, self.mine.revision, source, 2))
        self.assertNotContains(page, "Compare with the original")

    def test_an_original_that_may_not_be_read_or_is_gone_is_not_named(self):
        services.share(self.source, "private")
        self.assertNotContains(self.page(), "Copied from")
        services.delete(self.source)
        self.assertNotContains(self.page(), "Copied from")

    def test_a_copy_made_before_versions_were_kept_still_names_it(self):
        Deck.objects.filter(pk=self.mine.pk).update(copied_at_revision=None)
        page = self.page()
        self.assertContains(page, "Copied from")
        self.assertNotContains(page, "since the copy")
