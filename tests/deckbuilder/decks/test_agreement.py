"""Every example deck of the rules, as the site judges it: page, builder, API and command say one and the same."""

import json
import re
from html import unescape
from io import StringIO
from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import translation

from deckbuilder.catalog.models import Printing, RestrictionList
from deckbuilder.common.names import sentence_text
from deckbuilder.decks import services
from deckbuilder.decks.lists.codec import ListInput, parse
from deckbuilder.decks.models import DeckLine
from deckbuilder.decks.verdicts.verdict_json import verdict_json
from games.registry import GAMES
from tests.deckbuilder.base import SiteTest
from tests.deckbuilder.languages import LANGUAGES
from tests.games.examples import HERE, example, paths

ITEM = re.compile(r'<li class="is-(\w+)" data-code="([\w.-]+)"[^>]*>(.*?)</li>', re.DOTALL)
TAG = re.compile(r"<[^>]*>")


class AgreementTest(SiteTest):
    @classmethod
    def setUpTestData(cls):
        super().setUpTestData()
        for game in GAMES:
            call_command("import_catalog", game.slug, str(HERE / game.slug / "cards.csv"), stdout=StringIO())

    @pytest.mark.slow
    def test_some_examples_of_every_game(self):
        self.assertAllAgree(every=6)

    @pytest.mark.exhaustive
    def test_every_example_of_every_game(self):
        self.assertAllAgree(every=1)

    def assertAllAgree(self, every):
        """About every so many examples of each game, in one language after the other."""
        for game in GAMES:
            cache.clear()  # where requests are counted
            for number, path in enumerate(paths(game.slug)[::every]):
                language = LANGUAGES[number % len(LANGUAGES)]
                with self.subTest(path.stem, game=game.slug, language=language):
                    self.as_alice.cookies["django_language"] = language
                    self.assertAgree(path, language)

    def assertAgree(self, path, language):
        shown, text = example(path), path.read_text(encoding="utf-8")
        self.keep(shown.lists)
        deck, listed = self.stored(shown, text)
        with patch("django.utils.timezone.localdate", return_value=shown.on):
            verdict = self.as_alice.get(reverse("api-verdict", args=[deck.slug])).json()
            for name in ("page", "builder"):
                self.assertShows(name, deck, verdict)
            if listed:
                assert self.checked(shown.game.slug, text) == verdict
                assert self.command(path, language) == verdict
        codes = tuple(sorted(each["code"] for each in verdict["violations"]))
        assert (verdict["status"], codes, verdict["on"]) == (shown.status, shown.expect, shown.on.isoformat())
        assert verdict["fingerprint"] == shown.deck.fingerprint

    def keep(self, lists):
        """These restriction lists and no others."""
        QuerySet(RestrictionList).delete()
        names = ("game", "slug", "title", "version", "effective_from", "format", "pool", "sets", "source")
        for each in lists:
            limits = {each.names[key]: limit for key, limit in each.limits.items()}
            unreadable = {"?": "many"} if each.broken else {}
            fields = {name: getattr(each, name) for name in names}
            RestrictionList.objects.create(**fields, limits=limits | unreadable)

    def stored(self, shown, text):
        """The example as a deck of Alice's, and whether a list can say it: not with a zone the game does not have."""
        deck = services.create_from_reading(parse(ListInput(text, "txt", shown.game)), owner=self.alice)
        strange = set(shown.deck.zones) - {zone.slug for zone in shown.game.zones}
        for zone in strange:
            for entry in shown.deck.zones[zone]:
                printing = Printing.objects.get(game=deck.game, code=entry.code)
                DeckLine.objects.create(deck=deck, zone=zone, printing=printing, count=entry.count, position=1000)
        return deck, not strange

    def checked(self, game, text):
        answer = self.as_alice.post(reverse("api-check", args=[game]), {"list": text}, "application/json")
        assert answer.status_code == 200
        return {name: value for name, value in answer.json().items() if name != "receipt"}

    def command(self, path, language):
        out = StringIO()
        try:
            with translation.override(language):
                call_command("check_deck", str(path), json=True, stdout=out)
            status = 0
        except SystemExit as end:
            status = end.code
        told = json.loads(out.getvalue())
        assert status == (0 if told["legal"] else 1)
        return {name: value for name, value in told.items() if name not in ("file", "receipt")}

    def assertShows(self, name, deck, verdict):
        """What is behind a page is that verdict, and so is what stands on it: in order, with the ways out."""
        answer = self.as_alice.get(reverse(f"decks:{name}", args=[deck.slug]))
        panel = answer.context["panel"]
        assert json.loads(json.dumps(verdict_json(panel.verdict) | _said(panel))) == verdict
        items = ITEM.findall(answer.content.decode())
        found = verdict["violations"]
        assert [(severity, code) for severity, code, _ in items] == [(each["severity"], each["code"]) for each in found]
        for (_, _, item), each, finding in zip(items, found, panel.findings, strict=True):
            words = unescape(TAG.sub("", item))
            assert _both(finding) in words
            assert name == "page" or finding.find or finding.fix in words
            assert (_printed(finding, finding.message), _printed(finding, finding.fix)) == (
                each["message"],
                each["fix"],
            )


def _said(panel):
    """The violations with the sentences as the page has them, in the reader's language."""
    data = verdict_json(panel.verdict)["violations"]
    pairs = zip(data, panel.findings, strict=True)
    return {
        "violations": [
            each | {"message": _printed(shown, shown.message), "fix": _printed(shown, shown.fix)}
            for each, shown in pairs
        ]
    }


def _printed(finding, text):
    """What the page says with the names that are printed on the cards, as programs get it."""
    names = "|".join(map(re.escape, sorted(finding.printed, key=len, reverse=True)))
    return re.sub(names, lambda name: finding.printed[name[0]], text) if names else text


def _both(finding):
    """The message with the printed names behind those of the reader."""
    return sentence_text(finding.message, finding.printed)
