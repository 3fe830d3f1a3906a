"""The comments on a deck's page."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.core.paginator import Page
from django.http import HttpRequest
from django.utils.safestring import SafeString

from deckbuilder.accounts.selectors import user_of
from deckbuilder.common.http.pagination import get_page
from deckbuilder.decks.access import may_edit
from deckbuilder.decks.comments.selectors import comments_for, refusal, takes_comments
from deckbuilder.decks.models import MAX_COMMENT, Comment, Deck
from deckbuilder.decks.notes import comments_html
from deckbuilder.decks.public.selectors import authors_with_decks
from deckbuilder.decks.verdicts.sentences import edit_error
from games.registry import get

PAGE = 20


class Line(NamedTuple):
    """A comment with what the reader may do with it."""

    comment: Comment
    html: SafeString
    is_own: bool
    has_page: bool
    """Whether its author has public decks, and so a page."""
    may_delete: bool


class Comments(NamedTuple):
    """A page of the comments on a deck, the newest last. `why_not`: why the reader may not write one, "" if they may
    or are not signed in; `text` and `problem`: what they wrote, and what is wrong with it."""

    page: Page[Comment]
    lines: list[Line]
    why_not: str
    may_close: bool
    text: str = ""
    problem: str = ""
    most: int = MAX_COMMENT


def comments_of(
    request: HttpRequest, deck: Deck, number: str | None = None, *, text: str = "", problem: str = ""
) -> Comments | None:
    """The last page, or that with this number; None for a deck without comments. Raises NotFoundError for a page that
    there is not."""
    if not takes_comments(deck):
        return None
    reader, is_editor = user_of(request), may_edit(request, deck)
    rows = comments_for(deck, reader)
    page = get_page(rows, PAGE, number) if number else _last_page(rows)
    html = comments_html((each.text for each in page), get(deck.game))
    own = reader.pk if reader else None
    authors = authors_with_decks(each.author_id for each in page)
    lines = [
        Line(each, html[each.text], is_own := each.author_id == own, each.author_id in authors, is_editor or is_own)
        for each in page
    ]
    error = refusal(deck, reader) if reader else None
    return Comments(page, lines, edit_error(error) if error else "", is_editor, text, problem)


def _last_page(rows: Any) -> Page[Comment]:
    page = get_page(rows, PAGE, None)
    return page.paginator.page(page.paginator.num_pages) if page.has_next() else page
