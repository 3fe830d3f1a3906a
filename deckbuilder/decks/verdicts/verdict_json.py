"""A verdict as JSON: the one shape for page, API and command."""

from typing import Any

from deckbuilder.decks.verdicts.sentences import fix, message
from games.engine.model.violations import Violation
from games.engine.rules.legality import Verdict
from games.registry import get


def verdict_json(verdict: Verdict, *, file: str = "", receipt: dict[str, Any] | None = None) -> dict[str, Any]:
    """The contract's keys; `file` where the list came from one, `receipt` where it was read from text."""
    data: dict[str, Any] = {"file": file} if file else {}
    data |= {
        "game": verdict.game,
        "format": verdict.format,
        "on": verdict.on.isoformat(),
        "status": verdict.status,
        "legal": verdict.legal,
        "fingerprint": verdict.fingerprint,
        "ruleset": verdict.ruleset,
        "lists": [{"slug": slug, "version": version} for slug, version in verdict.lists],
        "checks": list(verdict.checks),
        "unjudged": list(verdict.unjudged),
        "violations": [violation_json(violation, verdict.game) for violation in verdict.violations],
    }
    if receipt is not None:
        data["receipt"] = receipt
    return data


def violation_json(violation: Violation, game: str) -> dict[str, Any]:
    rules = get(game)
    return {
        "code": violation.code,
        "severity": violation.severity,
        "zone": violation.zone,
        "cards": [
            {"name": card.name, "code": card.code, "have": card.have, "limit": card.limit} for card in violation.cards
        ],
        "have": violation.have,
        "min": violation.min,
        "max": violation.max,
        "rule": violation.rule,
        "source": violation.source,
        "params": _params(violation),
        "message": message(violation, rules),
        "fix": fix(violation, rules),
    }


def _params(violation: Violation) -> dict[str, Any]:
    """Without what a line may mean: only a list that is being read knows, and its receipt says so."""
    params = {name: value for name, value in violation.params.items() if name not in ("choices", "near")}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in params.items()}
