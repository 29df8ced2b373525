"""For how long the server works on a statement, also where clients share its connections."""

from contextlib import closing
from urllib.parse import urlsplit

from storage.backend import DB
from storage.postgres.address import server_at
from storage.postgres.backend import Options
from storage.postgres.connecting import connect
from storage.postgres.sessions import session
from tests.storage.postgres.gates import HERE, opened
from tests.storage.postgres.pooler import pooler


def limits(db: DB) -> tuple[str, str]:
    """The limits on statements and on idle transactions."""
    one, other = db.execute(
        "SELECT current_setting('statement_timeout'),"
        " current_setting('idle_in_transaction_session_timeout')"
    ).fetchone()
    return one, other


def test_limits_hold_for_the_whole_connection(database: str) -> None:
    with closing(connect(server_at(database), limit=7)) as connection:
        assert limits(connection) == ("7s", "7s")


async def test_limits_leave_a_shared_connection_with_the_transaction(database: str) -> None:
    """Otherwise a tool would have ten seconds to move a table, and so would a long read."""
    port = urlsplit(database).port
    assert port
    with pooler(port, by_transaction=True) as shared:
        url = database.replace(f":{port}", f":{shared.port}")
        async with opened(url, Options(lanes=1, readers=1)) as backend:
            assert await backend.write(HERE, limits) == ("10s", "10s")
            assert await backend.read_long(limits) == ("5min", "5min")
        with session(server_at(url)) as tool:
            assert limits(tool) == ("0", "0")
