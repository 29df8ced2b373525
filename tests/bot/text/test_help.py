"""The output of `duelhost --help` for each command."""

import re
from typing import Any

import pytest
from typer.main import get_command

from bot.cli import app
from tests.program import Duelhost

COMMANDS: dict[str, Any] = {
    name: each for name, each in vars(get_command(app))["commands"].items() if not each.hidden
}
SENTENCE = re.compile(r"[A-Z][^\n]*?\.")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_described_in_one_whole_sentence(name: str) -> None:
    first = str(COMMANDS[name].help).split("\n\n")[0]
    assert SENTENCE.fullmatch(first), first
    assert ". " not in first


def test_the_list_of_commands_breaks_no_sentence(
    duelhost: Duelhost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    shown = duelhost("--help").out
    for name, command in COMMANDS.items():
        (line,) = re.findall(rf"^│ {name} +(.*?) *│$", shown, re.MULTILINE)
        assert line == str(command.help).split("\n\n")[0]
