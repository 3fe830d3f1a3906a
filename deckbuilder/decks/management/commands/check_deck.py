"""Check deck files: is every list legal, and if not, why."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from deckbuilder.common.operations.progress import Progress
from deckbuilder.decks import selectors
from deckbuilder.decks.lists import codec
from deckbuilder.decks.lists.commands import ListCommand
from deckbuilder.decks.verdicts.verdict_json import verdict_json
from games.engine.reading.decklists.parsing import DeckListError
from games.registry import GAMES, get


class Command(ListCommand):
    help = "Check deck lists. Exit status: 0 every deck legal, 1 some deck not legal, 2 a file cannot be read."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", type=Path, help="a list, or a folder of them")
        parser.add_argument("--game", choices=[game.slug for game in GAMES], help="if the list does not name it")
        parser.add_argument("--format", default="", help="check against this format, whatever the list says")
        parser.add_argument("--on", type=_day, metavar="YYYY-MM-DD", help="check as of this date (default: today)")
        parser.add_argument("--json", action="store_true", help="one JSON object per line")

    def handle(self, **options: Any) -> None:
        status = 0
        files = list(_deck_files(options["files"]))
        with Progress("Judging") as progress:
            for number, path in enumerate(files, 1):
                status = max(status, self._check(path, options))
                progress(number, len(files))
        if status:
            raise SystemExit(status)

    def _check(self, path: Path, options: dict[str, Any]) -> int:
        try:
            data = _judge_file(path, options)
        except DeckListError as error:
            return self.unreadable(path, error.code, codec.list_error(error), options)
        except OSError as error:
            return self.unreadable(path, "unreadable", error.strerror or str(error), options)
        self.stdout.write(json.dumps(data, ensure_ascii=False) if options["json"] else _as_text(data))
        return 0 if data["legal"] else 1


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text} is no day; write it as 2026-11-21") from None


def _deck_files(paths: list[Path]) -> Iterator[Path]:
    """The files, and all lists in the folders; a folder without lists is kept, and reported as unreadable."""
    for path in paths:
        codec = sorted(each for each in path.rglob("*") if _is_list(each)) if path.is_dir() else []
        yield from codec or [path]


def _is_list(path: Path) -> bool:
    return codec.ending_of(path.name) in (*codec.FORMS, "cod", "o8d") and path.is_file()


def _judge_file(path: Path, options: dict[str, Any]) -> dict[str, Any]:
    """The verdict as JSON. Raises DeckListError and OSError."""
    reading = codec.read_file(path, options["game"])
    formats = tuple(each.slug for each in get(reading.deck.game).formats)
    if options["format"] and options["format"] not in formats:
        raise DeckListError("unknown-format", 0, {"value": options["format"], "choices": formats})
    verdict = selectors.verdict_on(reading.deck, format=options["format"], on=options["on"])
    return verdict_json(verdict, file=str(path), receipt=reading.receipt.as_json())


def _as_text(data: dict[str, Any]) -> str:
    lines = [
        f"{data['file']}: {data['status']}  {data['fingerprint']}  ({data['game']}, {data['format']}, {data['on']})"
    ]
    for each in data["violations"]:
        rule = f" [{each['rule']}]" if each["rule"] else ""
        lines.append(f"  {each['severity']}: {each['message']}{rule}" + (f" → {each['fix']}" if each["fix"] else ""))
    if data["unjudged"]:
        lines.append(f"  not judged: how many cards, and of which kinds, in {', '.join(data['unjudged'])}")
    receipt = data["receipt"]
    lines += [f"  {key}: {value}, concluded from the cards" for key, value in receipt["guessed"].items()]
    lines += [f"  {key}: not declared; only {value} fits the cards" for key, value in receipt["proposed"].items()]
    for line in receipt["noted"]:
        if "said" in line:
            lines.append(
                f"  line {line['line']}: {line['text']} – it says {line['said']} cards, {line['read']} were read"
            )
    for kind in ("ambiguous", "unknown"):
        for line in data["receipt"][kind]:
            near = [choice["name"] + f" ({choice['code']})" for choice in line.get("choices", ())] or line.get(
                "near", []
            )
            lines.append(f"  line {line['line']}: {kind}: {line['text']}" + (f" – {', '.join(near)}?" if near else ""))
    return "\n".join(lines)
