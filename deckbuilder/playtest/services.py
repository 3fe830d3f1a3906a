"""Changes to playtests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import transaction

from deckbuilder.accounts.models import User
from deckbuilder.common.database import get_row
from deckbuilder.common.labels import read
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck
from deckbuilder.playtest.comparison import distributions
from deckbuilder.playtest.models import (
    MAX_BYTES,
    MAX_LABEL,
    MAX_NODES,
    MAX_NOTE,
    Playtest,
    PlaytestNode,
    json_bytes,
)
from deckbuilder.playtest.selectors import Reached, cache_position, children_of, node_of, path_to, reach
from deckbuilder.playtest.to_games import to_session
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.simulations import chunking, selectors
from deckbuilder.stats.to_games import freeze, thaw, to_run
from games.engine.model import decks
from games.engine.model.opening import Seat
from games.engine.play.limits import MAX_CARDS
from games.engine.play.playtest.decisions import ASK, SET_OFF
from games.engine.play.playtest.operations import OperationError
from games.registry import get

if TYPE_CHECKING:
    from games.engine.play.playtest.positions import Position
    from games.engine.play.playtest.session import Outcome

SNAPSHOT_EVERY = 16
"""The number of operations between stored positions; at most this many are replayed when a node is opened."""

MAX_REPLAYED_RECORDS = 8
"""After an operation with more records, such as a game of the pilot, the position is stored instead of replayed."""


class StartError(ValueError):
    """A game that cannot be started: the error's `code`, and `params` for its message."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code, self.params = code, params


def start(
    deck: Deck,
    *,
    seat: Seat,
    seed: int,
    chunk: int = 0,
    player: User | None = None,
    hand: Sequence[str] = (),
) -> Playtest:
    """Start a game with the deck as it is now. `hand`: cards, by number or name, that the opening hand must have.

    Raises StartError, and OperationError if the hand is not possible.
    """
    engine_deck = to_deck(deck)
    _check_size(engine_deck)
    playtest = Playtest(
        game=deck.game,
        deck=deck,
        name=deck.name,
        cards=freeze(engine_deck),
        hand=[_key(engine_deck, card) for card in hand],
        seat=seat,
        seed=seed,
        chunk=chunk,
        player=player,
    )
    return _save_game(playtest, [_deal(playtest)])


def _check_size(deck: decks.Deck) -> None:
    """Raises StartError for a deck of no cards to draw, or of more than are played by hand."""
    count = sum(entry.count for zone in get(deck.game).opening.zones for entry in deck.entries(zone))
    if not count:
        raise StartError("no-cards")
    if count > MAX_CARDS:
        raise StartError("too-many-cards", count=count, most=MAX_CARDS)


def _key(deck: decks.Deck, text: str) -> str:
    """The key of a card of the deck, by its number or name. Raises StartError."""
    for zone in get(deck.game).opening.zones:
        for entry in deck.entries(zone):
            if text == entry.card.name or text in entry.card.codes:
                return entry.card.key
    raise StartError("not-in-deck", card=text)


def _deal(playtest: Playtest) -> Outcome:
    from games.engine.play.trials.table import Unplayable

    try:
        return to_session(playtest).start()
    except Unplayable as error:
        raise StartError("unplayable", reason=read(error.reason)) from None


def start_like(simulation: Simulation, percent: int, *, player: User | None = None) -> Playtest:
    """Start a game from a simulation, as the pilot played it: one whose clock `percent` % of the games do not exceed.

    It is taken from the first chunk; if no game there has this clock, one with the nearest clock is used. Of those with
    the same clock, the higher score counts as faster, so that two percentiles show two games. Raises StartError.
    """
    from games.engine.play.figures.summary import clock_at

    if simulation.study != "games" or not selectors.progress(simulation).played:
        raise StartError("nothing-simulated")
    _check_size(thaw(simulation.game, simulation.cards))
    never = simulation.turns + 1
    clock, within = clock_at(selectors.merged_tally(simulation), percent / 100)
    played_games = list(to_run(simulation).games(0, chunking.sizes(simulation)[0]))
    nearest = min(played_games, key=lambda game: abs((game.clock or never) - (clock or never)))
    tied = sorted((game for game in played_games if game.clock == nearest.clock), key=lambda game: -game.score)
    game = tied[min(int(within * len(tied)), len(tied) - 1)]
    playtest = Playtest(
        game=simulation.game,
        deck=simulation.deck,
        name=simulation.deck.name if simulation.deck else "",
        cards=simulation.cards,
        seat=simulation.seat,
        seed=simulation.seed,
        trial=game.trial,
        shuffle=list(game.shuffle),
        keep=simulation.keep,
        keep_turn=simulation.keep_turn,
        player=player,
    )
    outcomes, by_pilot = [_deal(playtest)], to_session(playtest, opening=True)
    while not _is_finished(outcomes[-1].position, simulation.turns):
        outcomes.append(by_pilot.do(outcomes[-1].position, {"op": "pilot", "until": "turn"}))
    return _save_game(playtest, outcomes)


