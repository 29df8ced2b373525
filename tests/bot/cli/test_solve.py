"""`duelhost solve`: one JSON object, or one a line."""

import json
import os
import select
import subprocess
import sys
from typing import Any

import pytest

from bot.text.refusals import sentence
from engine.refusal import StartNotDrawn
from tests.program import Duelhost


def answer(duelhost: Duelhost, *args: str) -> dict[str, Any]:
    run = duelhost("solve", *args)
    assert (run.code, run.err) == (0, "")
    assert run.out.count("\n") == 1
    found: dict[str, Any] = json.loads(run.out)
    return found


def test_a_position(duelhost: Duelhost) -> None:
    assert answer(duelhost, "divisor", "6", "3", "--size", "20") == {
        "game": "divisor",
        "options": {"size": 20},
        "moves": ["6", "3"],
        "to_move": 0,
        "legal": ["1", "9", "12", "15", "18"],
        "winning": ["9", "12", "15"],
        "value": 1,
        "winner": None,
    }


def test_a_lost_position(duelhost: Duelhost) -> None:
    found = answer(duelhost, "divisor", "--size", "10")
    assert (found["to_move"], found["value"], found["winning"]) == (0, -1, [])


def test_the_end(duelhost: Duelhost) -> None:
    found = answer(duelhost, "split", "--size", "9", "2")
    assert (found["to_move"], found["winner"], found["value"]) == (None, 0, -1)
    assert found["legal"] == found["winning"] == []


def test_a_game_without_options(duelhost: Duelhost) -> None:
    found = answer(duelhost, "sequence", *"123456789")
    assert (found["options"], found["winner"], found["value"]) == ({}, 0, -1)


BEGUN = {"gone": [5, 10], "opening": [7, 14]}


@pytest.mark.parametrize(
    ("args", "options"),
    [
        (["--option", "gone=10,5", "--option", "opening=7,14"], BEGUN),
        (["--option", "gone=5, 10 opening=7+14"], BEGUN),
        (["--variant", "juniper"], {"size": 100, "first": "even"}),
        (["--variant", "juniper", "--size", "30"], {"size": 30, "first": "even"}),
        (["--variant", "juniper", "--option", "first=any"], {"size": 100}),
        (["--variant", "classic", "--option", "rule=steps"], {"rule": "steps"}),
        (["--variant", "ranked", "--option", "board=plain"], {"size": 40}),
        (
            ["--variant", "steps", "--option", "opening=6"],
            {"size": 30, "board": "drawn", "rule": "steps", "opening": [6]},
        ),
    ],
)
def test_options_and_variants(duelhost: Duelhost, args: list[str], options: dict[str, Any]) -> None:
    """Options that are typed go before those of the variant."""
    assert answer(duelhost, "divisor", *args)["options"] == {"size": 20} | options


def test_a_variant_whose_start_is_drawn(duelhost: Duelhost) -> None:
    """The answer says what was drawn, so that somebody can go on from there."""
    found = answer(duelhost, "divisor", "--variant", "ranked")
    options = found["options"]
    assert (options["size"], options["board"]) == (40, "drawn")
    assert len(options["gone"]) == 4
    assert len(options["opening"]) == 2
    assert len(found["legal"]) >= 3
    asked = {"game": "divisor", "options": options, "moves": [found["legal"][0]]}
    (after,) = batch(duelhost, json.dumps(asked))
    assert (after["options"], after["to_move"]) == (options, 1)
    drawn = answer(duelhost, "split", "--variant", "ranked")["options"]
    assert len(drawn["numbers"]) == 3


def test_no_start_is_drawn_for_moves_of_another(duelhost: Duelhost) -> None:
    refused = StartNotDrawn("divisor")
    run = duelhost("solve", "divisor", "--variant", "ranked", "6", "3")
    assert (run.code, run.out) == (2, "")
    assert sentence(refused) in run.err
    line = '{"game": "divisor", "options": {"board": "drawn"}, "moves": ["6"]}'
    ((_, error),) = batch(duelhost, line)[0].items()
    assert error == {"code": "start-not-drawn", "message": sentence(refused)}


def test_several_numbers(duelhost: Duelhost) -> None:
    (found,) = batch(
        duelhost,
        '{"game": "split", "options": {"numbers": [6, 5], "keep": "both"}, "moves": ["6:4"]}',
    )
    assert found == {
        "game": "split",
        "options": {"numbers": [5, 6], "keep": "both"},
        "moves": ["6:4"],
        "to_move": 1,
        "legal": ["4:3", "5:3", "5:4"],
        "winning": ["5:4"],
        "value": 1,
        "winner": None,
    }


