"""The commands that people can use, and the data of an interaction with one."""

from enum import IntEnum
from typing import Any

from deploy.sandbox.context import Context
from deploy.sandbox.forms.choices import FURTHEST
from deploy.sandbox.guild.guild import Kind, Person, Place, Server
from deploy.sandbox.guild.permissions import May
from deploy.sandbox.interactions.command_store import CommandStore
from deploy.sandbox.interactions.resolved_data import fitting, mentionable, resolved
from deploy.sandbox.interactions.uploads import uploaded
from deploy.sandbox.messages.post import Post
from deploy.sandbox.objects import Json
from deploy.sandbox.refused import Refused


class Option(IntEnum):
    """Discord's types of options."""

    SUBCOMMAND = 1
    GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


# By type of option: the key in "resolved" where the chosen object is.
NAMED = {Option.USER: "users", Option.CHANNEL: "channels", Option.ROLE: "roles"}
# Types of commands in menus, where they are about somebody or about a message.
ABOUT_USER, ABOUT_MESSAGE = 2, 3


class Commands:
    def __init__(self, context: Context, store: CommandStore) -> None:
        self._context = context
        self._servers = context.servers
        self._store = store

    def usable_by(self, person: Person, server: Server) -> list[Json]:
        """Returns the commands that Discord offers to this person in a server."""
        if not server.has(person):
            return []
        there = (*self._store.registered(), *self._store.registered(server.id))
        return [each for each in there if _permitted(each, person, server)]

    def find(self, key: str, person: Person, place: Place) -> Json:
        where = 1 if place.kind is Kind.DIRECT else 0
        server = self._servers.of(place)
        if where == 0 and May.USE_COMMANDS not in server.may(person, place):
            raise Refused("You may not use commands here.")
        for command in self.usable_by(person, server):
            contexts = [0] if "guild_id" in command else command.get("contexts")
            if command["id"] == key and (contexts is None or where in contexts):
                return command
        raise Refused("There is no such command here.")

    def whole(
        self, command: Json, path: list[str], typed: Json, asker: Person, here: Place
    ) -> Json:
        """Returns the interaction's data for a command that somebody has sent."""
        told, server = _named(command), self._servers.of(here)
        options = _options(command, path)
        if unknown := typed.keys() - {each["name"] for each in options}:
            raise Refused(f"There is no option {min(unknown)} here.")
        given = []
        for each in options:
            value = typed.get(each["name"])
            if value is None and each.get("required"):
                raise Refused(f"The option {each['name']} is missing.")
            if value is not None:
                given.append(_given(each, _checked(each, value)))
                if each["type"] == Option.CHANNEL:
                    fitting(server, each["name"], value, each.get("channel_types"))
        files = self._kept(given)
        told["options"] = _nested(path, given, command)
        chosen = resolved(server, asker, here, **_ids(server, given))
        if files:
            chosen = {"resolved": chosen.get("resolved", {}) | {"attachments": files}}
        return told | chosen

    def about_user(self, command: Json, target: str, asker: Person, here: Place) -> Json:
        """Returns the interaction's data for a command from a user's menu."""
        chosen = resolved(self._servers.of(here), asker, here, users=[target])
        return _named(command) | {"target_id": target} | chosen

    def about_message(self, command: Json, target: Post, here: Place) -> Json:
        """Returns the interaction's data for a command from a message's menu."""
        if target.place.id != here.id:
            raise Refused("There is no such message here.")
        if target.reader:
            raise Refused("Apps have no commands for a message that only one person sees.")
        resolved = {"messages": {target.id: target.payload}}
        return _named(command) | {"target_id": target.id, "resolved": resolved}

    def unfinished(self, command: Json, path: list[str], typed: Json, focused: str) -> Json:
        """Returns the data of an autocomplete interaction."""
        given = []
        for each in _options(command, path):
            if each["name"] == focused and each.get("autocomplete"):
                given.append(_given(each, str(typed.get(focused, ""))) | {"focused": True})
            elif isinstance(typed.get(each["name"]), str | int | float):
                given.append(_given(each, typed[each["name"]]))
        if not any(each.get("focused") for each in given):
            raise Refused(f"Nothing is suggested for {focused}.")
        return _named(command) | {"options": _nested(path, given, command)}

    def _kept(self, given: list[Json]) -> Json:
        """Keeps the files among the values, and puts their ids in their place. Returns the
        attachments by id."""
        attachments = {}
        for each in given:
            if each["type"] == Option.ATTACHMENT:
                key = self._context.ids.new()
                attachment = self._context.shelf.put(key, each["value"], None)
                attachments[key] = attachment | {"ephemeral": True}
                each["value"] = key
        return attachments


