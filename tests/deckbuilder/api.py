"""Tests of the API: every answer is held against the API's own description."""

import json
import re
from functools import cache
from typing import Any, ClassVar, NamedTuple
from unittest import mock

from django.http import HttpResponse
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator
from rest_framework.throttling import SimpleRateThrottle

from tests.deckbuilder.base import SiteTest

ROOT = "/api/v1/"
NEVER: dict[str, str | None] = dict.fromkeys(("anon", "user"))


@cache
def description() -> dict[str, Any]:
    """The OpenAPI document, in which no answer may have more than it says."""
    found: dict[str, Any] = SchemaGenerator().get_schema(public=True)
    for shape in found["components"]["schemas"].values():
        if "properties" in shape:
            shape["additionalProperties"] = False
    return found


class Answer(NamedTuple):
    """What came back: the body read as JSON where it is some, else as text."""

    status: int
    body: Any
    raw: HttpResponse

    @property
    def codes(self) -> dict[str, str]:
        """What is wrong, by field."""
        return {each["field"]: each["code"] for each in self.body["errors"]}


class ApiTest(SiteTest):
    """`get`, `post`, `patch`, `delete` ask as whoever `by` is (the visitor), and check the answer's shape."""

    rates: ClassVar[dict[str, str | None]] = NEVER

    def setUp(self) -> None:
        super().setUp()
        self.enterContext(mock.patch.object(SimpleRateThrottle, "THROTTLE_RATES", self.rates))

    def get(self, path: str, data: Any = None, **how: Any) -> Answer:
        return self.ask("get", path, query_params=data or {}, **how)

    def post(self, path: str, data: Any = None, **how: Any) -> Answer:
        return self.ask("post", path, data=data, content_type=how.pop("content_type", "application/json"), **how)

    def patch(self, path: str, data: Any = None, **how: Any) -> Answer:
        return self.ask("patch", path, data=data, content_type="application/json", **how)

    def delete(self, path: str, **how: Any) -> Answer:
        return self.ask("delete", path, **how)

    def options(self, path: str, **how: Any) -> Answer:
        return self.ask("options", path, **how)

    def ask(self, method: str, path: str, *, by: Client | None = None, key: str = "", **how: Any) -> Answer:
        """`path` is below the API's root; `key` is sent as X-Edit-Key."""
        headers = how.pop("headers", {}) | ({"x-edit-key": key} if key else {})
        raw = getattr(by or self.as_visitor, method)(ROOT + path, headers=headers, **how)
        kind = raw.headers.get("Content-Type", "").partition(";")[0]
        body = json.loads(raw.getvalue()) if kind == "application/json" else raw.getvalue().decode()
        check(method, raw, kind, body)
        return Answer(raw.status_code, body, raw)


def check(method: str, raw: HttpResponse, kind: str, body: Any) -> None:
    """Fail where the answer is not as the description has it."""
    operation = _operation(method, raw)
    if operation is None:
        _valid({"$ref": "#/components/schemas/Problem"}, body)
        assert raw.status_code in (404, 405), raw.status_code
        return
    responses = operation["responses"]
    assert str(raw.status_code) in responses or raw.status_code >= 304, (raw.status_code, body)
    told = responses.get(str(raw.status_code)) or responses["default"]
    if raw.status_code in (204, 304):
        assert not raw.content
    else:
        assert kind in told["content"], (kind, raw.status_code)
        _valid(told["content"][kind]["schema"], body)


def _operation(method: str, raw: HttpResponse) -> Any:
    """What the description says of the address that was asked; None where it knows none."""
    match = raw.resolver_match  # type: ignore[attr-defined]
    route = "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", match.route)
    return description()["paths"].get(route, {}).get(method)


def _valid(schema: dict[str, Any], body: Any) -> None:
    errors = [f"{error.json_path}: {error.message[:300]}" for error in validator(json.dumps(schema)).iter_errors(body)]
    assert not errors, errors


@cache
def validator(schema: str) -> Draft202012Validator:
    """Of a schema, as JSON; making one takes longer than most answers."""
    return Draft202012Validator({**json.loads(schema), "components": description()["components"]})
