"""`duelhost play`: through a pipe, line by line, and at a real terminal."""

import os
import re
import select
import signal
import subprocess
import sys
from typing import Self

import pytest

from bot.text import terminal
from tests.program import Duelhost


def test_a_split_from_start_to_end(duelhost: Duelhost) -> None:
    run = duelhost("play", "split", "--size", "16", typed="6\n3\n5\n4\n1\n")
    assert run.code == 0
    assert run.err == ""
    assert (
        run.out
        == """\
Number Split Duel
Split the number into two unequal parts and choose the one your opponent must split.
Type a number, or "rules", "resign" or "quit".

Player 1's turn
Possible splits of 16: 15 + 1, 14 + 2, 13 + 3, 12 + 4, 11 + 5, 10 + 6, 9 + 7
Split 16 and name the part you leave: 1-7, 9-15.
Player 1 splits 16 into 10 + 6 and leaves 6.

Player 2's turn
Possible splits of 6: 5 + 1, 4 + 2
Split 6 and name the part you leave: 1-2, 4-5.
The parts must differ, and 6 = 3 + 3. You can leave 1-2, 4-5.
Player 2 splits 6 into 5 + 1 and leaves 5.

Player 1's turn
Possible splits of 5: 4 + 1, 3 + 2
Split 5 and name the part you leave: 1-4.
Player 1 splits 5 into 4 + 1 and leaves 4.

Player 2's turn
Possible splits of 4: 3 + 1
Split 4 and name the part you leave: 1, 3.
Player 2 splits 4 into 3 + 1 and leaves 1.

Possible splits of 1: none
1 can't be split into two different parts.
Player 1 has no move. Player 2 wins!
Moves: 6 5 4 1
"""
    )


def test_parity_says_what_must_be_taken(duelhost: Duelhost) -> None:
    run = duelhost("play", "parity", "--size", "4", typed="2\n4\n1\n4\n3\n")
    assert (
        run.out.split("\n", 3)[3]
        == """\

Player 1's turn
Last number: none
Numbers left: 1-4
Take any number that is left.
Player 1 takes 2.

Player 2's turn
Last number: 2 (even)
Numbers left: 1, 3-4
You must take an odd number: 1 or 3.
4 is even and so was the last number, 2. Take an odd number: 1 or 3.
Player 2 takes 1.

Player 1's turn
Last number: 1 (odd)
Numbers left: 3-4
You must take an even number: 4.
Player 1 takes 4.

Player 2's turn
Last number: 4 (even)
Numbers left: 3
You must take an odd number: 3.
Player 2 takes 3.

Last number: 3 (odd)
Numbers left: none
No even number is left.
Player 1 has no move. Player 2 wins!
Moves: 2 1 4 3
"""
    )


def test_sequences_and_their_pairs(duelhost: Duelhost) -> None:
    run = duelhost("play", "sequence", typed="\n".join("652371489"))
    assert run.out.endswith("""\
Player 1's turn
Player 1's sequence: 6 2 7 4
Player 1's pairs: 6 + 2 = 8 (even), 2 + 7 = 9 (odd), 7 + 4 = 11 (odd)
Player 2's sequence: 5 3 1 8
Player 2's pairs: 5 + 3 = 8 (even), 3 + 1 = 4 (even), 1 + 8 = 9 (odd)
Numbers left: 9
Take any number that is left.
Player 1 takes 9.

Player 1's sequence: 6 2 7 4 9
Player 1's pairs: 6 + 2 = 8 (even), 2 + 7 = 9 (odd), 7 + 4 = 11 (odd), 4 + 9 = 13 (odd)
Player 2's sequence: 5 3 1 8
Player 2's pairs: 5 + 3 = 8 (even), 3 + 1 = 4 (even), 1 + 8 = 9 (odd)
Numbers left: none
Player 2 wins with more even pairs, 2 to 1!
Moves: 6 5 2 3 7 1 4 8 9
""")


@pytest.mark.parametrize(
    ("moves", "ending"),
    [
        ("123456789", "Player 1 completes a sequence with all sums even and wins!"),
        (
            "214365879",
            "Both have 3 even pairs; Player 1 completed a sequence first. Player 1 wins!",
        ),
    ],
)
def test_other_endings_of_sequence(duelhost: Duelhost, moves: str, ending: str) -> None:
    assert ending in duelhost("play", "sequence", typed="\n".join(moves)).out


