"""Ids in paths, which are checked like the fields of a form."""

import re
from typing import Any

import pytest

from deploy.sandbox.endpoints import ENDPOINTS
from deploy.sandbox.forms.path_ids import OTHERS
from tests.deploy.sandbox_client import DUELS, Club

POSTING = f"/channels/{DUELS}/messages"

IDS: list[tuple[str, str, str, Any]] = [
    ("GET", "/channels/{}", "channel_id", None),
    ("POST", "/channels/{}/messages", "channel_id", {"content": "x"}),
    ("GET", POSTING + "/{}", "message_id", None),
    ("GET", "/guilds/{}", "guild_id", None),
    ("PUT", "/applications/{}/commands", "application_id", []),
    ("POST", "/interactions/{}/token/callback", "interaction_id", {"type": 1}),
    ("POST", "/webhooks/{}/token", "webhook_id", {"content": "x"}),
]


@pytest.mark.parametrize("wrong", ["abc", "-1", "1.0", "%20", "01", str(2**64), "@you"])
@pytest.mark.parametrize("asked", IDS)
async def test_an_id_is_a_number(club: Club, asked: tuple[str, str, str, Any], wrong: str) -> None:
    method, path, key, body = asked
    refused = await club.ask(method, path.format(wrong), body)
    told = wrong.replace("%20", " ")
    says = {"code": "NUMBER_TYPE_COERCE", "message": f'Value "{told}" is not snowflake.'}
    assert refused.complaint == (400, 50035)
    assert refused.body["errors"] == {key: {"_errors": [says]}}


async def test_every_id_in_every_path_is_checked(club: Club) -> None:
    for each in ENDPOINTS:
        keys = [key for key in re.findall(r"{(\w+)}", each.path) if key not in OTHERS]
        if not keys:
            continue
        path = each.path.format_map({"token": "t", "emoji": "x"} | dict.fromkeys(keys, "abc"))
        refused = await club.ask(each.method, path)
        assert len(refused.body.get("errors", {})) == len(keys), path
