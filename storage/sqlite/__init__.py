"""The storage engine for one SQLite file: the only package that knows SQL."""
