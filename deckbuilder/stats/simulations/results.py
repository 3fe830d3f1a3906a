"""Results of a simulation as plain data, in one shape for page, API, command and files; and as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

from django.utils.translation import get_language

from deckbuilder.stats.hands.keep_odds import MAX_HANDS_SHOWN
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.simulations import selectors
from deckbuilder.stats.simulations.chunking import HandStudy
from deckbuilder.stats.simulations.sentences import FAILURES
from deckbuilder.stats.simulations.specs import FIELDS
from deckbuilder.stats.to_games import thaw
from games.engine.effects.understanding import of_deck
from games.engine.play.figures.estimates import Interval
from games.registry import get, goldfish

if TYPE_CHECKING:
    from games.engine.play.studies.best_lines import Comparison

COLUMNS = ("figure", "turn", "card", "name", "value", "low", "high", "games")
METRICS = ("available", "used", "plays", "exchanges", "dismissals", "laid", "score", "hand")


def input_json(simulation: Simulation) -> dict[str, Any]:
    """The input of the simulation."""
    return {name: getattr(simulation, name) for name in ("game", "fingerprint", *FIELDS)}


def as_json(simulation: Simulation) -> dict[str, Any]:
    """The simulation's input, its progress, and the results of the games played so far."""
    progress = selectors.progress(simulation)
    return {
        "slug": simulation.slug,
        "deck": simulation.deck.slug if simulation.deck else None,
        "asked_at": simulation.asked_at.isoformat(),
        **input_json(simulation),
        **progress_json(simulation, progress),
        "pilot": pilot_json(simulation),
        "understood": understanding_json(simulation),
        **outcome_json(simulation, progress.chunks),
    }


def outcome_json(simulation: Simulation, chunks: Sequence[int]) -> dict[str, Any]:
    """The results of the games in these chunks; the keys of other studies are empty."""
    data: dict[str, Any] = {"summary": None, "simulated": [], "impact": None, "missed": None, "hands": None}
    if not chunks:
        return data
    if simulation.study == "pilot":
        return data | {"missed": missed_json(selectors.comparisons(simulation, chunks))}
    if simulation.study == "hands":
        return data | {"hands": hands_json(selectors.hand_study(simulation, chunks))}
    outcome = selectors.outcome(simulation, chunks)
    data |= {"summary": outcome.summary, "simulated": simulated_json(simulation.game, outcome.simulated)}
    return data | {"impact": selectors.impact(simulation, chunks)}


def missed_json(comparisons: Sequence[Comparison]) -> dict[str, Any]:
    """How many turns the pilot misses compared with the best lines deck_part."""
    from games.engine.play.studies.best_lines import missed_turns

    data = missed_turns(comparisons)
    return {
        "games": len(comparisons),
        "complete": data.complete,
        "mean": data.mean,
        "low": data.interval.low if data.interval else None,
        "high": data.interval.high if data.interval else None,
        "missed": [{"turns": turns, "games": games} for turns, games in enumerate(data.games)],
    }


def hands_json(study: HandStudy, limit: int = MAX_HANDS_SHOWN) -> dict[str, Any]:
    """Which opening hands win early."""
    return {
        "best": _interval(study.outcome.best),
        "rule": _interval(study.outcome.rule),
        "share": float(study.outcome.share),
        "kinds": [[entry.card.name for entry in kind] for kind in study.trials.cards],
        "hands": [
            {
                "counts": each.counts,
                "back": each.back,
                "dealt": float(each.dealt),
                "kept": _interval(each.kept),
                "best": _interval(each.best),
            }
            for each in study.outcome.hands[:limit]
        ],
    }


def _interval(interval: Interval | None) -> dict[str, float] | None:
    return interval._asdict() if interval else None


def failure(simulation: Simulation) -> str:
    """The code of the failure, one of FAILURES."""
    return simulation.error or "outdated"


def progress_json(simulation: Simulation, progress: selectors.Progress) -> dict[str, Any]:
    """The progress of the simulation."""
    failure_code = failure(simulation) if progress.state == "failed" else ""
    return {
        "state": progress.state,
        "played": progress.played,
        "wanted": progress.expected,
        "half_width": progress.half_width,
        "rate": progress.rate,
        "left": progress.left,
        "seconds": progress.seconds,
        "error": {"code": failure_code, "message": FAILURES[failure_code]()} if failure_code else None,
    }


def pilot_json(simulation: Simulation) -> dict[str, str]:
    """The pilot's policy and the meaning of its figures, in the active language."""
    policy, language = goldfish(get(simulation.game)), get_language() or "en"
    names = ("policy", "resource", "score", "clock")
    return {name: getattr(policy, name).read(language) for name in names}


def understanding_json(simulation: Simulation) -> dict[str, Any]:
    """How many cards of the deck the pilot plays as printed, and those it does not, each once."""
    deck = of_deck(thaw(simulation.game, simulation.cards), get(simulation.game))
    cards = [
        {"card": card.key, "name": card.name, "copies": copies, "state": each.state}
        for card, copies, each in deck.lacking
    ]
    return {"total": deck.total, "as_printed": deck.faithful, "cards": cards}


