"""While a file is imported others go on writing and searching, and see the catalog as it was, then as it is."""

import random
from threading import Thread

import pytest
from django.db import connection

from deckbuilder.accounts.models import User
from deckbuilder.catalog import publishing, services
from deckbuilder.catalog.imports import services as imports_services
from deckbuilder.catalog.index import indexing
from deckbuilder.catalog.models import Card, Place, Posting, Printing, SearchIndex
from deckbuilder.catalog.search.searching import search
from deckbuilder.catalog.selectors import Lookup
from tests.deckbuilder.catalog.imports.import_examples import GAME, THREE, many, rows

pytestmark = [pytest.mark.databases, pytest.mark.slow]

OTHERS = rows("C-1,新,unit,中立,,1,2,3", "A-2-2,石牆,unit,中立,,0,-,0")


def bring_in(data, **options):
    return imports_services.apply(GAME, data if isinstance(data, bytes) else data.encode(), "cards.csv", **options)


def elsewhere(work):
    """Do it on a connection of its own, which does not wait for anybody; what it returns."""
    found = []

    def run():
        try:
            with connection.cursor() as cursor:
                if connection.vendor == "sqlite":
                    cursor.execute("PRAGMA busy_timeout = 0")
            found.append(work())
        except Exception as error:
            found.append(error)
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    thread.join()
    return found[0]


def visible_catalog():
    """What people see of the catalog."""
    return (
        sorted(card.key for card in search(GAME, size=10_000, retired=True).cards),
        sorted(Printing.objects.filter(game=GAME.slug).values_list("code", flat=True)),
        [len(Lookup(GAME).find(name)) for name in ("雪女", "新", "試作機000001號")],
    )


def index():
    """All that the index that counts holds, and whose it is."""
    current = SearchIndex.objects.get(game=GAME.slug, current=True)
    postings = Posting.objects.filter(index=current).values_list("term", "data")
    places = Place.objects.filter(index=current).order_by("position").values_list("position", "card__key")
    return current.size, current.live, current.values, {term: bytes(data) for term, data in postings}, list(places)


def left_over():
    """Rows nobody sees."""
    others = SearchIndex.objects.filter(current=False)
    return [
        others.count(),
        Place.objects.filter(index__in=others).count(),
        Posting.objects.filter(index__in=others).count(),
        Card.objects.filter(printings=None).count(),
    ]


# Others go on ---------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_cards")
def test_others_write_and_see_the_catalog_before_while_a_file_is_imported():
    bring_in(THREE)
    before, outcomes = visible_catalog(), []

    def meanwhile(done, total):
        number = len(outcomes)
        wrote = elsewhere(lambda: User.objects.create(username=f"u{number}").username)
        outcomes.append((wrote == f"u{number}" or wrote, elsewhere(visible_catalog) == before, done < total))

    bring_in(many(3000), progress=meanwhile)
    assert len(outcomes) > 20
    assert {wrote for wrote, *_ in outcomes} == {True}
    assert {same for _, same, _ in outcomes} == {True}
    assert len(visible_catalog()[1]) == 3003


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_cards")
def test_nothing_is_computed_while_others_are_locked_out(monkeypatch):
    bring_in(THREE)
    inside = []

    def watch(module, name):
        original = getattr(module, name)

        def watched(*args, **options):
            inside.append((name, connection.in_atomic_block))
            return original(*args, **options)

        monkeypatch.setattr(module, name, watched)

    for module, name in (
        (imports_services, "plan"),
        (publishing, "merge"),
        (publishing, "facts_of"),
        (indexing, "_terms"),
    ):
        watch(module, name)
    bring_in(OTHERS)
    assert {name for name, _ in inside} == {"plan", "merge", "facts_of", "_terms"}
    assert not any(locked for _, locked in inside)