def _is_finished(position: Position, turns: int) -> bool:
    turn: int = position.var[1]
    return position.stage == "over" or bool(position.clock) or (position.stage == "between" and turn >= turns)


def _save_game(playtest: Playtest, outcomes: Sequence[Outcome]) -> Playtest:
    """Save a game that begins with these outcomes, one node for each. Raises OperationError if it is too large."""
    playtest.current = len(outcomes) - 1
    nodes: list[PlaytestNode] = []
    for number, outcome in enumerate(outcomes):
        nodes.append(_node(playtest, nodes[-1] if nodes else None, number, outcome))
    return _save(playtest, nodes)


def _save(playtest: Playtest, nodes: Sequence[PlaytestNode]) -> Playtest:
    """Save a new game with its nodes. Raises OperationError if it is too large."""
    playtest.size = json_bytes(playtest.cards) + sum(node.size for node in nodes)
    _check_bytes(playtest.size)
    with transaction.atomic():
        playtest.save()
        for node in nodes:
            node.playtest = playtest
        PlaytestNode.objects.bulk_create(nodes)
    return playtest


def _check_bytes(size: int) -> None:
    if size > MAX_BYTES:
        raise OperationError("too-large", most=MAX_BYTES)


def copy(playtest: Playtest, number: int, *, player: User | None = None) -> Playtest:
    """Copy a game with everything that led to a node; other branches are not copied.

    Raises NotFoundError, and OperationError for a game that is too large.
    """
    node_of(playtest, number)
    path = path_to(playtest, number, MAX_NODES)
    numbers = {node.number: number for number, node in enumerate(path)}
    nodes = [each for each in playtest.nodes.filter(number__lte=max(numbers)) if each.number in numbers]
    new = Playtest(current=len(path) - 1, player=player)
    for name in COPIED:
        setattr(new, name, getattr(playtest, name))
    for node in nodes:
        node.pk, node.playtest = None, new
        node.number, node.base = numbers[node.number], numbers[node.base]
        node.parent = node.number - 1 if node.number else None
    return _save(new, nodes)


COPIED = ("game", "deck", "name", "cards", "seat", "seed", "chunk", "trial", "shuffle", "hand", "keep", "keep_turn")
"""The fields that a copy takes over."""


class Done(NamedTuple):
    """The node that an operation led to, and its parent. `children`: the nodes that follow each of them, oldest
    first."""

    reached: Reached
    parent: PlaytestNode
    children: Mapping[int, list[int]]


def charge_nobody(count: int) -> None:
    """For operations that count towards no limit."""


def do(
    playtest: Playtest,
    number: int,
    operation: Mapping[str, Any],
    *,
    charge: Callable[[int], None] = charge_nobody,
) -> Done:
    """Perform an operation at a node. It leads to a new node, or to the existing one if it was performed there before.

    Operations by others at the same node become other branches, so that none is lost. `charge` is called, before
    anything is stored, if the game comes to count as more games than before. Where effects need a decision, the player
    is asked unless the operation says otherwise. Raises OperationError, NotFoundError and
    what `charge` raises.
    """
    parent = node_of(playtest, number)
    _, session, position = reach(playtest, parent)
    if operation.get("op") in SET_OFF:
        operation = {"effects": ASK, **operation}
    outcome = session.do(position, operation)  # before the transaction, which on SQLite makes everybody else wait
    with transaction.atomic():
        node, children = _add(playtest, parent, outcome, charge)
        _set_current(playtest, node.number)
        transaction.on_commit(partial(cache_position, playtest, node.number, outcome.position))
    return Done(Reached(node, session, outcome.position), parent, children)


