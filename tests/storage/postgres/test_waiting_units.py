"""Whose turn it is."""

from storage.postgres.waiting_units import WaitingUnits


def test_units_of_a_server_are_taken_together_and_servers_in_turn() -> None:
    waiting = WaitingUnits[int, str](None, most=10)
    for guild, unit in ((1, "a"), (2, "b"), (1, "c"), (0, "d")):
        waiting.add(guild, unit, 0.0)
    assert [waiting.take(0.0) for _ in range(4)] == [
        (1, ["a", "c"]),
        (2, ["b"]),
        (0, ["d"]),
        None,
    ]
    assert not waiting


def test_a_server_with_many_units_lets_others_come_between() -> None:
    waiting = WaitingUnits[int, int](None, most=2)
    for unit in range(5):
        waiting.add(1, unit, 0.0)
    waiting.add(2, 9, 0.0)
    assert [waiting.take(0.0) for _ in range(4)] == [
        (1, [0, 1]),
        (2, [9]),
        (1, [2, 3]),
        (1, [4]),
    ]


def test_what_is_in_no_hurry_waits_for_the_next_unit_of_its_server() -> None:
    waiting = WaitingUnits[int, str](5.0, most=10)
    waiting.add(1, "note", 0.0, soon=True)
    waiting.add(2, "other", 1.0)
    assert waiting.take(1.0) == (2, ["other"])
    assert waiting.take(1.0) is None
    assert waiting.patience(1.0) == 4.0
    waiting.add(1, "move", 2.0)
    assert waiting.patience(2.0) == 0.0
    assert waiting.take(2.0) == (1, ["note", "move"])
    assert waiting.patience(2.0) is None


def test_it_waits_no_longer_than_the_delay() -> None:
    waiting = WaitingUnits[int, str](5.0, most=10)
    waiting.add(1, "note", 0.0, soon=True)
    waiting.add(1, "another", 4.0, soon=True)  # which doesn't make the first one wait longer
    assert waiting.take(4.9) is None
    assert waiting.take(5.0) == (1, ["note", "another"])


def test_without_a_delay_nothing_waits() -> None:
    waiting = WaitingUnits[int, str](None, most=10)
    waiting.add(1, "note", 0.0, soon=True)
    assert waiting.take(0.0) == (1, ["note"])


def test_in_the_end_nothing_waits() -> None:
    waiting = WaitingUnits[int, str](5.0, most=10)
    waiting.add(1, "note", 0.0, soon=True)
    waiting.hurry()
    assert waiting.patience(0.0) == 0.0
    assert waiting.take(0.0) == (1, ["note"])
