"""The Markdown documents agree with the code, in both directions."""

import re
import shlex
from importlib.util import find_spec
from pathlib import Path
from tomllib import loads
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import typer
from discord import app_commands

from bot.cli import app
from bot.features.registry import COMMANDS
from bot.host.discord_checks import NEEDED
from bot.host.settings import DEFAULTS, Settings
from bot.metrics import REGISTRY
from engine.durations import CHALLENGE_LASTS, MINUTE, REMINDER_PART
from engine.games import GAMES
from storage.postgres.backend import LIMIT, LONG_LIMIT, Options
from tests.program import Duelhost

ROOT = Path(__file__).parents[1]
PAPERS = [*ROOT.glob("*.md"), *ROOT.glob("deploy/**/*.md")]
README = (ROOT / "README.md").read_text()
HOSTING = (ROOT / "HOSTING.md").read_text()


def section(title: str, paper: str = HOSTING) -> str:
    """A section of a paper, up to the next of its rank or of a higher one."""
    rank = re.search(rf"^(#+) {re.escape(title)}$", paper, re.MULTILINE)
    assert rank, title
    rest = paper[rank.end() :]
    end = re.search(rf"^#{{1,{len(rank[1])}}} ", rest, re.MULTILINE)
    return rest[: end.start()] if end else rest


def rows(text: str) -> dict[str, list[str]]:
    """Return the cells of all table rows, by their first column."""
    found = {}
    for line in text.splitlines():
        if line.startswith("| `"):
            first, *others = (each.strip() for each in line.strip("|").split(" | "))
            found[first] = others
    return found


def quoted(text: str) -> set[str]:
    """Return all inline code."""
    return set(re.findall(r"`([^`\n]+)`", text))


def slash_commands() -> dict[str, set[str]]:
    """Return the slash commands with their options."""
    found = {}
    for each in COMMANDS:
        inner = each.walk_commands() if isinstance(each, app_commands.Group) else [each]
        for command in inner:
            if isinstance(command, app_commands.Command):
                names = {option.display_name for option in command.parameters}
                found[f"/{command.qualified_name}"] = names
    return found


def test_every_command_in_discord() -> None:
    played, moderated = section("How to play", README), section("For moderators")
    tables = [*rows(played), *rows(moderated)]
    named = [each for first in tables for each in re.findall(r"`([^`]+)`", first)]
    assert sorted(named) == sorted(slash_commands())
    for menu in COMMANDS:
        if isinstance(menu, app_commands.ContextMenu):
            assert f"*{menu.name}*" in played
    for paper in PAPERS:
        typed = {each for each in quoted(paper.read_text()) if re.match(r"/(duel|privacy)\b", each)}
        known = {*slash_commands(), "/duel …"}
        assert {" ".join(each.split()[:2]) for each in typed} <= known, paper


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: str(paper.relative_to(ROOT)))
def test_every_option_in_discord(paper: Path) -> None:
    """`/duel profile season:1` as it is typed, and `season:` by itself, of whichever command."""
    for each in quoted(paper.read_text()):
        named, *others = re.split(r" (?=[a-z]+:)", each)
        if named.startswith("/") and others:
            assert {other.partition(":")[0] for other in others} <= slash_commands()[named], each
        elif alone := re.fullmatch(r"([a-z]+):", each):
            assert alone[1] in set.union(*slash_commands().values()), each


