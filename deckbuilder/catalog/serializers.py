"""Games and cards as the API gives them."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from deckbuilder.common.drawing.image_sources import uploaded_name
from deckbuilder.common.labels import read
from deckbuilder.common.rest.fields import Label, Strict, Words
from games.engine.effects.sentences import LANGUAGES, plain
from games.engine.model.battle import Option, option_label
from games.engine.model.cards import Alternative, Card, Correction
from games.engine.model.game import Format, Game
from games.engine.rules.legality import checks
from games.engine.rules.list_versions import VersionState

STATES = ("announced", "in-force", "past")
TYPES = ("text", "choice", "list", "integer", "decimal", "flag", "date")


class ChoiceSerializer(serializers.Serializer):
    value = serializers.CharField()
    label = Label()  # type: ignore[assignment]


class FieldSerializer(serializers.Serializer):
    """A field of a game's cards; searches use its `name`."""

    name = serializers.CharField()
    label = Label()  # type: ignore[assignment]
    aliases = Words(help_text="Short names for searches.")
    type = serializers.ChoiceField(TYPES)
    choices = ChoiceSerializer(many=True, help_text="The possible values; empty if any value is possible.")
    kinds = Words(help_text="The kinds of card that have it; empty for all.")
    dash = serializers.BooleanField(help_text="Whether a printed “-” is a value.")
    doc = serializers.CharField()


class ZoneSerializer(serializers.Serializer):
    slug = serializers.CharField()
    label = Label()  # type: ignore[assignment]
    kinds = Words(help_text="The kinds of card it accepts.")
    judged = serializers.BooleanField(help_text="Whether the rules check it.")
    single = serializers.BooleanField(help_text="Whether it holds a single card.")


class DeclarationSerializer(serializers.Serializer):
    """A declaration made with a deck: a value of the field `attribute` other than the `neutral` ones."""

    key = serializers.CharField()
    label = Label()  # type: ignore[assignment]
    attribute = serializers.CharField()
    neutral = Words()


class ConstraintSerializer(serializers.Serializer):
    """A rule of deck construction."""

    codes = Words(help_text="The codes of the violations it can report.")
    rule = serializers.CharField(help_text="Its paragraph in the rulebook, or empty.")


class ListSerializer(serializers.Serializer):
    """A version of a restriction list."""

    slug = serializers.CharField()
    title = serializers.CharField()
    version = serializers.CharField()
    format = serializers.CharField(help_text="Empty for every format of the game.")
    effective_from = serializers.DateField()
    pool = serializers.BooleanField(help_text="Whether only cards on the list are allowed.")
    source = serializers.CharField()  # type: ignore[assignment]
    limits = serializers.DictField(
        child=serializers.IntegerField(allow_null=True),
        help_text="Folded card name to the number of copies allowed; 0: banned, null: as many as the rules allow.",
    )
    sets = Words(help_text="The only sets whose cards are allowed, an empty text for cards of no set; [] for all.")
    broken = Words(help_text="The fields that cannot be read, so that no verdict under the list is complete.")


class StandingSerializer(ListSerializer):
    """A version of a list with its state on a day."""

    state = serializers.ChoiceField(STATES, help_text="Whether it is in force on the day, will be, or no longer is.")
    names = serializers.DictField(
        child=serializers.CharField(), help_text="Folded card name to the name as written in the list."
    )

    def to_representation(self, version: VersionState) -> dict[str, Any]:
        names = dict(version.list.names)
        return {**ListSerializer(version.list).data, "state": version.state, "names": names}


class ListsQuery(Strict):
    on = serializers.DateField(default=None, help_text="The day for the state; default: today.")


