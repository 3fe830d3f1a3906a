"""Operations on a deck, each a small function on a draft. Counts change by differences, so that simultaneous clicks all
count."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from django.utils import timezone

from deckbuilder.catalog.restrictions.selectors import restriction_lists
from deckbuilder.catalog.to_games import PrintedCard
from deckbuilder.common.input import InputError, clean_line, clean_text, clean_title
from deckbuilder.decks.changes.differences import CardDifference, Difference, SettingDifference
from deckbuilder.decks.changes.drafts import MAX_COPIES, Draft, EditError, LineKey
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import MAX_NOTES
from games.engine.model.decks import MAYBE, Unknown
from games.engine.model.game import Game
from games.engine.model.violations import DeckChange
from games.engine.odds.best_swap import MAX_COPIES_SWAPPED
from games.engine.reading.decklists.answers import CountUnclear, resolve_line
from games.engine.reading.decklists.lines import MAX_NAME
from games.engine.rules.changes import room

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
    key = _key_for(draft, zone, printing)
    copies = parse_count(params.get("count", 1))
    if draft.game.section(zone).single:
        _clear(draft, zone, but=key)
        draft.put(key, copies)
    else:
        draft.add(key, copies)


def fill(draft: Draft, params: Params) -> None:
    """Add all copies of the printing `code` that the rules of today still allow in `zone`; one if they set no limit.

    On the maybe-board, as many as would fit into the card's usual zone. Raises EditError if there are none.
    """
    printing = draft.printing(_param(params, "code"))
    zone = draft.zone(_param(params, "zone"), printing)
    copies = _room(draft, printing, draft.zone("", printing) if zone == MAYBE else zone)
    if copies == 0:
        raise EditError("no-room", name=printing.card.name)
    add(draft, {"code": printing.code, "zone": zone, "count": copies or 1})


def _room(draft: Draft, printing: PrintedCard, zone: str) -> int | None:
    """As `room`; 1 in a zone for one card, which makes room for it."""
    if draft.game.section(zone).single:
        return 1
    deck, format = to_deck(draft.deck, draft.unsaved_lines), draft.game.format(draft.deck.format)
    lists = restriction_lists(draft.game)
    return room(deck, zone, printing.card, draft.game, format, on=timezone.localdate(), lists=lists)


def _clear(draft: Draft, zone: str, but: LineKey | None = None, into: str = "") -> None:
    """Remove all lines of a zone but one; `into`: move them there."""
    for key, count in list(draft.counts.items()):
        if key.zone == zone and count and key != but:
            if into:
                _shift(draft, key, key._replace(zone=into), count)
            else:
                draft.put(key, 0)


def _key_for(draft: Draft, zone: str, printing: PrintedCard) -> LineKey:
    """The line to which another copy is added: the printing's own, or, for a card named by its first printing, the
    existing one."""
    key, codes = LineKey(zone, printing.code), printing.card.codes
    present = draft.printings_in(zone, printing.card.key)
    if key in present or not present or (codes and printing.code != codes[0]):
        return key
    return present[0]


def remove(draft: Draft, params: Params) -> None:
    """Remove `count` copies (1); removing what is not there is an error."""
    draft.add(_key_of_card(draft, params), -parse_count(params.get("count", 1)))


def _key_of_card(draft: Draft, params: Params) -> LineKey:
    """The line that a request names; without a zone, the last added line with its card in any printing."""
    if _param(params, "zone") or _param(params, "text"):
        return _existing_key(draft, params)
    key = _key(draft, params)
    if not draft.counts[key]:
        card = draft.printing(key.code).card
        zones = dict.fromkeys((key.zone, *(zone.slug for zone in draft.game.zones)))
        keys = (each for zone in zones for each in reversed(draft.printings_in(zone, card.key)))
        key = next(keys, key)
    return _existing_key(draft, {"zone": key.zone, "code": key.code})


def set_count(draft: Draft, params: Params) -> None:
    """Set a line to `count` copies. An unrecognized line must exist."""
    key = _existing_key(draft, params) if _param(params, "text") else _key(draft, params)
    draft.put(key, parse_count(params.get("count", "")))


def move(draft: Draft, params: Params) -> None:
    """Move `count` copies (all) of a line from `zone` to the zone `to`; from the maybe-board without `to`, to the
    card's usual zone.

    A card in a single-card zone is exchanged for the one from the maybe-board.
    """
    key = _existing_key(draft, params)
    to = draft.zone(_param(params, "to"), draft.printing(key.code) if key.zone == MAYBE and key.code else None)
    copies = parse_count(params.get("count", draft.counts[key]))
    if key.zone == MAYBE and draft.game.section(to).single:
        _clear(draft, to, into=MAYBE)
    _shift(draft, key, key._replace(zone=to), copies)


def swap(draft: Draft, params: Params) -> None:
    """Exchange a copy of the line `code` in `zone` for one of the printing `to` on the maybe-board."""
    key, other = _existing_key(draft, params), _existing_key(draft, {"zone": MAYBE, "code": params.get("to", "")})
    if key.zone == MAYBE:
        raise EditError("not-in-deck", name=draft.printing(key.code).name)
    _shift(draft, key, key._replace(zone=MAYBE), 1)
    move(draft, {"zone": MAYBE, "code": other.code, "count": 1})


def reprint(draft: Draft, params: Params) -> None:
    """Replace the line `code` in `zone` by the printing `to` of the same card."""
    to = draft.printing(_param(params, "to"))
    key = _existing_key(draft, {**params, "text": ""})
    if to.card != draft.printing(key.code).card:
        raise EditError("other-card", code=to.code)
    _shift(draft, key, LineKey(key.zone, to.code), draft.counts[key])


def resolve(draft: Draft, params: Params) -> None:
    """Replace the unrecognized line `text` by the printing `code`, in the line's zone if that takes the card, else in
    the card's own. `count`: the quantity, needed if the line's own is unclear."""
    key = LineKey(draft.zone(_param(params, "zone")), text=_param(params, "text"))
    if not draft.counts[key]:
        raise EditError("not-in-deck", name=key.text)
    printing = draft.printing(_param(params, "code"))
    line = Unknown(key.zone, key.text, draft.counts[key])
    stated = parse_count(params["count"]) if _param(params, "count") else None
    if stated == 0:
        raise InputError("no-copies", name=key.text)
    try:
        to, entry = resolve_line(line, printing.card, printing.code, draft.game, stated)
    except CountUnclear as error:
        raise InputError("count-unclear", name=key.text, counts=error.counts) from None
    draft.put(key, 0)
    draft.add(LineKey(to, entry.code), entry.count)


def _shift(draft: Draft, key: LineKey, to: LineKey, copies: int) -> None:
    """Move copies of a line to another."""
    if key != to:
        draft.add(key, -copies)
        draft.add(to, copies)


def declare(draft: Draft, params: Params) -> None:
    key, value = _param(params, "key"), _param(params, "value")
    if key not in (each.key for each in draft.game.declarations):
        raise InputError("unknown-declaration", key=key)
    draft.declare(key, value)


def rename(draft: Draft, params: Params) -> None:
    draft.field("name", clean_title(str(params.get("name", "")), "name", MAX_NAME))


def annotate(draft: Draft, params: Params) -> None:
    draft.field("notes", clean_text(str(params.get("notes", "")), "notes", MAX_NOTES))


def choose_cover(draft: Draft, params: Params) -> None:
    """Let the card of the printing `code`, one of the deck's, stand for the deck; "" leaves the choice to the game."""
    code = _param(params, "code")
    if code:
        card = draft.printing(code).card
        if not any(draft.copies(zone.slug, card.key) for zone in draft.game.zones):
            raise EditError("not-in-deck", name=card.name)
    draft.field("cover", code)


