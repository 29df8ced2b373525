"""The store in one SQLite file: the only place that knows SQL."""

from storage.sqlite.store import Store, open_store

__all__ = ["Store", "open_store"]
