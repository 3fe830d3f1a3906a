"""Who comes into the administration, and what it looks like to them."""

import re

from django.contrib import admin
from django.urls import reverse

from deckbuilder.accounts.models import User
from tests.deckbuilder.base import SiteTest

INDEX = reverse("admin:index")


class AdminTest(SiteTest):
    def setUp(self):
        super().setUp()
        self.carol = User.objects.create(username="carol", is_staff=True, is_superuser=True)
        self.as_carol = self.browser_of(self.carol)

    def test_people_sign_in_where_all_do(self):
        sign_in = reverse("account_login")
        answer = self.as_visitor.get(INDEX, follow=True)
        assert answer.redirect_chain[-1][0].startswith(f"{sign_in}?next="), answer.redirect_chain
        answer = self.as_visitor.post(reverse("admin:login"), {"username": "carol", "password": "guess"})
        assert answer.url.startswith(sign_in)

    def test_who_is_no_staff_is_told_no(self):
        assert self.as_alice.get(INDEX, follow=True).status_code == 403

    def test_staff_have_a_link_to_it_and_others_have_none(self):
        home = reverse("site:home")
        self.assertContains(self.as_carol.get(home), f'href="{INDEX}"')
        self.assertNotContains(self.as_alice.get(home), f'href="{INDEX}"')
        self.assertNotContains(self.as_visitor.get(home), f'href="{INDEX}"')

    def test_every_page_of_it_opens_and_keeps_to_the_rules_for_scripts(self):
        for model, each in admin.site._registry.items():
            for kind in ("changelist", "add"):
                with self.subTest(model=model, kind=kind):
                    answer = self.as_carol.get(
                        reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{kind}")
                    )
                    allowed = kind == "changelist" or each.has_add_permission(answer.wsgi_request)
                    assert answer.status_code == (200 if allowed else 403)
                    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
                    assert inline(answer.content.decode()) == []

    def test_it_speaks_the_language_of_who_is_there(self):
        User.objects.filter(pk=self.carol.pk).update(language="zh-hant")
        self.assertContains(self.as_carol.get(INDEX), 'lang="zh-hant"')
        self.assertContains(self.as_carol.get(INDEX), "新增")


def inline(page):
    """Scripts, styles and handlers in the page itself, which the policy forbids."""
    scripts = re.findall(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)[^>]*>", page)
    return scripts + re.findall(r"<style\b", page) + re.findall(r"<[^>]*\s(?:style|on[a-z]+)=[^>]*>", page)
