"""The file queue for a site on one machine without a broker: Kombu's, with messages that appear only once complete."""

import logging
from pathlib import Path
from time import monotonic_ns
from typing import Any
from uuid import uuid4

from kombu.exceptions import ChannelError
from kombu.transport import filesystem
from kombu.utils.json import dumps

log = logging.getLogger(__name__)


class Channel(filesystem.Channel):
    """Kombu creates a message's file before writing it, so that a worker may read half of it; and an unreadable message
    stops the worker."""

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]  # as the class above
        """Write the message under a temporary name, then rename it."""
        name = f"{monotonic_ns():020}_{uuid4()}.{queue}.msg"  # read in the order of names
        draft = Path(self.data_folder_out, f".{name}")
        try:
            draft.write_text(dumps(payload), encoding="utf-8")
            draft.replace(draft.with_name(name))
        except OSError as error:
            draft.unlink(missing_ok=True)
            raise ChannelError(f"Cannot add {name} to the queue: {error}") from error

    def _get(self, queue: str, timeout: Any = None) -> Any:
        """The next readable message. Unreadable ones, as a full disk leaves them, are dropped and logged."""
        while True:
            try:
                return super()._get(queue)
            except ValueError:
                log.exception("A message in the queue %s cannot be read and is left out.", queue)


class Transport(filesystem.Transport):
    """Kombu's transport with these channels."""

    Channel = Channel
