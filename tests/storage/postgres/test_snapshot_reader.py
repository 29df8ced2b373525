"""Reads on a connection that breaks."""

from functools import partial

import pytest

from storage.backend import DB
from storage.postgres.address import server_at
from storage.postgres.connecting import connect
from storage.postgres.connection import Connection
from storage.postgres.reconnecting import Reconnecting
from storage.postgres.snapshot_reader import SnapshotReader
from storage.trouble import ConnectionLost


def one(db: DB) -> int:
    (number,) = db.execute("SELECT 1").fetchone()
    return int(number)


@pytest.mark.parametrize("breaks", ["begin", "execute"])
def test_a_read_whose_connection_breaks_is_tried_again_once(database: str, breaks: str) -> None:
    """It may break as soon as the transaction begins."""
    server, made = server_at(database), list[Connection]()

    def connected() -> Connection:
        connection = connect(server)
        made.append(connection)
        if len(made) == 1:
            setattr(connection, breaks, partial(lost, connection))
        return connection

    def lost(connection: Connection, *_: object) -> None:
        connection.is_lost = True
        raise ConnectionLost(server.address)

    reader = SnapshotReader(Reconnecting(connected))
    assert reader.read(one) == 1
    reader.end()
    assert len(made) == 2
    reader.close()