def change_format(draft: Draft, params: Params) -> None:
    slug = _param(params, "format")
    check_format(draft.game, slug)
    draft.field("format", slug)


def check_format(game: Game, slug: str) -> None:
    """Raises InputError for a format that the game does not have."""
    choices = [each.slug for each in game.formats]
    if slug not in choices:
        raise InputError("unknown-format", format=slug, choices=choices)


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
        draft.put(LineKey(difference.zone, text=difference.key), difference.second)
    else:
        _set_card(draft, difference.zone, difference.key, difference.second, difference.code)


def _now(draft: Draft, difference: Difference) -> int | str:
    if isinstance(difference, SettingDifference):
        return draft.deck.declarations.get(difference.key, "") if difference.key else draft.deck.format
    if difference.card is None:
        return draft.counts[LineKey(difference.zone, text=difference.key)]
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
        draft.put(LineKey(step.zone, text=step.key), 0)
    elif step.op == "trim":
        _trim(draft, step.zone, step.count)
    else:
        _set_card(draft, step.zone, step.key, step.count)


def _set_card(draft: Draft, zone: str, card_key: str, count: int, code: str = "") -> None:
    """`code`: the printing to add if there is none of the card."""
    keys = draft.printings_in(zone, card_key)
    have = draft.copies(zone, card_key)
    if count > have:
        key = keys[0] if keys else LineKey(zone, code or draft.printing_of(card_key).code)
        draft.add(key, count - have)
    for key in reversed(keys):
        removals = min(have - count, draft.counts[key])
        if removals > 0:
            draft.add(key, -removals)
            have -= removals


def _trim(draft: Draft, zone: str, count: int) -> None:
    for key in reversed([key for key, copies in draft.counts.items() if key.zone == zone and copies]):
        removals = min(count, draft.counts[key])
        draft.add(key, -removals)
        count -= removals


def _key(draft: Draft, params: Params) -> LineKey:
    """The line that a request names by `code` or `text`, and `zone`."""
    if text := _param(params, "text"):
        return LineKey(draft.zone(_param(params, "zone")), text=text)
    printing = draft.printing(_param(params, "code"))
    return LineKey(draft.zone(_param(params, "zone"), printing), printing.code)


def _existing_key(draft: Draft, params: Params) -> LineKey:
    """Such a line, which must exist."""
    key = _key(draft, params)
    if not draft.counts[key]:
        raise EditError("not-in-deck", name=key.text or draft.printing(key.code).name)
    return key


OPS: dict[str, Callable[[Draft, Params], None]] = {
    "add": add,
    "fill": fill,
    "remove": remove,
    "set": set_count,
    "move": move,
    "swap": swap,
    "reprint": reprint,
    "resolve": resolve,
    "declare": declare,
    "rename": rename,
    "notes": annotate,
    "cover": choose_cover,
    "format": change_format,
    "empty": empty,
}
