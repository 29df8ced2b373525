"""The translation into PostgreSQL's dialect."""

import pytest

from storage.postgres.dialect import translated


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("SELECT 1", "SELECT 1"),
        ("SELECT ? + ?", "SELECT $1 + $2"),
        ("SELECT ?1, ?3, ?, ?1", "SELECT $1, $3, $4, $1"),
        ("SELECT :a, :b, :a", "SELECT $1, $2, $1"),
        ("SELECT '?', ':a', 'it''s ?', ?", "SELECT '?', ':a', 'it''s ?', $1"),
        ('SELECT "?", "a"":b", ?', 'SELECT "?", "a"":b", $1'),
        ("SELECT ?::text", "SELECT $1::text"),
        ("SELECT now()::text, :a::bigint", "SELECT now()::text, $1::bigint"),
        ("SELECT 1 -- why?\n, ?", "SELECT 1 -- why?\n, $1"),
        ("SELECT /* :a ? */ :a", "SELECT /* :a ? */ $1"),
        ("FROM duel INDEXED BY duel_due WHERE a = ?", "FROM duel WHERE a = $1"),
        ("FROM duel\n  indexed by x\nWHERE 'INDEXED BY y'", "FROM duel\n \nWHERE 'INDEXED BY y'"),
    ],
)
def test_it_changes_parameters_and_hints_and_nothing_else(ours: str, theirs: str) -> None:
    assert translated(ours).text.decode() == theirs


def test_values_come_in_the_order_of_their_numbers() -> None:
    assert translated("SELECT ?, ?").bound((1, "b")) == [b"1", b"b"]
    assert translated("SELECT ?2, ?1").bound((1, 2)) == [b"1", b"2"]
    named = translated("SELECT :b, :a, :b")
    assert named.bound({"a": 1, "b": None, "more": 3}) == [None, b"1"]


@pytest.mark.parametrize(
    ("sql", "values"),
    [("SELECT ?", ()), ("SELECT ?", (1, 2)), ("SELECT ?", {"a": 1}), ("SELECT :a", (1,))],
)
def test_values_that_dont_fit_are_refused_before_they_are_sent(sql: str, values: object) -> None:
    with pytest.raises(TypeError):
        translated(sql).bound(values)  # type: ignore[arg-type]


def test_a_missing_name_is_refused() -> None:
    with pytest.raises(KeyError):
        translated("SELECT :a").bound({"b": 1})


def test_both_kinds_of_parameters_in_one_statement_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="named and numbered"):
        translated("SELECT ?, :a")


def test_a_name_says_which_statement_it_is() -> None:
    """Processes that share a connection through a pooler must not run each other's statements."""
    hinted = translated("SELECT 1 FROM duel INDEXED BY duel_due WHERE id = ?")
    plain = translated("SELECT 1 FROM duel WHERE id = ?")
    assert hinted.name == plain.name
    assert plain.name != translated("SELECT 2 FROM duel WHERE id = ?").name
    assert len(plain.name) < 64  # PostgreSQL cuts longer names off
