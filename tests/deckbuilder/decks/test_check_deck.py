"""The command that judges deck files, and that it never says anything else than the pages and the API."""

import json
import os
import pty
import subprocess
import sys
import tempfile
import time
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, execute_from_command_line
from django.test import TransactionTestCase
from django.urls import reverse
from django.utils import translation

from deckbuilder.catalog.models import RestrictionList
from deckbuilder.common.names import reader_name
from deckbuilder.decks.builder import panel
from deckbuilder.decks.lists import codec
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import DeckLine
from deckbuilder.decks.verdicts.verdict_json import verdict_json
from games.registry import GAMES
from tests.catalogs import decks_of
from tests.deckbuilder import samples
from tests.deckbuilder.commands import CommandTest
from tests.deckbuilder.languages import LANGUAGES

ROOT = Path(__file__).parents[3]
SAMPLES = tuple((game.slug, path) for game in GAMES for path in sorted(decks_of(game).glob("*.txt")))
LEGAL = "tests/games/xing-ling-wang/invented/decks/lantern-parade.txt"
ILLEGAL = "tests/games/xing-ling-wang/invented/decks/illegal-orc-stampede.txt"

KEYS = {
    *("file", "game", "format", "on", "status", "legal", "fingerprint", "ruleset", "checks", "violations", "receipt"),
}
KEYS_OF_A_VIOLATION = {
    *("code", "severity", "zone", "cards", "have", "min", "max", "rule", "source", "message", "fix"),
}


class CheckTest(CommandTest):
    def check(self, *files, **options):
        return self.run_command("check_deck", *files, **options)

    def judged(self, *files, **options):
        return self.objects("check_deck", *files, **options)


class StatusTest(CheckTest):
    def test_0_every_deck_legal(self):
        status, out, err = self.check(ROOT / LEGAL)
        assert (status, err) == (0, "")
        assert out.startswith(f"{ROOT / LEGAL}: legal  ")

    def test_1_some_deck_not_legal(self):
        status, out, _ = self.check(ROOT / LEGAL, ROOT / ILLEGAL)
        assert status == 1
        assert ": legal" in out
        assert ": illegal" in out
        assert "illegal: " in out

    def test_1_an_incomplete_deck_is_not_legal(self):
        path = self.file("game: legions\n[master]\n1 灯台守ミオリ")
        assert self.check(path)[0] == 1

    def test_2_a_file_that_cannot_be_read(self):
        for name, content in (("binary.txt", b"\xff\0"), ("other.txt", "game: chess"), ("a.json", "{"), ("b.csv", "x")):
            with self.subTest(name):
                status, out, err = self.check(self.file(content, name))
                assert (status, out) == (2, "")
                assert name in err

    def test_2_a_file_there_is_not(self):
        status, _, err = self.check(self.folder / "nowhere.txt")
        assert status == 2
        assert "nowhere.txt: No such file or directory" in err

    def test_2_a_folder_without_a_list(self):
        status, _, err = self.check(self.folder)
        assert status == 2
        assert "Is a directory" in err

    def test_2_a_file_that_is_too_long(self):
        status, _, err = self.check(self.file("game: legions\n" + "#" * 5_000_000))
        assert status == 2
        assert "too long" in err

    def test_the_gravest_status_counts_and_all_files_are_told(self):
        bad = self.file("game: chess")
        status, out, err = self.check(bad, ROOT / ILLEGAL, ROOT / LEGAL)
        assert status == 2
        assert len([line for line in out.splitlines() if not line.startswith("  ")]) == 2
        assert str(bad) in err


