"""What a receipt says as plain data."""

from games.engine.reading.decklists.match import Candidate
from games.engine.reading.decklists.receipts import NOTES, Receipt, ReceiptLine

LINES = (
    ReceiptLine(1, "game: small", "ignored", ("header",)),
    ReceiptLine(2, "gmae: small", "ignored", ("unknown-header",)),
    ReceiptLine(3, "2 雪女", "matched", (), "main", 2, "雪女"),
    ReceiptLine(4, "1 老王", "matched", ("moved",), "hero", 1, "老王", "H-1"),
    ReceiptLine(
        5,
        "1 天使",
        "ambiguous",
        ("several",),
        "main",
        1,
        choices=(Candidate("天使", "T-1"), Candidate("天使", "T-2", sample=True)),
    ),
    ReceiptLine(6, "3 雪奴", "unknown", ("no-card",), "main", 3, near=("雪女",)),
)
RECEIPT = Receipt(LINES, {"side": 3}, {"game": "small"}, {"race": "妖怪"})


def test_a_receipt_is_plain_data():
    assert RECEIPT.as_json() == {
        "matched": 2,
        "cards": 3,
        "maybe": 0,
        "ambiguous": [
            {
                "line": 5,
                "text": "1 天使",
                "notes": ["several"],
                "zone": "main",
                "quantity": 1,
                "choices": [
                    {"name": "天使", "code": "T-1", "sample": False},
                    {"name": "天使", "code": "T-2", "sample": True},
                ],
            }
        ],
        "unknown": [
            {"line": 6, "text": "3 雪奴", "notes": ["no-card"], "zone": "main", "quantity": 3, "near": ["雪女"]}
        ],
        "ignored": 2,
        "noted": [
            {"line": 2, "text": "gmae: small", "notes": ["unknown-header"]},
            {
                "line": 4,
                "text": "1 老王",
                "notes": ["moved"],
                "zone": "hero",
                "quantity": 1,
                "name": "老王",
                "code": "H-1",
            },
        ],
        "prefilled": {"side": 3},
        "guessed": {"game": "small"},
        "proposed": {"race": "妖怪"},
    }


def test_a_list_is_settled_when_every_line_about_a_card_names_one():
    assert not RECEIPT.is_settled
    assert Receipt(LINES[:4]).is_settled


def test_the_notes_of_these_lines_are_among_those_there_are():
    assert all(set(line.notes) <= set(NOTES[line.status]) for line in LINES)


def test_a_total_that_differs_says_both_numbers():
    line = ReceiptLine(9, "合計 40枚", "ignored", ("total", "count-differs"), said=40, read=39)
    assert Receipt((line,)).as_json()["noted"] == [
        {"line": 9, "text": "合計 40枚", "notes": ["total", "count-differs"], "said": 40, "read": 39}
    ]
