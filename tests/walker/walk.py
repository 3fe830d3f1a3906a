"""A walk: one person after another does something to the page in front of them, chosen by chance from a seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from random import Random
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from celery.exceptions import Retry

from tests.walker import api, values
from tests.walker.checks import BROKEN, Checks, Request, WalkError, view_name
from tests.walker.filling import fill, press
from tests.walker.markup import Form, Page
from tests.walker.world import Person, World

MAX_QUEUE = 30
MAX_SEEN = 200
RARELY = {"post accounts:delete": 0.02, "post account_logout": 0.1, "post admin:logout": 0.1, "post decks:delete": 0.1}
"""Forms that take from a person what others lead to."""

NAMES = ("q", "on", "page", "view", "by", "fits", "sort", "game", "format", "seed", "goal", "with", "find", "next", "_")


class Walk:
    """The walk of one seed. `step` takes the next step and raises WalkError for whatever is wrong."""

    def __init__(self, seed: int, world: World) -> None:
        self.world = world
        self.chance = Random(seed)
        self.lore = values.lore(world.clock.now)
        self.checks = Checks()
        self.operations = api.operations(world.people[0].browser)
        self.used: Counter[str] = Counter()
        self.number = 0

    def step(self) -> None:
        self.number += 1
        self.world.clock.at += timedelta(minutes=self.chance.choice((0, 0, 1, 5, 60, 600)))
        if self.world.queue and self.chance.random() < 0.08:
            self._work()
            return
        person = self.chance.choice(self.world.people)
        if person.user and not person.signed_in and self.chance.random() < 0.7:
            person.sign_in()
        if person.page is None or self.chance.random() < 0.2:
            self._visit(person, Request("GET", self._rare(person.homes)))
            return
        ways: list[tuple[float, Callable[[Person, Page], None]]] = [
            (0.80, self._use),
            (0.10 if person.page.presses else 0, self._press),
            (0.05, self._alter),
            (0.05, self._ask_api),
        ]
        way = self.chance.choices([each for _, each in ways], [weight for weight, _ in ways])[0]
        way(person, person.page)

    def _use(self, person: Person, page: Page) -> None:
        """Follow a link or send a form: a kind of them first, the likelier the less often it was used."""
        things: dict[str, list[str | Form]] = {}
        for each in (*page.links, *page.forms):
            things.setdefault(_kind(each), []).append(each)
        if not things:
            person.page = None
            return
        thing = self.chance.choice(things[self._rare(list(things))])
        if isinstance(thing, Form):
            self._visit(person, fill(thing, page, self.chance, self.lore))
        else:
            self._visit(person, Request("GET", thing, source=page.address))

    def _rare(self, kinds: list[str]) -> str:
        """One of them, the likelier the less often it was used."""
        weights = [RARELY.get(kind, 1) / (1 + self.used[kind]) ** 2 for kind in kinds]
        kind = self.chance.choices(kinds, weights)[0]
        self.used[kind] += 1
        return kind

    def _press(self, person: Person, page: Page) -> None:
        self._visit(person, press(page, self.chance, self.lore))

    def _ask_api(self, person: Person, page: Page) -> None:
        address = api.address(self.chance.choice(self.operations), person.seen, self.chance, self.lore)
        self.checks.send(person, Request("GET", address, sense=False))

    def _alter(self, person: Person, page: Page) -> None:
        """The address of a page or one of its links with something odd in it."""
        path, _, query = self.chance.choice([page.address, *page.links]).partition("?")
        pairs = parse_qsl(query, keep_blank_values=True)
        odd = values.odd(self.chance)
        if self.chance.random() < 0.2:
            parts = path.split("/")
            parts[self.chance.randrange(1, len(parts))] = quote(odd[:200], safe="", errors="surrogatepass")
            path = "/".join(parts)
        elif pairs and self.chance.random() < 0.6:
            place = self.chance.randrange(len(pairs))
            pairs[place] = (pairs[place][0], odd)
        else:
            pairs += [(self.chance.choice(NAMES), odd)] * self.chance.choice((1, 1, 2))
        address = path + ("?" + urlencode(pairs, errors="surrogatepass") if pairs else "")
        self._visit(person, Request("GET", address, htmx=self.chance.random() < 0.2, sense=False))

    def _work(self) -> None:
        """A worker does what was sent first."""
        task, args = self.world.queue.pop(0)
        del self.world.queue[MAX_QUEUE:]
        request = Request("WORK", f"{task.name}{args}")
        with self.checks.watching("worker", request), suppress(Retry):
            task(*args)

    def _visit(self, person: Person, request: Request) -> None:
        """Send a request and take the page it leads to as the one that person looks at."""
        answer = self.checks.follow(person, request)
        if request.sense and request.source and answer.status in BROKEN and self._offered(person, request):
            raise WalkError(person.name, request, f"leads to {answer.status}")
        if answer.page is None:
            return
        if answer.page.full or answer.page.forms:
            person.page = answer.page
        person.seen = [*person.seen[-MAX_SEEN:], answer.page.address]
        if answer.page.full and answer.status == 200:
            self.checks.check_links(person, answer.page)

    def _offered(self, person: Person, request: Request) -> bool:
        """Whether the page a request came from still offers it: what it led to may have been deleted meanwhile."""
        answer = self.checks.send(person, Request("GET", request.source))
        page = answer.page
        if page is None or answer.status != 200:
            return False
        here = urlsplit(request.address).path
        forms = [form for form in page.forms if urlsplit(form.action).path == here]
        return here in {urlsplit(each).path for each in page.links} or any(each.offers(request.pairs) for each in forms)


def _kind(thing: str | Form) -> str:
    """The name of a link's address; of a form that and the operations it can ask for."""
    if isinstance(thing, str):
        return view_name(thing)
    words = [thing.value("op"), *(f"{each.name}={each.value}" for each in thing.buttons if each.name in ("op", "do"))]
    return " ".join([thing.method, view_name(thing.action), *filter(None, words)])
