"""The recipes of CONTRIBUTING's "Where do I change …", followed as far as a test can."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
from discord import app_commands

from bot.features.registry import COMMANDS
from bot.host.settings import Settings
from bot.interactions.custom_id import CustomId
from bot.interactions.handlers import BUTTONS
from bot.metrics import REGISTRY
from bot.text import terminal
from bot.text.english import English
from bot.text.languages import LANGUAGES
from engine.games import GAMES
from storage.database import Database
from storage.people import HouseRules, Preferences
from storage.store import Store
from storage.unit_store import UnitStore

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text()
ROWS = dict(re.findall(r"^\| (an? [a-z' ]+) \| (.+) \|$", GUIDE, re.MULTILINE))


def source(module: str) -> str:
    return (ROOT / Path(*module.split("."))).with_suffix(".py").read_text()


def named(row: str) -> str:
    """The text of all files that a row names."""
    paths = [ROOT / each for each in re.findall(r"`((?:bot|storage|engine)/[^`]+)`", ROWS[row])]
    files = [file for path in paths for file in ([path] if path.is_file() else path.rglob("*.*"))]
    return "\n".join(file.read_text() for file in files if file.suffix in {".py", ".sql"})


def test_there_is_a_recipe_for_each_kind_of_change() -> None:
    assert set(ROWS) >= {
        "a button",
        "a command",
        "a sentence",
        "a language",
        "a player's setting",
        "a server's setting",
        "a host's setting",
        "a metric",
        "a game",
        "a storage engine",
    }


@pytest.mark.parametrize("kind", CustomId.__subclasses__(), ids=lambda each: each.__name__)
def test_a_button_is_handled_in_the_buttons_of_a_feature(kind: type[CustomId]) -> None:
    assert kind.__module__ == "bot.interactions.custom_id"
    assert re.fullmatch(r"bot\.features\.[a-z_]+\.buttons", BUTTONS[kind].__module__)


def test_a_command_is_in_the_commands_of_a_feature() -> None:
    groups = [each for each in COMMANDS if isinstance(each, app_commands.Group)]
    inner = [each for group in groups for each in group.commands]
    for each in (*inner, *COMMANDS):
        if isinstance(each, app_commands.Group):
            continue
        assert re.fullmatch(r"bot\.features\.[a-z_]+\.commands", each.callback.__module__)


def test_a_sentence_is_in_the_folder_of_its_language() -> None:
    folder = named("a sentence")
    for name, text in vars(English).items():
        if name.isupper() and isinstance(text, str):
            assert text in folder, name


def test_a_language_is_a_class_and_a_line() -> None:
    assert all(issubclass(each, English) for each in LANGUAGES.values())
    assert all(f'"{locale}": ' in named("a language") for locale in LANGUAGES)


@pytest.mark.parametrize(
    ("row", "kind"), [("a player's setting", Preferences), ("a server's setting", HouseRules)]
)
def test_a_setting_is_in_every_file_that_its_recipe_names(row: str, kind: type[object]) -> None:
    for field in fields(kind):  # type: ignore[arg-type]
        for path in re.findall(r"`(storage/[a-z/_]+\.py)`", ROWS[row]):
            stem = field.name.removesuffix("s")
            found = re.search(rf"{stem}|{kind.__name__}", (ROOT / path).read_text())
            assert found, f"{field.name} is missing in {path}"
        assert re.search(rf"\b(server_)?{field.name.removesuffix('s')}", named(row))


def test_a_hosts_setting_has_its_sentence_and_its_row() -> None:
    hosting = (ROOT / "HOSTING.md").read_text()
    for each in fields(Settings):
        key = each.metadata["key"]
        assert f"| `{key}` |" in hosting
        assert f'"{key}"' in source("bot.host.settings"), key
        free = each.type in (Path, Path | None, Database) or key.startswith("DISCORD_")
        assert free or key in terminal.SETTINGS, key


def test_a_metric_is_declared_in_one_file_and_has_its_row() -> None:
    hosting, declared = (ROOT / "HOSTING.md").read_text(), source("bot.metrics")
    for each in REGISTRY.collect():
        if each.name.startswith("duelhost_"):
            assert f'"{each.name}"' in declared
            assert each.name in hosting


def test_a_game_is_one_file_and_a_name_in_the_list() -> None:
    shelf = source("engine.games.__init__")
    for key, game in GAMES.items():
        assert game.__module__ == f"engine.games.{key}"
        assert f'"{key}"' in shelf
        others = [*(ROOT / "bot").rglob("*.py"), *(ROOT / "storage").rglob("*.py")]
        imports = [file for file in others if f"engine.games.{key} " in file.read_text()]
        assert imports == []


def test_a_storage_engine_has_the_methods_of_the_contract_and_an_entry() -> None:
    contract = {name for role in Store.__mro__ for name in vars(role) if not name.startswith("_")}
    assert contract <= set(dir(UnitStore))
    for shelf in ("engines", "databases"):
        entries = (ROOT / "tests" / "storage" / f"{shelf}.py").read_text()
        assert all(each in entries for each in ("sqlite", "postgres"))
