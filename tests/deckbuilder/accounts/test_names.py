"""What people may call themselves."""

from django.urls import reverse

from deckbuilder.accounts.models import User
from tests.deckbuilder.base import PASSWORD, SiteTest


class NameTest(SiteTest):
    def sign_up(self, name):
        data = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
        return self.as_visitor.post(reverse("account_signup"), data)

    def names(self):
        return set(User.objects.values_list("username", flat=True)) - {"alice", "bob"}

    def test_a_name_may_be_chinese_japanese_or_latin(self):
        for name in ("雪女", "ユキ", "Zoë", "mei-lin_7", "阿.明", "雪", "佐々木", "シーラ", "ㄅㄆ", "김철수", "零〇"):
            with self.subTest(name):
                self.sign_up(name)
                self.as_visitor.logout()
                assert name in self.names()

    def test_full_width_letters_become_plain_ones(self):
        self.sign_up("Ｍｅｉ７")
        assert self.names() == {"Mei7"}

    def test_blanks_signs_and_invisible_characters_are_refused(self):
        for name in (
            "a b",
            "阿 明",
            "-a",
            "a-",
            "_",
            "a@b",
            "a\u200bb",
            "a\u202eb",
            "<b>",
            "a/b",
            "😀",
            "\u3164",
            "a\u115f",
        ):
            with self.subTest(name):
                answer = self.sign_up(name)
                self.assertContains(
                    answer,
                    "Usernames can contain letters and digits, with “.”, “-” or “_” between them, but no spaces.",
                )
        assert self.names() == set()

    def test_letters_that_look_like_others_are_refused(self):
        for name in (
            "\u0430lice",
            "\u0410\u0412\u0421",
            "bob\u03bf",
            "\u0251lice",
            "\u0561bc",
            "al\u0131ce\u0455",
            "\u0667",
        ):
            with self.subTest(name):
                self.assertContains(
                    self.sign_up(name),
                    "Usernames can contain Latin, Chinese, Japanese or Korean letters and digits, not “",
                )
        assert self.names() == set()

    def test_a_name_has_at_most_30_characters(self):
        self.assertContains(self.sign_up("雪" * 31), "at most 30 characters")
        self.sign_up("雪" * 30)
        assert self.names() == {"雪" * 30}

    def test_a_name_that_is_taken_is_refused_in_any_case(self):
        self.assertContains(self.sign_up("Alice"), "This username is already taken.")
        self.assertContains(self.sign_up("ａｌｉｃｅ"), "This username is already taken.")

    def test_a_name_that_sounds_like_the_staff_is_refused(self):
        self.assertContains(self.sign_up("Admin"), "This username is reserved.")
