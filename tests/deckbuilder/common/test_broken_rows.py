"""No row, whatever is in it and however it came there, makes a page about other rows fail."""

import logging
from datetime import date
from traceback import extract_tb
from unittest import mock
from uuid import uuid4

import pytest
from django.contrib import admin
from django.db.models import JSONField, QuerySet, Value
from django.urls import reverse

from deckbuilder.accounts.models import User
from deckbuilder.catalog.models import Card, CatalogImport, Printing, RestrictionList, SearchIndex
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck, DeckLine, Revision, Version
from deckbuilder.events.models import Role, Submission
from deckbuilder.playtest import services
from deckbuilder.playtest.models import PlaytestNode
from deckbuilder.stats import tasks
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.simulations.services import start
from deckbuilder.stats.simulations.specs import SimulationSpec
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import EventTest

pytestmark = pytest.mark.databases

FOX = "XLW-S001"
SERVER_ERROR = 500
WORDS = ("weird", "")
SHAPES = (None, 7, "nonsense", [], {}, [[1]], {"a": [1]}, [None])
"""JSON of shapes that nobody expects."""

DECKS = {"game": WORDS, "format": ("nonsense",), "visibility": WORDS, "declarations": SHAPES}
EVENTS = {
    "game": WORDS,
    "format": WORDS,
    "lists_visible": WORDS,
    "pinned": SHAPES,
    "own_limits": SHAPES,
    "sets": SHAPES,
}
LISTS = {"game": WORDS, "format": ("nonsense",), "limits": SHAPES, "sets": SHAPES}
SIMULATIONS = {
    "game": WORDS,
    "study": WORDS,
    "seat": WORDS,
    "cards": SHAPES,
    "goal": ("nonsense (",),
    "keep": ("nonsense (",),
    "error": ("nonsense",),
}
PLAYTESTS = {"game": WORDS, "seat": WORDS, "cards": SHAPES, "hand": SHAPES, "shuffle": SHAPES, "keep": ("nonsense (",)}
NODES = {"operation": SHAPES, "records": SHAPES, "position": SHAPES[1:]}
FACTS = {"key", "name", "kind", "values", "text", "keywords", "released", "codes", "zone", "periods", "disputed"}
SUBMISSIONS = {"deck": SHAPES, "cards": SHAPES, "receipt": SHAPES, "status": WORDS}
IMPORTS = {"game": WORDS, "status": WORDS, "report": SHAPES, "error": SHAPES}


def as_json(value):
    """A value for a column of JSON, where None is null in JSON and not in SQL."""
    return Value(None, JSONField()) if value is None else value


