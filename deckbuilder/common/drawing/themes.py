"""The theme: light, dark or the device's, and the colours of the games as a style sheet."""

from functools import cache
from hashlib import blake2b

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.model.game import Game
from games.registry import GAMES

COOKIE = "theme"


class Theme(models.TextChoices):
    AUTO = "auto", _("Match device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


@cache
def accents_css() -> str:
    """A rule per game for its accent, and one for every coloured number in the corner of a card."""
    rules = "\n".join(rule for game in GAMES for rule in _rules(game))
    return f"@layer components {{\n{rules}\n}}\n"


def _rules(game: Game) -> list[str]:
    light, dark = game.accent
    selector = f'[data-game="{game.slug}"]'
    pips = [attribute.name for attribute in game.attributes if attribute.show == "pip"]
    own = [] if len(pips) > 1 else ["--pip: var(--accent);"]
    rules = [f"{selector} {{ {' '.join([f'--accent: light-dark({light}, {dark});', *own])} }}"]
    return rules + [f"{selector} .pip-{name}:not(.is-zero) {{ background: var(--pip-2); }}" for name in pips[1:]]


@cache
def accents_version() -> str:
    """Changes with the style sheet."""
    return blake2b(accents_css().encode(), digest_size=6).hexdigest()
