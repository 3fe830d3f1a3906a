"""The picture of a card that brings none: drawn from its key, so that it is always the same one.

A motif is a function `draw(dice, colours, second, form)` that fills a field of 240 × 140 units; `form` is the index of
the card's kind among the game's kinds, `second` the palette of a second colour. Colours stand in SVG's own attributes,
since the pages allow no inline style.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from colorsys import rgb_to_hls
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from deckbuilder.common.art import constellation, crest, grail, halftone, rune
from deckbuilder.common.art.ink import HEIGHT, WIDTH, Dice, Palette, hue, paint, palette, seed
from games.engine.model.cards import Card
from games.engine.model.game import Game

Draw = Callable[[Dice, Palette, Palette, int], str]

MOTIFS: dict[str, Draw] = {
    "constellation": constellation.draw,
    "crest": crest.draw,
    "grail": grail.draw,
    "halftone": halftone.draw,
    "rune": rune.draw,
}

FRAME = f'viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="xMidYMid slice"'

COVERS = {"constellation": 0, "crest": 0, "grail": 2, "halftone": 0, "rune": 0}
"""The form that stands for a game with the motif."""


_NAME = re.compile(r"([0-9a-f]{16})-([0-9]{1,2})((?:-[0-9]{1,3}[a-z]*){0,2})")


class Lot(NamedTuple):
    """All that decides what a picture looks like."""

    seed: int
    """What the dice start from."""

    form: int
    """The index of the card's kind."""

    tones: tuple[str, ...]
    """The card's colours as the game writes them."""

    def __str__(self) -> str:
        """As `read` reads it, to name a file by."""
        colours = "".join(f"-{each.replace(' ', '')}" for each in self.tones)
        return f"{self.seed:016x}-{self.form}{colours}"


def lot_of(game: Game, card: Card) -> Lot:
    return Lot(seed(f"{game.slug} {card.key}"), form(game, card.kind), tones(game, card))


def read(game: Game, name: str) -> Lot | None:
    """The lot that is called so; None for a name that no card of the game has."""
    match = _NAME.fullmatch(name)
    if not match:
        return None
    tones = {each.replace(" ", ""): each for each in game.colours.values()}
    colours = match[3].split("-")[1:]
    if int(match[2]) >= max(1, len(game.kinds)) or not tones.keys() >= set(colours):
        return None
    return Lot(int(match[1], 16), int(match[2]), tuple(tones[each] for each in colours))


def picture(game: Game, lot: Lot) -> str:
    """The picture as an SVG file."""
    inside = _shapes(game.motif, lot, "dull" if game.colours else "")
    return f'<svg xmlns="http://www.w3.org/2000/svg" {FRAME}>{inside}</svg>'


def cover(game: Game) -> SafeString:
    """The picture that stands for a whole game, in its accent's own hue, without a name of its own."""
    return mark_safe(f'<svg class="art" {FRAME} aria-hidden="true">{_cover_shapes(game)}</svg>')


def cover_picture(game: Game) -> str:
    """The same as an SVG file."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" {FRAME}>{_cover_shapes(game)}</svg>'


def _cover_shapes(game: Game) -> str:
    return _shapes(game.motif, Lot(seed(f"{game.slug} game"), COVERS.get(game.motif, 0), (accent_tone(game),)))


@cache
def version() -> str:
    """Changes when the code that draws does."""
    code = b"".join(each.read_bytes() for each in sorted(Path(__file__).parent.glob("*.py")))
    return blake2b(code, digest_size=4).hexdigest()


def form(game: Game, kind: str) -> int:
    """The index of a kind among the game's; 0 for one it does not know."""
    return next((index for index, choice in enumerate(game.kinds) if choice.value == kind), 0)


def tones(game: Game, card: Card) -> tuple[str, ...]:
    """The colours of a card as the game writes them, one or two; () for a card without."""
    attribute = game.colour_attribute
    value = card.values.get(attribute.name) if attribute else None
    values = value if isinstance(value, tuple) else (value,)
    return tuple(game.colours[each] for each in values if isinstance(each, str) and each in game.colours)[:2]


def focus(game: Game, lot: Lot) -> int:
    """Where the light of a picture is, from 0 (left) to 10 (right): a narrow cut of it keeps that in sight."""
    dice = Dice(lot.seed)
    _hue(dice)
    return round(10 * FOCUSES.get(game.motif, _centre)(dice, lot.form) / WIDTH)


def _centre(dice: Dice, form: int) -> int:
    return WIDTH // 2


FOCUSES: dict[str, Callable[[Dice, int], int]] = {"constellation": constellation.focus, "halftone": halftone.focus}
"""How far right the light is in the motifs that do not have it in the middle; from the same dice as the picture."""


def accent_tone(game: Game) -> str:
    """The hue of a game's accent, written as the game writes its colours."""
    red, green, blue = (int(game.accent[0][start : start + 2], 16) / 255 for start in (1, 3, 5))
    return str(round(rgb_to_hls(red, green, blue)[0] * 360))


def swatch(game: Game, value: str) -> str:
    """The colour of one value of a game's colour-like attribute as #rrggbb; "" where it has none."""
    return _swatch(game.colours[value]) if value in game.colours else ""


@lru_cache(maxsize=256)
def _swatch(tone: str) -> str:
    degrees, shade = _shade(tone)
    if shade == "pale":
        return paint(0.9, 0.04, hue(degrees))
    return paint(0.42, 0.04, hue(degrees)) if shade == "deep" else paint(0.64, 0.16, hue(degrees))


def tone_colours(tone: str) -> tuple[str, str]:
    """A hue as a mark beside text, and so dark that white text can stand on it."""
    return _swatch(tone), paint(0.2, 0.06, hue(_shade(tone)[0]))


@lru_cache(maxsize=4096)
def _shapes(motif: str, lot: Lot, bare: str = "") -> str:
    """`bare`: the shade of a picture without colours."""
    dice = Dice(lot.seed)
    own = _hue(dice)
    palettes = [palette(*_shade(tone)) for tone in lot.tones] or [palette(own, bare)]
    inside = MOTIFS[motif](dice, palettes[0], palettes[-1], lot.form)
    return f'<path fill="{palettes[0].ground}" d="M0 0h{WIDTH}v{HEIGHT}H0z"/>{inside}'


def colours_of(game: Game, lot: Lot) -> Palette:
    """The colours a card's picture is drawn in."""
    return (
        palette(*_shade(lot.tones[0])) if lot.tones else palette(_hue(Dice(lot.seed)), "dull" if game.colours else "")
    )


def accent_colours(game: Game) -> Palette:
    """The colours of a game's cover."""
    return palette(*_shade(accent_tone(game)))


def _hue(dice: Dice) -> int:
    """Any hue but the olives, which look like dirt beside the others."""
    degrees = dice.roll(0, 321)
    return degrees if degrees < 58 else degrees + 38


def _shade(tone: str) -> tuple[float, str]:
    """A colour as a game writes it: "215", or "48 pale"."""
    degrees, _, shade = tone.partition(" ")
    return float(degrees), shade
