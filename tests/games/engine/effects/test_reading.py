"""The column `effects`: what can be written, in which one way it is kept, and what an error says."""

import pytest

from games.engine.effects.reading import read_cell
from games.engine.effects.tokens import END, NUMBER, VALUE, EffectError
from games.engine.effects.tree import (
    Action,
    Clause,
    Compare,
    Count,
    Filter,
    Item,
    Match,
    Number,
    Product,
    Receiver,
    State,
    Step,
    Total,
    Zones,
)
from games.engine.effects.writing import write_cell
from games.registry import get

WORDS = get("xing-ling-wang").effects

CANONICAL = (
    "nothing",
    "worth -1/2",
    "decline|worth 3",
    "draw:2|score:-1",
    "played: draw 1",
    "played: may draw 1 then draw 2 and if reward>=2: may reward -2 then discard 0..any",
    "played: recover 1 (kind=unit other) or destroy all (board race=獸人/中立 type!=人型 !token)",
    "played: draw 8-count(hand) and discard any; token that; reward 1+that.tribute",
    "sacrificed(board other) in hand/grave once: may play self to enemy",
    "returned from board: reward 1|returned by wraith: reward 2|won attacking: reward 1",
    "end: if sum(score board type=電廠)>=2 and self is turned and no(board name~菇): reward half(count(board turned))",
    "main once: if has(grave type=a) and full(beside): may jail self until end",
    "while in hand: cost -3*count(board type=人型 race=藝術品) for self",
    "while: tribute 2 for self by (hand race=獸人)",
    "bring: tributes (type=顏料)|bring: allow",
    "start: may trigger sneaked of 1 (board keyword=偷襲) then bounce that and bounce self",
    "while: type 虛擬 to (board)",
    "played: search 2 (name=「A B」/「c:d」 tribute<=4 mana>=1) from deck/grave to top",
    "brought(kind=unit tributes=甲+乙 by race=獸人): summon self instead",
    "played: kidnap 1 (hand tribute=that.score) by 1 (board other)",
    "left: remove all (kidnapped by self from board) and summon all (under by (board other))",
    "guest|while: forbid destroyed (beside)|while: if self is turned: forbid sacrificed self",
    "shown(mine acting): token 1 to enemy|righted(board other): load 2 from board to 1 (board type=運輸)",
    "destroyed(board type=亡靈) main: decline to (ahead)|entered(board) main once: draw 1",
    "while: forbid use (kind=spell)|while: limit use 1 (kind=spell)|while: more reward 1 for (board)",
)


@pytest.mark.parametrize("cell", CANONICAL)
def test_what_is_canonical_is_written_as_it_was_read(cell):
    clauses = read_cell(cell, WORDS)
    assert write_cell(clauses) == cell
    assert len(clauses) == cell.count("|") + 1


@pytest.mark.parametrize(
    ("cell", "canonical"),
    [
        ("", ""),
        (" | draw:1 ||\n", "draw:1"),
        ("Ｄｒａｗ　：　０２", "draw:2"),
        ("Played : Draw １　and score －1", "played: draw 1 and score -1"),
        (
            "sacrificed ( board  other ) once in grave/hand : summon self",
            "sacrificed(board other) in grave/hand once: summon self",
        ),
        ("played：search 1（name＝「A：b」）", "played: search 1 (name=「A：b」)"),
        ("played: search 1 (name=「甲」)", "played: search 1 (name=甲)"),
        ("played: search 1 (name=３Ａ)", "played: search 1 (name=３Ａ)"),
        ("end: draw 1\nend: draw 2｜end: draw 3", "end: draw 1|end: draw 2|end: draw 3"),
        ("won once attacking: reward 1", "won attacking once: reward 1"),
    ],
)
def test_spellings_of_one_statement_become_one_text(cell, canonical):
    assert write_cell(read_cell(cell, WORDS)) == canonical


