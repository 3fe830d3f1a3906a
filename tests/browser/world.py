"""What the pages are looked at with: decks of every sort, people, lists and uploads."""

from collections.abc import Mapping
from datetime import date, timedelta
from functools import partial
from typing import Any
from unittest import mock

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.test import Client
from django.utils import timezone

from deckbuilder.accounts.models import User
from deckbuilder.catalog.imports import services as imports_services
from deckbuilder.catalog.imports import uploads
from deckbuilder.catalog.models import CatalogImport, CatalogState, ImportStatus, RestrictionList
from deckbuilder.decks import services
from deckbuilder.decks.comments import services as comments_services
from deckbuilder.decks.lists import codec
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck, Photo, Visibility
from deckbuilder.decks.moderation import services as moderation_services
from deckbuilder.events.checks import services as check_services
from deckbuilder.events.entries import recipients
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.entries.overrides import override
from deckbuilder.events.event import services as events
from deckbuilder.events.models import Entry, new_key
from deckbuilder.playtest import services as playtests
from deckbuilder.site.roles.services import Tick, change_roles
from deckbuilder.stats.simulations import services as stats
from deckbuilder.stats.simulations import specs
from games.engine.play.studies.best_lines import compare
from games.registry import get
from tests.browser import event_world, paper_world
from tests.catalogs import decks_of
from tests.deckbuilder.playtest import stated

XLW = get("xing-ling-wang")
LONG = "在很遠很遠的山的另一邊的海的中央的島上的塔頂等了三百年還沒有等到人的燈塔守護者"
MIXED = f"""game: xing-ling-wang
name: {LONG}與{LONG}
race: 獸人
[main]
4 石牙鼓手
2 獨角撞門手
1 三頭同心獸
1 贓物倉庫
1 開戰圖騰
1 漏掉尾款的委託書
1 明年才開張的星空遊樂園門票
3 {LONG * 4}
1 supercalifragilisticexpialidocious-supercalifragilisticexpialidocious-supercalifragilisticexpialidocious
1 魚乾會記
[extra]
1 大紅燈籠轎
"""
DISPUTED = """code,name,kind,race,mana,set
XLW-D001,沒人說得準的帳目,spell,喵喵賊,1,SAMPLE
XLW-D002,沒人說得準的帳目,spell,喵喵賊,3,SAMPLE
"""
FILE = """code,name,kind,race,tribute,attack,score,set
XLW-S039,魚乾會計,unit,喵喵賊,0,2,2,SAMPLE
NEW-1,新來的貓,unit,喵喵賊,0,1,1,NEW
NEW-2,,unit,喵喵賊,zero,1,1,NEW
"""


STRANGERS_FILE = f"""{LONG};;;;;
編號;名稱;類別;攻;登場日;{LONG}
S-1;路過的貓;單;盾;3/1/2024;{LONG}
S-2;{LONG};單;3;5/2/2024;
"""
"""A catalog file with titles and values of its own."""


def build() -> dict[str, Any]:
    """Make it all; what a browser must know: session cookies, decks, events and files by name."""
    player = User.objects.create_user("player", password="seven lanterns in a row")
    keeper = User.objects.create_user("keeper", password="seven lanterns in a row")
    keeper.user_permissions.add(Permission.objects.get(codename="add_catalogimport"))
    keeper.groups.add(Group.objects.get(name="List editor of Xing Ling Wang"))
    assert imports_services.apply(XLW, DISPUTED.encode(), "disputed.csv").ok
    _lists()
    known = {"player": _session(player), "keeper": _session(keeper)} | _decks(player) | _files(keeper)
    known |= _simulations(known["legal"], player) | _playtests(known, player)
    known |= _events(player, keeper) | event_world.stages(player, keeper, LONG)
    known["state"] = CatalogState.objects.filter(game=XLW.slug).latest("pk").pk
    known["spring"] = RestrictionList.objects.get(slug="spring", version="1").pk
    known |= _comments(player, keeper) | _roles(keeper)
    known["photo"] = Photo.objects.create(game=XLW.slug, error="failed", read_at=timezone.now()).key
    return known | {"papers": paper_world.build(), "edited": _edited(player)}


