"""The best swap on the page of odds: found for everybody, put in by who may edit, taken back in one step."""

import re

import pytest
from django.urls import reverse

from deckbuilder.decks import services
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Visibility
from deckbuilder.decks.selectors import verdict_on
from tests.deckbuilder.stats.base import PARADE, StatsTest, text_of

GOAL = ">=2 of (kind:spell)"


class SwapTest(StatsTest):
    def setUp(self):
        super().setUp()
        self.shown = self.sample_deck(PARADE)
        self.shown.visibility = Visibility.PUBLIC
        self.shown.save()

    def form(self, browser=None, **query):
        page = text_of(self.see(self.shown, browser=browser, goal=GOAL, swap=1, **query))
        section = page[page.index('id="swap"') :]
        return section[: section.index("</section>")]

    def sent(self, section, side):
        return re.search(rf'name="{side}"[^>]*?(?:value="|>.*?<option value=")(\[\[.*?\]\])"', section)[1]

    def swap(self, browser, out, into, status=302):
        address = reverse("stats:swap", args=[self.shown.slug])
        answer = browser.post(address, {"out": out, "into": into, "query": f"goal={GOAL}&swap=1"})
        assert answer.status_code == status
        return answer

    def test_it_is_looked_for_only_when_somebody_asks(self):
        page = text_of(self.see(self.shown, goal=GOAL))
        assert "Find the best swap" in page
        assert 'name="into"' not in page

    def test_one_click_puts_it_in_and_one_takes_it_back(self):
        before = to_deck(self.shown).fingerprint
        section = self.form()
        promised = re.search(r"→ ([0-9.]+%)", section)[1]
        answer = self.swap(self.as_alice, self.sent(section, "out"), self.sent(section, "into"))
        page = text_of(self.as_alice.get(answer.url))
        assert "Swap applied." in page
        assert f'<b class="big">{promised}</b>' in page
        assert verdict_on(to_deck(self.shown)).legal
        assert to_deck(self.shown).fingerprint != before
        services.undo(self.shown)
        assert to_deck(self.shown).fingerprint == before

    @pytest.mark.slow
    def test_every_choice_is_legal_and_as_good(self):
        before = self.chance(self.shown, GOAL, mulligan=True)
        section = self.form()
        found = re.findall(r'<option value="(\[\[.*?\]\])"', section)
        assert len(found) > 2
        outs = [each for each in found if f'<option value="{each}"' in section[: section.index('id="swap-into"')]]
        ins = [each for each in found if each not in outs]
        chances = set()
        for out in outs[:3] or [self.sent(section, "out")]:
            for into in ins[:3]:
                self.swap(self.as_alice, out, into)
                assert verdict_on(to_deck(self.shown)).legal
                chances.add(self.chance(self.shown, GOAL, mulligan=True))
                services.undo(self.shown)
        assert len(chances) == 1
        assert chances.pop() > before

    def test_who_may_not_edit_sees_it_without_a_button(self):
        section = self.form(self.as_bob)
        assert "percentage points" in section
        assert "Apply this swap" not in section
        self.swap(self.as_bob, self.sent(section, "out"), self.sent(section, "into"), status=404)

    @pytest.mark.slow
    def test_a_deck_that_changed_meanwhile_is_not_made_illegal(self):
        section = self.form()
        out, into = self.sent(section, "out"), self.sent(section, "into")
        self.swap(self.as_alice, out, into)
        stands = to_deck(self.shown).fingerprint
        page = text_of(self.as_alice.get(self.swap(self.as_alice, out, into).url))
        assert "is no longer in the deck." in page
        page = text_of(self.as_alice.get(self.swap(self.as_alice, "", into).url))
        assert "this swap is no longer allowed" in page
        assert to_deck(self.shown).fingerprint == stands

    @pytest.mark.slow
    def test_what_names_no_cards_is_refused_in_words(self):
        for text in ("{", "[1]", '[["main", 1]]', '[["main"]]', "x" * 5000, '[["a","b"],["a","b"],["a","b"]]'):
            page = text_of(self.as_alice.get(self.swap(self.as_alice, text, "").url))
            assert "” is not a valid swap." in page, text
        page = text_of(self.as_alice.get(self.swap(self.as_alice, '[["nowhere","x"]]', "").url))
        assert "There is no zone “nowhere”" in page
        page = text_of(self.as_alice.get(self.swap(self.as_alice, "", '[["main","no such card"]]').url))
        assert "No card has the number" in page

    def test_a_goal_nothing_helps_says_so(self):
        page = text_of(self.see(self.shown, goal=">=0 of (*)", swap=1))
        assert "No legal change of one or two cards raises this chance." in page