class World(EventTest):
    """A sound row of each kind, and beside it broken ones."""

    def setUp(self):
        super().setUp()
        logging.disable(logging.ERROR)
        self.addCleanup(logging.disable, logging.NOTSET)
        self.enterContext(mock.patch.object(tasks.play_next, "apply_async"))
        for index in SearchIndex.objects.filter(current=True):  # broken cards are cached under it, here alone
            index.token = uuid4().hex
            index.save()
        keeper = User.objects.create(username="keeper", is_staff=True, is_superuser=True)
        self.as_keeper = self.browser_of(keeper)
        for browser in (self.as_alice, self.as_bob, self.as_visitor, self.as_keeper):
            browser.raise_request_exception = False
        self.sound = self.sample_deck(f"{XLW}/lantern-parade", visibility="public")
        self.simulation = start(SimulationSpec(to_deck(self.sound)), deck=self.sound, user=self.alice, asker="x")
        self.playtest = services.start(self.sound, seat="first", seed=7, player=self.alice)
        self.cup = self.event(listed=True)
        self.entered = self.entry(self.cup, self.bob)
        self.submission = self.submit(self.entered)
        self.list = RestrictionList.objects.create(
            game=XLW, slug="monthly", title="Monthly", version="1", effective_from=date(2026, 1, 1), limits={"雪女": 0}
        )
        self.upload = CatalogImport.objects.create(
            game=XLW, filename="cards.csv", status="applied", report={}, created_by=keeper
        )

    def clone(self, row, **values):
        """A copy of a row with these values, past everything that checks them."""
        model = type(row)
        new = model.objects.get(pk=row.pk)
        new.pk = None
        count = model.objects.count()
        for name in ("slug", "watch_slug", "nonce"):
            if hasattr(new, name):
                setattr(new, name, f"{name[0]}{count}")
        for name in ("version", "number"):
            if hasattr(new, name) and model is not Simulation:
                setattr(new, name, count + 100)
        new.save(force_insert=True)
        columns = {name for name, value in values.items() if isinstance(model._meta.get_field(name), JSONField)}
        fields = {name: as_json(value) if name in columns else value for name, value in values.items()}
        QuerySet(model).filter(pk=new.pk).update(**fields)
        return model.objects.get(pk=new.pk)

    def break_all(self, row, columns):
        """A broken copy of a row for each value of each column."""
        return [self.clone(row, **{name: value}) for name, values in columns.items() for value in values]

    def other_pages(self):
        """Pages about other rows than those that are broken, each with a browser."""
        deck, event, simulation, playtest = self.sound.slug, self.cup.slug, self.simulation.slug, self.playtest.slug
        everybody = [
            *(reverse(name) for name in ("site:home", "decks:public", "decks:create", "decks:import", "events:list")),
            *(f"{reverse('decks:public')}?order={order}&game={XLW}" for order in ("new", "name")),
            *(
                reverse(f"catalog:{name}", args=[XLW])
                for name in ("game", "browse", "lists", "search_help", "glossary")
            ),
            reverse("catalog:card", args=[XLW, FOX]),
            reverse("catalog:list", args=[XLW, "monthly", "1"]),
            reverse("battle:page", args=[XLW]),
            f"{reverse('api-decks')}?public=1",
            reverse("api-events"),
            reverse("api-games"),
            *(reverse(f"api-{name}", args=[XLW]) for name in ("game", "formats", "lists", "cards")),
            *(f"{deck_page}?on=event-{event}" for deck_page in deck_pages(deck)),
            *deck_pages(deck),
            *event_pages(event),
            *simulation_pages(simulation),
            *playtest_pages(playtest),
            reverse("playtest:watch", args=[self.playtest.watch_slug]),
        ]
        own = [
            *(reverse(name) for name in ("decks:mine", "decks:coming", "site:export", "accounts:settings")),
            *(f"{reverse('events:list')}?{query}" for query in ("mine=1", "archived=1")),
            reverse("api-decks"),
            f"{reverse('api-events')}?mine=1",
            *deck_edit_pages(deck),
            *event_staff_pages(event, self.entered.number),
        ]
        staff = [
            reverse("admin:index"),
            reverse("catalog:imports", args=[XLW]),
            reverse("catalog:export", args=[XLW]),
            reverse("catalog:import_page", args=[self.upload.pk]),
            reverse("site:remove_samples", args=[XLW]),
            *(
                reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
                for model in admin.site._registry
            ),
        ]
        people = ((self.as_visitor, everybody), (self.as_alice, everybody + own), (self.as_keeper, staff))
        return [(browser, address) for browser, addresses in people for address in addresses]

    def failures(self, pages):
        """Those pages that answer with an error of the site."""
        answers = [(address, browser.get(address)) for browser, address in pages]
        assert all(list(answer) for _address, answer in answers if answer.streaming)
        return [
            f"{answer.status_code} {address} {where(answer)}"
            for address, answer in answers
            if answer.status_code >= SERVER_ERROR
        ]

    def assertOthersStand(self):
        self.assertOpen(self.other_pages())

    def assertOpen(self, pages):
        failures = self.failures(pages)
        assert not failures, "\n".join(failures)


def where(answer):
    """The exception of a page that failed, with the last lines of the site that led to it."""
    if getattr(answer, "exc_info", None) is None:
        return ""
    kind, error, trace = answer.exc_info
    frames = [each for each in extract_tb(trace) if "site-packages" not in each.filename]
    return f"{kind.__name__}: {error} < " + " < ".join(f"{each.filename}:{each.lineno}" for each in frames[:-4:-1])


