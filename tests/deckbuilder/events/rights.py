"""The table of rights at an event: every address of its pages and of its API, who gets what answer there, and when.

A line: the address, the method, and then who with which status; for anybody who is not named nothing is there (404).
Of those who are named twice the last counts. A status may be four, for an event that is open / closed / started /
ended, and `404|200` is before | after its lists are open to everybody. Asked for is the list that stands; `@earlier`
asks for the one before it, `@left` for that of Dan, who has left the event.

Who asks: `visitor`; `stranger`, who runs another event; `holder`, who has the key of Ann's entry; `player`, who is
Bob; `rival`, who is Carol; `judge` and `organiser`. Groups of them: `all`, `unsigned` (without an account), `signed`,
`staff`, and `own`: whose entry it is that is asked for (Bob's, in other walks Ann's and Carol's).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

PEOPLE = ("visitor", "stranger", "holder", "player", "rival", "judge", "organiser")
UNSIGNED = ("visitor", "holder")
STAFF = ("judge", "organiser")
STAGES = ("open", "closed", "started", "ended")

PAGES = """
list          get   all 200
create        get   signed 200, unsigned 302
create        post  all 302
page          get   all 200
qr            get   all 200
register      post  signed 302/409/409/409, unsigned 302, player 302, rival 302, staff 302/302/409/409
open          get   all 302
no-letters    get   all 200
no-letters    post  all 200
edit          get   organiser 200
edit          post  organiser 302
pins          get   organiser 200
pins          post  organiser 302/302/409/409
archive       post  organiser 409/409/409/302
delete        post  organiser 409
roster        get   staff 200
roster-file   get   staff 200
judging       get   staff 302
judge         post  staff 302
tell          get   organiser 200
tell          post  organiser 409
bulk          get   organiser 200
bulk          post  organiser 422
bulk-upload   get   organiser 200
bulk-upload   post  organiser 302
enter         get   staff 200
enter         post  staff 302/302/302/409
import        get   staff 200
import        post  staff 302/302/302/409
check-in      get   staff 200
check-in      post  staff 302
no-shows      get   organiser 200
no-shows      post  organiser 409
cards         get   staff 200
start         get   organiser 200
start         post  organiser 409/302/409/409
end           post  organiser 409/409/302/409
cancel        post  organiser 302/302/409/409
staff         get   organiser 200
staff         post  organiser 302
log           get   staff 200
entry         get   own 200, staff 200
submit        get   own 200, staff 200
submit        post  own 302/409/409/409, staff 302/302/302/409
amend         get   own 200, staff 200
amend         post  own 302/302/409/409, staff 302/302/302/409
drop          post  own 302, staff 302
replace-link  post  staff 302
override      post  organiser 302
sheet         get   own 200, staff 200
sheets        get   staff 200
blank         get   all 200
blank-of      get   all 200
check         get   staff 200
check         post  staff 302
checks        get   staff 200
results       get   all 404|200, staff 200
results-file  get   all 404|200, staff 200
receipt       get   all 404|200, own 200, staff 200
receipt@earlier  get   own 200, staff 200
receipt@left  get   staff 200
"""

API = """
events/                                                    get     all 200
events/                                                    post    signed 201, unsigned 401
events/{slug}/                                             get     all 200
events/{slug}/                                             patch   organiser 200
events/{slug}/                                             delete  organiser 409
events/{slug}/archive/                                     post    organiser 409/409/409/200
events/{slug}/archive/                                     delete  organiser 409/409/409/200
events/{slug}/pin/                                         get     organiser 200
events/{slug}/pin/                                         post    organiser 200/200/409/409
events/{slug}/pin/keep/                                    post    organiser 409
events/{slug}/pin/settle/                                  post    organiser 409
events/{slug}/start/                                       post    organiser 409/200/409/409
events/{slug}/end/                                         post    organiser 409/409/200/409
events/{slug}/cancel/                                      post    organiser 200/200/409/409
events/{slug}/roles/                                       get     organiser 200
events/{slug}/roles/                                       post    organiser 200
events/{slug}/roles/{user}/                                delete  organiser 204
events/{slug}/gate/                                        get     staff 200
events/{slug}/judge/                                       post    staff 202/202/409/409
events/{slug}/tell/                                        get     organiser 200
events/{slug}/tell/                                        post    organiser 409
events/{slug}/lists/json/                                  get     all 404|200, staff 200
events/{slug}/lists/csv/                                   get     all 404|200, staff 200
events/{slug}/breakdown/json/                              get     all 404|200, staff 200
events/{slug}/breakdown/csv/                               get     all 404|200, staff 200
events/{slug}/log/                                         get     staff 200
events/{slug}/register/                                    post    signed 201/409/409/409, unsigned 401, player 200, rival 200, staff 201/201/409/409
events/{slug}/enter/                                       post    staff 201/201/201/409
events/{slug}/import/                                      post    staff 200/200/200/409
events/{slug}/no-shows/                                    get     organiser 200
events/{slug}/no-shows/                                    post    organiser 409
events/{slug}/entries/                                     get     all 200
events/{slug}/entries/{number}/                            get     own 200, staff 200
events/{slug}/entries/{number}/                            patch   own 200/200/409/409, staff 200/200/200/409
events/{slug}/entries/{number}/drop/                       post    own 200/200/409/409, staff 200/200/200/409
events/{slug}/entries/{number}/drop/                       delete  staff 200/200/200/200
events/{slug}/entries/{number}/check-in/                   post    staff 200/200/200/409
events/{slug}/entries/{number}/check-in/                   delete  staff 200/200/200/409
events/{slug}/entries/{number}/key/                        post    staff 409
events/{slug}/entries/{number}/key/@left                   post    staff 200
events/{slug}/entries/{number}/override/                   post    organiser 409
events/{slug}/entries/{number}/override/                   delete  organiser 409
events/{slug}/uploads/                                     get     organiser 200
events/{slug}/uploads/                                     post    organiser 201/201/409/409
events/{slug}/uploads/{upload}/                            get     organiser 200
events/{slug}/uploads/{upload}/                            delete  organiser 204
events/{slug}/uploads/{upload}/players/                    post    organiser 400
events/{slug}/uploads/{upload}/apply/                      post    organiser 200/200/409/409
events/{slug}/find/                                        get     staff 200
events/{slug}/entries/{number}/checks/                     get     staff 200
events/{slug}/entries/{number}/checks/                     post    staff 201
events/{slug}/entries/{number}/submissions/                get     own 200, staff 200
events/{slug}/entries/{number}/submissions/                post    own 201/409/409/409, staff 201/201/201/409
events/{slug}/entries/{number}/submissions/{version}/      get     all 404|200, own 200, staff 200
events/{slug}/entries/{number}/submissions/{version}/@earlier  get   own 200, staff 200
events/{slug}/entries/{number}/submissions/{version}/@left get     staff 200
"""  # noqa: E501  a line is an address


class Right(NamedTuple):
    """A line of the table."""

    address: str
    which: str
    method: str
    who: str

    @property
    def changes(self) -> bool:
        return self.method != "get"

    def status(self, person: str, *, stage: str, published: bool, own: str) -> int:
        """What that person is answered. `own`: whose entry is asked for; `published`: lists are open to everybody."""
        found = "404"
        for group, _, statuses in (part.strip().partition(" ") for part in self.who.split(",")):
            if person in _members(group, own):
                found = statuses
        hidden, bar, shown = found.partition("|")
        found = shown if bar and published else hidden
        each = found.split("/")
        return int(each[STAGES.index(stage)] if len(each) > 1 else each[0])


def _members(group: str, own: str) -> tuple[str, ...]:
    groups = {"all": PEOPLE, "unsigned": UNSIGNED, "staff": STAFF, "own": (own,)}
    groups["signed"] = tuple(person for person in PEOPLE if person not in UNSIGNED)
    return groups.get(group) or (PEOPLE[PEOPLE.index(group)],)


def rights(table: str) -> Iterator[Right]:
    for line in table.strip().splitlines():
        address, method, who = line.split(None, 2)
        address, _, which = address.partition("@")
        yield Right(address, which, method, who)
