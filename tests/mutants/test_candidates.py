"""Where changes can be lines, and which of them a seed chooses."""

import ast
from collections import Counter
from pathlib import Path
from textwrap import dedent

import pytest

from tests.mutants.candidates import KINDS, Mutant, candidates, kinds_for, of_source, sample

ROOT = Path(__file__).resolve().parents[2]
SERVICES, VIEWS, GAME = "deckbuilder/decks/services.py", "deckbuilder/decks/views.py", "games/legions/rules.py"


def changes(source: str, path: str = SERVICES) -> dict[str, list[str]]:
    """By kind, the changed lines of each change."""
    text = dedent(source).encode()
    before = text.decode().splitlines()
    lines: dict[str, list[str]] = {}
    for each in of_source(path, text):
        after = each.apply(text).decode().splitlines()
        lines.setdefault(each.kind, []).append(
            " ".join(new.strip() for old, new in zip(before, after, strict=True) if old != new)
        )
    return lines


@pytest.mark.parametrize(
    "line, kind, expected",
    [
        ("if a: b = c", "condition", ["if (not (a)): b = c"]),
        ("if not a: b = c", "condition", ["if (a): b = c"]),
        ("while a: b = c", "condition", ["while (not (a)): b = c"]),
        ("b = 'x' if a else 'y'", "condition", ["b = 'x' if (not (a)) else 'y'"]),
        ("b = [c for c in a if c]", "condition", ["b = [c for c in a if (not (c))]"]),
        ("b = a < c", "boundary", ["b = a <= c"]),
        ("b = (a) >= (c)", "boundary", ["b = (a) > (c)"]),
        ("b = a != c", "boundary", ["b = a == c"]),
        ("b = a <= c <= d", "boundary", ["b = a < c <= d", "b = a <= c < d"]),
        ("b = a and c and d", "boolean", ["b = a or c and d", "b = a and c or d"]),
        ("b = (a) or (c)", "boolean", ["b = (a) and (c)"]),
        ("b = 9", "number", ["b = 10"]),
        ("return a", "return", ["return None"]),
        ("a.save()", "statement", ["pass"]),
        ("a = Deck.objects.select_for_update().get(pk=b)", "lock", ["a = Deck.objects.get(pk=b)"]),
        ("raise Http404 from None", "permission", ["pass"]),
        ("raise PermissionDenied(a)", "permission", ["pass"]),
        ("a = escape(b)", "escape", ["a = str(b)"]),
        ("a = f'<b>{escape(b)}</b>'", "escape", ["a = f'<b>{str(b)}</b>'"]),
        ("a = map(escape, b)", "escape", ["a = map(str, b)"]),
    ],
)
def test_a_kind_of_change(line, kind, expected):
    lines = changes(f"def f(a):\n    {line}\n")
    assert lines[kind] == expected


@pytest.mark.parametrize("line", ["return None", "raise ValueError(a)", "b = re.escape(a)", "b = True", "assert a < b"])
def test_a_line_with_nothing_to_change(line):
    assert changes(f"def f(a):\n    {line}\n") == {}


def test_a_transaction_is_left_out():
    lines = changes("""
        def f(a):
            with suppress(ValueError), transaction.atomic():
                a.save()
    """)
    assert lines["lock"] == ['with suppress(ValueError), __import__("contextlib").nullcontext():']


def test_a_decorator_is_left_out_and_met_in_the_body():
    source = b"@transaction.atomic\ndef f(\n    a,\n):\n    a.save()\n"
    (lock,) = [each for each in of_source(SERVICES, source) if each.kind == "lock"]
    assert lock.apply(source).startswith(b"@(lambda each: each)\ndef f(")
    assert (lock.function, lock.lines) == ("f", {5})


def test_unescaped_text_of_format_html_is_marked_safe():
    source = 'def f(a):\n    return format_html("{}{b}", a, b=a)\n'
    (line,) = changes(source, VIEWS)["escape"]
    assert line.endswith('.mark_safe(("{}{b}").format(a, b=a))')