def programs() -> dict[str, Any]:
    return dict(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


def options(command: Any) -> set[str]:
    given = (
        each
        for parameter in command.params
        for each in (*parameter.opts, *parameter.secondary_opts)
    )
    return {each for each in given if each.startswith("--")} - {"--help", "--open"}


# Options of other programs.
FOR_OTHERS = {"--file", "--build", "--detach", "--no-dev", "--extra"}


def test_every_command_in_the_terminal() -> None:
    # One to a line: they come in any order, and none goes on in another.
    typed = set(re.findall(r"duelhost ([a-z]+)", "\n".join(quoted(HOSTING))))
    shown = {name for name, each in programs().items() if not each.hidden}
    assert typed == shown
    there = set.union(*(options(each) for each in programs().values())) | {"--version"}
    said = set(re.findall(r"--[a-z-]+", " ".join(quoted(HOSTING))))
    assert said - FOR_OTHERS == there - {"--version"}


# The defaults in words, for settings without a default value.
IN_WORDS = {
    "DISCORD_TOKEN": "required, or the next one",
    "DISCORD_TOKEN_FILE": "",
    "DUELHOST_DATABASE_FILE": "",
    "DUELHOST_BACKUP_DIR": "no backups",
    "DUELHOST_STATUS_PORT": "off",
    "DUELHOST_SHARDS": "as many as Discord recommends",
    "DUELHOST_SHARDS_EACH": "all that are free",
    "DUELHOST_DISCORD_URL": "Discord's own",
    "DUELHOST_LOG_FORMAT": "`console` at a terminal, otherwise `json`",
}


# What the sandbox tells other people's bots.
FOR_GUESTS = {"DISCORD_API", "DISCORD_GATEWAY"}


def test_what_the_program_answers(duelhost: Duelhost) -> None:
    """A command with the line that it prints, as they stand in the README."""
    shown = re.findall(r"^\$ uv run duelhost (.+)\n(\{.+\})$", README, re.MULTILINE)
    assert shown
    for typed, answer in shown:
        assert duelhost(*shlex.split(typed)).out == f"{answer}\n"


def test_every_setting() -> None:
    table = {key.strip("`"): says for key, says in rows(section("Settings")).items()}
    assert table.keys() == DEFAULTS.keys()
    for key, (_, otherwise) in table.items():
        default = DEFAULTS[key]
        told = "on" if default is True else str(default or "")
        assert otherwise == (f"`{told}`" if told else IN_WORDS[key]), key
    assert IN_WORDS.keys() <= DEFAULTS.keys()
    for paper in PAPERS:
        named = set(re.findall(r"\b(?:DUELHOST|DISCORD)_[A-Z_]+\b", paper.read_text()))
        assert named <= {*DEFAULTS, *FOR_GUESTS}, paper


def test_every_metric() -> None:
    counted = {
        f"{each.name}_total" if each.type == "counter" else each.name for each in REGISTRY.collect()
    }
    ours = {each for each in counted if each.startswith("duelhost_")}
    assert {each.strip("`") for each in rows(section("Watch it")) if "duelhost_" in each} == ours


def test_every_place_to_ask() -> None:
    paths = {each.strip("`") for each in rows(section("Watch it")) if each.startswith("`/")}
    status = (ROOT / "bot" / "host" / "status_server.py").read_text()
    assert paths == {f"/{each}" for each in re.findall(r"async def ([a-z]+)\(_request", status)}


def test_the_invitation() -> None:
    (link,) = re.findall(r"https://discord\.com/oauth2/authorize\S+", HOSTING)
    asked = parse_qs(urlsplit(link).query)
    assert asked.pop("client_id") == ["APPLICATION_ID"]
    assert asked == {"scope": ["bot applications.commands"], "permissions": [str(NEEDED.value)]}
    for name, needed in NEEDED:
        if needed:
            shown = "View Channel" if name == "read_messages" else name.replace("_", " ")
            assert shown.lower() in section("Set it up").lower()


def anchors(text: str) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^a-z0-9 -]", "", each.lower()).replace(" ", "-") for each in titles}


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: str(paper.relative_to(ROOT)))
def test_what_is_pointed_at_is_there(paper: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", paper.read_text()):
        if not target.startswith("http"):
            path, _, anchor = target.partition("#")
            other = paper.parent / path if path else paper
            assert other.exists(), target
            assert not anchor or anchor in anchors(other.read_text()), target
    for path in re.findall(r"`((?:bot|deploy|engine|storage|tests)/[^`\s*]+)`", paper.read_text()):
        assert (ROOT / path).exists(), path


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: str(paper.relative_to(ROOT)))
def test_what_is_to_be_run_is_there(paper: Path) -> None:
    for module in re.findall(r"python3? -m ([a-z_.0-9]+)", paper.read_text()):
        assert find_spec(module), module


def test_how_long_a_challenge_lasts() -> None:
    (minutes,) = re.findall(r"A challenge expires after\s+(\d+) minutes", README)
    assert int(minutes) * MINUTE == CHALLENGE_LASTS


def test_when_a_player_is_reminded() -> None:
    part = {2: "half", 3: "a third", 4: "a quarter"}[REMINDER_PART]
    assert f"when {part} of your time is left" in README


def test_every_built_in_game() -> None:
    named = rows(section("The games", README))
    ours = {key: each for key, each in GAMES.items() if each.__module__ == f"engine.games.{key}"}
    games = [each.strip("`").partition("` ") for each in named if not each.endswith("`")]
    assert [(key, title) for key, _, title in games] == [
        (key, each.title) for key, each in ours.items()
    ]
    variants = [each for each in named if each.endswith("`")]
    assert variants == [
        f"`{key}` `{preset.name}`" for key, each in ours.items() for preset in each.presets[1:]
    ]


def test_the_changelog_begins_with_this_version() -> None:
    version = loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    first = re.search(r"^## (\S+?)[,\s]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert first
    assert first[1] == version


def test_what_is_kept_is_the_same_in_the_policy() -> None:
    """The privacy policy promises the default lifetime of backups."""
    days = Settings.backup_keep * Settings.backup_hours // 24
    assert f"[{days}\ndays]" in (ROOT / "PRIVACY.md").read_text()


def test_how_many_connections_processes_make() -> None:
    """With one more process during a rollout, and ten for others."""
    each, sizing = Options().connections, section("Sizing")
    assert f"a process makes up to {each}: {Options().lanes} for changes" in sizing
    assert f"{Options().readers} for reads" in sizing
    for processes, said in ((4, 120), (32, 740)):
        assert 0 <= said - (processes + 1) * each - 10 < 10
        assert f"{said} for " in sizing
    assert f"both to {LIMIT:g} seconds, and to {LONG_LIMIT:g} for long reads" in sizing
