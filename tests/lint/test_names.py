"""The lint of names finds what it should."""

import pytest

from tests.lint.names import all_findings, findings, modules

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


@pytest.mark.slow
def test_no_module_brings_them_back():
    assert len(list(modules())) > 300
    assert all_findings() == []
