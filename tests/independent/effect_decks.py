"""Decks of invented cards of 星靈王 that do something: together they have every word that its goldfish plays."""

from __future__ import annotations

from dataclasses import replace

from games.engine.model.cards import Card, Value
from games.engine.model.decks import Deck, DeckLine

Row = tuple[str, int, int, str, int]
"""The name of a unit, its tributes, its score, its effects, and its copies."""

PLAIN: tuple[Row, ...] = (
    ("a", 0, 1, "", 3),
    ("b", 0, 2, "", 3),
    ("c", 1, 3, "", 2),
    ("d", 1, 4, "", 2),
    ("e", 2, 6, "", 1),
    ("m", 0, -1, "", 1),
)


def unit(name: str, tribute: int, score: int, effects: str, copies: int = 1, condition: str = "") -> DeckLine:
    values: dict[str, Value] = {
        "race": "獸人",
        "tribute": tribute,
        "score": score,
        "subtypes": (),
        "condition": condition or None,
    }
    return DeckLine(Card(name, name, "unit", values, effects=texts(effects)), copies)


def spell(name: str, effects: str, copies: int = 1, mana: int = 1, kind: str = "消耗") -> DeckLine:
    values: dict[str, Value] = {"race": "獸人", "mana": mana, "subtypes": (kind,), "timing": ("main",)}
    return DeckLine(Card(name, name, "spell", values, effects=texts(effects)), copies)


def texts(effects: str) -> tuple[str, ...]:
    return tuple(effects.split("|")) if effects else ()


def deck(*lines: DeckLine, plain: bool = True) -> Deck:
    """`plain`: with units that do nothing."""
    return Deck("xing-ling-wang", {"main": (*(unit(*row) for row in PLAIN if plain), *lines)})


DECKS: dict[str, Deck] = {
    "hand": deck(
        unit("x", 0, 1, "played: draw 2 and discard 1", 2),
        unit("y", 0, 1, "returned from board: draw 1|returned(kind=unit) from grave: reward 1", 2),
        spell("s", "played: may discard 1 (kind=unit tribute=0) then draw 2", 2),
        spell("r", "played: draw 8-count(hand) and discard 0..any"),
        spell("q", "played: search 1 (kind=unit score<=2) from deck/grave then if library>=5: draw 1", 2),
        spell("p", "played: recover 1 (kind=spell)", 1, 3),
        spell("o", "played: bounce any (board kind=unit) and draw that"),
    ),
    "board": deck(
        unit("x", 0, 1, "entered: token 1|played: bounce 1 (board kind=unit other) then draw 1", 2),
        unit("y", 0, 2, "end: summon 1 (kind=unit tribute=0) from hand/grave", 2),
        unit("z", 0, 3, "end: destroy 1 (board token) or destroy self", 2),
        spell("s", "played: revive 1 (kind=unit name=a/b)", 2),
        spell("r", "played: play 1 (hand kind=unit tribute=0) or draw 1", 2),
        spell("q", "played: destroy all (board score<=1) and token that"),
        spell("p", "played: summon 2 (kind=unit tribute<=1 name!=e) from deck"),
    ),
    "events": deck(
        unit("x", 0, 1, "buried: draw 1|removed: reward 1", 2),
        unit("y", 0, 1, "sacrificed(board kind=unit) in grave: may summon self|destroyed: draw 1", 2),
        unit("z", 1, 2, "sacrificed(board) in hand: may play self|left: reward 1", 2),
        unit("w", 0, 2, "destroyed(board other): reward 1|shuffled(board kind=unit): draw 1", 2),
        spell("s", "played: destroy 1 (board) then reward that.score", 2),
        spell("r", "played: shuffle 1 (board kind=unit) then draw 2", 1),
        spell("q", "played: remove 1 (board kind=unit !token) and draw 1", 1),
        spell("p", "played: bury 1 (deck kind=unit)", 1),
    ),
    "main": deck(
        unit("x", 0, 1, "main once: if reward>=2: may reward -2 then draw 1", 2),
        unit("y", 0, 2, "main in grave: if reward>=1: may reward -1 then summon self", 2),
        unit("z", 0, 1, "main once: may bounce 1 (board other) then token 1+that.tribute", 2),
        unit("w", 0, 1, "start in grave: recover self", 1),
        unit("v", 0, 1, "main: may discard 1 (kind=unit score<=1) then reward 1", 1),
        spell("s", "played: reward half(sum(score board))", 2),
        spell("r", "played: if count(board)>=3: draw 2 and reward 1", 2),
        spell("q", "end: reward 1", 1, 1, "場地"),
        unit("u", 0, 1, "sacrificed: destroy 1 (field) then reward 2", 1),
    ),
    "entry": deck(
        unit("x", 0, 6, "bring: if count(board kind=unit)=0: allow", 2, "?"),
        unit("y", 0, 4, "bring: if has(grave kind=unit) and no(board name~b): allow", 1, "?"),
        unit("z", 0, -3, "bring: never|buried: reward 4", 1, "?"),
        unit("w", 0, 1, "start: may draw 1", 1),
        spell("s", "played: revive 1 (kind=unit name=z/a)", 1),
        spell("r", "played: reward 2*count(board score>=3)-1", 2),
        spell("q", "played: if has(board name=b): reward 1; if no(board name=b): draw 2", 2),
        spell("p", "played: reward 1 and remove self", 1, 2),
        spell("o", "played: recover 1 (kind=spell mana<=2)", 1, 3),
    ),
    "places": deck(
        unit("x", 0, 1, "shuffled: reward 1|removed(kind=unit) in grave: may summon self", 2),
        unit("y", 0, 1, "left(board race=獸人) in board: draw 1", 2),
        unit("z", 1, 3, "buried(kind=unit type!=消耗) in hand: may play self", 2),
        unit("w", 0, 2, "main once in deck: if count(board)=3: may summon self|start in removed: score 1", 1),
        unit("v", 0, 1, "played: may summon 1 (removed kind=unit)|end in removed: shuffle self", 1),
        unit("u", 0, 2, "played: search 1 (keyword=飛行)|end in removed: recover 1 (type=消耗)", 1),
        spell("s", "played: shuffle 1 (board kind=unit) then score 1", 2),
        spell("r", "played: remove 1 (board/hand kind=unit)", 2),
        spell("q", "end in field: score 1", 1, 1, "場地"),
        DeckLine(replace(unit("t", 0, 2, "").card, keywords=("飛行",)), 2),
    ),
    "wraiths": deck(
        unit("x", 0, 2, "worth 1|played: may wraith 4 then revive 1 (kind=unit tribute<=1)", 2),
        unit("y", 0, 1, "worth 1/2/3|returned by wraith: reward 1", 2),
        unit("z", 0, 2, "worth -1|returned(kind=unit) from grave: score 1", 1),
        unit("w", 1, 4, "worth 4|destroyed(board kind=unit) main: may wraith 3 then draw 1", 1),
        unit("v", 0, 3, "summoned(kind=unit from grave): reward 1|main once: may wraith 5 then reward that", 1),
        spell("s", "played: bury 3 (deck kind=unit)", 2),
        spell("r", "played: recover 1 (kind=unit) or wraith 7 then play 1 (hand worth<=2 kind=unit)", 1),
        spell("q", "played: destroy 2 (board kind=unit)", 1),
        spell("p", "end: wraith half(count(grave))", 1, 1, "場地"),
    ),
    "states": deck(
        unit("x", 0, 1, "turned: reward 1|main once: may turn self then draw 1", 2),
        unit("y", 0, 2, "turned(board kind=unit other) once: token 1|end: if self is turned: right self", 1),
        unit("z", 0, 2, "decline", 2),
        unit("w", 0, 1, "righted(board): score 1|main once: may right 1 (board other)", 1),
        unit("v", 2, 7, "bring: if no(board turned): allow|start once: may turn 1..2 (board kind=unit !turned)", 2),
        unit("u", 0, 3, "start: right self or turn 2 (board other)|destroyed(board turned): draw 1", 1),
        spell("s", "played: turn all (board score<=1) and reward count(board turned)", 1),
        spell("r", "played: bounce 1 (board turned) or right 1 (board)", 2),
        spell("q", "played: destroy 1 (board !turned other) then reward that.score", 1),
    ),
}