def _add(
    playtest: Playtest, parent: PlaytestNode, outcome: Outcome, charge: Callable[[int], None]
) -> tuple[PlaytestNode, Mapping[int, list[int]]]:
    """The node for an outcome, and the children of its parent and of itself."""
    stored = Playtest.objects.select_for_update().only("size").get(pk=playtest.pk)
    number = parent.number
    following = dict(playtest.nodes.filter(parent=number).order_by("number").values_list("number", "operation"))
    same = next((each for each, stored_operation in following.items() if stored_operation == outcome.operation), None)
    if same is None:
        node = _node(playtest, parent, _next_number(playtest), outcome)
        weight, stored.size = stored.weight, stored.size + node.size
        _check_bytes(stored.size)
        if stored.weight > weight:
            charge(stored.weight - weight)
        stored.save(update_fields=["size"])
        node.save(force_insert=True)
        children = {number: [*following, node.number], node.number: []}
    else:
        node = node_of(playtest, same)
        children = {number: [*following], **children_of(playtest, [same])}
    return node, children


def _next_number(playtest: Playtest) -> int:
    numbers = PlaytestNode.objects.filter(playtest=playtest).order_by("-number").values_list("number", flat=True)
    number: int = numbers[0] + 1
    if number >= MAX_NODES:
        raise OperationError("too-many-nodes", most=MAX_NODES)
    return number


def _node(playtest: Playtest, parent: PlaytestNode | None, number: int, outcome: Outcome) -> PlaytestNode:
    """An unsaved node; its position is stored if it would take long to replay."""
    from games.engine.play.playtest.positions import to_plain

    since = [*(parent.since if parent.position is None else ()), outcome.operation] if parent else []
    is_snapshot = parent is None or len(since) >= SNAPSHOT_EVERY or len(outcome.records) > MAX_REPLAYED_RECORDS
    base = number if is_snapshot or parent is None else parent.base
    return PlaytestNode(
        playtest=playtest,
        number=number,
        parent=parent.number if parent else None,
        operation=outcome.operation,
        records=list(outcome.records),
        position=to_plain(outcome.position) if is_snapshot else None,
        base=base,
        since=[] if is_snapshot else since,
    )


def compare(playtest: Playtest, simulation: Simulation) -> None:
    """Store the distributions of a simulation's games."""
    playtest.comparison = distributions(simulation)
    playtest.save(update_fields=["comparison"])


def choose(playtest: Playtest, number: int) -> None:
    """Make a node the current one, as undo does. Raises NotFoundError."""
    node_of(playtest, number)
    _set_current(playtest, number)


def _set_current(playtest: Playtest, number: int) -> None:
    Playtest.objects.filter(pk=playtest.pk).update(current=number)
    playtest.current = number


@transaction.atomic
def describe(
    playtest: Playtest, number: int, texts: Mapping[str, str], *, before: Mapping[str, str] | None = None
) -> PlaytestNode:
    """Change the `label` or the `note` of a node; "" removes it. `before`: the texts as the player saw them, of which
    only the changed ones are written.

    Raises OperationError for a text that is too long, unprintable, or was changed by somebody else since `before`, and
    NotFoundError.
    """
    node = get_row(PlaytestNode.objects.select_for_update(), playtest=playtest, number=number)
    seen = {name: _clean(name, text) for name, text in (before or {}).items()}
    changes = {name: _clean(name, text) for name, text in texts.items()}
    for name, text in [*changes.items()]:
        stored = getattr(node, name)
        if text in (stored, seen.get(name)):
            del changes[name]
        elif seen.get(name, stored) != stored:
            raise OperationError("text-changed", field=name, text=stored)
        else:
            setattr(node, name, _check_text(name, text, MAX_TEXTS[name]))
    if changes:
        node.save(update_fields=list(changes))
    return node


MAX_TEXTS = {"label": MAX_LABEL, "note": MAX_NOTE}


def _clean(name: str, text: str) -> str:
    if name == "label":
        return " ".join(text.split())
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def _check_text(name: str, text: str, most: int) -> str:
    if len(text) > most or not text.replace("\n", "").isprintable():
        raise OperationError("text-length", field=name, most=most)
    return text
