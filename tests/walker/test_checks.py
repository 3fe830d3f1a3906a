"""What a walk notices: pages that break in every way it knows, beside those that are as they should be."""

from contextlib import nullcontext

import pytest
from django.contrib.auth import get_user_model
from django.http import HttpResponse, HttpResponseRedirect, JsonResponse

from tests.walker import markup
from tests.walker.checks import Checks, Request, WalkError
from tests.walker.markup import PLANT, Button, Field
from tests.walker.world import Person

GOOD = '<!doctype html><html lang="en"><title>Decks · 組牌台 Deckbuilder</title><h1>Decks</h1>'


class Browser:
    """Answers from a dictionary of addresses; 404 for all others."""

    def __init__(self, answers):
        self.answers = {f"http://testserver{address}": answer for address, answer in answers.items()}

    def get(self, address, headers):
        answer = self.answers.get(address, HttpResponse(GOOD, status=404))
        if isinstance(answer, Exception):
            raise answer
        if callable(answer):
            return answer()
        return HttpResponse(answer) if isinstance(answer, str) else answer


def person(answers):
    return Person("visitor", Browser(answers), None, [])


def send(answer, htmx=False):
    return Checks().send(person({"/": answer}), Request("GET", "/", htmx=htmx))


def test_a_page_as_it_should_be():
    assert send(GOOD).page.title == "Decks · 組牌台 Deckbuilder"
    assert send(JsonResponse({"a": 1})).page is None
    assert send("<p>A row</p>", htmx=True).page.full is False


@pytest.mark.parametrize(
    "answer, problem",
    [
        (ZeroDivisionError("by zero"), "ZeroDivisionError: by zero"),
        (HttpResponse(GOOD, status=503), "answers 503"),
        (GOOD.replace("Decks ·", "·"), "a page without a title"),
        (GOOD.replace(' lang="en"', ""), "a page that does not name its language"),
        (GOOD.replace("<h1>", "<h2>"), "a page with 0 main headings"),
        (GOOD + "<h1>Again</h1>", "a page with 2 main headings"),
        (GOOD + f'<p title=""><i {PLANT}>', "a text is not escaped"),
        (GOOD + '<img src="/static/img/nowhere.svg">', "a file that is not there"),
        (HttpResponse("nothing", content_type="application/json"), "not the JSON it says it is"),
        ("<p>A row</p>", "a fragment where a page was asked for"),
    ],
)
def test_a_page_that_is_broken(answer, problem):
    with pytest.raises(WalkError, match=problem):
        send(answer)


def test_a_link_that_leads_nowhere():
    page = markup.read("/", GOOD + '<a href="there/">There</a><a href="https://example.org/">Elsewhere</a>')
    Checks().check_links(person({"/there/": GOOD}), page)
    with pytest.raises(WalkError, match="a link leads to 404\n  visitor: GET '/there/', on /"):
        Checks().check_links(person({}), page)
    with pytest.raises(WalkError, match="a link leads to 404"):
        Checks().check_links(person({"/there/": HttpResponseRedirect("/nowhere/")}), page)


def test_redirects_that_never_end():
    with pytest.raises(WalkError, match="redirects more than 8 times"):
        Checks().follow(person({"/": HttpResponseRedirect("/")}), Request("GET", "/"))


def test_each_link_is_asked_for_once_by_each_person():
    page, visitor, checks = (
        markup.read("/", GOOD + '<a href="/there/">There</a>'),
        person({"/there/": GOOD}),
        Checks(),
    )
    checks.check_links(visitor, page)
    visitor.browser.answers.clear()
    checks.check_links(visitor, page)


FORM = """
<form method="post" action="there/?on=today" enctype="multipart/form-data" id="one">
  <input type="hidden" name="csrfmiddlewaretoken" value="secret"><input name="q" value="a"><input name="off" disabled>
  <select name="game"><option value="">Any</option><option selected>Legions</option></select>
  <textarea name="notes">Night</textarea><input type="checkbox" name="listed" checked>
  <button name="op" value="add">+</button><button type="button" name="no">?</button>
</form>
<form method="dialog"><button>Close</button></form><button form="one" name="op" value="remove">-</button>
"""


def test_a_form_is_read_with_all_that_it_sends():
    page = markup.read("/decks/", FORM)
    (form,) = page.forms
    assert (form.action, form.method, form.multipart, page.token) == ("/decks/there/?on=today", "post", True, "secret")
    assert [(each.name, each.value) for each in form.fields[1:]] == [
        ("q", "a"), ("game", "Legions"), ("notes", "Night"), ("listed", "on"),
    ]  # fmt: skip
    assert form.fields[2] == Field("game", "select", "Legions", ("", "Legions"))
    assert form.buttons == [Button("op", "add"), Button("op", "remove")]


@pytest.mark.django_db
@pytest.mark.parametrize("times, problem", [(10, None), (11, "asks the database 11 times: SELECT")])
def test_a_page_that_asks_the_same_again_and_again(times, problem):
    def page():
        for number in range(times):
            get_user_model().objects.filter(pk=number).exists()
        return HttpResponse(GOOD)

    with pytest.raises(WalkError, match=problem) if problem else nullcontext():
        send(page)
