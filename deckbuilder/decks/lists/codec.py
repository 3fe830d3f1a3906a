"""Reading and writing deck lists: text, CSV and JSON."""

from codecs import BOM_UTF8
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path, PurePath
from typing import Any, BinaryIO, NamedTuple

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from deckbuilder.catalog.codes.code_books import SiteCodeBook, code_books
from deckbuilder.catalog.namesakes import namesakes
from deckbuilder.catalog.selectors import Lookup
from deckbuilder.common.labels import read as label
from deckbuilder.decks.verdicts.sentences import fill
from games.engine.model import decks
from games.engine.model.game import Game
from games.engine.reading.code_search import codes_within, damaged_code
from games.engine.reading.deck_codes import NotEncodable, code_in, decode_code, encode, is_intact
from games.engine.reading.decklists.forms import csv_pieces, json_pieces
from games.engine.reading.decklists.lines import MAX_BYTES, MAX_LINES, pieces
from games.engine.reading.decklists.match import lookups
from games.engine.reading.decklists.parsing import (
    Cards,
    DeckListError,
    Reading,
    ReceiptLine,
    decode,
    read,
    read_csv,
    read_json,
    write_csv,
    write_json,
    write_text,
)
from games.engine.reading.list_forms import reading, sharing
from games.engine.reading.photos.reader import photo_pieces, read_photo
from games.registry import GAMES, get

FORMS = {
    "txt": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
}
_READ = {"txt": read, "csv": read_csv, "json": read_json, "photo": read_photo}
_PIECES = {"txt": pieces, "csv": csv_pieces, "json": json_pieces, "photo": photo_pieces}
_WRITE = {"txt": write_text, "csv": write_csv, "json": write_json}
ENDINGS = reading.ENDINGS
LONGEST = reading.LONGEST + len(BOM_UTF8)
INPUT_FORMS = (*FORMS, *(each.slug for each in reading.FORMS if each.slug not in FORMS), "photo")
"""The forms in which lists are read."""

_BY_SLUG = {game.slug: game for game in GAMES}


class ListInput(NamedTuple):
    """A submitted list: its text, its file format (one of reading.NATIVE), and its game, if given."""

    text: str
    form: str = "txt"
    game: Game | None = None


def list_input(fields: Mapping[str, str], file: UploadedFile | None) -> ListInput:
    """The list in a form: `text` or a file, `form` if known, `game`. Raises DeckListError."""
    slug, form = fields.get("game", ""), fields.get("form", "")
    if slug and slug not in _BY_SLUG:
        raise DeckListError("unknown-game", 0, {"value": slug, "choices": tuple(_BY_SLUG)})
    text = content(file) if file is not None else fields.get("text", "").replace("\r\n", "\n")
    return source_of(text, ending_of(file.name or "") if file else "", form, _BY_SLUG.get(slug))


def source_of(text: str, ending: str = "", form: str = "", game: Game | None = None) -> ListInput:
    """A list that may be in a form of another program. `ending`: that of its file. Raises DeckListError."""
    return ListInput(*reading.convert(text, ending, form if form in INPUT_FORMS else ""), game)


def content(file: BinaryIO | UploadedFile) -> str:
    """The text of a file; if it is too long, reading stops early. Raises DeckListError."""
    data = file.read(LONGEST + 1)
    if len(data) > LONGEST:
        raise DeckListError("too-long", 0, {"bytes": MAX_BYTES, "lines": MAX_LINES})
    return decode(data)


def ending_of(filename: str) -> str:
    """A file's extension in lower case, without the dot."""
    return PurePath(filename).suffix.lower().lstrip(".")


def parse(source: ListInput, lookup: Cards = Lookup) -> Reading:
    """Read a list, or a deck code, against the catalog. Raises DeckListError if it makes no sense as a whole.

    `lookup`: shared by many lists of a game, to look up each card once.
    """
    text, form, game = _decode(source, lookup)
    return _READ[form](text, lookup, game, _BY_SLUG)


