"""The theme: light, dark or the device's, and the colours of the games as a style sheet."""

from collections.abc import Iterator
from functools import cache
from itertools import chain

from django.db import models
from django.utils.translation import gettext_lazy as _

from deckbuilder.common import art
from games.engine.model.game import Game
from games.registry import GAMES

COOKIE = "theme"


class Theme(models.TextChoices):
    AUTO = "auto", _("Match device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


@cache
def accents_css() -> str:
    """A rule per game for its accent, one for every coloured number in the corner of a card, and one per hue of a
    cover."""
    rules = "\n".join(chain((rule for game in GAMES for rule in _rules(game)), _tone_rules()))
    return f"@layer components {{\n{rules}\n}}\n"


def _rules(game: Game) -> list[str]:
    light, dark = game.accent
    selector = f'[data-game="{game.slug}"]'
    pips = [attribute.name for attribute in game.attributes if attribute.show == "pip"]
    own = [] if len(pips) > 1 else ["--pip: var(--accent);"]
    rules = [f"{selector} {{ {' '.join([f'--accent: light-dark({light}, {dark});', *own])} }}"]
    return rules + [f"{selector} .pip-{name}:not(.is-zero) {{ background: var(--pip-2); }}" for name in pips[1:]]


def _tone_rules() -> Iterator[str]:
    """The colours of covers by `data-tone`: `--tone` for marks, `--deep` for the ground under text."""
    for tone in sorted({tone for game in GAMES for tone in game.colours.values()}):
        mark, ground = art.tone_colours(tone)
        yield f'[data-tone="{tone.replace(" ", "")}"] {{ --tone: {mark}; --deep: {ground}; }}'
