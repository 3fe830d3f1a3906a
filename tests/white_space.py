"""HTML without the white space that a browser does not show: tests need not know where templates break lines."""

import re

_KEPT = re.compile(r"<(textarea|pre|script|style)\b.*?</\1>", re.DOTALL)
_ALONE = (
    "html head body meta link title header footer nav section article aside main div p ul ol li dl dt dd table caption "
    "thead tbody tfoot tr th td form fieldset legend h[1-6] figure figcaption details summary dialog hr option select "
    "optgroup datalist blockquote svg g text tspan path rect circle line polyline polygon ellipse !doctype"
)
_AROUND = re.compile(rf" ?(</?(?:{_ALONE.replace(' ', '|')})\b(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>) ?", re.IGNORECASE)
_WHITE_SPACE = re.compile(r"\s+")


def squeeze(html: str) -> str:
    """Within text a run of white space becomes a blank; beside what stands by itself, such as a paragraph, nothing."""
    parts, end = [], 0
    for kept in _KEPT.finditer(html):
        parts += [_squeeze_part(html[end : kept.start()]), kept[0]]
        end = kept.end()
    return "".join([*parts, _squeeze_part(html[end:])])


def _squeeze_part(html: str) -> str:
    # A ">" that ends no tag is written &gt;.
    return _AROUND.sub(r"\1", _WHITE_SPACE.sub(" ", html).replace(" >", ">"))
