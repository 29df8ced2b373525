"""Compares the schema of a database with the one that the migrations make."""

from collections.abc import Iterator, Sequence

from storage.postgres.connection import Connection
from storage.postgres.migrate import MIGRATIONS, TABLE, Migration, statements
from storage.postgres.transaction import roll_back
from storage.trouble import WrongSchema

# The parts of tables: each row has the table's name, the part's name, and what it is. Partitions of
# a divided table aren't told apart from it. Constraints and indexes may have other names.
PARTS = """
WITH relation AS (
    SELECT oid, relname FROM pg_class
    WHERE relnamespace = {namespace} AND relkind IN ('r', 'p') AND NOT relispartition)
SELECT relname::text, attname::text, concat_ws(' ', attname, format_type(atttypid, atttypmod),
    CASE WHEN attnotnull THEN 'not null' END, collname, pg_get_expr(adbin, adrelid))
FROM relation JOIN pg_attribute ON attrelid = relation.oid AND attnum > 0 AND NOT attisdropped
LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
LEFT JOIN pg_collation ON pg_collation.oid = attcollation
UNION ALL
SELECT relname::text, conname::text, pg_get_constraintdef(pg_constraint.oid)
FROM relation JOIN pg_constraint ON conrelid = relation.oid AND contype <> 'n'
UNION ALL
SELECT relation.relname::text, index.relname::text, concat_ws(' ',
    CASE WHEN indisunique THEN 'unique' END, CASE WHEN NOT indisvalid THEN 'invalid' END,
    substring(pg_get_indexdef(indexrelid) FROM ' USING .*'))
FROM relation JOIN pg_index ON indrelid = relation.oid
JOIN pg_class index ON index.oid = indexrelid
UNION ALL
SELECT relname::text, tgname::text, pg_get_triggerdef(pg_trigger.oid)
FROM relation JOIN pg_trigger ON tgrelid = relation.oid AND NOT tgisinternal
"""
HERE = "current_schema()::regnamespace"
FRESH = "pg_my_temp_schema()"
Part = tuple[str, str, str]


def check_schema(
    connection: Connection, migrations: Sequence[Migration] = MIGRATIONS
) -> Iterator[WrongSchema]:
    """Yield what differs. A fresh schema is made for it, of temporary tables that nobody sees."""
    found = _parts(connection, HERE)
    connection.execute("BEGIN READ WRITE")
    connection.execute_once("SET LOCAL search_path = pg_temp")
    try:
        connection.execute_once(TABLE)
        for migration in migrations:
            for statement in statements(migration.sql):
                connection.execute_once(statement)
        made = _parts(connection, FRESH)
    finally:
        roll_back(connection)
    ours = {table for table, _, _ in made}
    kept = {(table, what) for table, _, what in made}
    have = {(table, what) for table, _, what in found}
    missing = [each for each in made if (each[0], each[2]) not in have]
    more = [each for each in found if each[0] in ours and (each[0], each[2]) not in kept]
    odd = [each for each in more if not _is_plain_index(each)]
    for name in sorted({f"{table}.{part}" for table, part, _ in (*missing, *odd)}):
        yield WrongSchema(name)


def _is_plain_index(part: Part) -> bool:
    """Whether a part is an index that refuses nothing. A host may have added it."""
    return part[2].startswith(" USING ")


def _parts(connection: Connection, namespace: str) -> list[Part]:
    rows = connection.execute_once(PARTS.format(namespace=namespace)).fetchall()
    return [(str(table), str(name), str(what)) for table, name, what in rows]