def test_other_sums_than_even_ones(duelhost: Duelhost) -> None:
    options = ("--option", "sums=3", "--option", "ties=second")
    run = duelhost("play", "sequence", *options, typed="\n".join("351986247"))
    assert run.out.endswith("""\
Player 1 takes 7.

Player 1's sequence: 3 1 8 2 7
Player 1's pairs: 3 + 1 = 4 (doesn't count), 1 + 8 = 9 (counts), 8 + 2 = 10 (doesn't count), \
2 + 7 = 9 (counts)
Player 2's sequence: 5 9 6 4
Player 2's pairs: 5 + 9 = 14 (doesn't count), 9 + 6 = 15 (counts), 6 + 4 = 10 (doesn't count)
Numbers left: none
Player 1 wins with more pairs that add up to a multiple of 3, 2 to 1!
Moves: 3 5 1 9 8 6 2 4 7
""")


def test_moves_into_either_row(duelhost: Duelhost) -> None:
    run = duelhost("play", "sequence", "--option", "rows=either", typed="3\n*5\n*5\n*9\n")
    assert "Put a number in your row or, with a star, in the other one: 1-9 or *1-9.\n" in run.out
    assert "Player 1 puts 3 into their own row.\n" in run.out
    assert "Player 2 puts 5 into the other row.\n" in run.out
    refused = "5 is already gone. You can put 1-2, 4, 6-9, *1-2, *4 or *6-9.\n"
    assert f"{refused}Player 1 puts 9 into the other row.\n" in run.out


def test_several_numbers_on_the_table(duelhost: Duelhost) -> None:
    run = duelhost("play", "split", "--option", "numbers=5.8", typed="8:4\n6\n8:7\n7:2\n")
    assert "On the table: 5 8\nSplit 5 or 8: 5:1-4, 8:1-3 or 8:5-7.\n" in run.out
    assert (
        "The parts must differ, and 8 = 4 + 4. You can choose 5:1-4, 8:1-3 or 8:5-7.\n" in run.out
    )
    assert "so say which one you split, too. You can choose 5:1-4, 8:1-3 or 8:5-7.\n" in run.out
    assert "Player 1 splits 8 into 7 + 1 and keeps 7.\n\nPlayer 2's turn\n" in run.out
    assert "Player 2 splits 7 into 5 + 2 and keeps 2.\n" in run.out
    both = duelhost("play", "split", "--size", "7", "--option", "keep=both", typed="5\n5:4\n")
    assert "On the table: 7\nSplit 7: 4-6.\nPlayer 1 splits 7 into 5 + 2.\n" in both.out
    assert "On the table: 2 5\nSplit 5: 5:3-4.\nPlayer 2 splits 5 into 4 + 1.\n" in both.out


def test_what_the_host_did_is_said_first(duelhost: Duelhost) -> None:
    chosen = ("--option", "gone=5.10.15", "--option", "opening=7.14")
    run = duelhost("play", "divisor", *chosen, typed="7\n2\n")
    assert "\nStruck out: 5, 10, 15.\nThe board opens with 7, 14.\n" in run.out
    assert "Last number: 14 (even)\nNumbers left: 1-4, 6, 8-9, 11-13, 16-20\n" in run.out
    assert "7 is already gone. You can take 1 or 2.\nPlayer 1 takes 2.\n" in run.out


def test_divisor_names_the_divisors_and_multiples(duelhost: Duelhost) -> None:
    run = duelhost("play", "divisor", typed="6\n3\n")
    assert run.code == 0
    assert "You must take a divisor or a multiple of 6: 1, 2, 3, 12 or 18.\n" in run.out
    assert run.out.endswith(
        "The input ended before the game did. It is still Player 1's turn; nobody has won.\n"
        "Moves: 6 3\n"
    )


def test_a_stuck_divisor(duelhost: Duelhost) -> None:
    run = duelhost("play", "divisor", typed="1\n19\n")
    assert "Nothing left divides 19 or is a multiple of it.\nPlayer 1 has no move." in run.out


def test_nothing_typed_at_all(duelhost: Duelhost) -> None:
    run = duelhost("play", "evenodd")
    assert (run.code, run.err) == (0, "")
    assert "It is still Player 1's turn" in run.out


