"""The storage engine that keeps everything in a database on a PostgreSQL server."""
