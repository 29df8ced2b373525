"""Discord's API description as Schemathesis gets it: only what the sandbox has, and without what
would take all of its time."""

from copy import deepcopy
from itertools import count
from typing import Any

from deploy.sandbox.endpoints import ENDPOINTS
from tests.bot.simcord.protocol import description
from tests.deploy.openapi_check import nameless
from tests.json_tree import objects

METHODS = ("get", "post", "put", "patch", "delete")
# For a token or an emoji in a path. The description's own limits are longer than any server takes.
LONGEST = 200
# Thirty languages at each level of a command; and what the sandbox says that it doesn't do.
LEFT_OUT = ("name_localizations", "description_localizations", "poll", "sticker_ids")


def described_for_fuzzing() -> Any:
    told = deepcopy(description().doc)
    ours = {(each.method.lower(), nameless(each.path)) for each in ENDPOINTS}
    turn = count()
    for path, item in list(told["paths"].items()):
        for method in item.keys() & set(METHODS):
            if (method, nameless(path)) not in ours:
                del item[method]
        if not item.keys() & set(METHODS):
            del told["paths"][path]
            continue
        for parameter in item.get("parameters", []):
            if parameter["schema"].get("maxLength", 0) > LONGEST:
                parameter["schema"]["maxLength"] = LONGEST
        for operation in (item[each] for each in METHODS if each in item):
            several = len(operation.get("requestBody", {}).get("content", ())) > 1
            _simplify(operation, next(turn) if several else 0)
    for name, schema in told["components"]["schemas"].items():
        if "Response" not in name:
            _narrow(schema)
    # Discord's codes of mistakes in forms are texts, and no numbers as the description says.
    told["components"]["schemas"]["ErrorDetails"] = {}
    return told


def _simplify(operation: Any, turn: int) -> None:
    """Leaves one of the kinds of body that an operation takes. Other operations have the others."""
    # The header goes with every request.
    operation.pop("security", None)
    if body := operation.get("requestBody"):
        kinds = sorted(body["content"])
        kept = kinds[turn % len(kinds)]
        body["content"] = {kept: body["content"][kept]}
        _narrow(body)


def _narrow(schema: Any) -> None:
    """Leaves less open than the description does, where most of that is refused."""
    for properties in filter(None, (each.get("properties") for _, each in objects(schema))):
        _narrow_properties(properties)


def _narrow_properties(properties: Any) -> None:
    for key in LEFT_OUT:
        properties.pop(key, None)
    if "timestamp" in properties:
        properties["timestamp"] = {"type": "string", "enum": ["2026-01-01T00:00:00Z"]}
    if properties.get("description", {}).get("maxLength") == 100:
        properties["description"]["minLength"] = 1