class OptionsTest(CheckTest):
    def test_a_folder_stands_for_all_lists_in_it(self):
        text = (ROOT / LEGAL).read_text(encoding="utf-8")
        for name in ("a.txt", "sub/b.TXT", "sub/deep/c.txt"):
            self.file(text, name)
        self.file(b"\x89PNG", "picture.png")
        (self.folder / "folder.txt").mkdir()
        status, found = self.judged(self.folder)
        assert status == 0
        assert [Path(each["file"]).name for each in found] == ["a.txt", "b.TXT", "c.txt"]

    def test_the_ending_of_a_file_says_its_form(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade")
        paths = [self.file(codec.write(to_deck(deck), form), f"deck.{form}") for form in codec.FORMS]
        status, found = self.judged(*paths)
        assert status == 0
        assert len({each["fingerprint"] for each in found}) == 1

    def test_lists_of_other_programs_are_checked(self):
        form = "<deck><section name='Main'><card qty='{}'>提燈小狐</card></section></deck>"
        paths = [
            self.file(form.format(2), "a.o8d"),
            self.file('{"提燈小狐": 2}', "b.json"),
            self.file("[*]2 提燈小狐[*][b][/b]", "c.txt"),
        ]
        for path in paths:
            assert [card["receipt"]["cards"] for card in self.judged(path, game="xing-ling-wang")[1]] == [2]
        status, _out, problem = self.check(self.file(form.format("many"), "d.o8d"), game="xing-ling-wang")
        assert (status, "Line 1: “many” is not a number of copies." in problem) == (2, True)

    def test_the_game_can_be_said(self):
        path = self.file("1 提燈小孤")
        assert self.check(path)[0] == 2
        assert self.judged(path, game="xing-ling-wang")[1][0]["game"] == "xing-ling-wang"
        assert self.check(ROOT / LEGAL, game="legions")[0] == 2

    def test_what_the_list_does_not_say_is_said(self):
        path = self.file("2 提燈小狐\n1 紙傘婆婆\n合計 4枚")
        out = self.check(path)[1]
        for line in (
            "game: xing-ling-wang, concluded",
            "race: not declared; only 妖怪村莊",
            "合計 4枚 – it says 4 cards, 3",
        ):
            assert line in out
        receipt = self.judged(path)[1][0]["receipt"]
        assert (receipt["guessed"], receipt["proposed"]) == ({"game": "xing-ling-wang"}, {"race": "妖怪村莊"})

    def test_a_game_there_is_not_is_refused(self):
        with pytest.raises(CommandError, match="chess"):
            self.check(ROOT / LEGAL, "--game=chess")

    def test_the_day_can_be_said(self):
        path = self.file("game: xing-ling-wang\nrace: 喵喵賊\n1 還沒出獄的二當家")
        for day, there in (("2026-11-21", True), ("2099-01-01", False)):
            verdict = self.judged(path, f"--on={day}")[1][0]
            assert verdict["on"] == day
            assert ("card.unreleased" in {each["code"] for each in verdict["violations"]}) == there

    def test_a_day_that_is_none_is_refused(self):
        for day in ("tomorrow", "2026-02-30", "21.11.2026", ""):
            with pytest.raises(CommandError, match="is no day"):
                self.check(ROOT / LEGAL, f"--on={day}")

    def test_the_format_can_be_said(self):
        path = ROOT / "games/legions/decks/beacon-beginners.txt"
        assert self.judged(path)[0] == 0
        status, found = self.judged(path, format="standard")
        assert (status, found[0]["format"]) == (1, "standard")

    def test_a_format_the_game_does_not_have_makes_its_file_unreadable_and_no_other(self):
        other = ROOT / "games/legions/decks/beacon-beginners.txt"
        status, found = self.judged(ROOT / LEGAL, other, format="mini")
        assert status == 2
        assert [each.get("code", each.get("status")) for each in found] == ["unknown-format", "legal"]
        assert "“mini”" in found[0]["message"]
        assert "standard" in found[0]["message"]

    def test_json_is_one_object_a_line_for_every_file(self):
        bad = self.file("game: chess")
        status, found = self.judged(ROOT / LEGAL, bad, ROOT / ILLEGAL)
        assert status == 2
        assert [each["file"] for each in found] == [str(ROOT / LEGAL), str(bad), str(ROOT / ILLEGAL)]
        assert set(found[1]) == {"file", "code", "message"}
        assert found[0]["receipt"]["unknown"] == []

    def test_json_has_the_contracts_keys(self):
        verdict = self.judged(ROOT / ILLEGAL)[1][0]
        assert not KEYS - set(verdict)
        for violation in verdict["violations"]:
            assert not KEYS_OF_A_VIOLATION - set(violation)
            assert violation["code"] in verdict["checks"]
            assert violation["message"]

    def test_lines_that_name_no_card_are_told_with_what_is_near(self):
        path = self.file("game: xing-ling-wang\n[main]\n1 提燈小孤\n1 雪孃 (XLW-S001)")
        out = self.check(path)[1]
        assert "line 3: unknown: 1 提燈小孤 – 提燈小狐" in out
        assert "line 4: ambiguous: 1 雪孃 (XLW-S001) – 提燈小狐 (XLW-S001)?" in out


class AgreementTest(CheckTest):
    """A verdict never disagrees between page, API and command."""

    def command(self, path):
        verdict = self.judged(path)[1][0]
        return {key: value for key, value in verdict.items() if key not in ("file", "receipt")}

    def page(self, deck):
        return verdict_json(panel.panel(deck).verdict)

    def stored(self, deck):
        answer = self.as_alice.get(reverse("api-verdict", args=[deck.slug]))
        assert answer.status_code == 200
        return answer.json()

    def checked(self, text, game):
        answer = self.as_visitor.post(reverse("api-check", args=[game]), {"list": text}, "application/json")
        assert answer.status_code == 200
        verdict = answer.json()
        del verdict["receipt"]
        return verdict

    def renamed(self, shown, sentence):
        """A sentence with its cards called as pages call them."""
        for _zone, entry in shown.engine_deck.all_entries():
            sentence = sentence.replace(entry.card.name, reader_name(entry.card))
        return sentence

    def assertAgree(self, deck, path):
        """All four, in every language, and every sentence of them on the pages, which call cards as readers do."""
        for language in LANGUAGES:
            self.as_alice.cookies["django_language"] = self.as_visitor.cookies["django_language"] = language
            with translation.override(language):
                command, page = self.command(path), self.page(deck)
            assert command == page
            assert self.stored(deck) == page
            assert self.checked(path.read_text(encoding="utf-8"), deck.game) == page
            shown = self.as_alice.get(reverse("decks:page", args=[deck.slug])).context["panel"]
            with translation.override(language):
                said = [self.renamed(shown, each["message"]) for each in page["violations"]]
            assert [self.renamed(shown, finding.message) for finding in shown.findings] == said
            assert (shown.verdict.status, shown.verdict.fingerprint) == (page["status"], page["fingerprint"])

    @pytest.mark.slow
    def test_about_every_sample_deck(self):
        assert len(SAMPLES) > 15
        for slug, path in SAMPLES:
            with self.subTest(path.stem):
                self.assertAgree(self.sample_deck(f"{slug}/{path.stem}"), path)

    def test_about_lists_in_force(self):
        RestrictionList.objects.create(
            game="xing-ling-wang",
            slug="ban",
            title="Ban",
            version="1",
            effective_from="2026-01-01",
            limits={"提燈小狐": 0},
        )
        deck = self.sample_deck("xing-ling-wang/lantern-parade")
        self.assertAgree(deck, self.file(codec.write(to_deck(deck), "txt")))
        assert self.page(deck)["lists"] == [{"slug": "ban", "version": "1"}]

    @pytest.mark.slow
    def test_about_lines_that_name_no_card(self):
        deck = self.sample_deck("legions/firework-festival")
        for position, text in enumerate(("灯台守ミヨリ", "Foo (X-1)", "3 Foo")):
            DeckLine.objects.create(deck=deck, zone="main", text=text, count=2, position=100 + position)
        path = self.file(codec.write(to_deck(deck), "txt"))
        self.assertAgree(deck, path)

    def test_the_samples_are_what_their_names_say(self):
        for _slug, path in SAMPLES:
            assert self.command(path)["legal"] != path.stem.startswith("illegal-"), path


class TypedTest(CheckTest):
    """As people type it, but for a process of its own."""

    def typed(self, *arguments):
        """Exit status, output, complaints."""
        with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err, pytest.raises(SystemExit) as end:
            execute_from_command_line(["manage.py", "check_deck", *arguments])
        return end.value.code, out.getvalue(), err.getvalue()

    def test_a_file_that_cannot_be_read_is_an_object_too(self):
        for file in (str(ROOT / "README.md"), "nowhere.txt"):
            status, out, err = self.typed(file, "--json")
            assert (status, json.loads(out)["file"], err) == (2, file, "")

    def test_a_slip_in_the_call_is_told(self):
        legal = str(ROOT / LEGAL)
        for arguments, told in (((), "FILE"), ((legal, "--game", "chess"), "chess"), ((legal, "--on", "soon"), "soon")):
            status, _, err = self.typed(*arguments)
            assert status == 2
            assert told in err


@pytest.mark.slow
class ProcessTest(TransactionTestCase):
    """In a process of its own, on the tests' database."""

    def setUp(self):
        samples.load()

    def command(self, *arguments):
        from django.db import connection

        name = connection.settings_dict["NAME"]
        url = os.environ.get("DATABASE_URL") or f"sqlite:///{name}"
        if connection.vendor == "postgresql":
            url = url.rpartition("/")[0] + f"/{name}"
        environment = {**os.environ, "DATABASE_URL": url, "PYTHONWARNINGS": "ignore"}
        return [sys.executable, "manage.py", "check_deck", *arguments], {"cwd": ROOT, "env": environment}

    def test_exit_status_and_one_object_a_line(self):
        line, where = self.command(LEGAL, ILLEGAL, "nowhere.txt", "--json")
        done = subprocess.run(line, **where, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (2, "")
        assert [json.loads(each)["file"] for each in done.stdout.splitlines()] == [LEGAL, ILLEGAL, "nowhere.txt"]

    def test_where_it_is_piped_there_is_no_bar(self):
        line, where = self.command(*[LEGAL] * 100)
        done = subprocess.run(line, **where, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert "\r" not in done.stdout
        assert done.stdout.count(": legal ") == 100

    def test_on_a_terminal_there_is_one_if_it_takes_a_while(self):
        terminal, other = pty.openpty()
        slow = Path(self.enterContext(tempfile.TemporaryDirectory()), "slow.txt")
        os.mkfifo(slow)
        line, where = self.command(slow, LEGAL)
        with subprocess.Popen(line, **where, stdout=subprocess.DEVNULL, stderr=other) as process:
            os.close(other)
            with slow.open("wb") as file:  # opens once it is read
                time.sleep(1.2)
                file.write(Path(ROOT, LEGAL).read_bytes())
            shown = _all_of(terminal)
        assert process.returncode == 0
        assert "Judging" in shown
        assert shown.endswith("\x1b[K")


def _all_of(terminal):
    """What was written to a terminal that is closed at its other end."""
    found = b""
    with os.fdopen(terminal, "rb", buffering=0) as stream:
        while True:
            try:
                found += stream.read(4096)
            except OSError:  # the end
                return found.decode()