@pytest.mark.parametrize("rows", ["own", "either"])
@pytest.mark.parametrize("size", [12, 13])
def test_the_largest_sequences_are_solved_without_a_word(
    duelhost: Duelhost, size: int, rows: str
) -> None:
    found = answer(duelhost, "sequence", "--size", str(size), "--option", f"rows={rows}")
    assert len(found["legal"]) == size * (1 + (rows == "either"))
    assert found["value"] == (1 if found["winning"] else -1)


def test_what_players_leave_open_is_drawn(duelhost: Duelhost) -> None:
    assert answer(duelhost, "split")["options"]["size"] in range(15, 26)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["chess"], 'There is no game called "chess".'),
        (["divisor", "6", "7"], "Move 2 isn't allowed. 7 doesn't divide 6"),
        (["divisor", "six"], "Move 1 isn't allowed. \"six\" isn't a number on this board"),
        (["divisor", "--size", "1"], "size is a whole number from 2 to 100, not 1."),
        (["split", "6"], "Choose size for Number Split Duel, from 3 to 100."),
        ([], "name a GAME, or give --batch"),
        ([""], 'There is no game called "".'),
        (["--size", "20.0", "divisor"], 'not "20.0".'),
        (["--size", "1_0", "divisor"], 'not "1_0".'),
        (["--size", "-5", "divisor"], "not -5."),
        (["", "--batch"], "--batch takes its games from the input"),
        (["divisor", "--batch"], "--batch takes its games from the input"),
        (["--batch", "--variant", "ranked"], "--batch takes its games from the input"),
        (["--batch", "--option", "size=9"], "--batch takes its games from the input"),
        (["divisor", "--variant", "chess"], 'no variant "chess". Choose classic, ranked, juniper'),
        (["divisor", "--variant", ""], 'no variant "".'),
        (["chess", "--variant", "ranked"], 'There is no game called "chess".'),
        (["--batch", "--size", "0"], "--batch takes its games from the input"),
        (["divisor", "--size", "many"], 'not "many".'),
    ],
)
def test_bad_arguments(duelhost: Duelhost, args: list[str], says: str) -> None:
    run = duelhost("solve", *args)
    assert (run.code, run.out) == (2, "")
    assert says in run.err


def batch(duelhost: Duelhost, *lines: str) -> list[dict[str, Any]]:
    run = duelhost("solve", "--batch", typed="".join(f"{line}\n" for line in lines))
    assert (run.code, run.err) == (0, "")
    return [json.loads(line) for line in run.out.splitlines()]