MIN_MISTYPED = 10
"""A shorter text that is no valid code is a card's number or name."""


def _decode(source: ListInput, lookup: Cards = Lookup) -> ListInput:
    """The list of the deck code that a text is or contains; any other list unchanged. Raises DeckListError for a
    mistyped code, and for several codes.

    A card whose name looks like a mistyped code is a card, and a code in a list of cards is a line of it.
    """
    if source.form != "txt":
        return source
    code = code_in(source.text)
    problem: DeckListError | None = None
    if code and (len(code) >= MIN_MISTYPED or is_intact(code)):
        try:
            return _list_of(code, source.game)
        except DeckListError as error:
            if error.code not in ("code-checksum", "code-mistyped"):
                raise
            problem = error
    else:
        code = damaged_code(source.text)
    codes = tuple(dict.fromkeys(codes_within(source.text)))
    if not (codes or code) or _has_cards(source, lookup):
        return source
    decks = {each: deck for each in codes if (deck := _valid(each, source.game))}
    if len(decks) > 1:
        raise DeckListError("code-several", 0, {"choices": tuple(decks)})
    if decks:
        return next(iter(decks.values()))
    if problem:
        raise problem
    if not code and len(codes) == 1 and 2 * len(codes[0]) > sum(map(str.isalnum, source.text)):
        code = codes[0]  # the text is hardly more than this code, and the reason why it is not read is the answer
    return _list_of(code, source.game) if code else source


def _list_of(code: str, game: Game | None) -> ListInput:
    return ListInput(decode_code(code, GAMES, code_books()).as_json(), "json", game)


def _valid(code: str, game: Game | None) -> ListInput | None:
    try:
        return _list_of(code, game)
    except DeckListError:
        return None


def _has_cards(source: ListInput, lookup: Cards) -> bool:
    """Whether a text is a list in which cards are recognized."""
    try:
        return bool(read(source.text, lookup, source.game, _BY_SLUG).receipt.of("matched"))
    except DeckListError as error:
        return error.code not in ("missing-game", "too-long-line")


def read_file(path: Path, game: str | None) -> Reading:
    """The list in a file; `game`: its slug, if the list does not say it. Raises DeckListError and OSError."""
    with path.open("rb") as file:
        text = content(file)
    return parse(source_of(text, ending_of(path.name), game=get(game) if game else None))


def names_in(source: ListInput) -> Iterator[tuple[set[str], set[str]]]:
    """Per line, the names and numbers that reading a list may look up. Raises DeckListError for an invalid list."""
    text, form, _game = _decode(source)
    return (lookups(piece.all_ways()) for piece in _PIECES[form](text))


def write(deck: decks.Deck, form: str, shared_names: Collection[str] | None = None) -> str:
    """A deck as a list in one of the FORMS; `shared_names`: names shared by several cards, if known already."""
    game = get(deck.game)
    return _WRITE[form](deck, game, namesakes(game).names if shared_names is None else shared_names)


SHARED = {
    "plain": "text/plain; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "bbcode": "text/plain; charset=utf-8",
}
"""The forms in which people post a deck, in the active language. They are read like any list."""

_SHARE = {"plain": sharing.write_plain, "md": sharing.write_markdown, "bbcode": sharing.write_bbcode}


def share(deck: decks.Deck, form: str, shared_names: Collection[str] | None = None) -> str:
    """A deck as a text for people, in one of the forms of SHARED; `shared_names`: as in `write`."""
    game = get(deck.game)
    names = namesakes(game).names if shared_names is None else shared_names
    return _SHARE[form](deck, game, names, get_language() or "en")


