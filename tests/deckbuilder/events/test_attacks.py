"""What organisers, judges and players write stays text: on pages, in e-mail, in spreadsheets and for programs."""

import csv
import io
import json
import re
from unittest import mock

import pytest
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import override_settings
from django.urls import get_resolver, reverse

from deckbuilder.events.bulk import files
from deckbuilder.events.bulk import services as bulk_services
from deckbuilder.events.checks import services as check_services
from deckbuilder.events.checks.services import Extra
from deckbuilder.events.entries import overrides
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.models import Entry, Event, ListsVisible
from deckbuilder.events.notify import emails, tasks
from deckbuilder.events.roster import services as roster
from games.registry import get
from tests.deckbuilder.attacks import ATTACKS, AttacksTest, wrong_on
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import DEADLINE, LEGAL, SECOND, EventTest
from tests.deckbuilder.events.bulk.base import table

FORMULAS = (
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(1)",
    "\t=1+1",
    "＝1+1",
    "'=1+1",
    "=cmd|' /C calc'!A0",
    '=HYPERLINK("//evil.example")',
)
"""What spreadsheets may run."""

WRITTEN = (*ATTACKS, *FORMULAS)


def one_line(text: str, most: int) -> str:
    return text.strip()[:most].strip()


def deck_list(attack: str) -> str:
    """A legal list under this name, and a line that names no card."""
    named = LEGAL.replace("name: 燈火走過的街", f"name: {attack[:60]}")
    return f"{named}\n1 {attack}"