def _lists() -> None:
    """A list of one game in two versions, the second announced; of another a ban list and a pool; and a broken one."""
    first, soon = date(2026, 1, 1), timezone.localdate() + timedelta(days=10)
    spring = {"game": XLW.slug, "slug": "spring", "title": "Spring list", "source": "https://example.org/spring"}
    restrict = RestrictionList.objects.create
    restrict(version="1", effective_from=first, limits={"屋簷學徒": 1}, **spring)
    restrict(version="2", effective_from=soon, limits={"魚乾會計": 0, "喵喵賊": 2, LONG: 1}, **spring)
    other = {"game": "zero-dimension", "version": "1", "effective_from": first}
    restrict(slug="ban", title="Ban list", limits={"见习舵手阿澈": 0, "追风的阿澈": 1}, **other)
    restrict(
        slug="sets",
        title="Autumn season",
        sets=["AUTUMN", "BASE"],
        limits={},
        **other | {"game": "asteriated-grail", "format": "competition"},
    )
    broken = {"game": "legions", "format": "mini", "limits": {"灯台守ミオリ": "none"}}
    restrict(slug="broken", title="Winter season", **other | broken)
    pool = dict.fromkeys(("归鸥号水手", "追风的阿澈", "见习舵手阿澈", "新生南星"))
    restrict(slug="pool", title="Newcomers' pool", limits=pool, pool=True, format="official", **other)


def _roles(keeper: User) -> dict[str, str]:
    """An administrator, who has given roles to somebody with a long name."""
    administrator = User.objects.create_superuser("administrator", password=None)
    moderator = User.objects.create_user("the_longest_username_of_all_30")
    groups = Group.objects.filter(name__in=("Moderator", "Keeper of Asteriated Grail"))
    ticks = [Tick(moderator.pk, group.pk) for group in groups]
    change_roles(administrator, [], ticks)
    return {"administrator": _session(administrator)}


def _session(user: User) -> str:
    browser = Client()
    browser.force_login(user)
    return browser.cookies["sessionid"].value


MAYBE_LINES = "[maybe]\n2 LGN-S020\n1 LGN-S035\n1 LGN-S003\n1 LGN-S012\n1 A card nobody knows\n"
"""Cards for a deck and for a leader, one of which there may be no more, and a line that names none."""


def _decks(player: User) -> dict[str, str]:
    texts = {
        "empty": "game: xing-ling-wang\n",
        "illegal": MIXED,
        "legal": (decks_of(XLW) / "cat-burglar-crew.txt").read_text(encoding="utf-8"),
        "grail": (decks_of(get("asteriated-grail")) / "first-flight-pair.txt").read_text(encoding="utf-8"),
        "legions": (decks_of(get("legions")) / "illegal-two-crowns.txt").read_text(encoding="utf-8"),
        "maybe": (decks_of(get("legions")) / "beacon-beginners.txt").read_text(encoding="utf-8") + MAYBE_LINES,
    }
    return {name: _deck(text, player) for name, text in texts.items()}


def _deck(text: str, player: User) -> str:
    reading = codec.parse(codec.ListInput(text))
    deck = services.create_from_reading(reading, owner=player, visibility=Visibility.LINK)
    services.edit(deck, [("notes", {"notes": "For the night.\n\nNot for the day."})], author=player)
    return deck.slug


def _comments(player: User, keeper: User) -> dict[str, Any]:
    """A public deck with comments: of its owner, of somebody else, and one that staff have removed."""
    text = (decks_of(XLW) / "cat-burglar-crew.txt").read_text(encoding="utf-8")
    deck = services.create_from_reading(codec.parse(codec.ListInput(text)), owner=keeper, visibility=Visibility.PUBLIC)
    comments = [
        comments_services.post(deck, author, text)
        for author, text in (
            (keeper, "**Three** more cats?\n\n- [[魚乾會計]]\n- [[XLW-S0390]]"),
            (player, LONG),
            (player, "Cats"),
        )
    ]
    moderator = User.objects.create_user("moderator", password="seven lanterns in a row")
    moderator.groups.add(Group.objects.get(name="Moderator of Xing Ling Wang"))
    for reporter, reason in ((player, "spam"), (moderator, "other")):
        moderation_services.report_deck(deck, reporter, reason, LONG)
    moderation_services.report_comment(comments[1], moderator, "abuse")
    moderation_services.remove_comment(comments[2], by=moderator, reason="other", words=LONG)
    moderation_services.suspend(
        player, [XLW], what="publishing", days="7", by=moderator, reason="offensive", words=LONG
    )
    return {"public": deck.slug, "comment": comments[1].pk, "moderator": _session(moderator)}


