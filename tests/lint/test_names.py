"""The lint of names finds what it should."""

import pytest

from tests.lint.names import CHECKS, ROOT, all_findings, findings, findings_of_template, findings_of_tests

TOP = "MOST_LINES = 3\nSMALL: int = 4\nclass Asked: ...\ndef told(kept): ...\nfine = 1\n"
INSIDE = "class Reader:\n    def found(self, held):\n        for told in held: wanted = told\n        return wanted\n"

PARTICIPLES = """
def drawn(): ...
def is_drawn(): ...
def cards_named(): ...
def feed(): ...
class Reader:
    def _kept(self): ...
    def get_kept(self): ...
"""


def test_it_reads_functions_classes_and_constants():
    assert findings(TOP) == ["MOST_LINES", "SMALL", "Asked", "told"]


def test_it_reads_methods_parameters_and_variables():
    assert sorted(findings(INSIDE)) == ["found", "held", "told", "wanted"]


def test_it_reads_participles():
    assert findings(PARTICIPLES) == ["drawn", "cards_named", "_kept"]


@pytest.mark.parametrize(
    "source, renaming",
    [
        ("from decks import services as deck_services", ["services as deck_services"]),
        ("from decks import services as deck_services\nfrom events import services", []),
        ("from decks import services as deck_services\ndef save(services): ...", []),
        ("from django.utils.translation import gettext as _\nimport numpy as np", []),
        ("import catalog.search as finder", ["catalog.search as finder"]),
    ],
)
def test_it_reads_aliases_that_tell_nothing_apart(source, renaming):
    assert findings(source) == findings_of_tests(source) == renaming


def test_it_reads_the_names_of_tests_but_not_their_variables():
    assert findings_of_tests(TOP + INSIDE) == ["MOST_LINES", "SMALL", "Asked", "told"]


def test_it_reads_variables_and_parameters_of_templates():
    source = "{% set told = 1 %}{%- with a=1, mine=found %}{% for each, held in asked %}{% macro row(a, wanted=1) %}"
    assert findings_of_template(source) == ["told", "mine", "held", "wanted"]


@pytest.mark.slow
def test_nothing_brings_them_back():
    assert all(len(list(ROOT.glob(pattern))) > 100 for pattern, _ in CHECKS)
    assert all_findings() == []
