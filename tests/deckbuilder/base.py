"""What tests of the site begin with: three people at their browsers, sample cards, and decks on a line."""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.cache import cache
from django.test import Client, TestCase, override_settings

from deckbuilder.accounts.models import User
from deckbuilder.catalog.index.index_queries import newest
from deckbuilder.catalog.models import Printing
from deckbuilder.decks import services
from deckbuilder.decks.access import SESSION_KEY
from deckbuilder.decks.lists.codec import ListInput, parse
from deckbuilder.decks.models import Deck, DeckLine, Visibility
from deckbuilder.decks.search_texts import refresh
from games.engine.model.game import Game
from games.engine.reading.decklists.parsing import Reading
from games.registry import GAMES, get
from tests.catalogs import decks_of
from tests.deckbuilder import samples

PASSWORD = "seven lanterns"
QUICK = "django.contrib.auth.hashers.MD5PasswordHasher"  # a good one would take a third of a second for every password
_HASH = MD5PasswordHasher().encode(PASSWORD, "salt")
XLW = "xing-ling-wang"
ALL = tuple(game.slug for game in GAMES)


# Pages need not wait for their style sheets to be collected.
PLAIN_FILES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}


# A test may make more in a second than a person does in an hour.
NO_LIMITS = dict.fromkeys(settings.CREATIONS_PER_HOUR, 1_000_000)


@override_settings(STORAGES=settings.STORAGES | PLAIN_FILES, PASSWORD_HASHERS=[QUICK], CREATIONS_PER_HOUR=NO_LIMITS)
class SiteTest(TestCase):
    """Alice, Bob and a visitor, each with a browser: `as_alice`, `as_bob`, `as_visitor` (which is `client` too).
    They sign in when a test first needs them.

    The sample cards of every game are in the database. Decks are Alice's unless a test says otherwise.
    """

    @classmethod
    def setUpTestData(cls) -> None:
        samples.load()
        cls.alice = User.objects.create(username="alice", password=_HASH)
        cls.bob = User.objects.create(username="bob", password=_HASH)

    def setUp(self) -> None:
        cache.clear()  # where attempts are counted
        self.as_visitor = self.client

    @cached_property
    def as_alice(self) -> Client:
        return self.browser_of(self.alice)

    @cached_property
    def as_bob(self) -> Client:
        return self.browser_of(self.bob)

    def browser_of(self, user: User) -> Client:
        """A browser in which that person is signed in."""
        browser = Client()
        browser.force_login(user)
        return browser

    def deck(self, cards: Mapping[str, int] | None = None, *, owner: Any = ..., **fields: Any) -> Deck:
        """A deck with so many copies of each card (a name) in the zone it goes to; `owner` None: a visitor's.

        `fields`: game, name, format, notes, visibility, declarations.
        """
        game = get(fields.pop("game", XLW))
        deck = services.create(game, owner=self.alice if owner is ... else owner, name=fields.pop("name", "Parade"))
        for name, value in fields.items():
            setattr(deck, name, value)
        deck.shared_revision = None if deck.visibility == Visibility.PRIVATE else 0
        deck.save()
        for name, count in (cards or {}).items():
            self.put(deck, name, count)
        if cards:
            refresh([deck.pk])
        return deck

    def put(self, deck: Deck, name: str, count: int = 1, zone: str = "") -> DeckLine:
        """So many copies of a card, by name, into a deck, past its history."""
        printing = self.printing(name, deck.game)
        zone = zone or _zone(get(deck.game), printing)
        return DeckLine.objects.create(deck=deck, zone=zone, printing=printing, count=count, position=deck.revision)

    def printing(self, name: str, game: str = XLW) -> Printing:
        """The first printing of the card of that name."""
        return Printing.objects.filter(game=game, name=name).select_related("card")[0]

    def sample_deck(self, path: str, *, owner: Any = ..., visibility: str = Visibility.PRIVATE) -> Deck:
        """A deck of the files that come with the games: `xing-ling-wang/lantern-parade`."""
        slug, _, name = path.partition("/")
        game = get(slug)
        text = (decks_of(game) / f"{name}.txt").read_text(encoding="utf-8")
        reading = read_once(text, game)
        owner = self.alice if owner is ... else owner
        return services.create_from_reading(reading, owner=owner, visibility=visibility)

    def hold(self, browser: Client, *decks: Deck) -> None:
        """Give a browser the edit keys of decks, as building them there would."""
        session = browser.session
        session[SESSION_KEY] = {**session.get(SESSION_KEY, {}), **{deck.slug: deck.edit_key for deck in decks}}
        session.save()


def read_once(text: str, game: Game) -> Reading:
    """A list in plain text; read again only when the catalog has changed."""
    index = newest(game)
    return _read(text, game.slug, index.token if index else "")


@lru_cache(maxsize=64)
def _read(text: str, slug: str, _token: str) -> Reading:
    return parse(ListInput(text, "txt", get(slug)))


def _zone(game: Game, printing: Printing) -> str:
    bound = printing.facts.get("zone")
    return bound or next(zone.slug for zone in game.zones if printing.card.kind in zone.kinds)
