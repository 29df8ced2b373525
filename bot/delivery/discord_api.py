"""Discord's API, where discord.py is gone around: interactions as they come, and messages as JSON.

discord.py builds an object for each button, member and message, which costs several times what a
move does. Each use of a name that it keeps private has its reason on the line, and
`tests/bot/delivery/test_discord_py.py` notices when a new version changes one."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import aiohttp
import discord
from discord.http import HTTPClient, Route
from discord.webhook.async_ import async_context  # requests that need an interaction's token only

from bot.json_codec import Json

Files = Sequence[discord.File]

CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"
FOLLOW_UP = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"


class DiscordApi:
    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def use_http(self, http: HTTPClient) -> None:
        """Have the client send its requests by an HTTP client that it shares with others."""
        # discord.py makes one for each client, and takes none from outside.
        self._client.http = self._client._connection.http = http  # noqa: SLF001

    def take_interactions(self, take: Callable[[Json], None]) -> None:
        """Have each interaction brought as Discord sent it, in the place of `on_interaction`."""
        # discord.py has no event before it has built its objects.
        self._client._connection.parsers["INTERACTION_CREATE"] = take  # noqa: SLF001

    def interaction(self, raw: Json) -> discord.Interaction[Any]:
        """Build what discord.py would have built."""
        # Interactions are built from the state of their client, which has no public name.
        return discord.Interaction(data=raw, state=self._client._connection)  # type: ignore[arg-type]  # noqa: SLF001

    # Answers, which need an interaction's token and have limits of their own.

    async def answer(
        self, interaction: Json, body: Json, files: Files = (), *, with_message: bool = False
    ) -> Json:
        """Answer an interaction. Returns the message if that is asked for."""
        route = Route(
            "POST", CALLBACK, webhook_id=interaction["id"], webhook_token=interaction["token"]
        )
        params = {"with_response": "1"} if with_message else None
        answer = await self._by_token(route, body, files, params)
        found: Json = (answer.get("resource") or {}).get("message") or {} if answer else {}
        return found

    async def follow_up(self, interaction: Json, body: Json, files: Files = ()) -> None:
        await self._by_token(_route("POST", FOLLOW_UP, interaction), body, files, {"wait": "1"})

    async def original(self, interaction: Json) -> Json:
        """The message with which an interaction was answered, or that was pressed."""
        found: Json = await self._by_token(_route("GET", ORIGINAL, interaction))
        return found

    async def edit_original(self, interaction: Json, body: Json, files: Files = ()) -> Json:
        found: Json = await self._by_token(_route("PATCH", ORIGINAL, interaction), body, files)
        return found

    async def delete_original(self, interaction: Json) -> None:
        await self._by_token(_route("DELETE", ORIGINAL, interaction))

    async def _by_token(
        self,
        route: Route,
        body: Json | None = None,
        files: Files = (),
        params: dict[str, str] | None = None,
    ) -> Any:
        http = self._client.http
        return await async_context.get().request(
            route,
            http._HTTPClient__session,  # type: ignore[attr-defined]  # noqa: SLF001  (interactions of discord.py share it)
            payload=None if files else body,
            multipart=_form(body, files) if files else None,
            files=files,
            params=params,
            proxy=http.proxy,
            proxy_auth=http.proxy_auth,
        )

    # The bot's own requests, which discord.py keeps within Discord's limits.

    async def post(self, channel: int, body: Json, files: Files = ()) -> Json:
        """Post a message."""
        route = Route("POST", "/channels/{channel_id}/messages", channel_id=channel)
        return await self._by_bot(route, body, files)

    async def edit(self, channel: int, message: int, body: Json, files: Files = ()) -> None:
        path = "/channels/{channel_id}/messages/{message_id}"
        await self._by_bot(
            Route("PATCH", path, channel_id=channel, message_id=message), body, files
        )

    async def delete(self, channel: int, message: int) -> None:
        await self._client.http.delete_message(channel, message)

    async def begin_thread(self, channel: int, message: int, name: str, minutes: int) -> None:
        """Begin a thread from a message. It is archived after so many minutes without news."""
        path = "/channels/{channel_id}/messages/{message_id}/threads"
        route = Route("POST", path, channel_id=channel, message_id=message)
        await self._by_bot(route, {"name": name, "auto_archive_duration": minutes}, ())

    async def _by_bot(self, route: Route, body: Json, files: Files) -> Json:
        if not files:
            found: Json = await self._client.http.request(route, json=body)
            return found
        return await self._client.http.request(route, form=_form(body, files), files=files)  # type: ignore[no-any-return]


def replace_session(http: Any, make: Callable[[aiohttp.ClientSession, str], Any]) -> None:
    """Give an HTTP client of discord.py another session, made from its own and a user agent."""
    # discord.py makes its session as it logs in, and takes none from outside.
    http._HTTPClient__session = make(http._HTTPClient__session, http.user_agent)  # noqa: SLF001


def _route(method: str, path: str, interaction: Json) -> Route:
    application, token = interaction["application_id"], interaction["token"]
    return Route(method, path, webhook_id=application, webhook_token=token)


def _form(body: Json | None, files: Files) -> list[Json]:
    """The parts of a request with files, as Discord takes them."""
    parts: list[Json] = [{"name": "payload_json", "value": json.dumps(body)}]
    for nth, each in enumerate(files):
        part = {"name": f"files[{nth}]", "value": each.fp, "filename": each.filename}
        parts.append(part | {"content_type": "application/octet-stream"})
    return parts
