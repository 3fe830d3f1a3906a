"""Cards and their attributes, as frozen values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Literal, NamedTuple

from games.engine.effects.gains import gains
from games.engine.effects.outline import outline
from games.engine.effects.vocabulary import NOTHING, UNREAD
from games.engine.texts.terms import with_phrases
from games.engine.texts.text import Text
from games.engine.texts.writing import fold, identify, in_script

Value = str | int | float | tuple[str, ...] | date | None
"""A fact on a card. `None` is "not given", never 0; `DASH` is "has none" where a game prints a dash."""

DASH = "-"


SAMPLE = "SAMPLE"
"""The set of the cards that this site invented for trying out a game."""


def rule_spelling(name: str, value: Value) -> str:
    """A value of that attribute as rules compare it, "" for what is not given: names of cards by their identity, other
    words in any writing."""
    text = str(value or "")
    return identify(text) if name == "name" else fold(text)


class Choice(NamedTuple):
    """One value of an attribute and its label."""

    value: str
    label: Text


@dataclass(frozen=True, slots=True)
class Attribute:
    """One field of a game's cards: drives import checks, search, filters, card pages, forms and the API."""

    name: str
    label: Text
    type: Literal["text", "choice", "list", "integer", "decimal", "flag", "date"]
    """text: free, one value; choice: one of `choices`; list: several of them; flag: yes or no."""

    choices: tuple[Choice, ...] = ()
    """The values of a choice or list; () for those that the catalog holds."""

    kinds: tuple[str, ...] = ()
    """The kinds of card that have it, () for all."""

    dash: bool = False
    """Whether a printed "-" is a value of its own."""

    filter: Literal["", "chips", "select", "range"] = ""
    """How the catalog offers it as a filter."""

    chart: bool = False
    """Whether counts by it are drawn."""

    show: Literal["", "pip", "number", "line"] = ""
    """Where a card's face has it: in the corner, as a number at the foot, in the line of type."""

    short: Text | None = None
    """Its label on a card's face."""

    doc: str = ""
    aliases: tuple[str, ...] = ()
    """What a search may write for its name, the shortest first."""

    played: bool = False
    """Whether a pilot reads this text. Other text is for people only: no figure of a simulation changes with it."""

    placeholder: Value = None
    """A value that means "not given" on a printing, if another printing of the card has a different one."""

    labels: tuple[Choice, ...] = ()
    """Labels of values that the catalog holds; others are shown as they are, see `script`."""

    script: Literal["", "Hans", "Hant"] = ""
    """The Chinese characters of values without a label, which a reader of the other kind sees converted."""

    @property
    def numeric(self) -> bool:
        return self.type in ("integer", "decimal")

    def has(self, kind: str) -> bool:
        return not self.kinds or kind in self.kinds

    def label_of(self, value: str, language: str) -> str:
        """The label of one of its values, or the value itself."""
        for choice in self.choices or self.labels:
            if choice.value == value:
                return choice.label.read(language)
        return in_script(value, self.script, language) if self.script else value


@dataclass(frozen=True, slots=True)
class Printing:
    """One line of a catalog: a card as one number of one set. `values` holds the game's attributes that are given."""

    code: str
    name: str
    kind: str
    values: Mapping[str, Value] = field(default_factory=dict)
    rarity: str = ""
    set: str = ""
    text: str = ""
    keywords: tuple[str, ...] = ()
    alt_names: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    image: str = ""
    zone: str = ""
    released: date | None = None

    def get(self, name: str) -> Value:
        """A common column or one of the game's attributes by name."""
        if name in COMMON_NAMES:
            return getattr(self, name)  # type: ignore[no-any-return]
        return self.values.get(name)

    @property
    def names(self) -> tuple[str, ...]:
        """Everything it is called, in every language: the printed name first."""
        return (self.name, *self.alt_names)

    @property
    def sample(self) -> bool:
        """Whether this site invented it."""
        return self.set == SAMPLE


@dataclass(frozen=True, slots=True)
class Correction:
    """What staff settled: from `day` on a card has this value of `field`, whatever its printings up to then say.

    `settled`: the values that the printings had. A value that is not among them opens the question again.
    """

    field: str
    value: Value
    day: date
    settled: tuple[Value, ...] = ()


class Alternative(NamedTuple):
    """One of the values that printings disagree about, and the numbers of those that have it."""

    value: Value
    codes: tuple[str, ...]


