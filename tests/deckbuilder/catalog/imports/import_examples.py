"""Catalog files for the tests of imports."""

import io

import openpyxl

from games import registry

GAME = registry.get("xing-ling-wang")
HEADER = "code,name,kind,race,mana,tribute,attack,score\n"
THREE = HEADER + "A-1,雪女,unit,妖怪村莊,,1,3,2\nA-2,石牆,unit,中立,,0,-,0\nB-1,魔法反制,spell,中立,2,,,\n"
"""Two units and a spell."""


def rows(*lines: str, header: str = HEADER) -> bytes:
    return (header + "\n".join(lines) + "\n").encode()


def many(count: int) -> bytes:
    """A file of so many rows, every second one a second printing of the card before."""
    lines = (f"T-{n:06},試作機{n // 2:06}號,unit,中立,,{n // 2 % 4},{n // 2 % 9},{n // 2 % 5}" for n in range(count))
    return rows(*lines)


def workbook(*sheets: list[list[object]]) -> bytes:
    """A workbook of sheets, each a list of lines."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, lines in enumerate(sheets):
        sheet = book.create_sheet(f"sheet {number}")
        for line in lines:
            sheet.append(line)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
