"""The lint of styles finds what it should."""

import pytest

from tests.lint.styles import all_findings, findings, sheets, unknown_tokens


def texts(css: str) -> list[str]:
    return [finding.text for finding in findings(css)]


def in_layer(declarations: str) -> str:
    return f"@layer pages {{\n  @media print {{\n    .row {{ {declarations} }}\n  }}\n}}\n"


def test_the_styles_of_the_site_pass():
    assert len(sheets()) > 20
    assert all_findings() == []


@pytest.mark.parametrize(
    "declarations, part",
    [
        ("font-size: 0.875rem", "0.875rem"),
        ("border-radius: var(--r) 3px", "3px"),
        ("border-top-left-radius: 8px", "8px"),
        ("gap: 2px 10px", "10px"),
        ("margin: -16px 0", "-16px"),
        ("padding-inline: 7px", "7px"),
    ],
)
def test_a_size_is_a_token(declarations: str, part: str):
    assert texts(in_layer(declarations)) == [f"{declarations.partition(':')[0]}: {part} is no token"]


@pytest.mark.parametrize(
    "declarations",
    [
        "font-size: var(--text-s)",
        "font-size: calc(1.1 * var(--size))",
        "border-radius: 0 var(--r) 50% 0",
        "padding: 2px var(--s1) 188px 1em",
        "margin: 3mm auto",
        "width: 30px",
    ],
)
def test_tokens_hairs_and_single_measures_pass(declarations: str):
    assert texts(in_layer(declarations)) == []


def test_rules_are_in_layers():
    assert texts(".row { color: red }\n@media print { a { color: red } }\n@page { margin: 1cm }\n@layer a, b;") == [
        "is in no layer",
        "is in no layer",
    ]


def test_nothing_is_important():
    assert texts(in_layer("color: red !important")) == ["!important: a later layer wins without it"]


def test_there_are_three_weights():
    assert texts(in_layer("font-weight: 700")) == []
    assert texts(in_layer("font-weight: 600")) == ["font-weight: 600 is none of the site's weights"]


def test_lines_are_short_and_sheets_parse():
    assert findings("/*" + "x" * 120 + "*/")[0].text == "over 120 characters"
    assert texts("@layer a { b { color red } }") != []


def test_tokens_are_set_somewhere():
    assert unknown_tokens({"a.css": ":root { --r: 1px }", "b.css": "b { gap: var(--r) var(--q) }"}) == ["--q"]
