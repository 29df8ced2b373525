"""`duelhost analyse`: a record in, verdicts out."""

import pytest

from bot.text.refusals import sentence
from engine import games
from engine.record import Record
from engine.refusal import TooLarge, UnreadableRecord
from tests.engine.countdown import Countdown
from tests.program import Duelhost


def test_a_game_with_mistakes(duelhost: Duelhost) -> None:
    run = duelhost("analyse", "1/split/size=16/7-5-3-1")
    assert (run.code, run.err) == (0, "")
    assert (
        run.out
        == """\
Number Split Duel
Move 3 (3) gave the win away: 1 or 2 would have kept it.
The win changed hands 3 times.
Accuracy: 0 % for Player 1, 0 % for Player 2

1. Player 1: 7, a blunder: 1 or 2 would have kept the win
   For example 1, and Player 1 wins.
2. Player 2: 5, a missed win, and a blunder: 1 or 2 would have won
   For example 1, and Player 2 wins.
3. Player 1: 3, a missed win, and a blunder: 1 or 2 would have won
   For example 1, and Player 1 wins.
4. Player 2: 1, and every other move would have won too

1 can't be split into two different parts.
Player 1 has no move. Player 2 wins!
"""
    )


def test_a_drawn_start_and_a_game_that_is_not_over(duelhost: Duelhost) -> None:
    run = duelhost("analyse", "1/divisor/size=30,board=drawn,gone=5.10,opening=7.14/2-6")
    assert (run.code, run.err) == (0, "")
    title, struck, opens, turned, changed, _, stands, _, *moves = run.out.splitlines()
    assert title == "Divisor Duel (1–30, drawn start)"
    assert struck == "Struck out: 5, 10."
    assert opens == "The board opens with 7, 14."
    assert turned.startswith("Move 2 (6) gave the win away: ")
    assert changed == "The win changed hands once."
    assert stands == "This game isn't over. Player 1 stands to win."
    assert [line[:12] for line in moves[:2]] == ["1. Player 1:", "2. Player 2:"]


def test_moves_that_are_more_than_a_number(duelhost: Duelhost) -> None:
    run = duelhost("analyse", "1/sequence/size=5,rows=either/1-*2-3-5-*4")
    assert (run.code, run.err) == (0, "")
    assert "\n2. Player 2: *2, " in run.out


@pytest.mark.parametrize("text", ["", "x", "1/chess//e4", "1/divisor/size=20", "1/split//6"])
def test_a_bad_record_is_refused(duelhost: Duelhost, text: str) -> None:
    run = duelhost("analyse", text)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("duelhost: ")
    assert run.err.count("\n") == 1


def test_the_refusals_of_a_record(duelhost: Duelhost) -> None:
    run = duelhost("analyse", "6 3 9")
    assert run.err == f"duelhost: {sentence(UnreadableRecord('6 3 9'))}\n"
    run = duelhost("analyse", "1/divisor/size=20/6-7")
    assert run.err.startswith("duelhost: Move 2 isn't allowed. 7 doesn't divide 6 ")


def test_a_game_that_is_too_large(duelhost: Duelhost, monkeypatch: pytest.MonkeyPatch) -> None:
    class Large(Countdown):
        key = "large"
        exact = False

    monkeypatch.setitem(games.GAMES, "large", Large)
    run = duelhost("analyse", Record.start(Large(30)).text)
    assert (run.code, run.out) == (2, "")
    assert run.err == f"duelhost: {sentence(TooLarge('large', 200_000))}\n"


def test_a_long_record(duelhost: Duelhost) -> None:
    record = Record.parse("1/split/size=100,keep=both/")
    while record.outcome is None:
        record = record.play(record.legal[-1])
    run = duelhost("analyse", record.text)
    assert (run.code, run.err) == (0, "")
    assert record.ply > 90
    assert f"\n{record.ply}. Player " in run.out
