"""What every page shares: frame, theme, bundles, and pages that say what went wrong."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse

from deckbuilder.common.drawing.bundles import bundle_url, script
from deckbuilder.common.http import error_views
from deckbuilder.decks.models import Visibility
from games.registry import GAMES
from tests.deckbuilder.base import XLW, SiteTest


class FrontPage(SiteTest):
    def test_it_says_who_is_signed_in(self) -> None:
        self.assertContains(self.as_alice.get("/"), "alice")
        self.assertContains(self.as_visitor.get("/"), reverse("account_login"))

    def test_about_names_every_game(self) -> None:
        page = self.as_visitor.get("/about/")
        for game in GAMES:
            self.assertContains(page, f'data-game="{game.slug}"')


class AddressTest(SiteTest):
    def test_what_no_database_could_name_does_not_exist(self) -> None:
        card = self.printing("提燈小狐").code
        for path in (f"/{XLW}/cards/", f"/api/v1/games/{XLW}/cards/"):
            assert self.as_visitor.get(f"{path}{card}/").status_code == 200
            assert self.as_visitor.get(f"{path}{card}%00/").status_code == 404
        assert self.as_visitor.get(f"/api/v1/games/{XLW}/cards/a%00b/").json()["code"] == "not-found"


class PageNumbers(SiteTest):
    """A list has the pages it has: what an address asks beyond them is said, not guessed."""

    def test_a_page_that_is_not_there_leads_to_the_last_one(self) -> None:
        with patch("deckbuilder.decks.public.views.PAGE", 2), patch("deckbuilder.catalog.search.searching.PAGE", 2):
            for _ in range(3):
                self.deck(visibility=Visibility.PUBLIC)
            cards = f"/{XLW}/cards/?q=kind:unit&order=name"
            found = self.as_visitor.get(cards).context["results"]
            for path, last in (("/decks/public/?q=parade", 2), ("/events/?q=x", 1), (cards, found.pages)):
                for number in (str(last + 1), "0", "-1", "two", "９", "9" * 5000):
                    with self.subTest(path, number=number[:9]):
                        page = self.as_visitor.get(f"{path}&page={number}"[:7000])
                        words = f"There is no such page. The last page is {last}."
                        self.assertContains(page, words, status_code=404)
                        self.assertContains(page, f"page={last}", status_code=404)
                        self.assertNotContains(page, f"Page {number}", status_code=404)
                for number in (str(last), ""):
                    assert self.as_visitor.get(f"{path}&page={number}").status_code == 200

    def test_nothing_has_no_second_page_either(self) -> None:
        assert self.as_visitor.get("/decks/public/?q=nothing").status_code == 200
        assert self.as_visitor.get("/decks/public/?q=nothing&page=2").status_code == 404
        page = self.as_visitor.get(f"/{XLW}/cards/?q=kind:unit+-kind:unit&page=2")
        self.assertContains(page, "No cards match.", status_code=404)

    def test_beside_a_deck_the_deck_stays(self) -> None:
        page = self.as_alice.get(f"{reverse('decks:builder', args=[self.deck().slug])}?page=99")
        self.assertContains(page, "There is no such page.")


class Frame(SiteTest):
    def test_nothing_is_inline_and_nothing_comes_from_elsewhere(self) -> None:
        page = self.as_visitor.get("/").content.decode()
        assert not re.search(r'\sstyle="|<style|\son\w+="', page)
        assert not re.search(r"<script(?![^>]*src=)", page)
        assert re.findall(r'(?:src|href)="https?:', page) == []

    def test_the_language_can_be_switched_without_a_script(self) -> None:
        page = self.as_visitor.post(reverse("set_language"), {"language": "zh-hant", "next": "/"}, follow=True)
        self.assertContains(page, '<html lang="zh-hant"')
        self.assertContains(page, "星靈王")

    def test_a_page_is_in_the_theme_of_the_cookie(self) -> None:
        self.assertContains(self.as_visitor.get("/"), 'data-theme="auto"')
        self.as_visitor.post(reverse("site:theme"), {"theme": "dark"})
        self.assertContains(self.as_visitor.get("/"), 'data-theme="dark"')

    def test_a_cookie_with_another_theme_counts_for_nothing(self) -> None:
        self.as_visitor.cookies["theme"] = '"><script>'
        self.assertContains(self.as_visitor.get("/"), 'data-theme="auto"')


class Theme(SiteTest):
    url = "/theme/"

    def test_it_goes_back_to_where_it_was_chosen(self) -> None:
        answer = self.as_visitor.post(self.url, {"theme": "light", "next": "/about/"})
        self.assertRedirects(answer, "/about/")

    def test_it_never_leaves_the_site(self) -> None:
        answer = self.as_visitor.post(self.url, {"theme": "light", "next": "https://elsewhere.example/"})
        self.assertRedirects(answer, "/")

    def test_it_stays_with_the_account(self) -> None:
        self.as_alice.post(self.url, {"theme": "dark"})
        self.alice.refresh_from_db()
        assert self.alice.theme == "dark"
        self.assertContains(self.browser_of(self.alice).get("/"), 'data-theme="dark"')

    def test_it_leaves_the_language_of_the_account_alone(self) -> None:
        self.alice.language = "zh-hans"
        self.alice.save()
        self.browser_of(self.alice).post(self.url, {"theme": "dark"})
        self.alice.refresh_from_db()
        assert self.alice.language == "zh-hans"

    def test_an_unknown_one_is_refused_with_the_choices(self) -> None:
        answer = self.as_visitor.post(self.url, {"theme": "sepia"})
        self.assertContains(answer, "auto, light, dark", status_code=400)
        assert "theme" not in answer.cookies

    def test_it_is_not_changed_by_a_link(self) -> None:
        assert self.as_visitor.get(self.url).status_code == 405


class Bundles(SiteTest):
    """Style sheets and scripts that belong together."""

    def css(self) -> str:
        return self.as_visitor.get(bundle_url("site.css")).content.decode()

    def test_every_game_has_a_rule(self) -> None:
        for game in GAMES:
            rule = f'[data-game="{game.slug}"] {{ --accent: light-dark({game.accent[0]}, {game.accent[1]});'
            assert rule in self.css()

    def test_a_second_number_in_the_corner_has_its_own_colour(self) -> None:
        assert '[data-game="xing-ling-wang"] .pip-mana:not(.is-zero) { background: var(--pip-2); }' in self.css()

    def test_the_order_of_layers_comes_first(self) -> None:
        assert "@layer" in self.css().partition("{")[0]

    def test_the_address_a_page_links_to_may_be_kept_for_good(self) -> None:
        page = self.as_visitor.get("/").content.decode()
        linked = re.search(r'href="(/bundles/\w+/site\.css)"', page)
        assert linked
        answer = self.as_visitor.get(linked[1])
        assert answer["Content-Type"] == "text/css; charset=utf-8"
        assert "immutable" in answer["Cache-Control"]
        assert not answer.cookies
        assert self.as_visitor.get("/bundles/old/site.css")["Cache-Control"] == "no-cache"
        assert self.as_visitor.get("/bundles/old/other.css").status_code == 404

    def test_modules_that_import_each_other_are_refused(self) -> None:
        with TemporaryDirectory() as folder, override_settings(ROOT=Path(folder)):
            (Path(folder) / "static").mkdir()
            (Path(folder) / "static/a.js").write_text('import { b } from "./b.js";\n')
            (Path(folder) / "static/b.js").write_text('import { a } from "./a.js";\n')
            with pytest.raises(ValueError, match=r"a\.js, b\.js"):
                script("a.js")


class Drawings(SiteTest):
    """Pictures of cards that bring none."""

    def test_the_address_a_page_links_to_may_be_kept_for_good(self) -> None:
        page = self.as_visitor.get("/legions/cards/").content.decode()
        linked = re.findall(r'src="(/drawings/[^"]+)"', page)
        assert linked
        for address in linked:
            answer = self.as_visitor.get(address)
            assert answer["Content-Type"] == "image/svg+xml"
            assert "immutable" in answer["Cache-Control"]
            assert not answer.cookies
            other = address.replace("/drawings/", "/drawings/old")
            assert self.as_visitor.get(other)["Cache-Control"] == "no-cache"

    def test_many_come_in_one_answer(self) -> None:
        page = self.as_visitor.get("/legions/cards/").content.decode()
        linked = re.findall(r'src="(/drawings/[^"]+/)([^"]+)\.svg"', page)[:5]
        names = [name for _, name in linked]
        answer = self.as_visitor.get(linked[0][0], {"of": " ".join(names)})
        one = self.as_visitor.get(f"{linked[0][0]}{names[0]}.svg").content.decode()
        assert list(answer.json()) == names
        assert answer.json()[names[0]] == one
        assert "immutable" in answer["Cache-Control"]
        for asked in ("x", f"{names[0]} x", " ".join(f"{number:016x}-0" for number in range(121))):
            assert self.as_visitor.get(linked[0][0], {"of": asked}).status_code == 404

    def test_what_no_card_looks_like_is_not_found(self) -> None:
        for game, name in (("legions", "x"), ("legions", "0" * 16 + "-0-7"), ("chess", "0" * 16 + "-0")):
            assert self.as_visitor.get(f"/drawings/1/{game}/{name}.svg").status_code == 404


class ErrorPages(SiteTest):
    def test_a_missing_page_leads_on(self) -> None:
        page = self.as_visitor.get("/d/there-is-none/")
        self.assertContains(page, "Page not found", status_code=404)
        self.assertContains(page, reverse("decks:mine"), status_code=404)

    def test_a_forbidden_page_offers_to_sign_in(self) -> None:
        page = render_to_string("403.html", request=self.request())
        assert f"{reverse('account_login')}?next=/" in page

    def test_all_of_them_show_without_a_request(self) -> None:
        for name in ("400", "403", "403_csrf", "404", "413", "414", "429", "500", "503"):
            page = render_to_string(f"{name}.html", {"words": "Sorry.", "message": "Sorry."})
            assert re.search(r"<h1>[^<]+</h1>", page)
            assert f">{name[:3]}</text>" in page

    def test_where_no_page_can_be_drawn_it_is_said_in_plain_text(self) -> None:
        with patch("django.views.defaults.server_error", side_effect=ValueError("Missing staticfiles manifest entry")):
            answer = error_views.server_error(self.request())
        assert (answer.status_code, answer["Content-Type"]) == (500, "text/plain; charset=utf-8")
        assert "Something went wrong on our side. It has been logged." in answer.content.decode()

    @override_settings(DEBUG=False)
    def test_a_form_without_its_token_is_told_so(self) -> None:
        strict = Client(enforce_csrf_checks=True)
        self.assertContains(strict.post("/theme/", {"theme": "dark"}), "This form has expired", status_code=403)

    def request(self):
        request = RequestFactory().get("/")
        request.user = AnonymousUser()
        request.session = {}
        return request


class Entrances(SiteTest):
    def test_signing_in_and_up_lead_to_one_another(self) -> None:
        self.assertContains(self.as_visitor.get(reverse("account_login")), reverse("account_signup"))
        self.assertContains(self.as_visitor.get(reverse("account_signup")), reverse("account_login"))

    def test_a_mistake_stands_beside_its_field(self) -> None:
        page = self.as_visitor.post(
            reverse("account_signup"), {"username": "alice", "password1": "x", "password2": "y"}
        )
        self.assertContains(page, 'class="field is-wrong"')
        self.assertContains(page, 'class="error"')

    def test_the_password_can_be_changed(self) -> None:
        self.assertContains(self.as_alice.get(reverse("account_change_password")), 'type="password"')

    def test_signing_out_asks_first(self) -> None:
        self.assertContains(self.as_alice.get(reverse("account_logout")), "Your decks stay with your account.")
