"""The commands that the bot has registered: global ones, and those of one server."""

from collections import defaultdict
from collections.abc import Callable

from deploy.sandbox import api_errors
from deploy.sandbox.context import Context
from deploy.sandbox.forms.commands import MOST
from deploy.sandbox.forms.form_errors import Mistake, tree
from deploy.sandbox.objects import Json

# The server's ID, or none for global commands.
Scope = str | None
ASSIGNED = ("id", "application_id", "version", "guild_id")
LOCALIZATIONS = ("name_localizations", "description_localizations")


class CommandStore:
    def __init__(self, context: Context) -> None:
        self._context = context
        self._by_scope: defaultdict[Scope, list[Json]] = defaultdict(list)
        # Told whenever commands were registered, changed or deleted.
        self.changed: Callable[[], None] = lambda: None

    def all(self) -> list[Json]:
        return [each for commands in self._by_scope.values() for each in commands]

    def registered(self, scope: Scope = None) -> list[Json]:
        return self._by_scope.get(scope, [])

    def find(self, scope: Scope, key: str) -> Json:
        for each in self.registered(scope):
            if each["id"] == key:
                return each
        raise api_errors.unknown_command()

    def replace(self, commands: list[Json], scope: Scope = None) -> list[Json]:
        """Registers commands in the place of all before. One of the same name keeps its ID."""
        fresh, taken = list[Json](), set[str]()
        for each in commands:
            known = self._known(scope, each)
            if known and known["id"] in taken:
                known = None
            fresh.append(self._assigned(each, scope, known))
            taken.add(fresh[-1]["id"])
        self._by_scope[scope] = fresh
        return self._changed(scope)

    def add(self, command: Json, scope: Scope) -> tuple[Json, bool]:
        """Registers one command, in the place of one of the same name. Also returns whether it is
        new."""
        known = self._known(scope, command)
        others = [each for each in self._by_scope[scope] if each is not known]
        kind = command["type"]
        if sum(each["type"] == kind for each in others) >= MOST[kind]:
            raise api_errors.too_many_commands(MOST[kind])
        added = self._assigned(command, scope, known)
        self._by_scope[scope] = [*others, added]
        self._changed(scope)
        return added, known is None

    def change(self, scope: Scope, known: Json, command: Json) -> Json:
        if self._named(scope, command) not in (None, known):
            says = "Application command names must be unique"
            mistake = Mistake(("name",), "APPLICATION_COMMANDS_DUPLICATE_NAME", says)
            raise api_errors.invalid_form(tree([mistake]))
        changed = self._assigned(command, scope, known)
        commands = self._by_scope[scope]
        commands[commands.index(known)] = changed
        self._changed(scope)
        return changed

    def delete(self, scope: Scope, key: str) -> None:
        self._by_scope[scope].remove(self.find(scope, key))
        self._changed(scope)

    @property
    def noted(self) -> Json:
        """For the journal."""
        return {"commands": self.all()}

    def restore(self, commands: list[Json]) -> None:
        self._by_scope.clear()
        for each in commands:
            self._by_scope[each.get("guild_id")].append(each)

    def _named(self, scope: Scope, command: Json) -> Json | None:
        same = (command["type"], command["name"])
        found = (each for each in self._by_scope[scope] if (each["type"], each["name"]) == same)
        return next(found, None)

    def _known(self, scope: Scope, command: Json) -> Json | None:
        """Finds the command that is meant: by its ID, so that it can be renamed, or by its name."""
        meant = (each for each in self._by_scope[scope] if each["id"] == command.get("id"))
        return next(meant, None) or self._named(scope, command)

    def _assigned(self, command: Json, scope: Scope, known: Json | None) -> Json:
        assigned = {
            "id": known["id"] if known else self._context.ids.new(),
            "application_id": self._context.application,
            "version": self._context.ids.new(),
        }
        if scope:
            # Only global commands say whether they can be used in direct messages.
            command = {key: each for key, each in command.items() if key != "dm_permission"}
            command |= {"contexts": None, "guild_id": scope}
        return command | assigned

    def _changed(self, scope: Scope) -> list[Json]:
        self._context.note(self.noted)
        self.changed()
        return self._by_scope[scope]


def editable(command: Json) -> Json:
    """Returns the fields that a bot can change."""
    return {key: each for key, each in command.items() if key not in ASSIGNED}


def unlocalized(command: Json) -> Json:
    """Returns a command, or an option, without its names and descriptions in other languages."""
    shown = {key: each for key, each in command.items() if key not in LOCALIZATIONS}
    for key in ("options", "choices"):
        if key in shown:
            shown[key] = [unlocalized(each) for each in shown[key]]
    return shown
