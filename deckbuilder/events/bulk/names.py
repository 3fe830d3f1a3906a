"""The players that the names of files may stand for: as browsers, forms and file managers change them."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import NamedTuple

from deckbuilder.decks.lists.codec import ENDINGS
from games.engine.texts.writing import fold

_COPY = re.compile(
    r"""\s*[（(]\d{1,3}[)）] |                                                    # a second download
    \s*[-–_]?\s*的?(?:複本|副本|複製|复制|拷貝|拷贝|(?:の)?コピー)\s*(?:[（(]?\d{1,3}[)）]?)? |
    \s*[-–_\s]\s*copy\s*(?:[（(]?\d{1,3}[)）]?)?""",
    re.VERBOSE | re.IGNORECASE,
)
_COPY_OF = re.compile(r"(?:copy\s+of|(?:複本|副本|複製|复制)\s*[-–_]?)\s*(?=\S)", re.IGNORECASE)
_ID_BEFORE, _ID_BEHIND = re.compile(r"\d{3,}\s*[+_–-]\s*(?=\D)"), re.compile(r"(?<=\D)\s*[+_–-]\s*\d{3,}")
_QUOTED = re.compile(r"「(.+)」|“(.+)”|\"(.+)\"")
_WORDS = re.compile(r"[\s_+–—、，,()（）【】\[\]-]+")

_GENERAL = frozenset(
    map(
        fold,
        ("deck", "decks", "decklist", "deck list", "deck-list", "deck_list", "list", "main", "my deck", "mydeck",
         "牌組", "牌表", "卡組", "卡表", "我的牌組", "我的卡組", "デッキ", "デッキリスト", "リスト",
         "untitled", "無題", "未命名",
         "new text document", "新文字文件", "新增 文字文件", "新建文本文档", "新建 文本文档"),
    )
)  # fmt: skip
"""Names of files that are nobody's."""


class FileNames(NamedTuple):
    """`player`: the file's name; `names`: the same without what programs add to it, or of the folder if the name is
    nobody's; `guesses`: parts of it, and its folder."""

    player: str
    names: list[str]
    guesses: list[str]


def ending_of(path: str) -> str:
    """The ending of a file's name, in lower case and without the dot."""
    return PurePosixPath(path).suffix.lower().lstrip(".")


def file_names(path: str) -> FileNames:
    """Whose list a file may be."""
    file = PurePosixPath(path)
    player = file.stem.strip()
    plain = without_additions(player)
    folder = file.parent.name.strip()
    names = [folder] if fold(plain) in _GENERAL and folder else [plain]
    words = [word for word in _WORDS.split(plain) if word]
    guesses = [*(words if len(words) > 1 else ()), *([folder] if folder else ())]
    return FileNames(player, [name for name in names if name != player], [each for each in guesses if each != player])


def without_additions(name: str) -> str:
    """A file's name without repeated endings, marks of copies and the numbers that forms put before or behind it."""
    plain, before = name.strip(), ""
    while plain != before:
        before = plain
        if ending_of(plain) in ENDINGS and PurePosixPath(plain).stem:
            plain = PurePosixPath(plain).stem
        plain = _COPY_OF.sub("", plain, count=1) if _COPY_OF.match(plain) else plain
        for addition in (_COPY, _ID_BEHIND):
            plain = re.sub(rf"(?:{addition.pattern})\Z", "", plain, flags=addition.flags).strip()
        plain = _ID_BEFORE.sub("", plain, count=1) if _ID_BEFORE.match(plain) else plain
        if quoted := _QUOTED.fullmatch(plain):
            plain = next(filter(None, quoted.groups()))
        plain = plain.strip() or before
    return plain
