"""The store in one SQLite file: the only place that knows SQL."""
