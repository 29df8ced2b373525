"""Lets Schemathesis reach deeper. It draws ids and bodies from Discord's API description alone, and
would meet little but unknown channels and fields that contradict each other."""

import json
import os
import zlib
from pathlib import Path
from random import Random
from typing import Any

import requests  # type: ignore[import-untyped,unused-ignore]
import schemathesis  # type: ignore[import-not-found,unused-ignore]

# Ids that go together, for parameters in paths.
IDS: list[list[dict[str, str]]] = json.loads(Path(os.environ["FUZZ_IDS"]).read_text())
# By path: a command that is there.
COMMANDS: dict[str, str] = {}


@schemathesis.hook  # type: ignore[untyped-decorator,unused-ignore]
def before_call(_: Any, case: Any, **__: Any) -> None:
    """Puts real ids in the place of most, and leaves most fields out of some bodies. The same case
    is always changed in the same way, or it couldn't be made smaller."""
    drawn = (case.method, case.path, case.path_parameters, case.query, case.body)
    chance = Random(zlib.crc32(repr(drawn).encode("utf-8", "replace")))
    path = case.path_parameters or {}
    body = case.body if isinstance(case.body, dict) else {}
    for pool in IDS:
        real = chance.choice(pool)
        if chance.random() < 0.8:
            for named in (path, body):
                named.update({key: real[key] for key in real.keys() & named.keys()})
    if "command_id" in path and chance.random() < 0.9:
        path["command_id"] = COMMANDS.get(case.path, path["command_id"])
    if body and chance.random() < 0.5:
        kept = chance.sample(sorted(body), min(len(body), chance.choice((1, 2, 3))))
        case.body = {key: each for key, each in body.items() if key in ("type", *kept)}
        if "message" in case.path or "webhook" in case.path:
            case.body.setdefault("content", "hi")


@schemathesis.hook  # type: ignore[untyped-decorator,unused-ignore]
def after_call(_: Any, case: Any, response: Any) -> None:
    """Where there is no command any more, it makes one for the next request."""
    if "{command_id}" in case.path and response.status_code in (204, 404):
        asked = response.request
        made = requests.post(
            asked.url.rsplit("/", 1)[0],
            json={"name": "ping", "description": "x"},
            headers={"Authorization": asked.headers["Authorization"]},
            timeout=5,
        )
        if made.ok:
            COMMANDS[case.path] = made.json()["id"]
