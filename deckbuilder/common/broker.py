"""The queue in files, for a site on one machine without a broker: Kombu's, with messages that are there whole or not at
all."""

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
    """Kombu opens a message under its name and then fills it, so that a worker may read half of it; and one that cannot
    be read ends the worker."""

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]  # as the class above
        """Write the message under a name that nobody looks for, then give it its own."""
        name = f"{monotonic_ns():020}_{uuid4()}.{queue}.msg"  # read in the order of names
        draft = Path(self.data_folder_out, f".{name}")
        try:
            draft.write_text(dumps(payload), encoding="utf-8")
            draft.replace(draft.with_name(name))
        except OSError as error:
            draft.unlink(missing_ok=True)
            raise ChannelError(f"Cannot add {name} to the queue: {error}") from error

    def _get(self, queue: str, timeout: Any = None) -> Any:
        """The next message that can be read. Others, such as what a full disk left behind, are dropped with a note."""
        while True:
            try:
                return super()._get(queue)
            except ValueError:
                log.exception("A message in the queue %s cannot be read and is left out.", queue)


class Transport(filesystem.Transport):
    """Kombu's own but for these channels."""

    Channel = Channel