# Whatever happens -----------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_cards")
def test_a_process_that_dies_has_changed_nothing_and_the_next_import_sweeps(monkeypatch):
    bring_in(THREE)
    before = visible_catalog()

    def die(*args):
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(publishing, "_switch", die)
        dying.setattr(publishing, "_discard", lambda edition: None)  # the dead do not clear up
        with pytest.raises(KeyboardInterrupt):
            bring_in(OTHERS)
    assert visible_catalog() == before
    assert all(left_over())
    bring_in(OTHERS)
    assert left_over() == [0, 0, 0, 0]
    assert Card.objects.count() == 4


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_cards")
def test_a_process_that_dies_while_it_sweeps_has_changed_everything(monkeypatch):
    bring_in(THREE)

    def die(*args):
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(publishing.indexing, "delete_index", die)
        with pytest.raises(KeyboardInterrupt):
            bring_in(OTHERS)
    assert len(Lookup(GAME).find("新")) == search(GAME, "新").total == 1
    assert left_over()[:3] != [0, 0, 0]
    bring_in(rows("A-1,雪女,unit,妖怪村莊,,1,3,9"))
    assert left_over() == [0, 0, 0, 0]
    assert_as_made_anew()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_cards")
def test_what_the_dead_left_is_not_taken_for_the_new_card(monkeypatch):
    """A card was written for another text than the one that is imported later."""

    def die(*args):
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(publishing, "_switch", die)
        dying.setattr(publishing, "_discard", lambda edition: None)
        with pytest.raises(KeyboardInterrupt):
            bring_in(rows("C-1,新,unit,中立,,1,9,3"))
    bring_in(rows("C-1,新,unit,中立,,1,2,3"))
    assert Lookup(GAME).find("新")[0].values["attack"] == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_cards")
@pytest.mark.parametrize("theirs", [OTHERS, rows("C-1,新,unit,妖怪村莊,,1,9,3"), rows("D-1,舊,unit,,,,,")])
def test_who_is_overtaken_begins_again(monkeypatch, theirs):
    bring_in(THREE)
    build, calls = indexing.build, []

    def overtaken(*args):
        calls.append(args)
        if len(calls) == 1:
            bring_in(theirs)
        return build(*args)

    monkeypatch.setattr(publishing.indexing, "build", overtaken)
    bring_in(OTHERS)
    assert Lookup(GAME).find("新")[0].values["attack"] == 2
    assert left_over() == [0, 0, 0, 0]
    assert_as_made_anew()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_cards")
def test_of_two_first_imports_at_once_one_begins_again(monkeypatch):
    """There is no version yet that could be locked: neither sees the other before both write."""
    bring_in(THREE)
    with monkeypatch.context() as blind:
        blind.setattr(imports_services, "catalog_version", lambda game: 0)
        blind.setattr(publishing, "_locked_version", lambda game: 0)
        with pytest.raises(services.Changing):
            bring_in(OTHERS)
    assert visible_catalog()[1] == ["A-1", "A-2", "B-1"]
    assert left_over() == [0, 0, 0, 0]


@pytest.mark.django_db
@pytest.mark.usefixtures("no_cards")
def test_a_catalog_that_never_stands_still_is_left_as_it_is(monkeypatch):
    monkeypatch.setattr(publishing, "_locked_version", lambda game: -1)
    with pytest.raises(services.Changing):
        bring_in(THREE)
    assert Card.objects.count() == SearchIndex.objects.count() == Posting.objects.count() == 0


# The index ------------------------------------------------------------------------------------------------------------


def assert_as_made_anew():
    found = index()
    services.rebuild_cards(GAME)
    assert index() == found


@pytest.mark.django_db
@pytest.mark.usefixtures("no_cards")
@pytest.mark.parametrize("seed", range(6))
def test_an_index_after_many_changes_is_the_one_made_anew(seed):
    chance = random.Random(seed)
    names, races, kinds = ("雪女", "石牆", "雪人", "天狗", "小天狗"), ("中立", "妖怪村莊", ""), ("unit", "spell")
    for _ in range(8):
        lines = [
            f"A-{code},{chance.choice(names)},{chance.choice(kinds)},{chance.choice(races)},,{chance.randrange(3)},,"
            for code in chance.sample(range(12), 4)
        ]
        bring_in(rows(*lines), complete=chance.random() < 0.2, skip_bad=True)
        assert_as_made_anew()
        assert left_over() == [0, 0, 0, 0]