def test_resigning_and_reading_the_rules(duelhost: Duelhost) -> None:
    run = duelhost("play", "divisor", typed="6\n Rules \nRESIGN\n")
    assert "Valid moves\n" in run.out
    assert run.out.endswith("Player 2 resigns. Player 1 wins!\nMoves: 6\n")


@pytest.mark.parametrize("word", ["quit", "exit", "q", "QUIT"])
def test_leaving(duelhost: Duelhost, word: str) -> None:
    run = duelhost("play", "divisor", typed=f"\n  \n{word}\n6\n")
    assert run.out.endswith("that is left.\nStopped. Nobody has won.\nMoves: none\n")


@pytest.mark.parametrize("word", ["help", "?"])
def test_asking_for_help(duelhost: Duelhost, word: str) -> None:
    """The board is shown again after the rules, which have pushed it away."""
    run = duelhost("play", "divisor", typed=f"6\n{word}\n")
    assert "Valid moves\n" in run.out
    assert run.out.count("You must take a divisor or a multiple of 6") == 2


def test_odd_bytes_are_refused_like_any_other_text(duelhost: Duelhost) -> None:
    run = duelhost("play", "divisor", typed=b"\xff\xfe\n\x1b[2J\n6\r\n")
    assert '"��" isn\'t a number on this board.' in run.out
    assert "\x1b" not in run.out
    assert "Player 1 takes 6." in run.out


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["chess"], 'There is no game called "chess".'),
        (["divisor", "--size", "0"], "size is a whole number from 2 to 100, not 0."),
        (["divisor", "--size", "101"], "size is a whole number from 2 to 100, not 101."),
        (["sequence", "--size", "14"], "size is a whole number from 5 to 13, not 14."),
        (["sequence", "--option", "keep=one"], 'Sequence Builder has no option "keep"; it has'),
        (["divisor", "--variant", "grundy"], 'Divisor Duel has no variant "grundy". Choose'),
        (["divisor", "--option", "gone"], 'I can\'t read "gone".'),
    ],
)
def test_what_cannot_be_set_up(duelhost: Duelhost, args: list[str], sentence: str) -> None:
    run = duelhost("play", *args)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("duelhost: ")
    assert sentence in run.err


def test_a_start_that_the_host_draws(duelhost: Duelhost) -> None:
    """It is drawn before the first board, and is another one each time."""
    starts = set()
    for _ in range(4):
        run = duelhost("play", "divisor", "--variant", "steps")
        assert (run.code, run.err) == (0, "")
        assert run.out.startswith(f"{terminal.DRAWING}\nDivisor Duel\n")
        (last,) = re.findall(r"^Last number: (\d+) ", run.out, re.MULTILINE)
        starts.add((last, *re.findall(r"^Numbers left: .*", run.out, re.MULTILINE)))
        assert 1 <= int(last) <= 30
        assert "Player 1's turn" in run.out
    assert len(starts) > 1


def test_a_start_that_is_typed(duelhost: Duelhost) -> None:
    lists = ("--option", "gone=5,10", "--option", "opening=7,14")
    for board in ((), ("--option", "board=drawn"), ("--variant", "ranked", "--size", "20")):
        run = duelhost("play", "divisor", *lists, *board, typed="2\n")
        assert terminal.DRAWING not in run.out
        assert "\nLast number: 14 (even)\n" in run.out
        assert "You must take a divisor or a multiple of 14: 1 or 2." in run.out
        assert run.out.endswith("It is still Player 2's turn; nobody has won.\nMoves: 2\n")


def test_a_game_with_several_numbers(duelhost: Duelhost) -> None:
    run = duelhost(
        "play", "split", "--option", "numbers=3,3", "--option", "keep=both", typed="3:2\n2\n"
    )
    assert run.code == 0
    assert run.out.endswith("Player 1 has no move. Player 2 wins!\nMoves: 3:2 3:2\n")


def test_a_game_with_either_row(duelhost: Duelhost) -> None:
    run = duelhost("play", "sequence", "--variant", "tangle", typed="1\n*2\n103\n")
    assert "Player 1's sequence: 1 2\n" in run.out
    assert "103 isn't between 1 and 9." in run.out
    assert run.out.endswith("Moves: 1 *2\n")


def test_long_lines_stay_whole_in_a_pipe(duelhost: Duelhost) -> None:
    run = duelhost("play", "parity", "--size", "100", typed="2\n")
    odd = ", ".join(str(number) for number in range(1, 98, 2))
    assert f"\nYou must take an odd number: {odd} or 99.\n" in run.out


