"""What a card's face says, and that it says it in the reader's language."""

import re
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.test import override_settings
from django.utils.translation import override

from deckbuilder.common.drawing.faces import face
from deckbuilder.common.labels import keyword_label, value_label
from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.registry import GAMES, get
from tests.catalogs import load_catalog
from tests.deckbuilder.languages import LANGUAGES

TODAY = date(2026, 11, 21)
XLW = get("xing-ling-wang")
FOX = Card(
    "fox",
    "九尾妖狐",
    "unit",
    {"race": "妖怪村莊", "tribute": 1, "attack": 5, "score": -2, "subtypes": ("人型",)},
    keywords=("貫穿",),
    alt_names=("九尾狐", "Nine-Tailed Fox"),
    released=date(2024, 1, 20),
)


def text(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def shown(card: Card, language: str = "en", game: Game = XLW, **more: Any) -> str:
    with override(language):
        return str(face(game, card, language, on=TODAY, **more))


def test_what_tells_it_from_its_namesakes_is_said_once() -> None:
    both = text(shown(FOX, apart="Yokai Village · XLW-9"))
    assert (both.count("Yokai Village"), both.count("XLW-9")) == (1, 1)
    assert "rare · XLW-9" in text(shown(FOX, apart="rare · Yokai Village · XLW-9"))


def test_it_says_all_that_the_game_wants_on_a_face() -> None:
    assert text(shown(FOX)) == "Nine-Tailed Fox 九尾妖狐 Tribute 1 Unit Yokai Village Humanoid Pierce ATK 5 PTS -2"


def test_it_speaks_the_reader_s_language() -> None:
    assert text(shown(FOX, "zh-hant")) == "九尾妖狐 祭品 1 單位 妖怪村莊 人型 貫穿 攻 5 分 -2"
    assert text(shown(FOX, "zh-hans")).startswith("九尾妖狐 祭品 1 单位")


def test_what_is_not_given_is_not_shown_and_a_dash_is() -> None:
    blocker = replace(FOX, values={"attack": "-"}, keywords=(), alt_names=())
    assert text(shown(blocker)) == "九尾妖狐 Unit ATK –"


def test_a_zero_is_a_number() -> None:
    free = replace(FOX, values={"tribute": 0})
    assert 'class="pip pip-tribute is-zero"' in shown(free)


def test_an_invented_card_says_so_last_and_alone_quietly() -> None:
    invented = replace(FOX, sets=("SAMPLE",))
    assert '<span class="flag is-quiet">Sample</span>' in shown(invented)
    assert '<span class="flag">Retired · Sample</span>' in shown(replace(invented, retired=True))
    assert '<span class="flag">Not released yet · Sample</span>' in shown(replace(invented, released=date(2027, 1, 1)))
    assert '<span class="flag is-quiet">範例</span>' in shown(invented, "zh-hant")
    assert "flag" not in shown(replace(FOX, sets=("SAMPLE", "ALPHA")))
    assert "flag" not in shown(FOX)


def test_names_are_escaped() -> None:
    sharp = replace(
        FOX,
        name="<b>&",
        alt_names=("\"'><script>",),
        keywords=("<i>",),
        values={"race": "<u>"},
        image='https://a.example/x"',
    )
    with override_settings(IMAGE_HOSTS=["a.example"]):
        html = shown(replace(sharp, image="https://a.example/'&x"))
        assert "https://a.example/x" not in shown(sharp)
    assert "<script>" not in html
    assert "<i>" not in html.replace("<i>ATK", "")
    assert "&lt;u&gt;" in html
    assert 'title="&lt;b&gt;&amp;"' in html
    assert 'src="https://a.example/&#39;&amp;x"' in html


def test_the_second_name_and_the_numbers_are_escaped() -> None:
    html = shown(replace(FOX, alt_names=("\"'><script>",), values={"tribute": "<u>", "attack": "<s>"}))
    assert html.count("&#34;&#39;&gt;&lt;script&gt;") == 2  # in the text and in its tooltip
    assert "<script>" not in html
    assert "<u>" not in html
    assert "<s>" not in html


def test_a_picture_of_the_catalog_is_above_the_drawing_which_is_left_if_it_fails_to_load() -> None:
    with override_settings(IMAGE_HOSTS=["example.org"]):
        html = shown(replace(FOX, image="https://example.org/fox.png"))
    assert html.count('<img class="art') == 2
    assert html.index('src="/drawings/') < html.index(
        '<img class="art is-image" src="https://example.org/fox.png" alt=""'
    )


def test_a_picture_that_browsers_would_not_load_is_left_out() -> None:
    html = shown(replace(FOX, image="https://elsewhere.example/fox.png"))
    assert "elsewhere" not in html
    assert html.count('<img class="art') == 1


def test_a_card_that_is_not_out_or_out_of_print_says_so() -> None:
    assert "Not released yet" in shown(replace(FOX, released=date(2026, 11, 22)))
    assert "Not released yet" not in shown(replace(FOX, released=TODAY))
    assert "Retired" in shown(replace(FOX, retired=True))


def test_a_changed_card_is_drawn_anew() -> None:
    assert "ATK</i> 5" in shown(FOX)
    assert "ATK</i> 6" in shown(replace(FOX, values={**FOX.values, "attack": 6}))


def test_the_badge_counts_copies() -> None:
    assert shown(FOX, count=2).endswith('<span class="count">2</span>')
    assert "count" not in shown(FOX, count=0)


def test_a_colour_has_a_spot_beside_its_word() -> None:
    html = shown(Card("a", "a", "minion", {"colours": ("red", "blue")}), game=get("legions"))
    assert html.count('class="dot"') == 2
    assert "Red" in html


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sample_card_has_a_face_that_fits_into_a_link(game: Game, language: str) -> None:
    for card in load_catalog(game).cards.values():
        html = shown(card, language, game)
        assert 'style="' not in html
        assert not re.search(r"<(div|p|ul|a|button|h\d)\b", html), card.name


def test_values_are_read_as_people_write_them() -> None:
    grail = get("asteriated-grail").fields
    assert value_label(grail["stars"], 3.5, "en") == "3.5"
    assert value_label(grail["stars"], 3.0, "en") == "3"
    assert value_label(grail["element"], "wind", "zh-hant") == "風"
    with override("en"):
        assert (value_label(grail["competition"], "no", "en"), value_label(grail["competition"], True, "en")) == (
            "No",
            "Yes",
        )
        assert value_label(grail["released"], date(2024, 1, 20), "en") == "20 January 2024"
    assert value_label(grail["not_with"], ("聖女", "天使"), "en") == "聖女 · 天使"
    assert value_label(grail["element"], None, "en") == ""


def test_a_keyword_the_glossary_does_not_know_stays_as_it_is() -> None:
    assert keyword_label(XLW, "無人知曉", "en") == "無人知曉"