NOT_ENCODABLE = {
    "unknown": gettext_lazy("Unresolved lines cannot be part of a deck code. Resolve them first."),
    "zone": gettext_lazy("There is no deck code: the game has no zone “{zone}”."),
    "printing": gettext_lazy("There is no deck code: {code} has no number in the catalog."),
    "declaration": gettext_lazy(
        "There is no deck code: no card of the catalog has “{value}”, which the deck declares."
    ),
    "count": gettext_lazy("There is no deck code: there are more than {limit} copies of {code}."),
    "long": gettext_lazy("There is no deck code: it would have more than {limit} characters."),
    "catalog": gettext_lazy("There is no deck code, because the game has no catalog."),
}
"""Why a deck has no code."""


class DeckCode(NamedTuple):
    """A deck's code; or "", with the reason in a sentence."""

    code: str
    problem: str = ""


def deck_code(deck: decks.Deck) -> DeckCode:
    try:
        return DeckCode(encode(deck, GAMES, SiteCodeBook(get(deck.game))))
    except NotEncodable as error:
        return DeckCode("", fill(NOT_ENCODABLE[error.reason], error.params))


LIST_ERRORS = {
    "missing-game": gettext_lazy("The list does not name its game. Add a line such as “game: {first}”, or choose one."),
    "unknown-game": gettext_lazy("There is no game “{value}”. Choose one of: {choices}."),
    "other-game": gettext_lazy("The list is for “{value}”, not {wanted}."),
    "unknown-format": gettext_lazy("There is no format “{value}”. Choose one of: {choices}."),
    "unknown-zone": gettext_lazy("There is no zone “{value}”. Choose one of: {choices}."),
    "repeated-header": gettext_lazy("“{key}” appears twice."),
    "too-long": gettext_lazy("The list is too long: at most {bytes} bytes and {lines} lines."),
    "too-long-line": gettext_lazy("An unrecognized line has more than {limit} characters."),
    "too-long-name": gettext_lazy("The name of the deck has more than {limit} characters."),
    "too-many-cards": gettext_lazy(
        "The names in the list match more than {limit} cards, because many cards share them. Add card numbers, "
        "or send fewer lines."
    ),
    "unprintable": gettext_lazy("The text contains an unprintable character: {character}."),
    "encoding": gettext_lazy(
        "The file is not clearly UTF-8, UTF-16, Big5, GB18030, Shift_JIS or EUC-JP (at byte {position}). Save it as "
        "UTF-8 and send it again."
    ),
    "csv-header": gettext_lazy("The first row must name the columns zone, quantity, name and code; it says: {found}."),
    "csv-shape": gettext_lazy("A row has neither name nor number, or more cells than there are columns."),
    "csv-quote": gettext_lazy("A quotation mark is opened and never closed."),
    "json-syntax": gettext_lazy("This is not JSON (at column {column})."),
    "json-shape": gettext_lazy(
        "The JSON is not a deck list, at {path}. It may be a list from this site, a list of cards with “name” and "
        "“count”, a map from names to counts, sections of these, or a saved object of Tabletop Simulator."
    ),
    "tabletop-names": gettext_lazy(
        "A card of the file for Tabletop Simulator has no name, at {path}. Only cards with names can be read."
    ),
    "xml-syntax": gettext_lazy("This is not XML (at column {column})."),
    "xml-form": gettext_lazy(
        "The XML is not a deck: it begins with “{value}”. Decks of Cockatrice and OCTGN can be read; they begin with "
        "{choices}."
    ),
    "xml-entities": gettext_lazy("XML with a document type or entities of its own is not read. Remove them."),
    "xml-depth": gettext_lazy("The elements of the XML are nested more than {limit} deep."),
    "xml-count": gettext_lazy("“{value}” is not a number of copies."),
    "xml-name": gettext_lazy("A card has no name."),
    "code-checksum": gettext_lazy(
        "The deck code is mistyped or incomplete: its checksum is wrong. Compare it with the original."
    ),
    "code-mistyped": gettext_lazy(
        "The deck code is mistyped: its checksum is wrong. Characters {from} to {to}, “{characters}”, look wrong; "
        "“{meant}” would fit. Compare them with the original."
    ),
    "code-broken": gettext_lazy("The deck code cannot be read, although its checksum is right."),
    "code-game": gettext_lazy("The deck code is for a game that this site does not have."),
    "code-newer": gettext_lazy(
        "The deck code was made with edition {edition} of the catalog; this site has only {known}. Ask for the list as "
        "text instead."
    ),
    "code-catalog": gettext_lazy(
        "The deck code was made with a different catalog from this site’s. Ask for the list as text instead."
    ),
    "code-several": gettext_lazy("The text contains several deck codes. Send one of them: {choices}."),
}
"""The sentence of each error of a list, with its parameters in braces; `first` is its first choice."""