class Period(NamedTuple):
    """The facts of a card from a day on (None: from the beginning) until its next period.

    `disputed`: by field, what printings without a date, or of the same day, disagree about. In `values` it is not
    given; of `keywords` and `zone`, the card has those of its first printing.
    """

    since: date | None
    values: Mapping[str, Value]
    text: str
    keywords: tuple[str, ...]
    effects: tuple[str, ...]
    zone: str
    sets: tuple[str, ...]
    disputed: Mapping[str, tuple[Alternative, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """What the rules call one card: all printings of one identity.

    `codes`: the printings' numbers, first released first; `sets`: theirs, each once.
    `released`: the day of the earliest.
    `periods`: its facts by day, () where they are clear and the same on every day; its own facts are those of one of
    them. `disputed`: see Period.
    """

    key: str
    name: str
    kind: str
    values: Mapping[str, Value] = field(default_factory=dict)
    rarity: str = ""
    set: str = ""
    text: str = ""
    keywords: tuple[str, ...] = ()
    alt_names: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    image: str = ""
    zone: str = ""
    released: date | None = None
    codes: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    disputed: Mapping[str, tuple[Alternative, ...]] = field(default_factory=dict)
    periods: tuple[Period, ...] = field(default=(), repr=False)
    retired: bool = False
    haystack: str = field(default="", repr=False)
    _by_period: dict[int, Card] = field(default_factory=dict, init=False, repr=False)
    _folded: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict, init=False, repr=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def get(self, name: str) -> Value:
        """A common column or one of the game's attributes by name."""
        if name in COMMON_NAMES:
            return getattr(self, name)  # type: ignore[no-any-return]
        return self.values.get(name)

    def on(self, day: date) -> Card:
        """The card with its facts of a day; before its first release, with those it will have then."""
        if not self.periods:
            return self
        number = max(sum(each.since is None or each.since <= day for each in self.periods) - 1, 0)
        card = self._by_period.get(number)
        if card is None:
            facts = self.periods[number]._asdict()
            del facts["since"]
            card = replace(self, **facts)
            card._by_period[number] = self._by_period[number] = card
        return card

    def readings(self, name: str) -> tuple[Card, ...]:
        """The card with each of the values of a field that its printings disagree about; itself where they agree."""
        if name not in self.disputed:
            return (self,)
        others = {each: values for each, values in self.disputed.items() if each != name}
        return tuple(replace(self, disputed=others, **self._with(name, value)) for value, _ in self.disputed[name])

    def _with(self, name: str, value: Value) -> dict[str, Any]:
        """The field in which a common column or one of the game's attributes is, with this value."""
        return {name: value} if name in COMMON_NAMES else {"values": {**self.values, name: value}}

    def folded_values(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """These attributes as rules compare them, "" for what is not given; cached, since every deck with it asks."""
        values = self._folded.get(names)
        if values is None:
            values = self._folded[names] = tuple([rule_spelling(name, self.get(name)) for name in names])
        return values

    def search_value(self, name: str) -> Value:
        """The value a search compares with: of numbers and sets, those of all printings, also of those not yet out; of
        keywords also those that are printed with other words. `does` and `when`: the words of its effects.

        Of a card that a real set has, SAMPLE is not among its sets, so that a search can tell invented cards.
        """
        if name == "code":
            return self.codes
        if name == "set" and (sets := self.periods[-1].sets if self.periods else self.sets):
            return tuple(each for each in sets if each != SAMPLE) or sets
        if name in DERIVED:
            return self.values.get(name) or (self._does if name == "does" else outline(self.effects).triggers)
        return with_phrases(self.keywords) if name == "keywords" else self.get(name)

    @property
    def _does(self) -> tuple[str, ...]:
        """The verbs and facts of its effects. An invented card without a text and effects is plain."""
        if self.effects:
            return outline(self.effects).verbs
        return (NOTHING if self.sample and not self.text else UNREAD,)

    @property
    def names(self) -> tuple[str, ...]:
        """Everything it is called, in every language: the printed name first."""
        return (self.name, *self.alt_names)

    @property
    def sample(self) -> bool:
        """Whether this site invented it: no real set has it."""
        return (self.sets or (self.set,)) == (SAMPLE,)  # cards of old lists were kept without their sets

    def facts(self, names: Iterable[str], effects: Iterable[str]) -> tuple[str, ...]:
        """Its kind, these of the game's attributes and these of its effects as texts, for an order of cards."""
        values = [(name, value) for name in names if (value := self.values.get(name)) is not None]
        return (self.kind, *(f"{name}={_fact_text(value)}" for name, value in values), "|".join(effects))

    def number(self, name: str) -> int | float | None:
        """A numeric attribute; None where it is not given or is a dash."""
        value = self.values.get(name)
        return value if isinstance(value, (int, float)) else None

    def effect(self, name: str) -> int:
        """What its effects of this verb add up to that it surely has when it is played, see `gains`."""
        return sum([gains(each).get(name, 0) for each in self.effects])


def _fact_text(value: Value) -> str:
    """A value as text; 2 and 2.0 are the same number, and a list has no order."""
    if isinstance(value, float):
        return f"{value:g}"
    return "|".join(sorted(map(str, value))) if isinstance(value, (tuple, list)) else str(value)


COMMON: tuple[Attribute, ...] = (
    Attribute("code", Text("Number", "卡號", ja="番号"), "text", doc="The printing's number, unique within a game."),
    Attribute("name", Text("Name", "卡名", ja="カード名"), "text", aliases=("n",)),
    Attribute("kind", Text("Kind", "種類", ja="種類"), "choice", filter="chips", chart=True, aliases=("t", "type")),
    Attribute("rarity", Text("Rarity", "稀有度", ja="レアリティ"), "choice", filter="select", aliases=("r", "rar")),
    Attribute("set", Text("Set", "系列", ja="セット"), "choice", filter="select", aliases=("s",)),
    Attribute("text", Text("Text", "效果文字", ja="テキスト"), "text", aliases=("o",)),
    Attribute(
        "keywords", Text("Keywords", "關鍵字", "关键词", "キーワード"), "list", filter="select", aliases=("k", "kw")
    ),
    Attribute("alt_names", Text("Other names", "別名", ja="別名"), "list", aliases=("alt",)),
    Attribute(
        "effects",
        Text("Effects", "機器可讀效果", ja="効果"),
        "list",
        doc="What the card does, as clauses.",
    ),
    Attribute("image", Text("Picture", "圖片", ja="画像"), "text"),
    Attribute("zone", Text("Zone", "區域", ja="領域"), "text", doc="Only where a printing is bound to one zone."),
    Attribute("released", Text("Released", "發售日", ja="発売日"), "date"),
)
"""The columns every game's catalog has."""

DERIVED = ("does", "when")
"""What a search may also ask of a card: the words of its effects. A game's own attribute of that name goes first."""

COMMON_NAMES = frozenset(attribute.name for attribute in COMMON)
