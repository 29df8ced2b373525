"""Commands as a bot registers them, and what is said of names that none may have."""

from typing import Any

from tests.deploy.form_errors import Json

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL = 1, 2, 3, 4, 5, 6, 7
ROLE, MENTIONABLE, NUMBER, ATTACHMENT = 8, 9, 10, 11
FAR = 2**53 - 1
BAD_NAME = "APPLICATION_COMMAND_INVALID_NAME Command name is invalid"
TWICE = "SET_TYPE_ALREADY_CONTAINS_VALUE The set already contains this value"


def chat(*options: Json, **facts: Any) -> list[Json]:
    return [{"name": "duel", "description": "x", "options": list(options), **facts}]


def menu(kind: int = 2, **facts: Any) -> list[Json]:
    return [{"type": kind, "name": "Challenge to a duel", **facts}]


def option(kind: int = STRING, **facts: Any) -> Json:
    return {"type": kind, "name": "x", "description": "x", **facts}


def choice(value: Any = "x", **facts: Any) -> Json:
    return {"name": "x", "value": value, **facts}


def several(count: int, kind: int = STRING, **facts: Any) -> list[Json]:
    return [option(kind, **{"name": f"x{each}", **facts}) for each in range(count)]


def inside(*options: Json) -> list[Json]:
    """Deep in a group."""
    return chat(option(GROUP, options=[option(SUBCOMMAND, options=list(options))]))