class Terminal:
    """The program at a terminal of its own, read as it appears there."""

    def __init__(self, *args: str) -> None:
        self._terminal, theirs = os.openpty()
        self._program = subprocess.Popen(
            [sys.executable, "-m", "bot", *args],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "80"},
            # Handle SIGINT as under a shell, even if the process that runs the tests ignores it.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
        )
        os.close(theirs)
        self._shown = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._program.kill()
        self._program.wait()
        os.close(self._terminal)

    def until(self, text: str) -> str:
        """Return the output up to and including this text, without colours."""
        while text not in self._shown:
            assert self._more(), f"no {text!r} in what it said: {self._shown!r}"
        seen, _, self._shown = self._shown.partition(text)
        return re.sub(" +\n", "\n", seen) + text

    def rest(self) -> str:
        """Return the rest of the output, until the program ends."""
        while self._more():
            pass
        assert self._program.wait(PATIENCE) is not None
        return re.sub(" +\n", "\n", self._shown)

    def type(self, text: str) -> None:
        os.write(self._terminal, text.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C, and again if it fell between the program's looking and its waiting."""
        while not self._readable(1):
            self._program.send_signal(signal.SIGINT)

    @property
    def code(self) -> int:
        return self._program.wait(PATIENCE)

    def _readable(self, seconds: float) -> bool:
        return bool(select.select([self._terminal], [], [], seconds)[0])

    def _more(self) -> bool:
        """Wait a while for output, and return whether there was any."""
        assert self._readable(PATIENCE), f"silence after {self._shown!r}"
        try:
            data = os.read(self._terminal, 4096)
        except OSError:  # how a terminal says that nobody is at the other end
            return False
        self._shown += _COLOUR.sub("", data.decode(errors="replace")).replace("\r\n", "\n")
        return bool(data)


PATIENCE = 60
_COLOUR = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def test_a_drawn_board_at_a_terminal() -> None:
    with Terminal("play", "divisor") as terminal:
        terminal.until("Player 1> ")
        terminal.type("6\n")
        assert (
            terminal.until("Player 2> ")
            == """\
6
Player 1 takes 6.

Player 2's turn
  [1]  [2]  [3]   4    5
  (6)   7    8    9   10
  11  [12]  13   14   15
  16   17  [18]  19   20
Last number: 6 (even)
You must take a divisor or a multiple of 6: 1, 2, 3, 12 or 18.
Player 2> """
        )
        terminal.type("18\n")
        assert "  ··    7    8   [9]  10\n" in terminal.until("Player 1> ")
        terminal.type("\x04")
        assert terminal.rest().startswith("\nThe input ended before the game did.")
        assert terminal.code == 0


def test_stopping_at_a_terminal() -> None:
    with Terminal("play", "split", "--size", "9") as terminal:
        terminal.until("Player 1> ")
        terminal.interrupt()
        assert terminal.rest() == "\nStopped. Nobody has won.\n"
        assert terminal.code == 130


def test_a_large_board_has_ten_columns() -> None:
    with Terminal("play", "parity", "--size", "100") as terminal:
        shown = terminal.until("Player 1> ")
        assert "   [1]   [2]   [3]   [4]   [5]   [6]   [7]   [8]   [9]  [10]\n" in shown
        assert "  [91]  [92]  [93]  [94]  [95]  [96]  [97]  [98]  [99] [100]\n" in shown
        terminal.type("resign\n")
        assert "Player 1 resigns. Player 2 wins!" in terminal.rest()


def test_a_pipe_at_either_end_gets_plain_lines() -> None:
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "bot", "play", "divisor"]
    forced = {**os.environ, "FORCE_COLOR": "1", "TERM": "xterm-256color"}
    os.write(ours, b"6\n\x04")
    typed = subprocess.run(
        command, stdin=theirs, stdout=subprocess.PIPE, env=forced, text=True, check=True
    )
    assert "Numbers left: 1-20\n" in typed.stdout
    assert "Player 1> " not in typed.stdout
    os.close(theirs)
    os.close(ours)

    ours, theirs = os.openpty()
    subprocess.run(command, input=b"6\n", stdout=theirs, check=True)
    assert b"Player 1> " not in os.read(ours, 65536)
    os.close(theirs)
    os.close(ours)
