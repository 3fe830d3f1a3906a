"""XML files as small trees. Document types and entities are refused, so no file can grow while it is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers import expat

from games.engine.reading.decklists.lines import DeckListError

MAX_DEPTH = 20


@dataclass(frozen=True)
class Element:
    """An element with its attributes and children. `line`: where it begins, from 1."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[Element] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.texts)

    def all(self, tag: str) -> list[Element]:
        """The children with this tag, in whatever case."""
        return [each for each in self.children if each.tag == tag]


def parse(text: str) -> Element:
    """The root of an XML text; tags and the names of attributes in lower case. Raises DeckListError."""
    parser = expat.ParserCreate()
    document = Element("", {}, 0)
    stack = [document]

    def start(tag: str, attributes: dict[str, str]) -> None:
        line = parser.CurrentLineNumber
        if len(stack) > MAX_DEPTH:
            raise DeckListError("xml-depth", line, {"limit": MAX_DEPTH})
        element = Element(tag.lower(), {name.lower(): value for name, value in attributes.items()}, line)
        stack[-1].children.append(element)
        stack.append(element)

    def words(text: str) -> None:
        stack[-1].texts.append(text)

    def refuse(*_declaration: object) -> NoReturn:
        raise DeckListError("xml-entities", parser.CurrentLineNumber)

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _tag: stack.pop()
    parser.CharacterDataHandler = words
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = refuse
    try:
        parser.Parse(text.removeprefix("\ufeff").lstrip(), True)
    except expat.ExpatError as error:
        raise DeckListError("xml-syntax", error.lineno, {"column": error.offset + 1}) from None
    return document.children[0]


def count_of(element: Element, attribute: str) -> int:
    """The quantity in an attribute, 1 where there is none. Raises DeckListError."""
    count = element.attributes.get(attribute, "").strip()
    if not count:
        return 1
    if not (count.isdecimal() and len(count) < 7):
        raise DeckListError("xml-count", element.line, {"value": count[:40]})
    return int(count)


def name_of(element: Element, name: str) -> str:
    """A card's name. Raises DeckListError where it is empty."""
    if not name.strip():
        raise DeckListError("xml-name", element.line)
    return name
