"""The samples that come with the games are brought in once a version of their files."""

import dataclasses
import io
import shutil

import pytest
from django.core.management import CommandError, call_command

from deckbuilder.accounts.models import User
from deckbuilder.catalog.imports import services
from deckbuilder.catalog.models import CatalogImport, Printing
from deckbuilder.decks.models import Deck, Visibility
from deckbuilder.site import samples
from games.engine.reading.catalogs.catalog import load_catalog
from games.registry import GAMES, get

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_cards")]
LEGIONS = get("legions")
FILES = {
    game.slug: len(list(game.folder.glob("catalog/*.csv")) + list(game.folder.glob("decks/*.txt"))) for game in GAMES
}


def quiet(done, total):
    pass


def load():
    out = io.StringIO()
    call_command("load_samples", stdout=out)
    return out.getvalue()


@pytest.fixture
def own_folder(tmp_path):
    """LEGIONS! with a folder whose files may be changed."""
    folder = tmp_path / "legions"
    shutil.copytree(LEGIONS.folder, folder)
    return dataclasses.replace(LEGIONS, folder=folder)


@pytest.mark.slow
def test_every_game_gets_its_cards_and_decks():
    told = load()
    for game in GAMES:
        assert f"{game.slug}: {FILES[game.slug]} files loaded" in told
        assert Printing.objects.filter(game=game.slug).count() == len(load_catalog(game).printings)
        decks = Deck.objects.filter(game=game.slug)
        assert decks.count() == len(list(game.folder.glob("decks/*.txt")))
    assert set(Deck.objects.values_list("visibility", "owner__username")) == {(Visibility.PUBLIC, "samples")}
    assert not Deck.objects.filter(lines__printing=None).exists()
    assert not User.objects.get(username="samples").has_usable_password()


def test_the_second_time_nothing_is_read_but_the_files(monkeypatch, django_assert_num_queries):
    samples.load(LEGIONS, quiet)
    monkeypatch.setattr(services, "apply", lambda *args, **options: pytest.fail("imported again"))
    decks = set(Deck.objects.values_list("pk", "slug"))
    with django_assert_num_queries(1):
        assert samples.load(LEGIONS, quiet) == []
    assert set(Deck.objects.values_list("pk", "slug")) == decks


def test_a_catalog_that_changed_is_brought_in_alone(own_folder):
    samples.load(own_folder, quiet)
    path = own_folder.folder / "catalog" / "sample.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("灯台守ミオリ", "灯台守ミオリン"), encoding="utf-8")
    assert samples.load(own_folder, quiet) == ["catalog/sample.csv"]
    assert Printing.objects.get(code="LGN-S001").name == "灯台守ミオリン"


def test_a_deck_that_changed_keeps_its_address(own_folder):
    samples.load(own_folder, quiet)
    path = own_folder.folder / "decks" / "midnight-ferry.txt"
    text = path.read_text(encoding="utf-8")
    before = Deck.objects.get(name="真夜中の渡し舟・Midnight Ferry")
    path.write_text(text.replace("真夜中の渡し舟・Midnight Ferry", "夜明けの渡し舟"), encoding="utf-8")
    assert samples.load(own_folder, quiet) == ["decks/midnight-ferry.txt"]
    after = Deck.objects.get(name="夜明けの渡し舟")
    assert after.slug == before.slug
    assert after.notes.startswith("Two green moneychangers")
    assert not Deck.objects.filter(name="真夜中の渡し舟・Midnight Ferry").exists()


def test_a_deck_that_was_deleted_stays_away(own_folder):
    samples.load(own_folder, quiet)
    Deck.objects.filter(name="真夜中の渡し舟・Midnight Ferry").delete()
    assert samples.load(own_folder, quiet) == []
    assert not Deck.objects.filter(name="真夜中の渡し舟・Midnight Ferry").exists()


def test_a_bad_sample_leaves_nothing(own_folder):
    path = own_folder.folder / "catalog" / "sample.csv"
    path.write_text(path.read_text(encoding="utf-8") + "X,,minion\n", encoding="utf-8")
    with pytest.raises(samples.BadSample, match="missing"):
        samples.load(own_folder, quiet)
    assert not Printing.objects.exists()
    assert not CatalogImport.objects.exists()


def test_a_bad_sample_takes_back_the_good_ones_before_it(own_folder):
    (own_folder.folder / "catalog" / "sample2.csv").write_text("code,name,kind\nX,,minion\n", encoding="utf-8")
    with pytest.raises(samples.BadSample, match=r"sample2\.csv: .*missing"):
        samples.load(own_folder, quiet)
    assert not Printing.objects.exists()
    assert not CatalogImport.objects.exists()


def test_nobody_is_given_the_sample_decks():
    User.objects.create_user("samples", password="seven lanterns")
    with pytest.raises(CommandError, match="somebody's own"):
        load()


@pytest.mark.slow
def test_invented_cards_say_so():
    told = load()
    real = ["asteriated-grail", "xing-ling-wang"]
    assert [f"{slug}: {FILES[slug]} files loaded\n" in told for slug in real] == [True, True]
    facts = Printing.objects.exclude(game__in=real).values_list("facts__set", flat=True)
    assert set(facts) == {"SAMPLE"}