def simulated_json(game: str, answers: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The answers to a game's simulated questions with their texts, in the active language."""
    language = get_language() or "en"
    return [
        {
            "slug": question.slug,
            **{name: getattr(question, name).read(language) for name in ("label", "explanation", "policy")},
            "rule": question.rule,
            "unit": question.unit,
            "lines": [
                {"label": line.label.read(language), "values": values}
                for line, values in zip(question.lines, answer["lines"], strict=True)
            ],
            "distribution": answer["distribution"],
        }
        for question, answer in zip(get(game).simulated, answers, strict=True)
    ]


# CSV ------------------------------------------------------------------------------------------------------------------


def as_csv(simulation: Simulation) -> str:
    """All figures so far, one per row: a share or a mean as `value` with its interval, over `games` games."""
    out = StringIO()
    rows = csv.DictWriter(out, COLUMNS, lineterminator="\r\n")
    rows.writeheader()
    data = outcome_json(simulation, selectors.progress(simulation).chunks)
    if data["summary"]:
        rows.writerows(_rows(data["summary"]))
        rows.writerows(_simulated_rows(data["simulated"]))
    if data["impact"]:
        rows.writerows(_impact(data["impact"]))
    if data["missed"]:
        rows.writerows(_missed_rows(data["missed"]))
    if data["hands"]:
        rows.writerows(_hands(data["hands"], simulation.trials))
    return out.getvalue()


def _missed_rows(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The mean, then the share of games by the number of turns missed."""
    yield {
        "figure": "turns missed",
        "value": data["mean"],
        "low": data["low"],
        "high": data["high"],
        "games": data["games"],
    }
    for each in data["missed"]:
        columns = {"figure": "turns missed", "name": each["turns"]}
        yield {**columns, "value": each["games"] / data["games"], "games": data["games"]}


def _hands(data: dict[str, Any], games: int) -> Iterator[dict[str, Any]]:
    """The mean winning turn: with the best choices, with the rule, and for each hand after its best choice."""
    clocks = [("best choices", "", data["best"]), ("rule", "", data["rule"])]
    clocks += [("best choice", _choice(each), each["best"]) for each in data["hands"]]
    for figure, name, clock in clocks:
        if clock:
            figures = {"value": clock["estimate"], "low": clock["low"], "high": clock["high"]}
            yield {"figure": figure, "name": name, **figures, "games": games}


def _choice(hand: dict[str, Any]) -> str:
    """The number of cards of each kind, and how many of them are put back: `3 1 0 - 1 0 0`."""
    return " - ".join(" ".join(map(str, hand[part])) for part in ("counts", "back"))


def _rows(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield _share("kept", data["keep"])
    yield _share("won", data["win"])
    for each in data["turns"]:
        for name in METRICS:
            if figure := each[name]:
                figures = {"value": figure["mean"], "low": figure["low"], "high": figure["high"]}
                yield {"figure": name, "turn": each["turn"], "games": each["reached"], **figures}
    for each in data["clock"]["turns"]:
        yield {"figure": "won", "turn": each["turn"], "value": each["share"], "games": data["trials"]}
    for each in data["goal"] or ():
        yield _share("goal", each, turn=each["turn"])
    games_by_turn = [each["reached"] for each in data["turns"]]
    for card in data["stuck"]:
        yield from _card(card, data["trials"], games_by_turn)


def _simulated_rows(answers: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for answer in answers:
        for line in answer["lines"]:
            for value in line["values"]:
                figures = {"value": value["estimate"], "low": value["low"], "high": value["high"]}
                columns = {"figure": answer["slug"], "turn": value["turn"], "name": line["label"]}
                yield {**columns, **figures, "games": value["games"]}


def _share(figure: str, share: dict[str, Any], **more: Any) -> dict[str, Any]:
    figures = {"value": share["estimate"], "low": share["low"], "high": share["high"], "games": share["trials"]}
    return {"figure": figure, **more, **figures}


def _card(card: dict[str, Any], trials: int, games_by_turn: list[int]) -> Iterator[dict[str, Any]]:
    """Mean copies of a card in the opening hand (turn 0), and in hand at the end of each turn."""
    copies = [
        (0, card["opened"], trials),
        *zip(range(1, len(games_by_turn) + 1), card["turns"], games_by_turn, strict=True),
    ]
    for turn, value, games in copies:
        columns = {"figure": "in hand", "turn": turn, "card": card["code"], "name": card["name"]}
        yield {**columns, "value": value, "games": games}


def _impact(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """How much later games are won, and how much more often they meet the goal, if the card was dealt."""
    for card in data["cards"]:
        columns = {"card": card["code"], "name": card["name"], "games": card["dealt"]}
        for figure, turn in (("clock", ""), ("goal", data["goal_turn"])):
            if contrast := card[figure]:
                difference = {"value": contrast["difference"], "low": contrast["low"], "high": contrast["high"]}
                yield {"figure": f"impact on {figure}", "turn": turn, **columns, **difference}
