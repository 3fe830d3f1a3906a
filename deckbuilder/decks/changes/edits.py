"""Operations on a deck, each a small function on a draft. Counts change by differences, so that simultaneous clicks all
count."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from deckbuilder.common.input import InputError, clean_line, clean_text, clean_title
from deckbuilder.decks.changes.differences import CardDifference, Difference, SettingDifference
from deckbuilder.decks.changes.drafts import MAX_COPIES, Draft, EditError, LineKey
from deckbuilder.decks.models import MAX_NOTES
from games.engine.model.decks import MAYBE, Unknown
from games.engine.model.violations import DeckChange
from games.engine.odds.best_swap import MAX_COPIES_SWAPPED
from games.engine.reading.decklist_lines import MAX_NAME
from games.engine.reading.settling import CountUnclear, settle_line

Params = Mapping[str, Any]

_NUMBER = re.compile(r"[+-]?\d+")


def parse_count(value: object) -> int:
    """A number of copies, at least 0. Raises InputError."""
    text = str(value).strip()
    if not _NUMBER.fullmatch(text):
        raise InputError("not-a-number", field="count", value=text)
    if len(text) > 9 or not 0 <= int(text) <= MAX_COPIES:
        raise InputError("count-range", count=text, most=MAX_COPIES)
    return int(text)


def parse_cards(text: str) -> list[tuple[str, str]]:
    """One side of a swap: a JSON list of zones and card keys, or "". Raises InputError."""
    try:
        pairs = [(zone, key) for zone, key in json.loads(text or "[]")]
    except (ValueError, TypeError, RecursionError):
        raise InputError("unreadable-swap", value=text) from None
    if len(pairs) > MAX_COPIES_SWAPPED or not all(isinstance(part, str) for pair in pairs for part in pair):
        raise InputError("unreadable-swap", value=text)
    return pairs


def _param(params: Params, name: str) -> str:
    """A parameter of one line, "" if it is missing. Raises InputError."""
    return clean_line(str(params.get(name, "")), name)


def add(draft: Draft, params: Params) -> None:
    """Add `count` copies (1) of the printing `code` to `zone`; in a single-card zone, replace its card."""
    printing = draft.printing(_param(params, "code"))
    zone = draft.zone(_param(params, "zone"), printing)
    code = _line_for(draft, zone, printing.code, printing.card.key, printing.card.codes)
    count = parse_count(params.get("count", 1))
    if draft.game.section(zone).single:
        _clear(draft, zone, but=(zone, code, ""))
        draft.put(zone, code, count)
    else:
        draft.put(zone, code, draft.counts[zone, code, ""] + count)


def _clear(draft: Draft, zone: str, but: LineKey | None = None, into: str = "") -> None:
    """Remove all lines of a zone but one; `into`: move them there."""
    for place, count in list(draft.counts.items()):
        if place[0] == zone and count and place != but:
            if into:
                _shift(draft, place, (into, *place[1:]), count)
            else:
                draft.put(*place[:2], 0, place[2])


def _line_for(draft: Draft, zone: str, code: str, key: str, codes: Sequence[str]) -> str:
    """The line to which another copy is added: the printing's own, or, for a card named by its first printing, the
    existing one."""
    present = draft.codes(zone, key)
    if code in present or not present or (codes and code != codes[0]):
        return code
    return present[0]


def remove(draft: Draft, params: Params) -> None:
    """Remove `count` copies (1); removing what is not there is an error."""
    place = _line_of_card(draft, params)
    zone, code, words = place
    draft.put(zone, code, draft.counts[place] - parse_count(params.get("count", 1)), words)


def _line_of_card(draft: Draft, params: Params) -> LineKey:
    """The line that a request names; without a zone, the last added line with its card in any printing."""
    if _param(params, "zone") or _param(params, "text"):
        return _existing_line(draft, params)
    place = _key(draft, params)
    if not draft.counts[place]:
        key = draft.printing(place[1]).card.key
        zones = dict.fromkeys((place[0], *(zone.slug for zone in draft.game.zones)))
        lines = ((zone, code, "") for zone in zones for code in reversed(draft.codes(zone, key)))
        place = next(lines, place)
    return _existing_line(draft, {"zone": place[0], "code": place[1]})


def set_count(draft: Draft, params: Params) -> None:
    """Set a line to `count` copies. An unrecognized line must exist."""
    zone, code, words = _existing_line(draft, params) if _param(params, "text") else _key(draft, params)
    draft.put(zone, code, parse_count(params.get("count", "")), words)


def move(draft: Draft, params: Params) -> None:
    """Move `count` copies (all) of a line from `zone` to the zone `to`; from the maybe-board without `to`, to the
    card's usual zone.

    A card in a single-card zone is exchanged for the one from the maybe-board.
    """
    place = _existing_line(draft, params)
    to = draft.zone(_param(params, "to"), draft.printing(place[1]) if place[0] == MAYBE and place[1] else None)
    count = parse_count(params.get("count", draft.counts[place]))
    if place[0] == MAYBE and draft.game.section(to).single:
        _clear(draft, to, into=MAYBE)
    _shift(draft, place, (to, *place[1:]), count)


def swap(draft: Draft, params: Params) -> None:
    """Exchange a copy of the line `code` in `zone` for one of the printing `to` on the maybe-board."""
    place, other = _existing_line(draft, params), _existing_line(draft, {"zone": MAYBE, "code": params.get("to", "")})
    if place[0] == MAYBE:
        raise EditError("not-in-deck", name=draft.printing(place[1]).name)
    _shift(draft, place, (MAYBE, *place[1:]), 1)
    move(draft, {"zone": MAYBE, "code": other[1], "count": 1})


def reprint(draft: Draft, params: Params) -> None:
    """Replace the line `code` in `zone` by the printing `to` of the same card."""
    to = draft.printing(_param(params, "to"))
    place = _existing_line(draft, {**params, "text": ""})
    if to.card != draft.printing(place[1]).card:
        raise EditError("other-card", code=to.code)
    _shift(draft, place, (place[0], to.code, ""), draft.counts[place])


def resolve(draft: Draft, params: Params) -> None:
    """Replace the unrecognized line `text` by the printing `code`, in the line's zone if that takes the card, else in
    the card's own. `count`: the quantity, needed if the line's own is unclear."""
    zone, words = draft.zone(_param(params, "zone")), _param(params, "text")
    place = zone, "", words
    if not draft.counts[place]:
        raise EditError("not-in-deck", name=words)
    printing = draft.printing(_param(params, "code"))
    line = Unknown(zone, words, draft.counts[place])
    stated = parse_count(params["count"]) if _param(params, "count") else None
    if stated == 0:
        raise InputError("no-copies", name=words)
    try:
        to, entry = settle_line(line, printing.card, printing.code, draft.game, stated)
    except CountUnclear as error:
        raise InputError("count-unclear", name=words, counts=error.counts) from None
    draft.put(*place[:2], 0, words)
    draft.put(to, entry.code, draft.counts[to, entry.code, ""] + entry.count)


def _shift(draft: Draft, place: LineKey, to: LineKey, count: int) -> None:
    """Move copies of a line to another."""
    if place != to:
        draft.put(*place[:2], draft.counts[place] - count, place[2])
        draft.put(*to[:2], draft.counts[to] + count, to[2])


def declare(draft: Draft, params: Params) -> None:
    key, value = _param(params, "key"), _param(params, "value")
    if key not in (each.key for each in draft.game.declarations):
        raise InputError("unknown-declaration", key=key)
    draft.declare(key, value)


def rename(draft: Draft, params: Params) -> None:
    draft.field("name", clean_title(str(params.get("name", "")), "name", MAX_NAME))


def annotate(draft: Draft, params: Params) -> None:
    draft.field("notes", clean_text(str(params.get("notes", "")), "notes", MAX_NOTES))


def change_format(draft: Draft, params: Params) -> None:
    slug = _param(params, "format")
    choices = [each.slug for each in draft.game.formats]
    if slug not in choices:
        raise InputError("unknown-format", format=slug, choices=choices)
    draft.field("format", slug)


def empty(draft: Draft, params: Params) -> None:
    """Remove everything from `zone`."""
    _clear(draft, draft.zone(_param(params, "zone")))


def take_over(draft: Draft, difference: Difference) -> None:
    """Apply a difference of a comparison; nothing happens if it has been applied already.

    Raises EditError if the deck has neither the old nor the new state.
    """
    now = _now(draft, difference)
    if now == difference.second:
        return
    if now != difference.first:
        raise EditError("changed-since", name=_name_of(difference))
    if isinstance(difference, SettingDifference):
        if difference.key:
            draft.declare(difference.key, difference.second)
        else:
            draft.field("format", difference.second)
    elif difference.card is None:
        draft.put(difference.zone, "", difference.second, difference.key)
    else:
        _set_card(draft, difference.zone, difference.key, difference.second, difference.code)


def _now(draft: Draft, difference: Difference) -> int | str:
    if isinstance(difference, SettingDifference):
        return draft.deck.declarations.get(difference.key, "") if difference.key else draft.deck.format
    if difference.card is None:
        return draft.counts[difference.zone, "", difference.key]
    return draft.copies(difference.zone, difference.key)


def _name_of(difference: Difference) -> str:
    if isinstance(difference, CardDifference):
        return difference.name
    return difference.second or difference.first


def change(draft: Draft, step: DeckChange) -> None:
    """One step of a repair that the judge proposed."""
    if step.op == "declare":
        draft.declare(step.key, step.value)
    elif step.op == "drop":
        draft.put(step.zone, "", 0, step.key)
    elif step.op == "trim":
        _trim(draft, step.zone, step.count)
    else:
        _set_card(draft, step.zone, step.key, step.count)


def _set_card(draft: Draft, zone: str, key: str, count: int, code: str = "") -> None:
    """`code`: the printing to add if there is none of the card."""
    codes = draft.codes(zone, key)
    have = draft.copies(zone, key)
    if count > have:
        code = codes[0] if codes else code or draft.printing_of(key).code
        draft.put(zone, code, draft.counts[zone, code, ""] + count - have)
    for code in reversed(codes):
        removals = min(have - count, draft.counts[zone, code, ""])
        if removals > 0:
            draft.put(zone, code, draft.counts[zone, code, ""] - removals)
            have -= removals


def _trim(draft: Draft, zone: str, count: int) -> None:
    for place in reversed([place for place, copies in draft.counts.items() if place[0] == zone and copies]):
        removals = min(count, draft.counts[place])
        if removals:
            draft.put(place[0], place[1], draft.counts[place] - removals, place[2])
        count -= removals


def _key(draft: Draft, params: Params) -> LineKey:
    """The line that a request names by `code` or `text`, and `zone`."""
    words = _param(params, "text")
    if words:
        return draft.zone(_param(params, "zone")), "", words
    printing = draft.printing(_param(params, "code"))
    return draft.zone(_param(params, "zone"), printing), printing.code, ""


def _existing_line(draft: Draft, params: Params) -> LineKey:
    """Such a line, which must exist."""
    place = _key(draft, params)
    if not draft.counts[place]:
        raise EditError("not-in-deck", name=place[2] or draft.printing(place[1]).name)
    return place


OPS: dict[str, Callable[[Draft, Params], None]] = {
    "add": add,
    "remove": remove,
    "set": set_count,
    "move": move,
    "swap": swap,
    "reprint": reprint,
    "resolve": resolve,
    "declare": declare,
    "rename": rename,
    "notes": annotate,
    "format": change_format,
    "empty": empty,
}
