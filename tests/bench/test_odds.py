"""The time of exact odds can be measured, and what is measured is what is promised."""

from games.engine.odds.split import split
from tests.bench import odds, timing
from tests.games.engine.small_game import GAME


def test_both_figures_are_measured(monkeypatch):
    monkeypatch.setattr(timing, "REPEATS", 1)
    assert odds.milliseconds_of_six_groups(GAME) > 0
    assert odds.milliseconds_of_the_best_mulligan(GAME) > 0
    assert odds.milliseconds_of_21_classes(GAME) > 0


def test_the_goals_have_so_many_groups_clauses_and_classes(monkeypatch):
    seen = []
    monkeypatch.setattr(odds, "_milliseconds", lambda goal, deck, opening: seen.append((goal, deck, opening)) or 1)
    odds.milliseconds_of_six_groups(GAME)
    odds.milliseconds_of_21_classes(GAME)
    figures = [_figures(*each) for each in seen]
    assert figures == [(4, 6, 7, 7)] * len(odds.APART) + [(goal, 6, 21, 10) for goal in (1, 1, 1, 4)]


def _figures(goal, deck, opening):
    """Clauses, groups, classes of cards, and the hand."""
    parted, _ = split(goal, deck.entries("main"))
    groups = {group for clause in parted.clauses for group in clause}
    return len(goal.clauses), len(groups), len(parted.sizes), opening.hand
