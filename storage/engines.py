"""Which engine a database has: a URL names a server, anything else a file."""

from pathlib import Path

from storage.database import Database

URLS = ("postgresql://", "postgres://")


def database_at(text: str) -> Database:
    """Return the database that a host has named."""
    if text.startswith(URLS):
        # The client for servers may not be installed.
        from storage.postgres.address import server_at  # noqa: PLC0415
        from storage.postgres.database import ServerDatabase  # noqa: PLC0415

        return ServerDatabase(server_at(text))
    from storage.sqlite.database import FileDatabase  # noqa: PLC0415

    return FileDatabase(Path(text))
