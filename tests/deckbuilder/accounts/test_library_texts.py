"""In Chinese everything is Chinese, and in Japanese Japanese, the texts of libraries too."""

import html
import re

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group
from django.urls import reverse
from django.utils.translation import override

from deckbuilder.accounts.models import User
from tests.deckbuilder.base import PASSWORD, SiteTest

LANGUAGES = ("zh-hant", "zh-hans", "ja")
TOLD = {
    "zh-hant": {"in": "已用「mei」的帳號登入。", "out": "你已登出。", "changed": "密碼已變更。"},
    "zh-hans": {"in": "已用“mei”的账号登录。", "out": "你已退出登录。", "changed": "密码已修改。"},
    "ja": {"in": "meiとしてログインしました。", "out": "ログアウトしました。", "changed": "パスワードを変更しました。"},
}
ENGLISH = re.compile(r"(?<![A-Za-z|])[A-Za-z]{2,}(?: [a-z]{2,})+|^[A-Z][a-z]{3,}$")
KEPT = ("English", "Deckbuilder", "Echo of Legends", "LDAP", "True", "False", "| Can ")
"""Names, and what Django does not translate: its icons, and what permissions are called in the database."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_models_and_what_the_administration_shows_of_them_have_names(language: str) -> None:
    ours = [model for model in apps.get_models() if model.__module__.startswith("deckbuilder.")]
    shown = [field for model in admin.site._registry if model in ours for field in model._meta.fields]
    with override(language):
        names = [each for model in ours for each in (model._meta.verbose_name, model._meta.verbose_name_plural)]
        names += [field.verbose_name for field in shown if field.name not in HIDDEN]
        assert [str(each) for each in names if str(each).isascii()] == []


HIDDEN = ("id", "report", "edit_key", "declarations", "revision", "copied_from", "copied_at_revision", "slug")
HIDDEN += ("search_text", "hidden_visibility", "hidden_at_revision")
"""Fields that no page of the administration has."""


class LibraryTextTest(SiteTest):
    def english(self, answer) -> list[str]:
        """What a page says in English."""
        page = re.sub(r"(?s)<(script|style|textarea|code)\\b.*?</\\1>", "", answer.content.decode())
        texts = [*re.findall(r">([^<]+)<", page), *re.findall(r'(?:title|placeholder|aria-label)="([^"]+)"', page)]
        texts = [html.unescape(each).strip() for each in texts]
        return [each for each in texts if ENGLISH.search(each) and not any(word in each for word in KEPT)]

    def test_signing_in_and_out_and_another_password_are_told_in_the_readers_language(self):
        User.objects.create_user("mei", password=PASSWORD)
        for language, told in TOLD.items():
            with self.subTest(language):
                browser = self.client_class(HTTP_ACCEPT_LANGUAGE=language)
                sign_in = {"login": "mei", "password": PASSWORD}
                self.assertContains(browser.post(reverse("account_login"), sign_in, follow=True), told["in"])
                change = {"oldpassword": PASSWORD, "password1": f"{PASSWORD} again", "password2": f"{PASSWORD} again"}
                answer = browser.post(reverse("account_change_password"), change, follow=True)
                self.assertContains(answer, told["changed"])
                self.assertContains(browser.post(reverse("account_logout"), follow=True), told["out"])
                User.objects.get(username="mei").delete()
                User.objects.create_user("mei", password=PASSWORD)

    @pytest.mark.slow
    def test_no_page_of_the_administration_speaks_english(self):
        self.deck({"提燈小狐": 1}, name="遊行")
        Group.objects.all().delete()  # what groups are called is up to the operator
        carol = User.objects.create(username="carol", is_staff=True, is_superuser=True)
        for language in LANGUAGES:
            User.objects.filter(pk=carol.pk).update(language=language)
            browser = self.browser_of(carol)
            pages = [reverse("admin:index"), reverse("admin:accounts_user_change", args=[carol.pk])]
            pages.append(reverse("admin:auth_user_password_change", args=[carol.pk]))
            for model in admin.site._registry:
                name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
                pages += [reverse(f"{name}_changelist"), reverse(f"{name}_add")]
            for page in pages:
                answer = browser.get(page)
                if answer.status_code == 200:
                    with self.subTest(page=page, language=language):
                        assert self.english(answer) == []
