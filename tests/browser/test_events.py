"""A tournament from its creation to its published lists, by an organiser, a judge and a player, each at a browser."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser import event_steps, event_world, steps
from tests.browser.conftest import PHONE, Visits
from tests.browser.event_world import BANNED, LEGAL, UNRELEASED
from tests.browser.looks import too_wide

PLAYERS = 16
LIST = steps.sample(steps.XLW, "lantern-parade")
LINE = "1 大風吹\n"
"""The line of that list which others take the place of."""


def changed(line: str) -> str:
    """The list with another line replaces one."""
    assert LINE in LIST
    return LIST.replace(LINE, line)


TROUBLES = {
    "Illegal": (changed("2 石牙鼓手\n"), "Illegal", "affiliation"),
    "Incomplete": (changed(""), "Incomplete", "zone.size"),
    "Ambiguous": (changed("1 大風吹 (XLW-S001)\n"), "Illegal", "card.unknown"),
    "Unknown": (changed("1 魚乾會記\n"), "Illegal", "card.unknown"),
    "Unjudged": (f"{LIST}\n[extra]\n1 {BANNED}\n", "Illegal", "list.banned"),
    "Unreleased": (changed(f"1 {UNRELEASED}\n"), "Illegal", "card.unreleased"),
    "Missing": ("", "No list", ""),
    "Late": ("", "No list", ""),
}
"""Players the judge enters: the list they bring, how it stands, and the code of what is wrong with it."""

REASONS = {
    "Illegal": "Took the wrong drummers along",
    "Ambiguous": "Said which of the two was meant",
    "Unknown": "Has an old printing with another name",
    "Unjudged": "Thought that nobody looks there",
    "Unreleased": "Thought it was out already",
    "Missing": "Brings it on paper",
    "Late": "The train was late",
}
"""What the staff write where they settle it; who has no reason here leaves."""


MANY, MINUTE = 60, 60_000
"""Lists that a worker brings in, and milliseconds within which it does."""

LATE_LIST = "Announced after all decks were sleeved"
CORRECTION = "The name was on it twice"


@dataclass
class Cup:
    """A tournament, and the browsers of those who run, play and watch it."""

    call: Callable[..., Any]
    organiser: Page
    judge: Page
    player: Page
    visitor: Page
    path: str = ""
    entries: dict[str, str] = field(default_factory=dict)

    def expect_hidden(self, page: Page, *paths: str) -> None:
        """What somebody may not see is no page for them."""
        for path in paths:
            assert page.request.get(path).status == 404, path

    def post(self, page: Page, path: str, **form: str) -> int:
        """What the site answers to a form that no page of theirs shows."""
        token = page.locator("input[name=csrfmiddlewaretoken]").first.input_value()
        return page.request.post(path, form={"csrfmiddlewaretoken": token, **form}).status


@pytest.fixture
def cup(alone: Visits) -> Cup:
    people = Cup(alone.server.call, alone(), alone(), alone(), alone())
    for page, name in ((people.organiser, "olga"), (people.judge, "judith"), (people.player, "paula")):
        steps.sign_up(page, name)
    return people


@pytest.mark.slow
def test_a_tournament_is_run_from_its_creation_to_its_published_lists(cup: Cup) -> None:
    day = timezone.localtime() + timedelta(days=5)
    announce(cup, day)
    the_player_hands_in_a_deck_that_a_new_list_bans_on_the_day(cup, day)
    the_judge_enters_trouble(cup)
    the_late_one_looks_at_a_list_before_the_deadline(cup)
    invented_cards_play_where_the_organiser_says_so(cup)
    nobody_starts_an_event_that_is_open(cup)
    event_steps.close(cup.organiser, cup.path, timezone.localtime() - timedelta(minutes=1))
    the_late_one_is_refused(cup)
    no_start_before_every_trouble_is_settled(cup)
    the_list_that_came_too_late_is_not_taken(cup, day)
    nobody_sees_lists_before_the_end(cup)
    everybody_sees_the_lists_that_stood(cup)
    it_is_all_in_the_log(cup)


def announce(cup: Cup, day: datetime) -> None:
    """An event for as many as will come, with a judge who may do less than its organiser."""
    tomorrow = timezone.localtime() + timedelta(days=1)
    cup.path = event_steps.create(cup.organiser, "Lantern Cup", starts_at=day, deadline=tomorrow, places=PLAYERS)
    cup.expect_hidden(cup.judge, f"{cup.path}roster/")
    event_steps.name_judge(cup.organiser, cup.path, "judith")
    cup.expect_hidden(cup.judge, f"{cup.path}edit/", f"{cup.path}staff/")


def the_player_hands_in_a_deck_that_a_new_list_bans_on_the_day(cup: Cup, day: datetime) -> None:
    """It is legal the day before and the day after. Once that list judges the event, the player mends the deck."""
    cup.entries["paula"] = event_steps.register(cup.player, cup.path)
    steps.bring(cup.player, changed(f"1 {BANNED}\n"))
    deck = steps.deck_address(cup.player)
    event_steps.hand_in(cup.player, cup.entries["paula"], deck="燈火走過的街")
    others = PLAYERS - 1 - len(TROUBLES)
    cup.call(event_world.fill, cup.path, others)
    cup.call(event_world.rules_of_the_day, day.date().isoformat())
    event_steps.expect_standing(cup.organiser, cup.path, "paula", "Ready")
    event_steps.take_lists(cup.organiser, cup.path)
    event_steps.expect_standing(cup.organiser, cup.path, "paula", "Illegal", "list.banned")
    for days, status in ((-1, "legal"), (0, "illegal"), (1, "legal")):
        cup.player.goto(f"{deck}?on={(day + timedelta(days=days)).date()}")
        expect(cup.player.locator("#verdict .badge")).to_have_class(re.compile(f"is-{status}"))
    event_steps.hand_in(cup.player, cup.entries["paula"], LIST)
    event_steps.expect_standing(cup.organiser, cup.path, "paula", "Ready")


def the_judge_enters_trouble(cup: Cup) -> None:
    """Then all places are taken."""
    for name, (text, label, code) in TROUBLES.items():
        cup.entries[name] = event_steps.enter(cup.judge, cup.path, name)
        if text:
            event_steps.hand_in(cup.judge, cup.entries[name], text)
        event_steps.expect_standing(cup.judge, cup.path, name, label, *filter(None, [code]))
    cup.visitor.goto(cup.path)
    expect(cup.visitor.locator("main")).to_contain_text(f"{PLAYERS} of {PLAYERS}")
    expect(cup.visitor.locator("main")).to_contain_text("The event is full.")


def the_late_one_looks_at_a_list_before_the_deadline(cup: Cup) -> None:
    """With the link from the judge the player acts for a friend who has no account."""
    cup.expect_hidden(cup.player, cup.entries["Late"])
    cup.judge.goto(cup.entries["Late"])
    cup.player.goto(cup.judge.locator("#key-link").input_value())
    event_steps.show(cup.player, cup.entries["Late"], LIST)


def invented_cards_play_where_the_organiser_says_so(cup: Cup) -> None:
    """Once real cards are there nobody may play invented ones, before their set is ticked."""
    cup.call(event_world.real_cards)
    event_steps.expect_standing(cup.organiser, cup.path, "paula", "Illegal", "list.other-set")
    event_steps.allow_sets(cup.organiser, cup.path, "SAMPLE")
    event_steps.expect_standing(cup.organiser, cup.path, "paula", "Ready")


def nobody_starts_an_event_that_is_open(cup: Cup) -> None:
    """Unless that is confirmed; but here more is in the way."""
    event_steps.expect_refused(cup.organiser, cup.path, f"{len(TROUBLES)} entries are not ready.")
    expect(cup.organiser.locator("input[name=early]")).to_have_attribute("required", "")
    assert cup.post(cup.organiser, f"{cup.path}start/") == 409
    cup.judge.goto(f"{cup.path}roster/")
    expect(cup.judge.locator("a[href$='/start/']")).to_have_count(0)
    assert cup.post(cup.judge, f"{cup.path}start/") == 404
    cup.expect_hidden(cup.player, f"{cup.path}roster/", f"{cup.path}log/", cup.entries["Illegal"])


def the_late_one_is_refused(cup: Cup) -> None:
    """And has the list still, to show it to the judge."""
    cup.player.locator("button[value=submit]").click()
    expect(cup.player.locator(".notice.is-error")).to_contain_text("The deadline has passed.")
    expect(cup.player.locator("main textarea")).to_have_value(LIST.strip())
    event_steps.expect_standing(cup.judge, cup.path, "Late", "No list")


def no_start_before_every_trouble_is_settled(cup: Cup) -> None:
    """By another list, which the staff take with a reason; by leaving; or by the organiser, who lets it through."""
    unknown = cup.entries["Unknown"]
    cup.judge.goto(unknown)
    expect(cup.judge.locator("#override-reason")).to_have_count(0)
    assert cup.post(cup.judge, f"{unknown}override/", reason="Please") == 404
    for done, name in enumerate(TROUBLES):
        left = len(TROUBLES) - done
        told = "1 entry is not ready." if left == 1 else f"{left} entries are not ready."
        event_steps.expect_refused(cup.organiser, cup.path, told)
        settle(cup, name)


def settle(cup: Cup, name: str) -> None:
    entry = cup.entries[name]
    if name not in REASONS:
        event_steps.drop(cup.judge, entry)
    elif name in ("Unknown", "Missing"):
        event_steps.override(cup.organiser, entry, REASONS[name])
        event_steps.expect_standing(cup.judge, cup.path, name, "Overridden")
    else:
        event_steps.hand_in(cup.judge, entry, LIST, reason=REASONS[name])
        event_steps.expect_standing(cup.judge, cup.path, name, "Ready, with warnings")


def the_list_that_came_too_late_is_not_taken(cup: Cup, day: datetime) -> None:
    """It shuts the gate until the organiser says why the event keeps the lists it has."""
    cup.call(event_world.late_list, day.date().isoformat())
    event_steps.expect_refused(cup.organiser, cup.path, "You still have to choose which restriction lists to use.")
    event_steps.keep_lists(cup.organiser, cup.path, LATE_LIST)
    event_steps.look_at_start(cup.organiser, cup.path)
    for said in (f"{PLAYERS - 1} players", "Overridden", LATE_LIST, "SAMPLE"):
        expect(cup.organiser.locator("main")).to_contain_text(said)


def staff_go_on_after_the_start(cup: Cup) -> None:
    """A player who comes late enters with a list, and a list is corrected: each with a reason. The override stays
    before the judge's eyes.
    """
    cup.entries["Last"] = event_steps.enter(cup.judge, cup.path, "Last", reason=REASONS["Late"])
    event_steps.hand_in(cup.judge, cup.entries["Last"], LIST, reason=REASONS["Late"])
    event_steps.hand_in(cup.judge, cup.entries["Last"], LIST.replace("name:", "# name:"), reason=CORRECTION)
    event_steps.expect_standing(cup.judge, cup.path, "Last", "Ready, with warnings")
    cup.judge.goto(f"{cup.entries['Unknown']}check/")
    expect(cup.judge.locator(".check-who")).to_contain_text(REASONS["Unknown"])


def nobody_sees_lists_before_the_end(cup: Cup) -> None:
    """The event starts, and ends."""
    hidden = [f"{cup.path}results/", f"{cup.path}results/lists.csv", f"{cup.entries['paula']}2/"]
    cup.expect_hidden(cup.visitor, *hidden)
    event_steps.press_start(cup.organiser, cup.path)
    expect(cup.organiser.locator(".event-state")).to_have_text("Started")
    staff_go_on_after_the_start(cup)
    cup.expect_hidden(cup.visitor, *hidden)
    cup.expect_hidden(cup.player, *hidden[:2], f"{cup.entries['Illegal']}2/")
    cup.player.goto(cup.entries["paula"])
    expect(cup.player.locator("a[href$='/submit/'], form[action$='/drop/']")).to_have_count(0)
    assert cup.post(cup.judge, f"{cup.path}end/") == 404
    cup.organiser.goto(f"{cup.path}roster/")
    cup.organiser.locator(".gate summary").click()
    cup.organiser.locator("form[action$='/end/'] button").click()
    expect(cup.organiser.locator(".event-state")).to_have_text("Over")


def everybody_sees_the_lists_that_stood(cup: Cup) -> None:
    """Neither that of who left, nor one that was replaced."""
    lists = PLAYERS - len(["Incomplete", "Missing"]) + len(["Last"])
    cup.visitor.goto(cup.path)
    cup.visitor.locator("main a[href$='/results/']").first.click()
    expect(cup.visitor.locator(".results-files")).to_contain_text(f"{lists} lists")
    cup.visitor.locator(".results-lists").get_by_role("link", name="paula", exact=True).click()
    expect(cup.visitor.locator(".paper-zone").first).to_contain_text(LINE.split()[1])
    expect(cup.visitor.locator("main")).not_to_contain_text(BANNED)
    cup.expect_hidden(cup.visitor, f"{cup.entries['paula']}1/", f"{cup.entries['Incomplete']}1/")
    cup.expect_hidden(cup.visitor, f"{cup.path}roster/", f"{cup.path}log/", cup.entries["paula"])


def it_is_all_in_the_log(cup: Cup) -> None:
    cup.judge.goto(f"{cup.path}log/")
    for said in ("Ended.", f"Started with {PLAYERS - 1} players", *REASONS.values(), LATE_LIST, CORRECTION):
        expect(cup.judge.locator(".event-log")).to_contain_text(said)


def test_a_judge_checks_a_deck_on_a_phone(visit: Visits) -> None:
    known = visit.server.call(event_world.started, "Phone Cup")
    page = visit(size=PHONE, touch=True, session=known["session"])
    page.goto(f"/events/{known['slug']}/checks/")
    expect(page.locator("main")).to_contain_text(f"0 of {len(LEGAL)} players")
    page.locator("#check-q").fill(known["marks"][1][:6].lower())
    page.locator(".check-find button").tap()
    expect(page.locator(".check-who")).to_contain_text(known["marks"][1])
    page.wait_for_load_state()
    assert too_wide(page) == []
    assert too_small(page) == []
    count_the_deck(page)
    page.locator("button[value=record]").tap()
    expect(page.locator(".messages")).to_contain_text("recorded")
    expect(page.locator(".check-made .check-differences li")).to_have_count(2)
    expect(page.locator(".check-made")).to_contain_text("Two foxes, a drummer in the box")
    page.wait_for_load_state()
    assert too_wide(page) == []
    page.goto(f"/events/{known['slug']}/checks/")
    expect(page.locator("main")).to_contain_text(f"1 of {len(LEGAL)} players")


def count_the_deck(page: Page) -> None:
    """All as listed but one card, and another that is not on the list."""
    for each in page.locator(".check-all").all():
        each.tap()
    page.get_by_label("Lantern Kit: copies found").fill("2")
    page.locator("#find").fill("石牙鼓手")
    page.locator("button[value=find]").tap()
    expect(page.locator(".is-extra input[name='card:石牙鼓手|unit']")).to_have_value("1")
    expect(page.get_by_label("Lantern Kit: copies found")).to_have_value("2")
    page.locator(".check-outcomes label", has_text="Warning").tap()
    page.locator("textarea[name=note]").fill("Two foxes, a drummer in the box")


FINGER = 44
"""Pixels of CSS that a fingertip hits."""


def too_small(page: Page) -> list[str]:
    """What of the form is smaller than a fingertip."""
    targets = page.locator(".check-form").locator(
        "button, input[type=number], label:has([type=checkbox], [type=radio])"
    )
    boxes = [(each.inner_text() or each.get_attribute("name") or "", each.bounding_box()) for each in targets.all()]
    return [f"{name}: {box['height']}" for name, box in boxes if box and box["height"] < FINGER]


def test_many_lists_are_brought_in_by_a_worker_while_the_page_says_how_far_it_is(visit: Visits) -> None:
    page = visit()
    steps.sign_up(page, "olivia")
    tomorrow = timezone.localtime() + timedelta(days=1)
    path = event_steps.create(page, "Bulk Cup", starts_at=tomorrow + timedelta(days=1), deadline=tomorrow, places=MANY)
    page.goto(f"{path}import/")
    page.locator("textarea[name=roster]").fill("\n".join(f"Player {number}" for number in range(MANY)))
    page.locator("button[value=look]").click()
    page.locator("button[name=do].is-primary").click()
    page.goto(f"{path}bulk/")
    lists = {"name": "lists.zip", "mimeType": "application/zip", "buffer": zipped(MANY)}
    page.locator("[name=files]").set_input_files([lists])
    page.get_by_role("button", name="Preview").click()
    expect(page.locator(".roster.is-bulk li .entry-name")).not_to_have_count(0, timeout=MINUTE)
    page.get_by_role("button", name=re.compile("^Import [0-9]")).click()
    expect(page.locator(".gate.is-clear")).to_contain_text("Imported", timeout=MINUTE)
    page.goto(f"{path}roster/")
    expect(page.locator("main")).to_contain_text(str(MANY))


def zipped(count: int) -> bytes:
    """As many players' lists in an archive."""
    data = BytesIO()
    with ZipFile(data, "w") as archive:
        for number in range(count):
            archive.writestr(f"Player {number}.txt", LIST)
    return data.getvalue()
