"""Databases of both engines."""

from tests.storage.places import places
from tests.storage.postgres_fixtures import address, databases, server

__all__ = ["address", "databases", "places", "server"]