class FormatSerializer(serializers.Serializer):
    """A format of a game. Context: `game`."""

    slug = serializers.CharField()
    label = Label()  # type: ignore[assignment]
    note = Label(allow_null=True)
    zones = serializers.SerializerMethodField()
    constraints = ConstraintSerializer(many=True)
    checks = serializers.SerializerMethodField(
        help_text="Every code that is checked, including those common to all games."
    )

    @extend_schema_field(ZoneSerializer(many=True))
    def get_zones(self, format: Format) -> Any:
        return ZoneSerializer(self.context["game"].zones, many=True).data

    def get_checks(self, format: Format) -> list[str]:
        return list(checks(format))


class OptionSerializer(serializers.Serializer):
    """A state or keyword of a side. Context: `game`."""

    value = serializers.CharField()
    label = serializers.SerializerMethodField()  # type: ignore[assignment]
    word = serializers.CharField(help_text="The card keyword that sets it, or empty.")

    def get_label(self, option: Option) -> str:
        return read(option_label(option, self.context["game"]))


class BattleFieldSerializer(serializers.Serializer):
    """An input of a battle: a whole number from `min` to `max`, one of `choices`, or any of `options`."""

    name = serializers.CharField()
    label = Label()  # type: ignore[assignment]
    type = serializers.ChoiceField(("number", "choice", "options"))
    default = serializers.JSONField(help_text="The default value; null if a number is required.")
    required = serializers.BooleanField()  # type: ignore[assignment]
    min = serializers.IntegerField()
    max = serializers.IntegerField()
    dash = serializers.BooleanField(help_text="Whether a number may be “-” (no value).")
    choices = ChoiceSerializer(many=True)
    options = OptionSerializer(many=True)
    attribute = serializers.CharField(help_text="The card field that fills it in, or empty.")


class SideSerializer(serializers.Serializer):
    """A place for a card; its parameters are `key.name`, and `key.card` for the card."""

    key = serializers.CharField()
    label = Label()  # type: ignore[assignment]
    kinds = Words(help_text="The kinds of card that can be there; empty if no card can.")
    optional = serializers.BooleanField(help_text="Whether the place may be empty.")
    fields = BattleFieldSerializer(many=True)  # type: ignore[assignment]


class BattleShapeSerializer(serializers.Serializer):
    """The inputs of a game's battles. Context: `game`."""

    sides = SideSerializer(many=True)
    fields = BattleFieldSerializer(many=True, help_text="Fields that belong to no side.")  # type: ignore[assignment]


class GameShortSerializer(serializers.Serializer):
    slug = serializers.CharField()
    name = Label()
    tagline = Label()
    language = serializers.CharField(help_text="The language tag of its cards.")
    ruleset = serializers.CharField()
    formats = serializers.SerializerMethodField(help_text="The slugs of its formats, the default first.")

    def get_formats(self, game: Game) -> list[str]:
        return [each.slug for each in game.formats]


class GameSerializer(GameShortSerializer):
    """A game. Context: `lists`, its restriction lists."""

    rendered_names = Words(
        help_text="The languages whose names among a card's `alt_names` are this site's renderings, printed on no card."
    )
    kinds = ChoiceSerializer(many=True)
    attributes = serializers.SerializerMethodField(help_text="Every field of its cards, common fields first.")
    zones = ZoneSerializer(many=True, help_text="The main zone first.")
    declarations = DeclarationSerializer(many=True)
    lists = serializers.SerializerMethodField()
    battle = serializers.SerializerMethodField(help_text="The inputs of its battles; null if it has none.")

    @extend_schema_field(BattleShapeSerializer(allow_null=True))
    def get_battle(self, game: Game) -> Any:
        return BattleShapeSerializer(game.battle, context={"game": game}).data if game.battle else None

    @extend_schema_field(FieldSerializer(many=True))
    def get_attributes(self, game: Game) -> Any:
        return FieldSerializer(game.fields.values(), many=True).data

    @extend_schema_field(ListSerializer(many=True))
    def get_lists(self, game: Game) -> Any:
        return ListSerializer(self.context["lists"], many=True).data