@override_settings(EMAIL_HOST="mail.example.org")
@pytest.mark.slow
class EventAttacksTest(AttacksTest, EventTest):
    def attacked(self, number: int) -> Event:
        """An event with attacks in all that can be written about it, started, with lists that everybody may see."""
        attack = WRITTEN[number]
        event = self.event(
            name=one_line(attack, 120),
            place=one_line(attack, 200),
            roster_notes="\n\n".join(WRITTEN)[:2000],
            own_limits={one_line(attack, 60): 1},
            lists_visible=ListsVisible.NOW,
            listed=True,
        )
        for place, each in enumerate(WRITTEN):
            entry = self.entry(event, name=f"{one_line(each, 70)} {place}"[:80] if place % 9 else one_line(each, 80))
            entry_services.amend(entry, by=self.alice, answer=one_line(each, 300))
            self.submit(entry, deck_list(each), by=self.alice)
        people = "".join(f'"{each.replace(chr(34), chr(34) * 2)}!",,"{number}"\n' for each in WRITTEN)
        roster.import_players(event, "name,email,answer\n" + people.replace("\t", " "), by=self.alice)
        found = files.items([(f"{each[:60]}.csv", table(["player", "deck"], [each, LEGAL])) for each in WRITTEN])
        bulk_services.receive(event, found, [f"{each[:60]}.csv" for each in WRITTEN], by=self.alice)
        self.now = DEADLINE + SECOND
        for place, entry in enumerate(event.entries.exclude(submissions=None)):
            self.check(entry, WRITTEN[place])
        return event

    def check(self, entry: Entry, attack: str) -> None:
        overrides.override(entry, by=self.alice, reason=one_line(attack, 300))
        check_services.record(
            entry,
            by=self.judith,
            version=1,
            counts={0: 1},
            extra=[Extra("", one_line(attack, 200), 1)],
            outcome="warning",
            note=attack,
            nonce=self.nonce(),
        )

    def addresses(self, event: Event) -> list[str]:
        """Every page of an event and of some entries, and every address of the API that is read."""
        found, entries = [], [1, 2, len(ATTACKS) + 1]
        for name, space in (("events", get_resolver().namespace_dict["events"][1]), ("", get_resolver())):
            for key in space.reverse_dict:
                path = str(space.reverse_dict.getlist(key)[0][0][0][0]) if isinstance(key, str) else ""
                if "events/%(slug)s" not in f"/{path}" or (not name and not key.startswith("api-")):
                    continue
                sets = [{"slug": event.slug, "version": 1, "pk": 1, "upload": 1, "number": each} for each in entries]
                found += [
                    f"/{path % one}" for one in sets if not re.search(r"%\((?!slug|version|pk|upload|number)", path)
                ]
        return sorted(set(found))

    def test_pages_answers_and_spreadsheets_of_an_event(self) -> None:
        event = self.attacked(0)
        addresses = self.addresses(event)
        assert len(addresses) > 40
        for browser in (self.as_alice, self.as_visitor):
            for address in addresses:
                answer = browser.get(address, follow=True)
                assert answer.status_code in (200, 400, 401, 403, 404, 405, 422), address
                kind = answer["Content-Type"].partition(";")[0]
                if kind == "text/html":
                    assert wrong_on(answer.content.decode()) == [], address
                elif answer.status_code == 200 and kind == "application/json":
                    json.loads(answer.getvalue())
                else:
                    assert kind in ("application/json", "text/csv", "text/plain", "image/svg+xml", ""), (address, kind)
                assert answer["X-Content-Type-Options"] == "nosniff", address
        self.assert_no_formulas(event)

    def test_names_of_events_and_players_on_the_pages_of_all(self) -> None:
        for number in (5, 7, 24):
            services.create(
                get(XLW),
                by=self.alice,
                name=one_line(ATTACKS[number], 120),
                starts_at=DEADLINE,
                deadline=DEADLINE,
                listed=True,
                place=ATTACKS[number],
            )
        for address in ("/events/", "/", "/account/", "/events/new/"):
            self.harmless(self.as_alice, address)
            self.harmless(self.as_visitor, address)

    def assert_no_formulas(self, event: Event) -> None:
        for path in ("roster.csv", "results/lists.csv", "results/breakdown.csv"):
            answer = self.as_alice.get(f"/events/{event.slug}/{path}")
            assert answer.status_code == 200
            cells = [cell for row in csv.reader(io.StringIO(answer.getvalue().decode("utf-8-sig"))) for cell in row]
            for cell in cells:
                assert not re.match(r"[=+\-@\t\r＝＋－＠]", cell) or re.fullmatch(r"[+-]?[\d.]+|-", cell), (path, cell)
            assert any(cell.startswith("'=") for cell in cells) or "breakdown" in path

    def test_an_email_is_plain_and_brings_nothing_of_what_was_written_but_words(self) -> None:
        for number in (0, 5, 26, len(ATTACKS)):
            attack = WRITTEN[number]
            event = self.event(name=one_line(attack, 120))
            entry = entry_services.register(event, by=self.carol, email="carol@example.org")
            entry_services.amend(entry, by=self.carol, name=one_line(attack, 80))
            services.cancel(event, by=self.alice, reason=one_line(attack, 300))
            with mock.patch.object(tasks.mail, "delay"):
                emails.order(
                    event,
                    by=self.alice,
                    nonce=self.nonce(),
                    send=lambda order: tasks.enqueue_mail(order, "en", "http://testserver/"),
                )
            letter = emails.build_email(entry.pk, "en", "http://testserver/", off=True)
            assert letter is not None
            sent = letter.message()
            assert sent.get_content_type() == "text/plain"
            assert "\n" not in letter.subject
            assert {*re.findall(r"https?://[^/\s]+|//evil[^\s]*", letter.body)} == {"http://testserver"}
            assert "evil.example" not in letter.body
        assert mail.outbox == []

    def test_files_that_are_sent_are_text_on_the_page_that_answers(self) -> None:
        event = self.event()
        for attack in WRITTEN:
            for path, data in (("bulk", LEGAL), ("import", f"name\n{attack}")):
                file = SimpleUploadedFile(f"{attack[:50]}.csv", data.encode())
                answer = self.as_alice.post(
                    reverse(f"events:{path}", args=[event.slug]), {"file": file, "files": file}, follow=True
                )
                assert answer.status_code in (200, 422)
                assert wrong_on(answer.content.decode()) == [], (path, attack)
        self.harmless(self.as_alice, f"/events/{event.slug}/bulk/")
