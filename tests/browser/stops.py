"""Every page of the site, and how to come to it. A page whose address is new must be added here, or said to be none."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import NamedTuple

from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve
from playwright.sync_api import Page

from tests.browser import acts
from tests.browser.world import MIXED


class Stop(NamedTuple):
    """A page: its address, where {names} stand for what world.build made; who looks at it; and what they do there."""

    name: str
    path: str
    who: str = ""
    act: Callable[[Page], None] | None = None

    @property
    def view(self) -> str:
        """The name of the address; "" where there is no page."""
        return _view(re.sub(r"\{\w+\}", "1", self.path).partition("?")[0])


@cache
def _view(path: str) -> str:
    with suppress(Resolver404):
        return resolve(path).view_name
    return ""


STOPS = [
    Stop("front", "/"),
    Stop("front with its menu open", "/", act=acts.open_menu),
    Stop("about", "/about/"),
    Stop("no page", "/nowhere/at/all/of/this/"),
    Stop("new deck", "/decks/new/"),
    Stop("import", "/decks/import/"),
    Stop("import with its receipt", "/decks/import/", act=acts.paste(MIXED)),
    Stop("import of what is no list", "/decks/import/", act=acts.paste("game: whist\n")),
    Stop("photo that could not be read", "/photos/{photo}/"),
    Stop("no decks of mine", "/decks/"),
    Stop("my decks", "/decks/", "player"),
    Stop("what is coming", "/decks/coming/", "player"),
    Stop("nothing is coming", "/decks/coming/"),
    Stop("public decks", "/decks/public/"),
    Stop("public decks of a game", "/decks/public/?game=asteriated-grail&q=a"),
    Stop("an author", "/people/samples/", "player"),
    Stop("comments", "/d/{public}/comments/", "player"),
    Stop("comment of mine", "/comments/{comment}/", "player"),
    Stop("public deck with comments", "/d/{public}/", "keeper"),
    Stop("report a deck", "/d/{public}/report/", "player"),
    Stop("report a deck, signed out", "/d/{public}/report/"),
    Stop("report a comment", "/comments/{comment}/report/", "keeper"),
    Stop("reports", "/moderation/", "moderator"),
    Stop("log of moderators", "/moderation/log/", "moderator"),
    Stop("person, for moderators", "/moderation/people/player/", "moderator"),
    Stop("no favourites", "/decks/favourites/", "player"),
    Stop("nobody is followed", "/decks/following/", "player"),
    Stop("no public decks", "/decks/public/?q=zzz"),
    Stop("legal deck", "/d/{legal}/"),
    Stop("illegal deck", "/d/{illegal}/"),
    Stop("team and base deck", "/d/{grail}/"),
    Stop("deck as pictures", "/d/{illegal}/?view=pictures&by=tribute"),
    Stop("deck by colour", "/d/{legions}/?by=colours"),
    Stop("deck in piles", "/d/{legions}/?view=piles&by=cost"),
    Stop("deck as a table", "/d/{illegal}/?view=table&sort=-attack"),
    Stop("deck with its code", "/d/{legal}/", act=acts.open_code),
    Stop("cards to print", "/d/{legal}/cards/"),
    Stop("cards to print of chosen zones", "/d/{grail}/cards/?zone=team&paper=letter"),
    Stop("cards to print on no paper", "/d/{legal}/cards/?paper=a5"),
    Stop("deck grouped by nothing there is", "/d/{legal}/?by=whiskers"),
    Stop("deck on another day", "/d/{illegal}/?on=2027-12-01&view=pictures"),
    Stop("deck for an event", "/d/{illegal}/?on=event-{event}", "player"),
    Stop("deck on what is no day", "/d/{legal}/?on=soon"),
    Stop("own deck", "/d/{legions}/", "player"),
    Stop("builder, empty", "/d/{empty}/edit/", "player"),
    Stop("builder, illegal", "/d/{illegal}/edit/", "player"),
    Stop("builder, legal", "/d/{legal}/edit/?q=race:喵喵賊&fits=main", "player"),
    Stop("builder on another day", "/d/{legal}/edit/?on=2027-12-01", "player", acts.open_choice),
    Stop("builder for an event", "/d/{illegal}/edit/?on=event-{event}", "player"),
    Stop("builder on what is no day", "/d/{legal}/edit/?on=soon", "player"),
    Stop("builder with a maybe-board", "/d/{maybe}/edit/", "player", acts.open_maybe),
    Stop("deck with a maybe-board", "/d/{maybe}/?view=pictures"),
    Stop("builder with advice", "/d/{legions}/edit/?q=kind:minion", "player"),
    Stop("builder with a filled zone", "/d/{grail}/edit/", "player", acts.open_prefill),
    Stop("builder with sharing open", "/d/{legal}/edit/#share", "player", acts.open_share),
    Stop("builder with its charts", "/d/{legal}/edit/", "player", acts.open_charts),
    Stop("builder with suggestions and its notes", "/d/{legal}/edit/?suggest=1", "player", acts.open_notes),
    Stop("builder moving a card", "/d/{legal}/edit/", "player", acts.open_arrange),
    Stop("builder completing a search", "/d/{empty}/edit/?q=race", "player", acts.open_saved),
    Stop("builder with its keys", "/d/{legal}/edit/", "player", acts.open_keys),
    Stop("builder with a card large", "/d/{legal}/edit/", "player", acts.open_card),
    Stop("builder with a card beside it", "/d/{legal}/edit/", "player", acts.rest_on_a_card),
    Stop("builder where nothing is found", "/d/{legal}/edit/?q=zzz", "player"),
    Stop("builder with a mistaken search", "/d/{legal}/edit/?q=colour:red", "player"),
    Stop("builder with piles", "/", act=acts.look_at("piles")),
    Stop("builder with a table", "/", act=acts.look_at("table")),
    Stop("builder of a visitor", "/", act=acts.build_as_visitor),
    Stop("history", "/d/{illegal}/history/", "player"),
    Stop("history of a deck that was changed in every way", "/d/{edited}/history/", "player"),
    Stop("notes of a deck", "/d/{edited}/notes/", "player"),
    Stop("what to compare a deck with", "/d/{edited}/compare/", "player"),
    Stop("a deck and what it was", "/d/{edited}/0/with/{edited}/1/", "player"),
    Stop("two decks side by side", "/d/{legal}/0/with/{illegal}/0/", "player"),
    Stop("delete", "/d/{illegal}/delete/", "player"),
    Stop("odds", "/d/{legal}/odds/", act=acts.open_numbers),
    Stop(
        "odds of a goal",
        "/d/{legions}/odds/?seat=second&turn=3&goal=>=2 of (cost<=2)&group=cost=1",
        act=acts.open_numbers,
    ),
    Stop("odds with draw effects", "/d/{legal}/odds/?draws=free&turn=3", act=acts.open_numbers),
    Stop("odds with the best swap", "/d/{legal}/odds/?swap=1#swap", "player"),
    Stop("odds with the best swap, of a reader", "/d/{legions}/odds/?swap=1#swap"),
    Stop("odds of a maybe-board", "/d/{maybe}/odds/maybe/", "player"),
    Stop("odds of a maybe-board, of a reader", "/d/{maybe}/odds/maybe/?goal=>=2 of (cost<=2)&turn=2"),
    Stop("odds of no maybe-board", "/d/{grail}/odds/maybe/"),
    Stop("odds of what is no goal", "/d/{legal}/odds/?goal=>=2 from (cost<=2)&group=colour:red"),
    Stop("odds of no cards", "/d/{empty}/odds/", "player"),
    Stop("odds of a team", "/d/{grail}/odds/"),
    Stop("questions", "/d/{legal}/questions/"),
    Stop("questions of a deck that players share", "/d/{grail}/questions/?seen:風神斬=3"),
    Stop("questions of cards that cannot have been seen", "/d/{grail}/questions/?seen:風神斬=99"),
    Stop("questions of no cards", "/d/{empty}/questions/", "player"),
    Stop("hands to keep", "/d/{legal}/keep/?rule=>=2 of (kind:spell)"),
    Stop("hands to keep for what is no goal", "/d/{legal}/keep/?goal=2 of (kind:unit)&rule=>=2"),
    Stop("hands to keep in a game without a mulligan", "/d/{legions}/keep/"),
    Stop("hands to keep of no cards", "/d/{empty}/keep/", "player"),
    Stop("hand", "/d/{legal}/hands/?seed=7"),
    Stop("hand with advice", "/d/{legal}/hands/?seed=7&goal=>=1 of (kind:unit tribute:0)"),
    Stop("hand, changed and drawn on", "/d/{legal}/hands/?seed=7&back=1&back=3&done=back&turns=3"),
    Stop("hand of what is no seed", "/d/{legal}/hands/?seed=seven"),
    Stop("hand of no cards", "/d/{empty}/hands/?seed=7", "player"),
    Stop("playtest to be started", "/d/{legal}/play/new/"),
    Stop("playtest of no cards to be started", "/d/{empty}/play/new/", "player"),
    Stop("playtest", "/p/{table}/", "player", acts.open_tools),
    Stop("playtest, opening hand", "/p/{table}/?at=0", "player"),
    Stop("playtest in which an effect waits for a decision", "/p/{asking}/", "player"),
    Stop("playtest that somebody else plays", "/p/{table}/"),
    Stop("branches of a playtest", "/p/{table}/tree/"),
    Stop("playtest of a team", "/p/{team_table}/", "player"),
    Stop("playtest for spectators", "/w/{watched}/"),
    Stop("simulations", "/d/{legal}/simulations/", "player", acts.open_numbers),
    Stop("simulations of no cards", "/d/{empty}/simulations/", "player"),
    Stop("simulation", "/s/{played}/", "player", acts.open_numbers),
    Stop("study of the pilot", "/s/{pilot}/", "player", acts.open_numbers),
    Stop("study of hands", "/s/{hands}/", "player"),
    Stop("simulation that was stopped", "/s/{stopped}/", "player"),
    Stop("simulation that failed", "/s/{failed}/", "player"),
    Stop("simulations side by side", "/s/{played}/with/{other}/", "player", acts.open_numbers),
    Stop("game", "/xing-ling-wang/"),
    Stop("game with formats", "/asteriated-grail/"),
    Stop("lists", "/xing-ling-wang/lists/"),
    Stop("no lists", "/legions/lists/"),
    Stop("list", "/xing-ling-wang/lists/spring/1/"),
    Stop("list that is announced", "/xing-ling-wang/lists/spring/2/"),
    Stop("lists, for their editor", "/xing-ling-wang/lists/", "keeper"),
    Stop("what I look after", "/keeping/", "keeper"),
    Stop("roles", "/roles/?all=1", "administrator"),
    Stop("roles of nobody", "/roles/?q=zzz", "administrator"),
    Stop("changes of roles", "/roles/log/", "administrator"),
    Stop("new card", "/xing-ling-wang/new-card/", "keeper"),
    Stop("what a change of a card does", "/xing-ling-wang/edit/XLW-S001/", "keeper", acts.preview_card),
    Stop("new list", "/xing-ling-wang/lists/new/", "keeper"),
    Stop("list to announce", "/xing-ling-wang/lists/new/?list=spring&version=2", "keeper", acts.show_who_is_hit),
    Stop("list to correct", "/lists/{spring}/edit/", "keeper", acts.correct_wrongly),
    Stop("glossary", "/zero-dimension/words/"),
    Stop("battle", "/zero-dimension/battle/"),
    Stop("battle of two cards", "/zero-dimension/battle/?attacker.card=ZD-S003&defender.card=ZD-S035"),
    Stop(
        "battle along a lane", "/xing-ling-wang/battle/?attacker.card=XLW-S021&front.card=XLW-S076&back.card=XLW-S009"
    ),
    Stop("battle with a deck's cards", "/legions/battle/?deck={legions}&attacker.atk=3", "player"),
    Stop(
        "battle with mistakes", "/zero-dimension/battle/?attacker.card=归鸥号水手&attacker.attack=x&defender.card=zzz"
    ),
    Stop("cards", "/zero-dimension/cards/"),
    Stop("cards, drawn otherwise", "/echo-of-legends/cards/?q=kind:hero"),
    Stop("cards with a mistaken search", "/legions/cards/?q=cost:>="),
    Stop("card", "/xing-ling-wang/cards/XLW-S039/"),
    Stop("role", "/asteriated-grail/cards/?q=kind:role"),
    Stop("no card", "/xing-ling-wang/cards/XLW-S0390/"),
    Stop("sign in", "/account/login/"),
    Stop("sign in, wrongly", "/account/login/", act=acts.sign_in_wrongly),
    Stop("sign up", "/account/signup/"),
    Stop("sign up, wrongly", "/account/signup/", act=acts.sign_up_wrongly),
    Stop("sign out", "/account/logout/", "player"),
    Stop("no longer welcome", "/account/inactive/"),
    Stop("settings", "/account/settings/", "player"),
    Stop("settings with a new token", "/account/settings/", "player", acts.new_token),
    Stop("password", "/account/password/change/", "player"),
    Stop("cards, for their keeper", "/xing-ling-wang/cards/", "keeper"),
    Stop("catalog files", "/xing-ling-wang/import/", "keeper"),
    Stop("samples to take out", "/xing-ling-wang/import/samples/", "keeper"),
    Stop("catalog file to apply", "/imports/{preview}/", "keeper"),
    Stop("columns of a catalog file", "/imports/{columns}/columns/", "keeper"),
    Stop("catalog file applied", "/imports/{applied}/?show=rejected", "keeper"),
    Stop("columns of a catalog file", "/imports/{preview}/columns/", "keeper"),
    Stop("states of a catalog", "/xing-ling-wang/states/?from=0&to={state}", "keeper"),
    Stop("catalog file being read", "/imports/{reading}/", "keeper"),
    Stop("events", "/events/"),
    Stop("events of a game", "/events/?game=xing-ling-wang"),
    Stop("events of what is no game", "/events/?game=whist"),
    Stop("my events", "/events/", "player"),
    Stop("new event", "/events/new/", "player"),
    Stop("new event, wrongly", "/events/new/", "player", acts.create_wrongly),
    Stop("event", "/events/{event}/"),
    Stop("event of mine", "/events/{event}/", "player"),
    Stop("event that I play", "/events/{event}/", "keeper"),
    Stop("event that is over", "/events/{over}/", "player"),
    Stop("change an event", "/events/{event}/edit/", "player"),
    Stop("roster", "/events/{event}/roster/", "player"),
    Stop("roster of those who left", "/events/{event}/roster/?state=dropped", "player"),
    Stop("enter a player", "/events/{event}/enter/", "player"),
    Stop("enter a player, wrongly", "/events/{begun}/enter/", "player", acts.enter_wrongly),
    Stop("paste a roster", "/events/{event}/import/", "player"),
    Stop("roster that was pasted", "/events/{shut}/import/", "player", acts.paste_roster),
    Stop("roster that was pasted late", "/events/{begun}/import/", "player", acts.paste_roster),
    Stop("check-in", "/events/{shut}/check-in/", "player"),
    Stop("check-in of nobody", "/events/{bare}/check-in/", "player"),
    Stop("check-in with some who are here", "/events/{begun}/check-in/?show=waited-for&q=zzz", "player"),
    Stop("who did not come", "/events/{shut}/no-shows/", "player"),
    Stop("nobody came", "/events/{large}/no-shows/", "player"),
    Stop("links to print", "/events/{shut}/cards/", "player"),
    Stop("no links to print", "/events/{bare}/cards/", "player"),
    Stop("staff of an event", "/events/{event}/staff/", "player"),
    Stop("log of an event", "/events/{event}/log/", "player"),
    Stop("my entry", "/events/{event}/entries/1/", "keeper"),
    Stop("entry, for the staff", "/events/{event}/entries/1/", "player"),
    Stop("details of an entry of mine", "/events/{event}/entries/1/change/", "keeper", acts.amend_wrongly),
    Stop("details of an entry, for the staff", "/events/{event}/entries/2/change/", "player"),
    Stop("entry without an account", "/events/{event}/entries/2/", "player"),
    Stop("hand in a list", "/events/{event}/entries/1/submit/", "keeper"),
    Stop("hand in a list, typing a card", "/events/{event}/entries/1/submit/", "keeper", acts.type_a_card),
    Stop("hand in a list that is judged", "/events/{event}/entries/1/submit/", "keeper", acts.check_list),
    Stop("receipt of a list", "/events/{event}/entries/1/3/", "keeper"),
    Stop("list that everybody sees", "/events/{over}/entries/1/1/"),
    Stop("registration sheet", "/events/{event}/entries/2/sheet/", "player"),
    Stop("registration sheets", "/events/{event}/sheets/", "player"),
    Stop("blank sheet of an event", "/events/{event}/sheets/blank/"),
    Stop("blank sheet of a game", "/asteriated-grail/sheets/competition/"),
    Stop("deck checks", "/events/{over}/checks/?q=r", "player"),
    Stop("deck check", "/events/{over}/entries/1/check/?list=2", "player"),
    Stop("deck check with a card that is not listed", "/events/{over}/entries/1/check/", "player", acts.look_up),
    Stop("deck check, signed out", "/events/{over}/entries/1/check/"),
    Stop("lists of an event", "/events/{over}/results/"),
    Stop("lists of an event, for the staff", "/events/{event}/results/", "player"),
    Stop("event that is closed", "/events/{shut}/"),
    Stop("event that is closed, and that I play", "/events/{shut}/", "keeper"),
    Stop("event that has started", "/events/{begun}/", "player"),
    Stop("roster with every standing", "/events/{shut}/roster/", "player"),
    Stop("start of an event that is open", "/events/{event}/start/", "player"),
    Stop("start that much is in the way of", "/events/{shut}/start/", "player"),
    Stop("start of an event that has started", "/events/{begun}/start/", "player"),
    Stop("other restriction lists", "/events/{bare}/lists/", "player"),
    Stop("no other restriction lists", "/events/{begun}/lists/", "player"),
    Stop("archived events", "/events/?archived=1", "player"),
    Stop("list that asks", "/decks/import/", "player", acts.read_what_asks),
    Stop("roster of those who cannot play", "/events/{shut}/roster/?state=illegal", "player"),
    Stop("roster of who is looked for", "/events/{shut}/roster/?q=1", "player"),
    Stop("roster of what is no standing", "/events/{shut}/roster/?state=whiskers", "player"),
    Stop("roster of an event that has started", "/events/{begun}/roster/", "player"),
    Stop("roster of nobody, with other lists", "/events/{bare}/roster/", "player"),
    Stop("event that was called off", "/events/{off}/"),
    Stop("roster of an event that was called off", "/events/{off}/roster/", "player"),
    Stop("tell that an event was called off", "/events/{off}/tell/", "player"),
    Stop("entry of an event that was called off", "/events/{off}/entries/1/", "player", acts.unfold),
    Stop("bring in lists", "/events/{event}/bulk/", "player"),
    Stop("bring in lists late", "/events/{shut}/bulk/", "player"),
    Stop("lists brought in", "/events/{shut}/bulk/{bulk}/", "player"),
    Stop("tell those who are not ready", "/events/{shut}/tell/", "player"),
    Stop("no more e-mail about an event", "/events/{event}/no-letters/{stop_key}/"),
    Stop("tell nobody", "/events/{begun}/tell/?lang=tlh", "player"),
    Stop("roster that is being judged", "/events/{large}/roster/", "player"),
    Stop("change an event that has started", "/events/{begun}/edit/", "player"),
    Stop("log with every change", "/events/{shut}/log/", "player"),
    Stop("entry that may be let through", "/events/{shut}/entries/1/", "player"),
    Stop("entry of mine that is too late", "/events/{shut}/entries/1/", "keeper"),
    Stop("entry that was let through", "/events/{shut}/entries/5/", "player"),
    Stop("entry that was late", "/events/{shut}/entries/6/", "player"),
    Stop("entry that has left", "/events/{shut}/entries/8/", "player"),
    Stop("entry that is asked to leave", "/events/{shut}/entries/1/", "keeper", acts.unfold),
    Stop("hand in a list late", "/events/{shut}/entries/2/submit/", "player", acts.check_list),
    Stop("hand in a list too late", "/events/{shut}/entries/1/submit/", "keeper"),
    Stop("receipt of a list that was late", "/events/{shut}/entries/6/1/", "player"),
    Stop("registration sheet of long names", "/events/{shut}/entries/3/sheet/", "player"),
    Stop("deck check without a list", "/events/{shut}/entries/2/check/", "player"),
    Stop("no deck checks", "/events/{bare}/checks/?q=nobody", "player"),
    Stop("no lists of an event", "/events/{bare}/results/", "player"),
    Stop("how to search", "/legions/search/"),
    Stop("API", "/api/v1/docs/"),
]

ACTIONS = {
    "accounts:delete", "accounts:token", "catalog:import_action", "catalog:searches", "catalog:settle",
    "catalog:state_undo", "site:theme", "decks:bulk", "decks:block",
    "decks:close_comments", "decks:copy", "decks:favour", "decks:follow", "decks:photos",
    "decks:undo_bulk",
    "decks:edit",
    "decks:look", "decks:put", "decks:redo", "decks:repair", "decks:share", "decks:undo", "events:cancel",
    "events:drop", "events:archive", "events:delete", "events:end", "events:judge", "events:override",
    "events:register", "events:replace-link", "stats:act", "stats:swap",
    "playtest:start", "playtest:do", "playtest:label", "playtest:start_like", "playtest:copy",
    "playtest:comparison",
    "decks:restore", "decks:name_version", "stats:take_over", "stats:simulate_both", "stats:equalise",
}  # fmt: skip
"""Addresses that are only posted to."""

FILES = {
    "site:export", "catalog:export", "catalog:import_file", "catalog:lists_feed",
    "catalog:import_map", "catalog:import_source", "catalog:import_template", "catalog:states_file",
    "catalog:picture",
    "catalog:suggest", "catalog:complete", "site:bundle",
    "site:drawing", "site:drawings",
    "site:healthz", "site:readyz", "decks:export", "decks:picture", "decks:qr", "decks:tabletop",
    "decks:sheet", "decks:card_back",
    "events:qr", "events:results-file", "events:roster-file", "metrics", "playtest:log",
    "playtest:log_text",
    "stats:opening",
}  # fmt: skip
"""Addresses that answer with a file, or a part of a page."""

CROSSINGS = {"decks:enter", "playtest:enter", "events:judging", "events:open", "set_language", "stats:compare"}
"""Addresses that only lead to others."""

THEIRS = ("admin/",)
"""Where Django's own pages are."""


def named(resolver: URLResolver | None = None, space: str = "", before: str = "") -> Iterator[tuple[str, str]]:
    """Every name in the site's addresses, and the pattern of its address."""
    for each in (resolver or get_resolver()).url_patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            inner = f"{space}{each.namespace}:" if each.namespace else space
            yield from named(each, inner, route)
        elif isinstance(each, URLPattern) and each.name:
            yield space + each.name, route
