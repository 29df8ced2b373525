"""PostgreSQL's client library, as psycopg brings it. Without it, importing this says so plainly."""

from storage.trouble import ClientMissing

try:
    from psycopg import OperationalError, pq
    from psycopg.pq.abc import PGconn, PGresult
    from psycopg.pq.misc import ConninfoOption
except ImportError as missing:
    raise ClientMissing from missing

__all__ = ["ConninfoOption", "OperationalError", "PGconn", "PGresult", "pq"]