class ImageUrl(serializers.CharField):
    """The column `image`; a picture that was uploaded to this site gets the site's address."""

    def to_representation(self, value: str) -> str:
        request = self.context.get("request")
        return str(request.build_absolute_uri(value)) if request and uploaded_name(value) else value


class PrintingSerializer(serializers.Serializer):
    """A printing of a card."""

    code = serializers.CharField()
    name = serializers.CharField()
    rarity = serializers.CharField()
    set = serializers.CharField()
    image = ImageUrl()
    released = serializers.DateField(allow_null=True)
    sample = serializers.BooleanField(help_text="Whether it is a sample card, invented by this site.")


class AlternativeSerializer(serializers.Serializer):
    """One of the values that printings disagree about."""

    value = serializers.SerializerMethodField("value_of", help_text="A text, a number or a list of texts.")
    printings = Words(source="codes", help_text="The numbers of the printings that have it.")

    @extend_schema_field(OpenApiTypes.ANY)
    def value_of(self, alternative: Alternative) -> Any:
        return _plain(alternative.value)


class DisputeSerializer(serializers.Serializer):
    """A field that a rule reads and about which printings disagree today."""

    field = serializers.CharField()
    values = AlternativeSerializer(many=True)


class CardSerializer(serializers.Serializer):
    """A card: all printings with one identity, with its facts of today. `values` has the game's own fields where the
    card has them."""

    code = serializers.SerializerMethodField(help_text="The number of its first printing.")
    codes = Words()
    key = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.CharField()
    values = serializers.SerializerMethodField()
    rarity = serializers.CharField()
    set = serializers.CharField()
    text = serializers.CharField()
    keywords = Words()
    alt_names = Words()
    effects = Words()
    image = ImageUrl()
    zone = serializers.CharField()
    released = serializers.DateField(allow_null=True)
    retired = serializers.BooleanField()
    sample = serializers.BooleanField(help_text="Whether it is a sample card, invented by this site.")
    disputed = serializers.SerializerMethodField(
        help_text="What printings disagree about until staff settle it; such a field is not among `values`."
    )

    @extend_schema_field(DisputeSerializer(many=True))
    def get_disputed(self, card: Card) -> Any:
        disputes = [{"field": name, "values": values} for name, values in card.disputed.items()]
        return DisputeSerializer(disputes, many=True).data

    def get_code(self, card: Card) -> str:
        return card.codes[0]

    def get_values(self, card: Card) -> dict[str, Any]:
        return {name: _plain(value) for name, value in card.values.items() if value is not None}


class CorrectionSerializer(serializers.Serializer):
    """What staff settled: from `day` on, the field has this value."""

    field = serializers.CharField()
    value = serializers.SerializerMethodField("value_of", help_text="A text, a number or a list of texts.")
    day = serializers.DateField()

    @extend_schema_field(OpenApiTypes.ANY)
    def value_of(self, correction: Correction) -> Any:
        return _plain(correction.value)


class CardDetailSerializer(CardSerializer):
    """A card with its text, its printings and the corrections of staff. Context: `request`, `texts` (CardTexts),
    `printings`, `corrections`."""

    sentences = serializers.SerializerMethodField(
        help_text="What it does, written by this site from `effects`: by language, a sentence or more for each clause."
    )
    printings = serializers.SerializerMethodField()
    corrections = serializers.SerializerMethodField(help_text="In the order in which they were made.")

    @extend_schema_field({"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}})
    def get_sentences(self, card: Card) -> dict[str, list[str]]:
        texts = self.context["texts"]
        return {language: [plain(each) for each in texts.paragraphs(card, language)] for language in LANGUAGES}

    @extend_schema_field(PrintingSerializer(many=True))
    def get_printings(self, card: Card) -> Any:
        return PrintingSerializer(self.context["printings"], many=True, context=self.context).data

    @extend_schema_field(CorrectionSerializer(many=True))
    def get_corrections(self, card: Card) -> Any:
        return CorrectionSerializer(self.context["corrections"], many=True).data


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
