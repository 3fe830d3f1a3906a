"""What cards are called to readers, and where pages say it."""

import pytest

from deckbuilder.common.labels import value_label
from deckbuilder.common.names import card_name, name_html, printed_name, second_name, sentence_text
from deckbuilder.decks.models import Visibility
from deckbuilder.decks.verdicts.sentences import message, with_reader_names
from games.engine.model.cards import Card
from games.engine.model.violations import Culprit, Violation
from games.registry import get
from tests.deckbuilder.base import SiteTest

XLW, LEGIONS = get("xing-ling-wang"), get("legions")


@pytest.mark.parametrize(
    "name, others, language, expected",
    [
        ("九尾妖狐", ("九尾狐", "Fox"), "en", "Fox"),
        ("Fox", ("Vixen",), "en", "Fox"),
        ("九尾妖狐", (), "en", "九尾妖狐"),
        ("灯台守ミオリ", ("Miori", "燈塔守美織里"), "zh-hant", "燈塔守美織里"),
        ("灯台守ミオリ", ("Miori", "燈塔守美織里", "とうだいもり"), "zh-hans", "灯塔守美织里"),
        ("灯台守ミオリ", ("Miori", "燈塔守美織里", "灯塔守美织里"), "zh-hans", "灯塔守美织里"),
        ("灯台守ミオリ", ("Miori",), "zh-hant", "灯台守ミオリ"),
        ("提燈小狐", ("Lantern Kit", "提灯小狐"), "zh-hans", "提灯小狐"),
        ("提燈小狐", ("Lantern Kit", "提灯小狐"), "zh-hant", "提燈小狐"),
        ("掌炉人赤梨", ("Red Pear", "掌爐人赤梨"), "zh-hant", "掌爐人赤梨"),
        ("背着村庄散步的巨龟", ("背著村莊散步的巨龜",), "zh-hant", "背著村莊散步的巨龜"),
        ("掌炉人赤梨", ("Red Pear", "掌爐人赤梨"), "zh-hans", "掌炉人赤梨"),
        ("封印師", ("Sealer", "帕蒂"), "zh-hans", "封印师"),
        ("神箭手", ("Marksman", "安娜"), "zh-hans", "神箭手"),
        ("提燈小狐", ("Lantern Kit", "提灯の子ぎつね"), "ja", "提灯の子ぎつね"),
        ("提燈小狐", ("Lantern Kit", "提灯の子ぎつね"), "zh-hans", "提灯小狐"),
        ("灯台守ミオリ", ("Miori", "とうだいもり"), "ja", "灯台守ミオリ"),
        ("提燈小狐", ("Lantern Kit",), "ja", "提燈小狐"),
    ],
)
def test_a_card_is_called_by_the_name_of_the_readers_language(
    name: str, others: tuple[str, ...], language: str, expected: str
) -> None:
    card = Card("k", name, "unit", alt_names=others)
    assert card_name(card, language) == expected
    assert printed_name(card, language) == ("" if expected == name else name)


def test_a_name_that_only_differs_in_script_stands_alone() -> None:
    game, card = get("xing-ling-wang"), Card("1", "發財哥", "unit")
    assert (card_name(card, "zh-hans"), printed_name(card, "zh-hans")) == ("发财哥", "發財哥")
    assert second_name(card, "zh-hans") == ""
    assert name_html(game, card, "zh-hans") == "发财哥"
    assert sentence_text("“发财哥”：2 张", {"发财哥": "發財哥"}) == "“发财哥”：2 张"


def test_values_without_a_label_are_in_the_readers_script() -> None:
    race = get("echo-of-legends").fields["race"]
    assert [value_label(race, "植灵", language) for language in ("zh-hans", "zh-hant", "en")] == [
        "植灵",
        "植靈",
        "植灵",
    ]
    assert value_label(XLW.fields["race"], "麵粉村莊", "zh-hans") == "面粉村庄"
    assert value_label(XLW.fields["race"], "麵粉村莊", "zh-hant") == "麵粉村莊"


def test_the_printed_name_stands_beside_in_its_own_language() -> None:
    card = Card("k", "提燈小狐", "unit", alt_names=("Lantern <Kit>",))
    both = 'Lantern <Kit> <small class="printed" lang="zh-Hant">提燈小狐</small>'
    assert name_html(XLW, card, "en") == '<span lang="zh-Hant">提燈小狐</span>'.replace(
        '<span lang="zh-Hant">提燈小狐</span>', both.replace("<Kit>", "&lt;Kit&gt;")
    )
    assert name_html(XLW, Card("k", "提燈小狐", "unit"), "en") == '<span lang="zh-Hant">提燈小狐</span>'
    assert name_html(XLW, card, "zh-hant") == "提燈小狐"


def test_sentences_of_pages_name_cards_as_readers_do() -> None:
    card = Card("k", "提燈小狐", "unit", alt_names=("Lantern Kit",))
    found = Violation("copies", cards=(Culprit("提燈小狐", "X", "k", 2, 1),), have=2, max=1)
    assert message(with_reader_names(found, [card]), XLW) == "Lantern Kit: 2 copies, at most 1."
    assert message(found, XLW) == "提燈小狐: 2 copies, at most 1."
    unknown = Violation("card.unknown", cards=(Culprit("提燈小貓", "", "", 1),))
    assert with_reader_names(unknown, [card]) == unknown


class RenderedNamesTest(SiteTest):
    def test_a_name_that_no_card_bears_is_marked(self) -> None:
        fox = self.printing("提燈小狐")
        page = self.as_visitor.get(f"/{XLW.slug}/cards/{fox.code}/")
        self.assertContains(page, "This name is this site’s own rendering; the card bears the other one.")
        self.assertContains(page, 'Lantern Kit <small class="faint">this site’s rendering</small> · 提灯小狐</dd>')
        page = self.as_visitor.get(f"/{XLW.slug}/cards/{fox.code}/", headers={"accept-language": "zh-hant"})
        self.assertNotContains(page, "這是本站自譯的名稱")
        self.assertContains(page, 'Lantern Kit <small class="faint">本站自譯</small>')

    def test_names_that_are_printed_in_another_language_are_not_marked(self) -> None:
        card = self.printing("灯台守ミオリ", LEGIONS.slug)
        self.assertNotContains(self.as_visitor.get(f"/{LEGIONS.slug}/cards/{card.code}/"), "rendering")


class PagesTest(SiteTest):
    def test_pages_show_both_names(self) -> None:
        deck = self.deck({"提燈小狐": 3, "紙傘婆婆": 1}, visibility=Visibility.PUBLIC)
        for path in ("", "edit/", "edit/?view=table", "cards/", "odds/", "hands/?seed=7", "?view=piles"):
            html = self.as_alice.get(f"/d/{deck.slug}/{path}").content.decode()
            assert "Lantern Kit" in html, path
            assert "提燈小狐" in html, path
        html = self.as_alice.get(f"/d/{deck.slug}/", headers={"accept-language": "zh-hans"}).content.decode()
        assert "提灯小狐" in html
        assert "提燈小狐" in html

    def test_the_receipt_of_a_list_calls_cards_as_readers_do(self) -> None:
        text = "game: xing-ling-wang\n2 提灯小狐\n"
        html = self.as_alice.post("/decks/import/", {"text": text}).content.decode()
        assert '2 × Lantern Kit <small class="printed" lang="zh-Hant">提燈小狐</small>' in html
