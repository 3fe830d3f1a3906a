"""Style sheets and scripts that belong together, each as one file: a page that asks for thirty of them one by one waits
for thirty answers."""

import posixpath
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from hashlib import blake2b

from django.conf import settings
from django.urls import reverse

from deckbuilder.common.drawing.themes import accents_css

SITE_STYLES = ("tokens", "base", "header", "forms", "cards", "decklist")
BUILDER_STYLES = ("builder", "builder-foot", "piles", "peek")

_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) (\w+))", re.MULTILINE)


@cache
def bundle(name: str) -> str:
    """The text of a bundle. Raises KeyError for a name that is none."""
    return BUNDLES[name]()


@cache
def version(name: str) -> str:
    """Changes with the bundle. Raises KeyError for a name that is none."""
    return blake2b(bundle(name).encode(), digest_size=6).hexdigest()


def bundle_url(name: str) -> str:
    """The URL of a bundle, under which browsers keep it for good."""
    return reverse("site:bundle", args=[version(name), name])


def _styles(names: tuple[str, ...]) -> str:
    return "\n".join(_text(f"css/{name}.css") for name in names)


def _site_styles() -> str:
    """With the colours of the games, which come before what uses them."""
    return f"{_text('css/tokens.css')}\n{accents_css()}\n{_styles(SITE_STYLES[1:])}"


def script(path: str) -> str:
    """A module with all that it imports: each in a block of its own, which leaves its exports in a constant.

    Modules may export constants, functions and classes, and import them by name. Raises ValueError for modules that
    import each other.
    """
    names = {each: f"module{number}" for number, each in enumerate(_in_order(path))}
    return "\n".join(_block(each, names) for each in names)


def _in_order(path: str, above: tuple[str, ...] = ()) -> list[str]:
    """The modules that one imports, then itself: each after those that it needs."""
    if path in above:
        raise ValueError(f"modules import each other: {', '.join(above)}")
    paths = [each for beside in _imports(path) for each in _in_order(beside, (*above, path))]
    return list(dict.fromkeys((*paths, path)))


def _imports(path: str) -> Iterator[str]:
    return (_beside(path, match[2]) for match in _IMPORT.finditer(_text(path)))


def _beside(path: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))


def _block(path: str, names: dict[str, str]) -> str:
    text = _text(path)

    def import_of(match: re.Match[str]) -> str:
        imported = match[1].strip().replace(" as ", ": ") if match[1] else ""
        return f"const {{ {imported} }} = {names[_beside(path, match[2])]};\n" if imported else ""

    exports = ", ".join(_EXPORT.findall(text))
    inside = _EXPORT.sub("", _IMPORT.sub(import_of, text))
    return f"const {names[path]} = {{}}; // {path}\n{{\n{inside}Object.assign({names[path]}, {{ {exports} }});\n}}"


def _text(path: str) -> str:
    return (settings.ROOT / "static" / path).read_text(encoding="utf-8")


BUNDLES: dict[str, Callable[[], str]] = {
    "site.css": _site_styles,
    "builder.css": partial(_styles, BUILDER_STYLES),
    "builder.js": partial(script, "js/builder.js"),
}