def list_error(error: DeckListError) -> str:
    """The sentence of an error, with its line, in the active language."""
    choices = error.params.get("choices")
    first = {"first": choices[0]} if isinstance(choices, tuple) and choices else {}
    sentence = fill(LIST_ERRORS[error.code], {**game_names(error.code, error.params), **first})
    return _("Line {line}: {sentence}").format(line=error.line, sentence=sentence) if error.line else sentence


def game_names(code: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of an error; of a list for another game, with the names of both games instead of their slugs."""
    names = {game.slug: label(game.name) for game in GAMES} if code == "other-game" else {}
    return {key: names.get(value, value) if isinstance(value, str) else value for key, value in params.items()}


NOTES: Mapping[str, Callable[[ReceiptLine], str]] = {
    "moved": lambda line: _("moved to the zone for its kind"),
    "one": lambda line: _("no quantity, counted as one copy"),
    "nearest": lambda line: _("read from the photo with errors: the nearest name"),
    "blank": lambda line: _("blank line"),
    "comment": lambda line: _("comment"),
    "header": lambda line: _("deck header"),
    "zone": lambda line: _("zone title"),
    "section": lambda line: _("section title"),
    "total": lambda line: _("number of cards"),
    "title": lambda line: _("list title"),
    "columns": lambda line: _("column titles"),
    "fact": lambda line: _("card detail"),
    "token": lambda line: _("token, not part of the deck"),
    "label": lambda line: _("not part of the list"),
    "unknown-header": lambda line: _("unknown header"),
    "unknown-section": lambda line: (
        _("unknown section")
        if "set-aside" in line.notes
        else _("unknown section: its cards go to the zone for their kind")
    ),
    "set-aside": lambda line: _("the game has no sideboard: its cards go to the maybe-board"),
    "prose": lambda line: _("text, not a card"),
    "dropped": lambda line: _("skipped"),
    "left-out": lambda line: _("on the maybe-board: not submitted"),
    "count-differs": lambda line: _("says {said} cards, but {read} were read").format(said=line.said, read=line.read),
    "several": lambda line: _("several cards have this name"),
    "unknown-number": lambda line: _("no printing has this number"),
    "number-differs": lambda line: _("the number belongs to another card"),
    "detail-differs": lambda line: _("the set, rarity or other detail is not this card's"),
    "joined-count": lambda line: _("the number at the end may be part of the name"),
    "remark": lambda line: _("names a card, but may be a remark: is the card part of the list?"),
    "names-card": lambda line: _("contains the name of a card"),
    "count-unclear": lambda line: _("the number of copies is unclear"),
    "no-card": lambda line: _("no card has this name"),
    "bad-count": lambda line: _("impossible number of copies"),
    "not-compared": lambda line: _("similar names not searched: too many unrecognized lines above"),
}
"""The notes on lines of a receipt."""


def notes(line: ReceiptLine) -> str:
    return _("; ").join(NOTES[note](line) for note in line.notes)


def conclusions(reading: Reading) -> list[str]:
    """Conclusions from the cards that the list does not state, in sentences: its game."""
    if "game" not in reading.receipt.guessed:
        return []
    sentence = _("{game}, inferred from the cards: the list does not name its game.")
    return [sentence.format(game=label(get(reading.deck.game).name))]