def test_a_statement_is_a_tree():
    (clause,) = read_cell(
        "main in extra once: if self is turned and reward<3: may merge 1 (board name=甲) to self", WORDS
    )
    cards = Filter((Zones(("board",)), Match("name", "=", ("甲",))))
    action = Action("merge", amount=Number(1), target=cards, to=Receiver(target="self"))
    tests = (State("self", "turned"), Compare(read_amount("reward"), "<", Number(3)))
    assert clause == Clause("main", (Item(((Step(action, may=True),),), tests),), zones=("extra",), once=True)


def read_amount(text):
    (clause,) = read_cell(f"played: draw {text}", WORDS)
    return next(clause.actions).amount


def test_amounts_are_sums_of_products():
    hand = Count(Filter((Zones(("hand",)),)))
    assert read_amount("8 - 2*count(hand)") == Total(((1, Number(8)), (-1, Product((Number(2), hand)))))


def test_the_short_form_means_the_same_as_the_long_one():
    assert read_cell("draw:2", WORDS) == read_cell("played: draw 2", WORDS)


@pytest.mark.parametrize(
    ("cell", "position", "choices"),
    [
        ("plaid: draw 1", 0, {"played", "end", "nothing", "draw"}),
        ("played: burn 1", 8, {"if", "may", "draw", "recover"}),
        ("played: draw", 12, {NUMBER, "any", "count"}),
        ("played: draw 1 2", 15, {"then", "and", "or", ";", "|", END}),
        ("played: recover 1", 17, {"(", "self", "that"}),
        ("played: search 1 ()", 18, {"other", "grave", "name", "!"}),
        ("played: search 1 (kind=monster)", 23, {"unit", "spell", "token"}),
        ("played: search 1 (name=)", 23, {VALUE}),
        ("played: search 1 (name=「甲", 23, {VALUE}),
        ("played: search 1 (tribute=many)", 26, {NUMBER, "that"}),
        ("played: search 1 (tribute~1)", 25, {"=", "!=", "<=", ">="}),
        ("played: discard -1", 16, {NUMBER}),
        ("draw:-1", 5, {NUMBER}),
        ("resource:0", 9, {NUMBER}),
        ("nothing|draw:1", 8, {END}),
        ("draw:1|nothing", 7, {"draw", "played"}),
        ("start in exile: draw 1", 9, {"grave", "extra"}),
        ("start(board): draw 1", 5, {":", "in", "once"}),
    ],
)
def test_an_error_has_a_position_and_what_could_stand_there(cell, position, choices):
    with pytest.raises(EffectError) as error:
        read_cell(cell, WORDS)
    assert error.value.position == position
    assert choices <= set(error.value.choices)
    assert error.value.bound is None


def test_among_the_choices_is_nothing_that_would_be_refused():
    with pytest.raises(EffectError) as error:
        read_cell("played: draw x", WORDS)
    assert not {"(", "self", "|"} & set(error.value.choices)
    with pytest.raises(EffectError) as error:
        read_cell("draw:1|x", WORDS)
    assert "nothing" not in error.value.choices


@pytest.mark.parametrize(
    ("cell", "position", "bound"),
    [
        ("|".join(["draw:1"] * 9), 56, "clauses"),
        ("end: " + " and ".join(["draw 1"] * 13), 5 + 12 * 11, "steps"),
        ("draw:10000", 5, "amount"),
        ("draw:" + "9" * 500, 5, "amount"),
        ("played: draw " + "half(" * 100, 37, "depth"),
        ("played: recover (by " + "(by " * 100, 32, "depth"),
        ("played: draw " + "1+" * 1_000_000 + "1", 600, "characters"),
        ("draw:1|" * 1_000_000, 56, "clauses"),
    ],
)
def test_hostile_sizes_end_at_a_bound(cell, position, bound):
    with pytest.raises(EffectError) as error:
        read_cell(cell, WORDS)
    assert (error.value.position, error.value.bound, error.value.choices) == (position, bound, ())