def test_a_batch_answers_every_line_in_order(duelhost: Duelhost) -> None:
    found = batch(
        duelhost,
        '{"game": "divisor", "options": {"size": 20}, "moves": ["6", "3"]}',
        '{"game": "divisor", "moves": ["6", "7"]}',
        '{"game": "sequence", "options": {}}',
        "",
        '{"game": "split", "options": {"size": 16}, "moves": ["6"]}',
    )
    assert found[0]["winning"] == ["9", "12", "15"]
    assert found[1] == {
        "error": {
            "code": "unrelated",
            "message": "Move 2 isn't allowed. 7 doesn't divide 6 and isn't a multiple of it. "
            "You can take 1, 2, 3, 12 or 18.",
        }
    }
    assert found[2]["value"] == 1
    assert found[3]["error"]["code"] == "bad-request"
    assert found[4]["winning"] == ["1", "2"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("not json", "This line isn't JSON."),
        ("[]", "A line is an object with a game: {"),
        ('{"moves": []}', "A line is an object with a game: {"),
        ('{"game": "divisor", "optoins": {}}', 'There is no key "optoins". A line is'),
        ('{"game": "divisor", "moves": [6]}', "The moves are a list of strings, as in {"),
        ('{"game": "divisor", "options": 20}', "The options are an object, as in {"),
        ('{"game": "divisor", "moves": ["6"], "moves": []}', 'The key "moves" stands there twice.'),
        ('{"game": "divisor", "options": {"size": 9, "size": 8}}', 'The key "size" stands there'),
    ],
)
def test_a_bad_line_hears_what_is_wrong_with_it(
    duelhost: Duelhost, line: str, message: str
) -> None:
    (bad,) = batch(duelhost, line)
    assert bad["error"]["code"] == "bad-request"
    assert bad["error"]["message"].startswith(message)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("not json", "bad-request"),
        ("[]", "bad-request"),
        ("null", "bad-request"),
        ("{}", "bad-request"),
        ('{"game": 7}', "bad-request"),
        ('{"game": "divisor", "moves": "6"}', "bad-request"),
        ('{"game": "divisor", "moves": [6]}', "bad-request"),
        ('{"game": "divisor", "moves": [["6"]]}', "bad-request"),
        ('{"game": "divisor", "options": []}', "bad-request"),
        ('{"game": "divisor", "optoins": {}}', "bad-request"),
        ('{"game": "divisor", "options": {"size": ' + "9" * 5000 + "}}", "bad-request"),
        ("[" * 100_000, "bad-request"),
        ('{"game": "\\ud800"}', "unknown-game"),
        ('{"game": "divisor", "options": {"speed": 1}}', "unknown-option"),
        ('{"game": "divisor", "options": {"size": 20.0}}', "bad-option"),
        ('{"game": "divisor", "options": {"size": true}}', "bad-option"),
        ('{"game": "divisor", "options": {"size": NaN}}', "bad-option"),
        ('{"game": "divisor", "options": {"size": null}}', "bad-option"),
        ('{"game": "split", "moves": ["6"]}', "option-left-open"),
        ('{"game": "split", "options": {"board": "drawn"}, "moves": ["6"]}', "start-not-drawn"),
        ('{"game": "divisor", "moves": ["6", "6"]}', "already-gone"),
        ('{"game": "divisor", "moves": ["0"]}', "out-of-range"),
        ('{"game": "divisor", "moves": ["\\u0000"]}', "unreadable"),
        ('{"game": "parity", "moves": ["1", "3"]}', "wrong-parity"),
        ('{"game": "split", "options": {"size": 3}, "moves": ["1", "1"]}', "game-over"),
        ('{"game": "split", "options": {"numbers": []}}', "bad-list"),
        ('{"game": "split", "options": {"numbers": ["5"]}}', "bad-list"),
        ('{"game": "split", "options": {"numbers": [5], "size": 5}}', "repeated-option"),
        ('{"game": "divisor", "options": {"gone": [21]}}', "bad-list"),
        ('{"game": "divisor", "options": {"gone": [5, 5]}}', "bad-list"),
        ('{"game": "divisor", "options": {"gone": ' + "[" * 900 + "]" * 900 + "}}", "bad-list"),
        ('{"game": "divisor", "options": {"gone": [' + "5," * 99_999 + "5]}}", "bad-list"),
        ('{"game": "divisor", "options": {"opening": [7, 15]}}', "illegal-opening"),
        (
            '{"game": "divisor", "options": {"size": 3, "gone": [2], "first": "even"}}',
            "nothing-to-take",
        ),
        ('{"game": "split", "options": {"numbers": [5, 6]}, "moves": ["7:2"]}', "not-on-the-table"),
        ('{"game": "sequence", "moves": ["*5"]}', "unreadable"),
    ],
)
def test_a_bad_line_is_answered_and_the_next_one_too(
    duelhost: Duelhost, line: str, code: str
) -> None:
    bad, good = batch(duelhost, line, '{"game": "divisor"}')
    assert list(bad) == ["error"]
    assert bad["error"]["code"] == code
    assert bad["error"]["message"]
    assert good["value"] == 1


def test_bytes_that_are_no_text(duelhost: Duelhost) -> None:
    run = duelhost("solve", "--batch", typed=b'{"game": "\xff"}\n')
    assert json.loads(run.out)["error"]["code"] == "unknown-game"


def test_each_answer_comes_as_soon_as_its_line_is_there() -> None:
    """Another program can ask, read, and ask again."""
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "solve", "--batch"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"},
    ) as program:
        assert program.stdin
        assert program.stdout
        for moves in ([], ["6"], ["6", "3"]):
            program.stdin.write(json.dumps({"game": "divisor", "moves": moves}) + "\n")
            program.stdin.flush()
            assert select.select([program.stdout], [], [], 30)[0], "the answer is held back"
            assert json.loads(program.stdout.readline())["moves"] == moves
    assert program.returncode == 0