def _permitted(command: Json, person: Person, server: Server) -> bool:
    needed = command.get("default_member_permissions")
    if needed is None:
        return True
    may = server.may(person)
    # With no permission at all it is for those who administer the server.
    return May.ADMINISTRATOR in may or (int(needed) != 0 and int(needed) & ~may == 0)


def _ids(server: Server, given: list[Json]) -> dict[str, list[str]]:
    ids: dict[str, list[str]] = {"users": [], "channels": [], "roles": []}
    for each in given:
        if each["type"] in NAMED:
            ids[NAMED[each["type"]]].append(each["value"])
        elif each["type"] == Option.MENTIONABLE:
            for key, chosen in mentionable(server, [each["value"]]).items():
                ids[key] += chosen
    return ids


def _named(command: Json) -> Json:
    keys = ("id", "name", "type", "guild_id")
    return {key: command[key] for key in keys if key in command}


def _given(option: Json, value: Any) -> Json:
    return {"type": option["type"], "name": option["name"], "value": value}


def _options(command: Json, path: list[str]) -> list[Json]:
    """Returns the options of the subcommand at the end of the path."""
    options: list[Json] = command.get("options") or []
    for name in path:
        below = [each for each in options if each["type"] <= Option.GROUP and each["name"] == name]
        if not below:
            raise Refused(f"There is no {name} in this command.")
        options = below[0].get("options") or []
    if any(each["type"] <= Option.GROUP for each in options):
        raise Refused("This command isn't complete.")
    return options


def _nested(path: list[str], given: list[Json], command: Json) -> list[Json]:
    """Wraps the options in their subcommand and its group."""
    options = command.get("options") or []
    if not path:
        return given
    here = next(each for each in options if each["name"] == path[0])
    inner = _nested(path[1:], given, here)
    return [{"type": here["type"], "name": here["name"], "options": inner}]


def _checked(option: Json, value: Any) -> Any:
    """Returns the value as Discord's client would send it, or refuses it."""
    name = option["name"]
    if option["type"] == Option.BOOLEAN:
        if not isinstance(value, bool):
            raise Refused(f"{name} is either true or false.")
        return value
    if option["type"] == Option.ATTACHMENT:
        return uploaded(name, value)
    if option["type"] in (Option.INTEGER, Option.NUMBER):
        value = _number(option, value)
    elif not isinstance(value, str):
        raise Refused(f"{name} is a text.")
    elif option["type"] == Option.STRING:
        least, most = option.get("min_length") or 0, option.get("max_length") or 6000
        if not least <= len(value) <= most:
            raise Refused(f"{name} must be {least} to {most} characters long.")
    if (choices := option.get("choices")) and value not in [each["value"] for each in choices]:
        raise Refused(f"{name} has to be one of the choices.")
    return value


def _number(option: Json, value: Any) -> int | float:
    name, whole = option["name"], option["type"] == Option.INTEGER
    if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
        raise Refused(f"{name} is a {'whole ' if whole else ''}number.")
    least, most = option.get("min_value", -FURTHEST), option.get("max_value", FURTHEST)
    if value < least:
        raise Refused(f"{name} is at least {least}.")
    if value > most:
        raise Refused(f"{name} is at most {most}.")
    return value
