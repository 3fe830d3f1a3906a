"""The OpenAPI schema: additions to what drf-spectacular finds in the views, such as the one shape of errors."""

from typing import Any

from drf_spectacular.authentication import SessionScheme
from drf_spectacular.openapi import AutoSchema

from deckbuilder.common.rest.fields import ProblemSerializer


class BrowserScheme(SessionScheme):
    """The name of the browser's authentication in the schema."""

    target_class = "deckbuilder.common.rest.authentication.Browser"


class Schema(AutoSchema):
    def get_summary(self) -> str:
        """The first sentence of the description, for lists of operations."""
        return self.get_description().partition("\n")[0].rstrip(".")

    def _get_response_bodies(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(*args, **kwargs)
        return bodies | {"default": self._get_response_for_code(ProblemSerializer, "default")}
