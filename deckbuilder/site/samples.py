"""The sample cards and decks that come with the games, loaded once per version of their files."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from deckbuilder.accounts.models import User
from deckbuilder.catalog.imports import services as imports_services
from deckbuilder.catalog.index.indexing import Progress
from deckbuilder.catalog.models import CatalogImport, ImportStatus, Printing
from deckbuilder.catalog.selectors import Lookup
from deckbuilder.decks import services
from deckbuilder.decks.models import Deck, Visibility
from games.engine.model.game import Game
from games.engine.reading.catalogs.files import read_rows
from games.engine.reading.decklists.parsing import read

OWNER = "samples"
"""The account that owns the sample decks. Nobody can sign in to it."""

STAMP = "samples"
"""The name of the row with the hashes of the files of a game's samples, or a note that they were removed."""


class BadSample(Exception):
    """A sample catalog has rejected rows."""


def load(game: Game, progress: Progress, *, again: bool = False) -> list[str]:
    """Load new and changed samples of a game; return the loaded files, by their path in its folder.

    Nothing if they were removed. `again`: load everything, as if for the first time. A catalog that this site has not
    loaded before is left out if some of its cards are there already: staff have imported them.
    """
    stamp = CatalogImport.objects.filter(game=game.slug, filename=STAMP).first()
    report = stamp.report if stamp and not again else {}
    if report.get("removed"):
        return []
    old_hashes, files = report.get("files", {}), _files(game)
    hashes = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}
    changed_names = [name for name in hashes if old_hashes.get(name) != hashes[name]]
    if changed_names:
        foreign = [] if again else [name for name in changed_names if _is_foreign(game, name, files, report)]
        taken_names = [name for name in changed_names if name not in foreign]
        with transaction.atomic():
            _take(game, {name: files[name] for name in taken_names}, progress)
            _stamp(game, {"files": old_hashes | hashes, "foreign": foreign})
        return taken_names
    return []


def gone_names(game: Game) -> list[str]:
    """The files that were loaded once and come with the game no more."""
    stamp = CatalogImport.objects.filter(game=game.slug, filename=STAMP).first()
    files = _files(game)
    return [name for name in (stamp.report.get("files", {}) if stamp else {}) if name not in files]


def delete_decks(game: Game, names: Collection[str]) -> None:
    """Delete the sample decks of files that are gone, and note that nothing is left of the files."""
    stamp = CatalogImport.objects.get(game=game.slug, filename=STAMP)
    slugs = [_slug(game, Path(name)) for name in names if name.endswith(".txt")]
    decks(game).filter(slug__in=slugs).delete()
    files = {name: digest for name, digest in stamp.report["files"].items() if name not in names}
    _stamp(game, {**stamp.report, "files": files})


def catalog_codes(game: Game) -> set[str]:
    """The numbers of all printings in the catalog files of a game."""
    paths = (path for path in _files(game).values() if path.suffix == ".csv")
    return {code for path in paths for code in _codes(path)}


def _is_foreign(game: Game, name: str, files: Mapping[str, Path], report: Mapping[str, Any]) -> bool:
    """Whether a catalog file has cards that came from elsewhere."""
    if not name.endswith(".csv") or name in report.get("files", {}):
        return name in report.get("foreign", ())
    return Printing.objects.filter(game=game.slug, code__in=_codes(files[name])).exists()


def _codes(path: Path) -> list[str]:
    return [row["code"] or "" for _, row in read_rows(path.read_bytes(), "csv").items()]


def has_removed_samples(game: Game) -> bool:
    """Whether a game's samples were removed and not brought back."""
    return CatalogImport.objects.filter(game=game.slug, filename=STAMP, report__removed=True).exists()


def note_removal(game: Game) -> None:
    """Note that only a person may bring a game's samples back."""
    _stamp(game, {"removed": True})


def _stamp(game: Game, report: Mapping[str, Any]) -> None:
    facts = {"report": report, "status": ImportStatus.APPLIED, "created_by": owner(), "applied_at": timezone.now()}
    CatalogImport.objects.update_or_create(game=game.slug, filename=STAMP, defaults=facts)


def decks(game: Game) -> QuerySet[Deck]:
    """The sample decks of a game."""
    return Deck.objects.filter(game=game.slug, owner__username=OWNER)


def faulty_deck(game: Game) -> Deck | None:
    """The first sample deck that breaks the rules on purpose; None if there is none, or it was removed."""
    slugs = [_slug(game, path) for path in sorted(game.folder.glob("decks/illegal-*.txt"))]
    return decks(game).filter(slug__in=slugs, visibility=Visibility.PUBLIC).select_related("owner").first()


def _files(game: Game) -> Mapping[str, Path]:
    """Catalogs first, as decks need their cards."""
    paths = [*sorted(game.folder.glob("catalog/*.csv")), *sorted(game.folder.glob("decks/*.txt"))]
    return {path.relative_to(game.folder).as_posix(): path for path in paths}


def _take(game: Game, files: Mapping[str, Path], progress: Progress) -> None:
    for path in files.values():
        if path.suffix == ".csv":
            report = imports_services.apply(game, path.read_bytes(), path.name, progress=progress)
            if not report.ok:
                raise BadSample(f"{path}: {report.rows.rejected[0]}")
        else:
            _make_deck(game, path)


def _make_deck(game: Game, path: Path) -> Deck:
    """The deck of that file, always with the same slug."""
    text, slug = path.read_text(encoding="utf-8"), _slug(game, path)
    Deck.objects.filter(slug=slug, owner=owner()).delete()
    deck = services.create_from_reading(read(text, Lookup, game), owner=owner(), visibility=Visibility.PUBLIC)
    deck.slug, deck.notes = slug, _comments(text)
    deck.save(update_fields=["slug", "notes"])
    return deck


def _slug(game: Game, path: Path) -> str:
    return hashlib.sha256(f"{game.slug}/{path.stem}".encode()).hexdigest()[:12]


def _comments(text: str) -> str:
    return "\n".join(line.lstrip("# ") for line in text.splitlines() if line.startswith("#"))


def owner() -> User:
    """The account that owns the sample decks. Raises BadSample if a person has taken its name."""
    user, is_new = User.objects.get_or_create(username=OWNER)
    if is_new:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    elif user.has_usable_password():
        raise BadSample(f"the account “{OWNER}” is somebody's own; rename it to make room for the sample decks")
    return user