def _edited(player: User) -> str:
    """A deck with every sort of change in its history."""
    reading = codec.parse(codec.ListInput(f"game: xing-ling-wang\n[main]\n3 {LONG}\n"))
    deck = services.create_from_reading(reading, owner=player)
    for op, params in (
        ("declare", {"key": "race", "value": "喵喵賊"}),
        ("rename", {"name": LONG}),
        ("notes", {"notes": LONG}),
        ("add", {"code": "XLW-S039", "count": 2}),
        ("declare", {"key": "race", "value": "獸人"}),
        ("remove", {"code": "XLW-S039"}),
        ("set", {"zone": "main", "text": LONG, "count": 2}),
        ("set", {"zone": "main", "text": LONG, "count": 0}),
    ):
        services.edit(deck, [(op, params)], author=player)
    services.undo(deck, author=player)
    services.undo(deck, author=player)
    services.redo(deck, author=player)
    return deck.slug


def _files(keeper: User) -> dict[str, str]:
    preview, applied, reading = (
        uploads.receive(XLW, FILE.encode(), name, skip_bad=True, user=keeper)
        for name in ("new.csv", "old.csv", "big.csv")
    )
    columns = uploads.receive(XLW, STRANGERS_FILE.encode(), "strangers.csv", user=keeper)
    CatalogImport.objects.filter(pk=applied.pk).update(status=ImportStatus.APPLIED, applied_at=applied.created_at)
    CatalogImport.objects.filter(pk=reading.pk).update(status=ImportStatus.READING)
    return {
        "preview": str(preview.pk),
        "applied": str(applied.pk),
        "reading": str(reading.pk),
        "columns": str(columns.pk),
    }


ENDED = ("stopped", "failed")


def _playtests(known: Mapping[str, str], player: User) -> dict[str, str]:
    """One in its second turn with a named branch, cards moved by hand and a die; one of a team."""
    mine = playtests.start(Deck.objects.get(slug=known["legal"]), seat="first", seed=7, player=player)
    node = playtests.do(mine, 0, {"op": "pilot", "until": "turn"}).reached.node
    playtests.describe(mine, node.number, {"label": "Before the storm", "note": "All is quiet.\nFor now."})
    playtests.do(mine, node.number, {"op": "roll", "sides": 6})
    for operation in (
        {"op": "begin"},
        {"op": "move", "cards": [0, 1], "to": "board"},
        {"op": "mark", "card": 0, "name": "poison", "by": 2},
        {"op": "face", "cards": [1], "face": "down"},
        {"op": "token", "name": LONG[:40], "to": "board"},
        {"op": "look", "count": 2},
    ):
        node = playtests.do(mine, node.number, operation).reached.node
    team = playtests.start(Deck.objects.get(slug=known["grail"]), seat="first", seed=7, player=player)
    playtests.do(team, 0, {"op": "pilot", "until": "turn"})
    return {"table": mine.slug, "watched": mine.watch_slug, "team_table": team.slug} | _asking(player)


def _asking(player: User) -> dict[str, str]:
    """A game in which an effect waits for a decision, and one to be played by a browser of its own."""
    lines = "\n".join(f"{count} {name}" for name, count in stated.COPIES.items())
    deck = Deck.objects.get(slug=_deck(f"game: xing-ling-wang\n[main]\n{lines}\n", player))
    hand = [stated.MAY, stated.SEARCH]
    with stated.stated_effects():
        games = [playtests.start(deck, seat="first", seed=7, player=player, hand=hand) for _ in range(2)]
    for game in games:
        stated.begin(game)
    card = stated.number_in_hand(games[0], stated.SEARCH)
    playtests.do(games[0], games[0].current, {"op": "play", "verb": "play", "card": card})
    return {"asking": games[0].slug, "effects_table": games[1].slug}


