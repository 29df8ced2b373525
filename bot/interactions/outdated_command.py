"""Whether a typed command fits the commands as they are now. Discord checks that too, but for a
while after an update by the commands from before it."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from discord import AppCommandOptionType, Interaction, InteractionType
from discord.app_commands import Command, Parameter

from bot.delivery.failures import FAILURES
from bot.interactions.refusals import OutdatedCommand

Given = dict[str, Any]

NESTED = (1, 2)
FORMS: Mapping[AppCommandOptionType, type[Any]] = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.integer: int,
    AppCommandOptionType.boolean: bool,
}


async def require_current(ask: Interaction[Any]) -> bool:
    """Suggest nothing while an outdated command is being typed, and refuse it after that."""
    if _is_current(ask):
        return True
    if ask.type is not InteractionType.autocomplete:
        raise OutdatedCommand
    with suppress(*FAILURES):
        await ask.response.autocomplete([])
    return False


def _is_current(ask: Interaction[Any]) -> bool:
    command = ask.command
    data: Given = dict(ask.data or {})
    resolved = {number for each in data.get("resolved", {}).values() for number in each}
    if not isinstance(command, Command):
        return command is not None and data.get("target_id") in resolved
    known = {each.display_name: each for each in command.parameters}
    given = {each["name"]: each for each in _given(data)}
    if not given.keys() <= known.keys():
        return False
    if ask.type is InteractionType.autocomplete:
        return all(_may_become(known[name], each) for name, each in given.items())
    needed = {name for name, each in known.items() if each.required}
    return needed <= given.keys() and all(
        _takes(known[name], each, resolved) for name, each in given.items()
    )


def _given(data: Given) -> list[Given]:
    options: list[Given] = data.get("options", [])
    while options and options[0]["type"] in NESTED:
        options = options[0].get("options", [])
    return options


def _takes(known: Parameter, given: Given, resolved: set[str]) -> bool:
    value = given["value"]
    if known.type.value != given["type"]:
        return False
    if known.type not in FORMS:
        return value in resolved
    if type(value) is not FORMS[known.type]:
        return False
    size: float = len(value) if isinstance(value, str) else value
    least = size if known.min_value is None else known.min_value
    most = size if known.max_value is None else known.max_value
    return least <= size <= most


def _may_become(known: Parameter, given: Given) -> bool:
    """An option that is still being typed may have any value of its type. Discord sends a name that
    it doesn't know as it was typed, where there will be an ID."""
    if given.get("focused") and not known.autocomplete:
        return False
    if known.type is AppCommandOptionType.string:
        return isinstance(given["value"], str)
    return known.type in FORMS or _is_id(given["value"])


def _is_id(value: object) -> bool:
    return isinstance(value, str) and value.isascii() and value.isdecimal()