def deck_pages(slug):
    """Of everybody who may read the deck."""
    return [
        *(reverse(f"decks:{name}", args=[slug]) for name in ("page", "qr", "tabletop", "playtest_cards")),
        *(reverse("decks:export", args=[slug, form]) for form in ("txt", "csv", "json")),
        *(
            reverse(f"stats:{name}", args=[slug])
            for name in ("odds", "questions", "hands", "simulations", "choose_versions")
        ),
        reverse("playtest:new", args=[slug]),
        *(reverse(f"api-{name}", args=[slug]) for name in ("deck", "verdict", "suggestions", "text", "csv", "json")),
    ]


def deck_edit_pages(slug):
    return [
        *(reverse(f"decks:{name}", args=[slug]) for name in ("builder", "history", "notes", "delete")),
        *(reverse(f"api-{name}", args=[slug]) for name in ("revisions", "versions")),
    ]


def event_pages(slug):
    return [
        *(reverse(f"events:{name}", args=[slug]) for name in ("page", "qr", "results")),
        reverse("api-event", args=[slug]),
    ]


def event_staff_pages(slug, entry):
    return [
        *(
            reverse(f"events:{name}", args=[slug])
            for name in ("edit", "pins", "roster", "staff", "log", "sheets", "checks", "start")
        ),
        *(reverse(f"api-{name}", args=[slug]) for name in ("gate", "log", "entries", "roles")),
        reverse("events:entry", args=[slug, entry]),
        reverse("events:sheet", args=[slug, entry]),
        reverse("api-entry", args=[slug, entry]),
    ]


def simulation_pages(slug):
    return [
        reverse("stats:simulation", args=[slug]),
        *(reverse(f"api-{name}", args=[slug]) for name in ("simulation", "simulation-csv", "simulation-json")),
    ]


def playtest_pages(slug):
    return [
        *(reverse(f"playtest:{name}", args=[slug]) for name in ("table", "tree", "log", "log_text")),
        *(reverse(f"api-{name}", args=[slug]) for name in ("playtest", "nodes", "playtest-log", "playtest-json")),
    ]