def _simulations(slug: str, player: User) -> dict[str, str]:
    """One that is played, another, two studies, one that was stopped and one that failed."""
    deck = Deck.objects.get(slug=slug)
    goal = ">=1 of (kind:unit tribute:0)"
    asked = {
        "played": specs.SimulationSpec(to_deck(deck), trials=400, turns=8, goal=goal, keep=goal),
        "other": specs.SimulationSpec(to_deck(deck), trials=300, turns=6, goal=goal, seat="second"),
        "pilot": specs.SimulationSpec(to_deck(deck), trials=3, turns=6, study="pilot"),
        "hands": specs.SimulationSpec(to_deck(deck), trials=1000, turns=6, study="hands"),
        "stopped": specs.SimulationSpec(to_deck(deck), trials=1_000_000),
        "failed": specs.SimulationSpec(to_deck(deck), trials=1_000_000, turns=3),
    }
    with transaction.atomic():  # before a worker that has just begun sees any of them
        made = {name: stats.start(each, deck=deck, user=player) for name, each in asked.items()}
        taken = {name: list(iter(partial(stats.take, made[name]), None)) for name in asked if name not in ENDED}
        stats.cancel(made["stopped"])
        stats.fail(made["failed"], "internal")
    with mock.patch("games.engine.play.studies.best_lines.compare", partial(compare, budget=300)):
        for name, numbers in taken.items():
            for number in numbers:
                stats.play(made[name], number)
    return {name: each.slug for name, each in made.items()}


def _events(runs: User, plays: User) -> dict[str, str]:
    """An event that is open, with an entry of every standing, and one that is over, its lists open to everybody."""
    day = timezone.now() + timedelta(days=9)
    told = {"name": f"Lantern Cup {LONG}", "place": LONG, "roster_notes": "Bring sleeves.\nWhich number do you have?"}
    event = events.create(XLW, by=runs, starts_at=day, deadline=day, listed=True, own_limits={"雪女": 0}, **told)
    events.add_role(event, User.objects.create_user("judge"), "judge", by=runs)
    mine = entry_services.register(event, by=plays, name=LONG, answer="4711")
    for text in (MIXED, _list_of("cat-burglar-crew"), MIXED):
        _hand_in(mine, text, by=plays)
    names = ("Ann", "Bea", "Cy", "Dan")
    ready, through, _missing, left = (entry_services.enter(event, by=runs, name=name, nonce=name) for name in names)
    _hand_in(ready, _list_of("cat-burglar-crew"), by=runs)
    override(through, by=runs, reason="Brings it on paper.")
    entry_services.drop(left, by=runs)
    stop_key = recipients.stop_key(event, "ann@example.org")
    return {"event": event.slug, "key": ready.key, "stop_key": stop_key, "over": _over(runs)}


def _list_of(name: str) -> str:
    return (decks_of(XLW) / f"{name}.txt").read_text(encoding="utf-8")


def _hand_in(entry: Entry, text: str, *, by: User, reason: str = "") -> None:
    deck = codec.parse(codec.ListInput(text)).deck
    entry_services.submit(entry, deck, by=by, nonce=new_key(), source=text, reason=reason)


def _over(runs: User) -> str:
    now = timezone.now()
    event = events.create(XLW, by=runs, name="Yesterday’s Cup", starts_at=now, deadline=now, lists_visible="start")
    for name in ("cat-burglar-crew", "lantern-parade", "thunder-ranch"):
        entry = entry_services.enter(event, by=runs, name=name.title(), nonce=name)
        _hand_in(entry, _list_of(name), by=runs, reason="On the spot")
    events.start(event, by=runs)
    told = {"outcome": "warning", "note": LONG, "extra": [check_services.Extra("", LONG, 2)], "nonce": "check"}
    check_services.record(event.entries.get(number=1), by=runs, version=1, counts={0: 3, 1: 1}, **told)
    return events.end(event, by=runs).slug
