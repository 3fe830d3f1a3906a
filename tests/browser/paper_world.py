"""Events of every game with the lists that are hardest to print: the shortest and the longest."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from deckbuilder.accounts.models import User
from deckbuilder.catalog.models import Printing
from deckbuilder.decks.lists.codec import ListInput, parse
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from games.engine.model.game import Game
from games.registry import GAMES
from tests.catalogs import decks_of

LONG = "在很遠很遠的山的另一邊的海的中央的島上的塔頂等了三百年還沒有等到人的燈塔守護者"


def build() -> dict[str, Any]:
    """Make them; what a browser must know: the organiser's cookie, and each event by its game."""
    organiser = User.objects.create_user("printer")
    browser = Client()
    browser.force_login(organiser)
    events = {game.slug: _event(game, organiser) for game in GAMES}
    return {"cookie": browser.cookies["sessionid"].value, "events": events}


def _event(game: Game, by: User) -> str:
    """An event that is open, with a list of each sort; one entry has none."""
    day = timezone.now() + timedelta(days=9)
    event = services.create(game, by=by, name=LONG, place=LONG, starts_at=day, deadline=day, own_limits={LONG: 0})
    for number, text in enumerate(("", *_lists(game))):
        entry = entry_services.enter(event, by=by, name=f"{LONG} {number}", nonce=str(number))
        if text:
            deck = parse(ListInput(text, "txt", game)).deck
            entry_services.submit(entry, deck, by=by, nonce="first", source=text)
    return event.slug


def _lists(game: Game) -> Iterator[str]:
    """The shortest and the longest deck that come with a game, and as many different cards as its decks have."""
    texts = [path.read_text(encoding="utf-8") for path in decks_of(game).glob("*.txt")]
    yield from (min(texts, key=len), max(texts, key=len))
    main = game.zone(game.opening.zones[0])
    size = max(parse(ListInput(text, "txt", game)).deck.size(main.slug) for text in texts)
    rows = Printing.objects.filter(game=game.slug, card__kind__in=main.kinds).order_by("code")
    names = list(dict.fromkeys(rows.values_list("name", flat=True)))[:size]
    yield f"[{main.slug}]\n" + "".join(f"1 {name}\n" for name in names)
