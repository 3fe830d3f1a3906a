"""The base of all API endpoints of events, and errors of events as problems."""

from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import NotAuthenticated

from deckbuilder.accounts.models import User
from deckbuilder.common.errors import Fault, Problem, problem_of
from deckbuilder.common.rest.api import Endpoint
from deckbuilder.events import access
from deckbuilder.events.errors import EventError
from deckbuilder.events.readiness.states import MISSING, Readiness
from deckbuilder.events.sentences import event_error

ENTRY_KEY = OpenApiParameter(
    "X-Entry-Key", str, OpenApiParameter.HEADER, description="The key of an entry that belongs to no account."
)


@problem_of.register
def _event_problem(error: EventError) -> Problem:
    """Invalid input answers 400, as everywhere in the API; what the event's state forbids answers 409."""
    message, status = event_error(error), 409 if error.status == 409 else 400
    params = {name: value for name, value in error.params.items() if name != "unsettled"}
    if "unsettled" in error.params:
        params["entries"] = [_open(each) for each in error.params["unsettled"]]
    return Problem(status, f"event.{error.code}", message, params, [Fault(error.code, error.field, message)])


def _open(readiness: Readiness) -> dict[str, Any]:
    """An entry that prevents the start, in short; the gate has the details."""
    entry, verdict = readiness.entry, readiness.verdict
    codes = [each.code for each in verdict.violations if each.severity != "advice"] if verdict else [MISSING]
    return {"number": entry.number, "name": entry.name, "state": readiness.state, "codes": codes}


class EventEndpoint(Endpoint):
    """Answers depend on the caller."""

    private: ClassVar[bool] = True

    def person(self) -> User:
        """The caller's account. Raises NotAuthenticated."""
        user = access.user_of(self.request)
        if user is None:
            raise NotAuthenticated
        return user
