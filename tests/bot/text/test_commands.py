"""Every command, option and choice is described in the catalogue, in any language."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import discord
import pytest
from discord import Locale, app_commands
from discord.app_commands import Choice, Command, Group, TranslationContextLocation

from bot.features.registry import COMMANDS
from bot.interactions.command_texts import (
    CommandTranslator,
    choices,
    described,
    game_choices,
    options_of,
)
from bot.text import languages
from bot.text.english import English

# Discord's limits: of a description, and of all texts of a command in its longest translation.
DESCRIPTION, COMMAND = 100, 8000


class Dutch(English):
    COMMANDS: ClassVar[Mapping[str, str]] = {**English.COMMANDS, "duel start": "Daag iemand uit"}
    CLOCKS: ClassVar[Mapping[str, str]] = {**English.CLOCKS, "1d": "1 dag"}
    TITLES: ClassVar[Mapping[str, str]] = {"divisor": "Delerduel"}


@pytest.fixture
def dutch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "LANGUAGES", {**languages.LANGUAGES, "nl": Dutch})


class Collector(app_commands.Translator):
    """Notes which descriptions of the catalogue Discord is told of."""

    def __init__(self) -> None:
        self.keys: set[str] = set()

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        context: app_commands.TranslationContextTypes,
    ) -> None:
        del locale, context
        if string.extras.get("texts") == "COMMANDS":
            self.keys.add(string.extras["key"])


def commands() -> Iterator[Command[Any, ..., Any] | Group]:
    for each in COMMANDS:
        if isinstance(each, Group):
            yield each
            yield from each.walk_commands()
        elif isinstance(each, Command):
            yield each


def descriptions() -> dict[str, str]:
    """Return what the commands say now, by the keys of the catalogue."""
    found = {each.qualified_name: each.description for each in commands()}
    for each in commands():
        for option in each.parameters if isinstance(each, Command) else ():
            found[f"{each.qualified_name}.{option.display_name}"] = str(option.description)
    return found


async def payload(translator: app_commands.Translator) -> list[dict[str, Any]]:
    """Return what Discord would be told."""
    async with discord.Client(intents=discord.Intents.none()) as client:
        tree = app_commands.CommandTree(client)
        return [await each.get_translated_payload(tree, translator) for each in COMMANDS]


def length(part: Any) -> int:
    """Count as Discord does: the longest translation stands for all of them."""
    if isinstance(part, list):
        return sum(map(length, part))
    if not isinstance(part, dict):
        return 0
    found = sum(map(length, part.values()))
    for key in ("name", "description", "value"):
        texts = (str(part.get(key, "")), *(part.get(f"{key}_localizations") or {}).values())
        found += max(map(len, texts))
    return found


def test_the_catalogue_has_every_command_and_option_and_no_other() -> None:
    assert English.COMMANDS.keys() == descriptions().keys()


async def test_the_commands_say_what_the_catalogue_says() -> None:
    collector = Collector()
    await payload(collector)
    assert collector.keys == English.COMMANDS.keys()


@pytest.mark.parametrize("words", languages.LANGUAGES.values())
def test_a_description_fits_into_its_room(words: type[English]) -> None:
    assert words.COMMANDS.keys() == English.COMMANDS.keys()
    assert [each for each in words.COMMANDS.values() if not 0 < len(each) <= DESCRIPTION] == []


async def test_a_command_fits_into_its_room_in_its_longest_translation() -> None:
    for each in await payload(CommandTranslator()):
        assert length(each) <= COMMAND, each["name"]


def test_a_translation_counts_by_its_longest_text() -> None:
    option = {"name": "game", "description": "What", "description_localizations": {"nl": "Welke"}}
    assert length({"name": "duel", "options": [option]}) == len("duel" + "game" + "Welke")


@pytest.mark.usefixtures("dutch")
@pytest.mark.parametrize(
    ("text", "locale", "translated"),
    [
        (described("duel start"), Locale.dutch, "Daag iemand uit"),
        (described("duel accept"), Locale.dutch, None),
        (described("duel start"), Locale.japanese, None),
        (described("duel start"), Locale.british_english, None),
        (app_commands.locale_str("duel"), Locale.dutch, None),
    ],
)
async def test_a_description_is_translated(
    text: app_commands.locale_str, locale: Locale, translated: str | None
) -> None:
    where: app_commands.TranslationContext[Any, Any] = app_commands.TranslationContext(
        TranslationContextLocation.other, data=None
    )
    assert await CommandTranslator().translate(text, locale, where) == translated


@pytest.mark.usefixtures("dutch")
async def test_discord_is_told_of_the_translations() -> None:
    @app_commands.command(name="start", description=described("duel start"))
    @options_of("duel accept")
    @app_commands.choices(duel=choices("CLOCKS", ["1h", "1d"]))
    async def start(_ask: discord.Interaction, duel: str) -> None:
        del duel

    async with discord.Client(intents=discord.Intents.none()) as client:
        tree = app_commands.CommandTree(client)
        told = await start.get_translated_payload(tree, CommandTranslator())
    assert told["description_localizations"] == {"nl": "Daag iemand uit"}
    (option,) = told["options"]
    assert option["description"] == "Which challenge, if you have several"
    assert [each["name"] for each in option["choices"]] == ["1 hour", "1 day"]
    assert option["choices"][1]["name_localizations"] == {"nl": "1 dag"}


@pytest.mark.usefixtures("dutch")
async def test_a_game_is_translated_by_its_key() -> None:
    divisor = next(each for each in game_choices() if each.value == "divisor")
    assert divisor.name == "Divisor Duel"
    told = await divisor.get_translated_payload(CommandTranslator())
    assert told["name_localizations"] == {"nl": "Delerduel"}


def test_a_choice_keeps_its_value() -> None:
    assert choices("LEGS_CHOICES", [1, 2]) == [
        Choice(name=described_as, value=value)
        for value, described_as in English.LEGS_CHOICES.items()
    ]
