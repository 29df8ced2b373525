"""The `duelhost` command as a whole."""

import os
import shlex
import subprocess
import sys
from importlib.metadata import entry_points, version
from pathlib import Path

import pytest

from bot.cli import bench
from bot.program import main
from bot.text import terminal
from engine.games import GAMES
from tests.program import Duelhost


def test_the_console_script_is_the_same_program_as_the_module(duelhost: Duelhost) -> None:
    (script,) = entry_points(group="console_scripts", name="duelhost")
    assert script.load() is main
    module = subprocess.run(
        [sys.executable, "-m", "bot", "--version"], capture_output=True, text=True, check=True
    )
    assert module.stdout == duelhost("--version").out == f"duelhost {version('duelhost')}\n"


def test_help_names_every_subcommand(duelhost: Duelhost) -> None:
    for run in (duelhost("--help"), duelhost("-h"), duelhost()):
        for name in ("play", "rules", "solve", "bench"):
            assert name in run.out


@pytest.mark.parametrize("key", GAMES)
def test_rules(duelhost: Duelhost, key: str) -> None:
    run = duelhost("rules", key)
    assert (run.code, run.err) == (0, "")
    lines = run.out.splitlines()
    assert lines[0] == GAMES[key].title
    headings = ["Objective", "A turn", "Valid moves", "The end", "Example"]
    assert [line for line in lines if line in headings] == headings
    assert all(len(line) <= 80 and line == line.rstrip() for line in lines)


@pytest.mark.parametrize("key", GAMES)
def test_rules_list_what_can_be_chosen(duelhost: Duelhost, key: str) -> None:
    lines = duelhost("rules", key).out.splitlines()
    begin, middle = lines.index(terminal.VARIANTS), lines.index(terminal.OPTIONS)
    variants = [each.partition(":")[0] for each in lines[begin + 1 : middle] if each.strip(" ")]
    assert [each for each in variants if not each.startswith(" ")] == [
        each.name for each in GAMES[key].presets
    ]
    options = [each.partition("=")[0] for each in lines[middle + 1 :]]
    assert [each for each in options if not each.startswith(" ")] == [
        each.key for each in GAMES[key].options()
    ]


def test_rules_of_a_variant(duelhost: Duelhost) -> None:
    """No start has to be drawn for them."""
    out = duelhost("rules", "split", "--variant", "ranked").out
    assert "Three numbers lie on the table" in out
    assert terminal.DRAWING not in out
    assert "The first number is even." in duelhost("rules", "divisor", "--variant", "juniper").out


@pytest.mark.parametrize("command", ["play", "rules", "solve"])
def test_help_stays_readable(duelhost: Duelhost, command: str) -> None:
    """However many games and options there are."""
    run = duelhost(command, "--help")
    assert len(run.out.splitlines()) < 40
    for option in ("--option", "--variant", "--size"):
        assert option in run.out


def test_rules_at_a_size(duelhost: Duelhost) -> None:
    assert "The numbers 1 to 33 lie open." in duelhost("rules", "divisor", "--size", "33").out


def test_unknown_subcommands_are_usage_errors(duelhost: Duelhost) -> None:
    run = duelhost("dance")
    assert (run.code, run.out) == (2, "")
    assert "dance" in run.err


