"""The columns of a table of players: the titles that people and forms give them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.engine.texts.writing import fold

TITLES: dict[str, tuple[str, ...]] = {
    "name": (
        "name", "names", "player", "players", "player name", "full name", "nickname",
        "姓名", "名字", "名稱", "選手", "玩家", "參賽者", "暱稱",
        "名前", "お名前", "氏名", "選手名", "プレイヤー", "プレイヤー名", "参加者", "ニックネーム",
    ),
    "family": ("family", "last name", "lastname", "family name", "surname", "姓", "姓氏", "苗字", "名字(姓)"),
    "given": ("given", "first name", "firstname", "given name", "forename", "名", "名(名)"),
    "email": (
        "email", "e-mail", "mail", "email address", "e-mail address",
        "電子郵件", "電子郵件地址", "電郵", "郵箱", "信箱", "電子信箱", "電子郵箱",
        "メール", "メールアドレス", "eメール", "電子メール",
    ),
    "answer": (
        "note", "notes", "remark", "remarks", "comment", "answer", "備註", "附註", "回答", "備考", "メモ", "コメント",
    ),
}  # fmt: skip
"""Titles that a line may give a column."""

ORDERS = ("name,answer", "family,given")
"""The two readings of lines such as `Lee, Ann`, as the titles that settle it."""

MAX_ABOVE = 10
"""How far from the top a line with titles is looked for."""

_COLUMNS = {fold(title): column for column, titles in TITLES.items() for title in titles}
_TIMES = frozenset(map(fold, ("timestamp", "時間戳記", "提交時間", "タイムスタンプ", "start time", "completion time")))
"""Titles of the column in which a form notes when it was sent."""

_NAME_QUESTION = re.compile(
    fold(r"(姓名|名字|暱稱|氏名|お名前)[?:]?|.*\b(your|full|player|real|display)\b.*\bnames?\b.*")
)
_EMAIL_QUESTION = re.compile(fold(r".*\b(e-?mail)\b.*|.*(電子郵件|電郵|信箱|郵箱|メールアドレス).*"))
_OF_SOMETHING_ELSE = re.compile(fold(r".*(牌|卡|隊|店|デッキ|\b(deck|team|shop|store|card)\b).*"))
_ASKING = re.compile(fold(r"^(請)?(填寫|輸入)?(您|你|參賽者?|選手|玩家|報名者?|真實|本人)*的?"))


def columns_of(cells: Sequence[str]) -> list[str] | None:
    """The column of each cell of a line with titles, "" for an unknown one; None if the line has no titles.

    In a line that is one for certain, because of another title or since a form notes the time, a question is a title,
    too: `您的姓名`, `What is your name?`.
    """
    if any("@" in cell for cell in cells):
        return None
    columns = [_COLUMNS.get(fold(cell), "") for cell in cells]
    if not any(columns) and not (_TIMES & set(map(fold, cells))):
        return None
    for column, question in (("name", _NAME_QUESTION), ("email", _EMAIL_QUESTION)):
        if column not in columns and not (column == "name" and "given" in columns):
            at = next((at for at, cell in enumerate(cells) if not columns[at] and _is_question(cell, question)), None)
            columns = [column if index == at else each for index, each in enumerate(columns)]
    if not any(columns):
        return None
    columns = ["" if column in columns[:index] else column for index, column in enumerate(columns)]
    return _with_whole_name(columns)


def _is_question(title: str, question: re.Pattern[str]) -> bool:
    text = fold(title)
    return bool(question.fullmatch(_ASKING.sub("", text))) and not _OF_SOMETHING_ELSE.fullmatch(text)


def _with_whole_name(columns: list[str]) -> list[str]:
    """Without a name, both its parts are the name, or a column 名 alone; beside one, its parts say nothing new."""
    if "name" in columns:
        return ["" if column in ("family", "given") else column for column in columns]
    if "given" in columns and "family" not in columns:
        return ["name" if column == "given" else column for column in columns]
    return columns


def names_players(columns: Sequence[str]) -> bool:
    """Whether these columns have the names of players."""
    return "name" in columns or {"family", "given"} <= set(columns)


def join_name(family: str, given: str) -> str:
    """A name of its two parts, as it is written in their script."""
    if not (family and given):
        return family or given
    return f"{family}{given}" if min(family[-1], given[0]) >= "\u2e80" else f"{given} {family}"


# A name with a comma --------------------------------------------------------------------------------------------------

_PART = re.compile(r"[^\W\d_a-z][^\W\d_]*(?:[ '’.-][^\W\d_]+\.?){0,2}")
"""Up to three words in Latin letters that begin with a capital."""

_HAN = re.compile(r"[\u3400-\u9fff]+")
_DOUBLE_SURNAMES = re.compile(
    "歐陽|欧阳|司馬|司马|上官|諸葛|诸葛|司徒|東方|东方|夏侯|皇甫|尉遲|尉迟|公孫|公孙|令狐|慕容|張簡|范姜"
)


def may_be_names(lines: Sequence[Sequence[str]]) -> bool:
    """Whether each of these lines without titles may be a surname, a comma and a given name, and none cannot.

    `Lee, Ann` may also be a player with a note: the whole list decides, or nobody.
    """
    return bool(lines) and all(len(cells) == 2 and _may_be_name(*cells) for cells in lines)


def _may_be_name(family: str, given: str) -> bool:
    if _HAN.fullmatch(family):
        return (
            bool(_HAN.fullmatch(given))
            and len(given) <= 2
            and bool(len(family) == 1 or _DOUBLE_SURNAMES.fullmatch(family))
        )
    return bool(_PART.fullmatch(family) and _PART.fullmatch(given))