class BrokenRowsTest(World):
    @pytest.mark.slow
    def test_pages_about_other_rows_open_beside_broken_ones(self):
        """Without broken rows, and with all of them at once."""
        self.assertOpen(self.other_pages())
        for make in (
            self.broken_decks, self.broken_events, self.broken_submissions, self.broken_simulations,
            self.broken_playtests, self.broken_uploads, self.broken_lists, self.broken_cards, self.broken_accounts,
        ):  # fmt: skip
            make()
        self.assertOpen(self.other_pages())
        for address in (reverse("decks:public"), reverse("decks:mine")):
            self.assertContains(self.as_alice.get(address), "This deck cannot be read, so it is not checked.")
        self.assertContains(self.as_alice.get(reverse("events:list")), "This event cannot be read.")

    def broken_decks(self):
        decks = self.break_all(self.sound, DECKS)
        printing = self.printing("提燈小狐")
        for deck in decks:
            DeckLine.objects.create(deck=deck, zone="main", printing=printing, count=1, position=1)
        decks.append(self.clone(self.sound))
        DeckLine.objects.create(deck=decks[-1], zone="nowhere", printing=printing, count=1, position=1)
        return decks

    def broken_pasts(self):
        """Decks of which an earlier change or version cannot be read."""
        decks = [self.clone(self.sound, revision=2) for _ in (*SHAPES, *SHAPES)]
        for number, deck in enumerate(decks):
            shape = SHAPES[number % len(SHAPES)]
            value = Value(None, JSONField()) if shape is None else shape
            if number < len(SHAPES):
                Revision.objects.create(deck=deck, number=1, steps=[])
                Revision.objects.create(deck=deck, number=2, steps=value)
            else:
                Version.objects.create(deck=deck, number=0, name="First", content=value)
        return decks

    def broken_lists(self):
        return self.break_all(self.list, LISTS)

    def broken_events(self):
        events = self.break_all(self.cup, EVENTS)
        for event in events:
            Role.objects.create(event=event, user=self.alice, role="organiser")
        return events

    def broken_submissions(self):
        """Lists of other players in the event whose pages are about Bob's."""
        return [
            self.break_submission(name, number, value)
            for name, values in SUBMISSIONS.items()
            for number, value in enumerate(values)
        ]

    def break_submission(self, name, number, value):
        submission = self.submit(self.entry(self.cup, name=f"{name} {number}"), by=self.alice)
        QuerySet(Submission).filter(pk=submission.pk).update(**{name: as_json(value)})
        return submission

    def broken_simulations(self):
        return self.break_all(self.simulation, SIMULATIONS)

    def broken_playtests(self):
        deal = self.playtest.nodes.get()
        games = self.break_all(self.playtest, PLAYTESTS)
        for game in games:
            PlaytestNode.objects.create(playtest=game, number=0, records=deal.records, position=deal.position)
        for name, values in NODES.items():
            for value in values:
                games.append(self.clone(self.playtest))
                node = {"records": deal.records, "position": deal.position, name: as_json(value)}
                PlaytestNode.objects.create(playtest=games[-1], number=0, **node)
        return games

    def broken_uploads(self):
        return self.break_all(self.upload, IMPORTS)

    def broken_cards(self):
        """Cards and their printings, apart from those that the pages are about."""
        used = [line.printing.card_id for line in self.sound.lines.select_related("printing")]
        cards = Card.objects.filter(game=XLW).exclude(pk__in=used).exclude(printings__code=FOX)
        shapes = [
            *SHAPES,
            *(dict.fromkeys([name], value) for name in FACTS for value in (7, [1], "nonsense", {"a": 1})),
        ]
        broken = list(cards.order_by("-id")[: len(shapes)])
        for card, shape in zip(broken, shapes, strict=True):
            facts = card.facts | shape if isinstance(shape, dict) and shape.keys() <= FACTS else as_json(shape)
            QuerySet(Card).filter(pk=card.pk).update(facts=facts)
            QuerySet(Printing).filter(card=card).update(facts=facts)
        return broken

    def broken_accounts(self):
        for number, value in enumerate(SHAPES):
            User.objects.create(username=f"u{number}", searches=as_json(value), language="tlh", theme="dim")

    def test_own_pages_of_broken_decks_say_what_is_wrong(self):
        decks = self.broken_decks()
        self.assertOpen(
            (self.as_alice, page)
            for deck in decks
            for page in (*deck_pages(deck.slug)[:1], *deck_edit_pages(deck.slug))
        )
        format = next(deck for deck in decks if deck.format == "nonsense")
        answer = self.as_alice.get(format.get_absolute_url())
        self.assertContains(answer, "format “nonsense”", status_code=409)
        answer = self.as_alice.get(reverse("api-deck", args=[format.slug]))
        assert (answer.status_code, answer.json()["code"]) == (409, "broken-row")
        assert answer.json()["params"] == {"kind": "deck", "field": "format", "value": "nonsense"}
        self.assertNotContains(
            self.as_bob.get(format.get_absolute_url()), reverse("decks:edit", args=[format.slug]), status_code=409
        )

    def test_pages_and_exports_of_broken_decks_never_fail(self):
        self.assertOpen((self.as_alice, page) for deck in self.broken_decks()[::3] for page in deck_pages(deck.slug))

    def test_another_format_repairs_a_deck_and_any_broken_deck_can_be_deleted(self):
        decks = self.broken_decks()
        format = next(deck for deck in decks if deck.format == "nonsense")
        self.assertContains(self.as_alice.get(format.get_absolute_url()), "Choose another format", status_code=409)
        self.as_alice.post(reverse("decks:edit", args=[format.slug]), {"op": "format", "format": "standard"})
        assert self.as_alice.get(format.get_absolute_url()).status_code == 200
        for deck in decks:
            assert self.as_alice.post(reverse("decks:delete", args=[deck.slug])).status_code == 302
        assert not Deck.objects.filter(pk__in=[deck.pk for deck in decks]).exists()

    def test_pages_of_a_deck_whose_past_cannot_be_read(self):
        pages = [
            (self.as_alice, page)
            for deck in self.broken_pasts()
            for page in (
                reverse("decks:page", args=[deck.slug]),
                reverse("decks:history", args=[deck.slug]),
                reverse("api-revisions", args=[deck.slug]),
                reverse("api-version", args=[deck.slug, 0]),
                reverse("stats:versions", args=[deck.slug, 0, deck.slug, 2]),
            )
        ]
        pages.append((self.as_keeper, reverse("site:remove_samples", args=[XLW])))
        self.assertOpen(pages)

    def test_own_pages_of_broken_events(self):
        events = self.broken_events()
        pages = [
            (self.as_alice, page)
            for each in events
            for page in (*event_pages(each.slug), reverse("events:edit", args=[each.slug]))
        ]
        pages += [(self.as_keeper, reverse("admin:events_event_change", args=[each.pk])) for each in events]
        self.assertOpen(pages)

    def test_a_submission_that_cannot_be_read_is_incomplete(self):
        submission = self.break_submission("deck", 0, 7)
        gate = self.as_alice.get(reverse("api-entry", args=[self.cup.slug, submission.entry.number])).json()
        assert gate["state"] == "incomplete"
        pages = [
            reverse("events:receipt", args=[self.cup.slug, each.entry.number, each.version])
            for each in (submission, self.break_submission("receipt", 1, None))
        ]
        self.assertOpen((self.as_alice, page) for page in pages)

    @pytest.mark.slow
    def test_own_pages_of_broken_simulations_and_playtests(self):
        pages = [page for each in self.broken_simulations() for page in simulation_pages(each.slug)]
        pages += [page for each in self.broken_playtests() for page in playtest_pages(each.slug)[::4]]
        self.assertOpen((self.as_alice, page) for page in pages)

    def test_own_pages_of_broken_uploads(self):
        uploads = self.broken_uploads()
        pages = [
            reverse(f"catalog:{name}", args=[each.pk]) for each in uploads for name in ("import_page", "import_file")
        ]
        self.assertOpen((self.as_keeper, page) for page in pages)

    def test_own_pages_of_a_broken_account(self):
        for value in SHAPES:
            User.objects.filter(pk=self.alice.pk).update(searches=as_json(value), language="tlh", theme="dim")
            pages = reverse("accounts:settings"), reverse("catalog:browse", args=[XLW]), reverse("site:export")
            self.assertOpen((self.as_alice, page) for page in pages)

    def test_own_pages_of_broken_cards_and_decks_with_them(self):
        printings = [card.printings.all()[0] for card in self.broken_cards()]
        pages = [reverse(name, args=[XLW, each.code]) for each in printings for name in ("catalog:card", "api-card")]
        deck = self.deck(visibility="public")
        for number, each in enumerate(printings):
            DeckLine.objects.create(deck=deck, zone="main", printing=each, count=1, position=number)
        self.assertOpen((self.as_alice, page) for page in (*pages, *deck_pages(deck.slug), *deck_edit_pages(deck.slug)))
        assert self.as_alice.get(reverse("api-verdict", args=[deck.slug])).json()["status"] != "legal"

    def test_own_pages_of_broken_lists(self):
        lists = self.broken_lists()
        pages = [(self.as_keeper, reverse("admin:catalog_restrictionlist_change", args=[each.pk])) for each in lists]
        pages += [(self.as_visitor, reverse("catalog:list", args=[XLW, each.slug, each.version])) for each in lists]
        self.assertOpen(pages)

    def test_what_is_broken_is_logged(self):
        logging.disable(logging.NOTSET)
        self.broken_decks()
        with self.assertLogs("deckbuilder.common.broken", logging.ERROR) as logged:
            self.as_visitor.get(reverse("decks:public"))
        assert any("format is 'nonsense'" in line for line in logged.output)