def test_a_benchmark_runs_as_a_program(
    duelhost: Duelhost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "tests" / "bench"
    folder.mkdir(parents=True)
    (folder / "tiny.py").write_text("print('measured as', __name__)\n")
    (folder / "test_tiny.py").touch()
    monkeypatch.setattr(bench, "CHECKOUT", tmp_path)
    run = duelhost("bench", "tiny")
    assert (run.code, run.out) == (0, "measured as __main__\n")


def test_only_the_storage_is_measured_on_another_engine(
    duelhost: Duelhost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "tests" / "bench"
    folder.mkdir(parents=True)
    for name in ("storage", "bot"):
        (folder / f"test_{name}.py").touch()
    (folder / "storage_on_postgres.py").write_text("print('measured')\n")
    monkeypatch.setattr(bench, "CHECKOUT", tmp_path)
    run = duelhost("bench", "storage", "--engine", "postgres")
    assert (run.code, run.out) == (0, "measured\n")
    run = duelhost("bench", "bot", "--engine", "postgres")
    assert (run.code, run.out) == (2, "")
    assert "only the storage" in run.err


def test_benchmarks_are_named_when_one_is_unknown(duelhost: Duelhost) -> None:
    run = duelhost("bench", "moon")
    assert (run.code, run.out) == (2, "")
    assert "Benchmarks: bot, engine, servers, storage." in " ".join(run.err.split())


def test_without_a_checkout_there_are_no_benchmarks(
    duelhost: Duelhost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "CHECKOUT", tmp_path)
    assert "they come with the source" in duelhost("bench", "engine").err


def buffered() -> dict[str, str]:
    """Python's buffers as people have them, not as a machine that runs tests may set them."""
    return {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}


def program(redirected: str, *args: str) -> subprocess.CompletedProcess[str]:
    """The program as a shell starts it with its files redirected."""
    command = shlex.join([sys.executable, "-m", "bot", *args])
    return subprocess.run(
        f"{command} {redirected}",
        shell=True,
        capture_output=True,
        env=buffered(),
        text=True,
        check=False,
    )


@pytest.mark.parametrize("args", [["play", "divisor"], ["solve", "--batch"]])
def test_a_closed_input_is_one_that_has_ended(args: list[str]) -> None:
    run = program("<&-", *args)
    assert (run.returncode, run.stderr) == (0, "")


def test_an_input_that_cannot_be_read() -> None:
    run = program("0>/dev/null", "play", "divisor")
    assert (run.returncode, run.stderr) == (1, "duelhost: Bad file descriptor\n")


# Each is tried in some of the ways, as they share what is done about it, and each is a process.
COMMANDS = [
    ["rules", "split"],
    ["solve", "divisor"],
    ["solve", "--batch"],
    ["play", "divisor"],
    ["--version"],
    ["--help"],
]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, which Linux has")
@pytest.mark.parametrize("args", COMMANDS[::2])
def test_an_output_that_is_full(args: list[str]) -> None:
    run = program("</etc/hosts >/dev/full", *args)
    assert (run.returncode, run.stderr) == (1, "duelhost: No space left on device\n")


@pytest.mark.parametrize("args", COMMANDS[1::2])
def test_an_output_that_is_closed(args: list[str]) -> None:
    run = program("</etc/hosts >&-", *args)
    assert (run.returncode, run.stderr) == (1, "duelhost: Bad file descriptor\n")


def test_an_output_that_was_never_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same, seen from inside: Python has no `sys.stdout` then."""
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(SystemExit, match="1"):
        main(["solve", "divisor"])
    assert capsys.readouterr().err == "duelhost: Bad file descriptor\n"


@pytest.mark.parametrize("args", COMMANDS[1:4])
def test_a_reader_that_has_gone(args: list[str]) -> None:
    """A command whose reader has closed the pipe, as `| head -1` does, prints no error."""
    ours, theirs = os.pipe()
    os.close(ours)
    run = subprocess.run(
        [sys.executable, "-m", "bot", *args],
        input='{"game": "divisor"}\n',
        stdout=theirs,
        stderr=subprocess.PIPE,
        env=buffered(),
        text=True,
        check=False,
    )
    os.close(theirs)
    assert (run.returncode, run.stderr) == (1, "")


def test_a_terminal_without_a_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "0")
    assert "Divisor Duel" in program("", "rules", "divisor").stdout


def test_rules_do_not_depend_on_what_would_be_drawn(duelhost: Duelhost) -> None:
    assert len({duelhost("rules", "split").out for _ in range(20)}) == 1
