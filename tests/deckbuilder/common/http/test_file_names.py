"""Names of downloaded files: any script, and nothing that a system or a browser stumbles over."""

import pytest
from django.http import HttpResponse

from deckbuilder.common.http.file_names import MAX_BYTES, as_download, file_name


@pytest.mark.parametrize(
    "title, name",
    [
        ("Night market", "Night market.txt"),
        ("百鬼夜行 🦊", "百鬼夜行 🦊.txt"),
        ("../../etc/passwd", "etc passwd.txt"),
        ('a:b*c?"d"<e>|f\\g', "a b c d e f g.txt"),
        ("  . ", "slug.txt"),
        ("", "slug.txt"),
        ("CON", "slug.txt"),
        ("nul.x", "slug.txt"),
        ("\u202egpj\u200b.txt", "gpj.txt.txt"),
        ("a\r\nSet-Cookie", "aSet-Cookie.txt"),
    ],
)
def test_a_file_is_called_like_its_title(title, name):
    assert file_name(title, "slug", "txt") == name


def test_a_long_title_is_cut_between_characters():
    name = file_name("夜" * 200, "slug", "txt")
    assert name == "夜" * (MAX_BYTES // 3) + ".txt"


def test_browsers_get_the_name_in_any_script():
    assert as_download(HttpResponse(), "夜.txt")["Content-Disposition"] == "attachment; filename*=utf-8''%E5%A4%9C.txt"
    assert as_download(HttpResponse(), "a b.txt")["Content-Disposition"] == 'attachment; filename="a b.txt"'
