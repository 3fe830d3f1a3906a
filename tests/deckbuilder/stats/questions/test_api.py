"""A game's own questions over the API and by the command: the figures that the page shows."""

import json
import re
from fractions import Fraction
from pathlib import Path
from urllib.parse import urlencode

import pytest

from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Visibility
from deckbuilder.stats.figures import decimal, percent
from games.registry import GAMES, get
from tests.catalogs import decks_of
from tests.deckbuilder.api import ApiTest
from tests.deckbuilder.commands import CommandTest

ROOT = Path(__file__).parents[4]
TRIO = "asteriated-grail/night-market-trio"


def path_of(game):
    return min(path for path in decks_of(game).glob("*.txt") if "illegal" not in path.name)


class QuestionsApiTest(ApiTest):
    def told(self, deck, by=None, **query):
        return self.get(f"decks/{deck.slug}/questions/?{urlencode(query)}", by=by or self.as_alice)

    @pytest.mark.slow
    def test_it_has_every_answer_that_the_page_shows(self):
        for game in GAMES:
            deck = self.sample_deck(f"{game.slug}/{path_of(game).stem}")
            found = self.told(deck, second=1).body
            shown = self.as_alice.get(f"/d/{deck.slug}/questions/", {"seat": "second"}).content.decode()
            assert found["seat"] == "second"
            assert [each["slug"] for each in found["simulated"]] == [each.slug for each in game.simulated]
            assert [each["slug"] for each in found["questions"]] == [
                each.slug for each in game.questions if each.answer(to_deck(deck), "second").rows
            ]
            for question in found["questions"]:
                write = percent if question["unit"] == "chance" else decimal
                for value in (value for row in question["rows"] for value in row["values"]):
                    assert float(Fraction(value["fraction"])) == value["decimal"]
                    assert write(Fraction(value["fraction"])).replace("<", "&lt;").replace(">", "&gt;") in shown

    def test_it_speaks_the_language_that_is_asked_for(self):
        deck = self.sample_deck(TRIO)
        found = self.get(f"decks/{deck.slug}/questions/", by=self.as_alice, headers={"Accept-Language": "zh-Hant"}).body
        assert found["questions"][0]["label"] == "應戰的機率"

    def test_cards_seen_are_not_counted(self):
        deck = self.sample_deck(TRIO)
        found = self.told(deck, seen="3 风神斩, 10 聖光").body
        assert found["seen"][0] == {"name": "風神斬", "copies": 21, "seen": 3, "left": 18}
        wind = next(each for each in found["questions"] if each["slug"] == "left")["rows"][0]
        assert wind["values"][0] == {"fraction": "18/1", "decimal": 18.0}

    def test_cards_that_cannot_have_been_seen_are_refused(self):
        deck = self.sample_deck(TRIO)
        for text, code in (("風神斬", "not-seen-cards"), ("22 風神斬", "more-than-copies"), ("1 x", "not-in-deck")):
            found = self.told(deck, seen=text)
            assert (found.status, found.body["code"]) == (400, f"seen.{code}")
        found = self.told(self.sample_deck("xing-ling-wang/lantern-parade"), seen="1 雪女")
        assert (found.status, found.body["code"]) == (400, "seen.not-shared")

    def test_a_private_deck_is_not_there_for_others(self):
        deck = self.sample_deck(TRIO)
        deck.visibility = Visibility.PRIVATE
        deck.save()
        assert self.told(deck, by=self.as_bob).status == 404


class QuestionsCommandTest(CommandTest, ApiTest):
    def test_it_says_what_the_api_says(self):
        for game in GAMES:
            path = path_of(game)
            deck = self.sample_deck(f"{game.slug}/{path.stem}")
            status, (found,) = self.objects("questions", path, "--second")
            answer = self.get(f"decks/{deck.slug}/questions/?second=1", by=self.as_alice).body
            assert status == 0
            assert found.pop("file") == str(path)
            assert json.loads(json.dumps(found)) == answer

    def test_in_words_it_has_every_value(self):
        path = decks_of(get("asteriated-grail")) / "night-market-trio.txt"
        status, out, err = self.run_command("questions", path, "--seen", "3 風神斬")
        assert (status, err) == (0, "")
        assert "seen: 3 風神斬" in out
        (_, (found,)) = self.objects("questions", path, "--seen", "3 風神斬")
        for question in found["questions"]:
            write = percent if question["unit"] == "chance" else decimal
            assert f"{question['label']}  ({question['rule']})" in out
            assert all(write(Fraction(value["fraction"])) in out for row in question["rows"] for value in row["values"])

    def test_the_document_shows_what_it_prints(self):
        document = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
        ((file, shown),) = re.findall(r"\$ python manage.py questions (\S+)\n(.*?)```", document, re.DOTALL)
        _, out, _ = self.run_command("questions", ROOT / file)
        assert out == shown.replace(file, str(ROOT / file), 1)

    def test_what_cannot_be_read_is_told(self):
        path = decks_of(get("asteriated-grail")) / "night-market-trio.txt"
        status, _, err = self.run_command("questions", path, "--seen", "22 風神斬")
        assert (status, "--seen: 風神斬: you cannot have seen 22" in err) == (2, True)
        status, (found,) = self.objects("questions", path.with_name("none.txt"))
        assert (status, found["code"]) == (2, "unreadable")
