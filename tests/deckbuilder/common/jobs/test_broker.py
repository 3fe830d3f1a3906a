"""The queue in files: messages are there whole, and one that is broken stops nobody."""

import threading
from queue import Empty

import pytest
from kombu import Connection
from kombu.exceptions import ChannelError

from deckbuilder.common.jobs import broker
from deckbuilder.common.jobs.broker import Transport

QUEUE = "work"


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "queue"


@pytest.fixture
def channel(folder, tmp_path):
    folder.mkdir()
    options = {"data_folder_in": str(folder), "data_folder_out": str(folder), "control_folder": str(tmp_path)}
    with Connection("filesystem://", transport=Transport, transport_options=options) as connection:
        yield connection.channel()


def test_messages_come_in_turn(channel):
    for number in range(3):
        channel._put(QUEUE, {"body": number})
    assert [channel._get(QUEUE)["body"] for _ in range(3)] == [0, 1, 2]
    with pytest.raises(Empty):
        channel._get(QUEUE)


def test_nobody_reads_half_of_one(channel):
    """A reader beside a writer gets every message, whole, or none yet."""
    got, errors, done = [], [], threading.Event()

    def read():
        while len(got) < 200 and not errors and not (done.is_set() and not channel._size(QUEUE)):
            try:
                got.append(len(channel._get(QUEUE)["body"]))
            except ValueError as error:
                errors.append(error)
            except Empty:
                continue

    reader = threading.Thread(target=read)
    reader.start()
    for _ in range(200):
        channel._put(QUEUE, {"body": "x" * 50_000})
    done.set()
    reader.join(60)
    assert (got, errors) == ([50_000] * 200, [])


def test_one_that_cannot_be_read_is_left_out(channel, folder, monkeypatch):
    noted = []
    monkeypatch.setattr(broker.log, "exception", lambda *told: noted.append(told))
    (folder / f"-1_a.{QUEUE}.msg").write_bytes(b"")
    (folder / f"-1_b.{QUEUE}.msg").write_bytes(b'{"body": ')
    channel._put(QUEUE, {"body": 1})
    assert channel._get(QUEUE) == {"body": 1}
    assert [queue for _, queue in noted] == [QUEUE, QUEUE]
    assert list(folder.iterdir()) == []


def test_where_nothing_can_be_written_it_is_said_and_nothing_left(channel, folder):
    folder.rmdir()
    with pytest.raises(ChannelError, match="Cannot add"):
        channel._put(QUEUE, {"body": 1})
