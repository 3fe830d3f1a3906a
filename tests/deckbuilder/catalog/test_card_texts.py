"""Cards say what they do, on their faces, their pages and in the API, with names in the reader's language."""

from deckbuilder.catalog.cards.card_texts import CardTexts
from deckbuilder.catalog.imports import services
from deckbuilder.catalog.selectors import cards_by_name
from deckbuilder.common.labels import declarations_html, value_language
from games.engine.texts.writing import fold
from games.registry import get
from tests.deckbuilder.base import XLW, SiteTest

GAME = get(XLW)
HEADER = "code,name,kind,race,tribute,attack,score,keywords,alt_names,text,effects\n"
ROWS = (
    "T-1,鐵鍋小鬼,unit,妖怪村莊,0,1,1,,Iron-Pot Imp,,nothing",
    "T-2,月下大狐,unit,妖怪村莊,0,2,1,破甲,,,played: search 1 (name=鐵鍋小鬼) and draw 1|sneaked: reward 2",
    "T-3,無言石像,unit,中立,0,0,1,,,,",
    "T-4,有言石像,unit,中立,0,0,1,,,抽1張牌,played: draw 1",
    "T-5,<b>壞名</b>,unit,中立,0,0,1,,,,played: search 1 (name=「<script>x」)",
    "T-6,門前石,unit,中立,0,0,1,,,,played: bounce 1 (board name=門後石)",
)


class CardTextsTest(SiteTest):
    @classmethod
    def setUpTestData(cls):
        super().setUpTestData()
        assert services.apply(GAME, (HEADER + "\n".join(ROWS) + "\n").encode(), "cards.csv").ok

    def page(self, code, language="en", query=""):
        answer = self.client.get(f"/{XLW}/cards/{code}/{query}", headers={"accept-language": language})
        assert answer.status_code == 200
        return answer.content.decode()

    def test_a_page_has_a_paragraph_for_each_clause_with_its_terms_marked(self):
        page = self.page("T-2")
        assert "Search your deck for “Iron-Pot Imp” and put it into your hand and draw a card." in page
        assert '<em class="term"' in page
        assert ">ambushes</em> successfully, gain 2 <em" in page
        assert "not the printed wording" in page

    def test_names_and_words_are_in_the_readers_language(self):
        assert "從你牌庫尋找1張「鐵鍋小鬼」並加入手牌，並抽1張牌。" in self.page("T-2", "zh-hant")
        assert "从你牌库寻找1张“铁锅小鬼”并加入手牌，并抽1张牌。" in self.page("T-2", "zh-hans")
        assert "使你場上1個「門後石」回手牌" in self.page("T-6", "zh-hant")
        assert "使你场上1个“门后石”回手牌" in self.page("T-6", "zh-hans")

    def test_words_in_sentences_are_explained_as_keywords_are(self):
        for page in (self.page("T-2"), self.page("T-2", query="?peek")):
            for word in ("Ambush", "Immediate", "Armour Break", "Reward"):
                assert word in page
            assert "Doing so counts as a successful ambush." in page

    def test_a_printed_text_stands_beside_the_sentences(self):
        page = self.page("T-4")
        assert "抽1張牌" in page
        assert "Draw a card." in page

    def test_what_is_not_known_is_said_modestly(self):
        assert "Does nothing without an opponent. What is printed on it is not given here." in self.page("T-1")
        unknown = self.page("T-3")
        assert "What is printed on it is not given here." in unknown
        assert "Does nothing" not in unknown
        assert "is not given here" not in self.page("XLW-S001")

    def test_names_are_escaped(self):
        page = self.page("T-5")
        assert "<script>x" not in page
        assert "“&lt;script&gt;x”" in page

    def test_faces_have_the_text(self):
        listed = self.client.get(f"/{XLW}/cards/?q=月下大狐", headers={"accept-language": "en"}).content.decode()
        assert '<span class="does"><span>' in listed
        assert "Iron-Pot Imp" in listed

    def test_the_api_has_it_in_four_languages(self):
        sentences = self.client.get(f"/api/v1/games/{XLW}/cards/T-4/").json()["sentences"]
        assert sentences == {
            "en": ["Immediate: Draw a card."],
            "zh-hant": ["立即：抽1張牌。"],
            "zh-hans": ["立即：抽1张牌。"],
            "ja": ["即時：カードを1枚引く。"],
        }
        assert self.client.get(f"/api/v1/games/{XLW}/cards/T-1/").json()["sentences"]["en"] == []

    def test_a_card_is_printed_with_its_sentences_where_it_has_no_text(self):
        texts, cards = CardTexts(GAME), cards_by_name(GAME, map(fold, ("有言石像", "門前石")))
        said, printed = (texts.text_for(cards[fold(name)][0], "en") for name in ("門前石", "有言石像"))
        assert said == ("Immediate: Return a “門後石” you control to your hand.", True)
        assert printed == ("抽1張牌", False)

    def test_cards_without_names_in_their_statements_cost_no_query(self):
        card = cards_by_name(GAME, [fold("有言石像")])[fold("有言石像")][0]
        with self.assertNumQueries(0):
            CardTexts(GAME).face_html(card, "en")

    def test_the_names_of_many_statements_cost_one_query(self):
        statements = [("played: search 1 (name=門後石/提燈小狐)",), ("buried: search 1 (name=紙傘婆婆)",)]
        texts = CardTexts(GAME, token="one of its own")
        with self.assertNumQueries(1):
            texts.prepare(statements)
        with self.assertNumQueries(0):
            said = [texts.of_effects(effects, "unit", "en") for effects in statements]
        assert all(said)

    def test_a_value_without_a_label_has_its_language(self):
        game = GAME
        race, subtypes = (game.fields[name] for name in ("race", "subtypes"))
        assert [value_language(game, race, each) for each in ("妖怪村莊", "無名族")] == ["", "zh-Hant"]
        assert value_language(game, subtypes, ("獸形", "無名類")) == "zh-Hant"
        html = declarations_html({"race": "無名族"}, game)
        assert html == ['<span lang="zh-Hant">無名族</span>']