FORCED: tuple[Deck, ...] = (
    deck(unit("x", 0, 2, "played: destroy self and revive self", 20), plain=False),
    deck(unit("x", 0, 1, "entered: reward 1|end: token 1", 20), plain=False),
    deck(unit("x", 1, 3, "sacrificed: token 1", 20), plain=False),
    deck(unit("x", 0, 1, "played: draw 2 and discard 1|buried: reward 1", 20), plain=False),
    deck(
        unit("x", 0, 2, "main in grave: if reward>=1: may reward -1 then summon self|end: destroy self", 20),
        plain=False,
    ),
    deck(unit("x", 0, 2, "decline", 20), plain=False),
    deck(unit("x", 0, 1, "worth 1|played: destroy self and wraith 2 and reward that", 20), plain=False),
    deck(unit("x", 0, 1, "worth -1/2|played: destroy self then wraith 1 and reward that", 20), plain=False),
    deck(unit("x", 1, 2, "entered: turn 1 (board)|turned: reward 1|start: right all (board)", 20), plain=False),
    deck(
        unit("x", 0, 1, "buried: draw 1|returned: reward 1"),
        unit("y", 0, 2, "played: bounce 1 (board other) then token 2"),
        unit("z", 1, 5, "played: recover 1 (kind=unit)"),
        spell("s", "played: discard 1 (kind=unit) then reward 1"),
        unit("v", 0, -1, "played: revive 1 (kind=unit) or reward 1"),
        unit("w", 0, 3, "start: reward count(board)"),
        plain=False,
    ),
    deck(
        unit("x", 0, 3, "end: destroy 1 (board token) or destroy self"),
        unit("y", 0, 1, "destroyed(board token): reward 1"),
        unit("z", 2, 7, "sacrificed(board other): reward 1"),
        unit("w", 0, 2, "sacrificed(board kind=unit) in grave: may summon self"),
        spell("s", "end: reward 1", 1, 1, "場地"),
        spell("r", "played: summon 1 (kind=unit) from hand", 1, 2),
        plain=False,
    ),
)
"""Decks of one card, or of so few that all are drawn in the first turn: no card of theirs comes by chance."""