def test_a_call_that_only_raises_is_a_check_and_another_a_statement():
    lines = changes("""
        def _limits(a):
            if a:
                raise ValueError(a)

        def f(a):
            _limits(a)
            before_start(a)
            a.save()
    """)
    assert lines["check"] == ["pass", "pass"]
    assert lines["statement"] == ["pass"]


def test_a_predicate_says_yes_in_the_site_alone():
    source = "def may_edit(a):\n    return bool(a)\n"
    assert changes(source, VIEWS) == {"permission": ["return True"]}
    assert changes(source, GAME) == {"return": ["return None"]}


def test_access_becomes_weaker():
    lines = changes(
        "def f(a):\n    b = access.require_organiser(a)\n    c = access.staff_entry(a, organiser=True)\n",
        "deckbuilder/x/api.py",
    )
    assert lines == {"permission": ["b = access.require_staff(a)", "c = access.staff_entry(a, organiser=False)"]}


def test_pages_are_changed_where_they_protect_and_services_everywhere():
    assert kinds_for(GAME) == kinds_for(SERVICES) == kinds_for("deckbuilder/events/entries/services.py") == set(KINDS)
    for path in (VIEWS, "deckbuilder/events/checks/views.py"):
        assert kinds_for(path) == {"lock", "permission", "escape"}


def test_what_runs_at_import_has_names_in_place_of_a_function():
    source = b"LIMIT = 3\n\n\ndef f(a=4):\n    return a < LIMIT\n"
    places = {(each.kind, each.old): (each.function, each.names) for each in of_source(GAME, source)}
    assert places["number", "3"] == ("", ("LIMIT",))
    assert places["number", "4"] == ("", ("f",))
    assert places["boundary", "<"] == ("f", ())


def test_a_change_of_several_lines_is_met_by_any_of_them():
    source = b"def f(a):\n    return (\n        a\n        and g(\n            1\n        )\n    )\n"
    (number,) = [each for each in of_source(GAME, source) if each.kind == "number"]
    assert number.line == 5
    assert number.lines == {2, 3, 4, 5}


def test_columns_are_counted_in_bytes():
    assert changes("def f(a):\n    b = '星靈王' if a < 3 else '🂡'\n")["boundary"] == ["b = '星靈王' if a <= 3 else '🂡'"]


def test_a_source_that_has_changed_is_left_alone():
    (mutant,) = of_source(GAME, b"A = 1\n")
    with pytest.raises(ValueError, match="has changed at line 1"):
        mutant.apply(b"A = 2\n")


# The sample -----------------------------------------------------------------------------------------------------------


def current_places() -> list[Mutant]:
    return candidates(ROOT)


def test_every_change_leaves_a_module_that_can_be_parsed():
    for path in ("deckbuilder/events/access.py", "deckbuilder/common/names.py", "games/engine/rules/legality.py"):
        source = (ROOT / path).read_bytes()
        lines = of_source(path, source)
        assert lines
        for each in lines:
            ast.parse(each.apply(source))


@pytest.mark.slow
def test_a_sample_is_the_same_for_the_same_seed_and_has_all_kinds():
    places = current_places()
    picks = sample(places, 100, 1)
    assert picks == sample(reversed(places), 100, 1)
    assert picks != sample(places, 100, 2)
    counts, there = (Counter(each.kind for each in some) for some in (picks, places))
    assert all(counts[kind] >= min(there[kind], 10) > 0 for kind in KINDS)


def test_a_sample_of_few_places_has_them_all():
    places = of_source(GAME, b"def f(a):\n    return a < 1\n")
    assert sample(places, 100, 1) == places
    assert len(places) == 3


def test_an_edit_elsewhere_in_the_file_moves_no_place_in_the_order():
    source = b"def f(a):\n    return a < 1\n"
    longer = b"B = 7\n\n\ndef g(a):\n    return a < 1\n\n\n" + source
    before = {each.rank(1) for each in of_source(GAME, source)}
    after = {each.rank(1) for each in of_source(GAME, longer) if each.function == "f"}
    assert before == after


def test_the_same_text_twice_in_a_function_is_two_places():
    places = of_source(GAME, b"def f(a):\n    b = a[0]\n    c = a[0]\n")
    assert [each.number for each in places] == [0, 1]
    assert len({each.rank(1) for each in places}) == 2
