"""A database on a server."""

from tests.storage.postgres_fixtures import address, database, databases, server

__all__ = ["address", "database", "databases", "server"]
