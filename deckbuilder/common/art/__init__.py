"""The picture of a card that brings none: drawn from its key, so that it is always the same one.

A motif is a function `draw(dice, colours, second, form)` that fills a field of 240 × 140 units; `form` is the place of
the card's kind among the game's kinds, `second` the palette of a second colour. Colours stand in SVG's own attributes,
since the pages allow no inline style.
"""

from __future__ import annotations

from collections.abc import Callable
from colorsys import rgb_to_hls
from functools import lru_cache
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from deckbuilder.common.art import constellation, crest, grail, halftone, rune
from deckbuilder.common.art.ink import HEIGHT, WIDTH, Dice, Palette, hue, paint, palette
from games.engine.model.cards import Attribute, Card
from games.engine.model.game import Game

Draw = Callable[[Dice, Palette, Palette, int], str]

MOTIFS: dict[str, Draw] = {
    "constellation": constellation.draw,
    "crest": crest.draw,
    "grail": grail.draw,
    "halftone": halftone.draw,
    "rune": rune.draw,
}

COVERS = {"constellation": 0, "crest": 0, "grail": 2, "halftone": 0, "rune": 0}
"""The form that stands for a game with the motif."""


class Lot(NamedTuple):
    """All that decides what a picture looks like; `bare` is the tone of one that has no colours."""

    seed: str
    form: int
    tones: tuple[str, ...]
    bare: str = ""


def picture(game: Game, card: Card) -> SafeString:
    """A card's picture as SVG, without a name of its own: the card's stands beside it."""
    lot = Lot(f"{game.slug} {card.key}", form(game, card.kind), tones(game, card), "dull" if game.colours else "")
    return _drawn(game.motif, lot)


def cover(game: Game) -> SafeString:
    """The picture that stands for a whole game, in its accent's own hue."""
    return _drawn(game.motif, Lot(f"{game.slug} game", COVERS.get(game.motif, 0), (accent_tone(game),)))


def form(game: Game, kind: str) -> int:
    """The place of a kind among the game's; 0 for one it does not know."""
    return next((place for place, choice in enumerate(game.kinds) if choice.value == kind), 0)


def coloured(game: Game) -> Attribute | None:
    """The attribute whose values the game gives colours to."""
    known = set(game.colours)
    if not known:
        return None
    return next((each for each in game.attributes if known & {choice.value for choice in each.choices}), None)


def tones(game: Game, card: Card) -> tuple[str, ...]:
    """The colours of a card as the game writes them, one or two; () for a card without."""
    attribute = coloured(game)
    value = card.values.get(attribute.name) if attribute else None
    values = value if isinstance(value, tuple) else (value,)
    return tuple(game.colours[each] for each in values if isinstance(each, str) and each in game.colours)[:2]


def accent_tone(game: Game) -> str:
    """The hue of a game's accent, written as the game writes its colours."""
    red, green, blue = (int(game.accent[0][start : start + 2], 16) / 255 for start in (1, 3, 5))
    return str(round(rgb_to_hls(red, green, blue)[0] * 360))


def swatch(game: Game, value: str) -> str:
    """The colour of one value of a game's colour-like attribute as #rrggbb; "" where it has none."""
    return _swatch(game.colours[value]) if value in game.colours else ""


@lru_cache(maxsize=256)
def _swatch(tone: str) -> str:
    degrees, shade = _read(tone)
    if shade == "pale":
        return paint(0.9, 0.04, hue(degrees))
    return paint(0.42, 0.04, hue(degrees)) if shade == "deep" else paint(0.64, 0.16, hue(degrees))


@lru_cache(maxsize=4096)
def _drawn(motif: str, lot: Lot) -> SafeString:
    dice = Dice(lot.seed)
    own = _hue(dice)
    palettes = [palette(*_read(tone)) for tone in lot.tones] or [palette(own, lot.bare)]
    inside = MOTIFS[motif](dice, palettes[0], palettes[-1], lot.form)
    return mark_safe(
        f'<svg class="art" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">'
        f'<path fill="{palettes[0].ground}" d="M0 0h{WIDTH}v{HEIGHT}H0z"/>{inside}</svg>'
    )


def _hue(dice: Dice) -> int:
    """Any hue but the olives, which look like dirt beside the others."""
    degrees = dice.roll(0, 321)
    return degrees if degrees < 58 else degrees + 38


def _read(tone: str) -> tuple[float, str]:
    """A colour as a game writes it: "215", or "48 pale"."""
    degrees, _, shade = tone.partition(" ")
    return float(degrees), shade
