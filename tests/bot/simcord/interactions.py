"""Deliver raw interactions as Discord does: anything that a client sends or makes up, once, twice
or late."""

from typing import Any

import discord
from simcord import ChannelHandle, Env, GuildHandle, InteractionResult, MemberActor
from simcord import interactions as wire
from simcord.backend import serializers
from simcord.results import ResponseMessage

from bot.client import Duelhost

Shown = discord.Message | ResponseMessage


class Interactions:
    """Between a server's members and the bot."""

    client: Duelhost
    env: Env
    guild: GuildHandle
    games: ChannelHandle
    ana: MemberActor
    bo: MemberActor
    # The last one that was sent here.
    interaction: int

    async def press(
        self,
        who: MemberActor,
        on: Shown,
        custom_id: str,
        *values: str,
        times: int = 1,
        direct: bool = False,
    ) -> InteractionResult:
        """Send a press of any custom_id, whether or not there is such a button, once or several
        times, in the server or in direct messages."""
        stored = self.env.backend.get_message(channel_of(on), on.id)
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 3 if values else 2}
        if values:
            data["values"] = list(values)
        return await self.deliver(
            who,
            3,
            stored.channel_id,
            data,
            message=self.payload(on),
            source=stored.id,
            times=times,
            guild=None if direct else -1,
        )

    def payload(self, message: Shown) -> dict[str, Any]:
        """A message as Discord sends it along with whatever is pressed on it."""
        stored = self.env.backend.get_message(channel_of(message), message.id)
        return dict(serializers.message_payload(self.env.backend, stored))

    async def deliver(
        self,
        who: MemberActor,
        kind: int,
        channel: int,
        data: dict[str, Any],
        *,
        message: dict[str, Any] | None = None,
        source: int | None = None,
        times: int = 1,
        settle: bool = True,
        guild: int | None = -1,
        **changes: Any,
    ) -> InteractionResult:
        """An interaction as it comes over the wire."""
        record, payload = wire.base_payload(
            self.env.backend,
            type=kind,
            channel_id=channel,
            guild_id=self.guild.id if guild == -1 else guild,
            user_id=who.id,
            data=data,
        )
        record.source_message_id = source
        self.interaction = record.id
        payload |= changes | ({"message": message} if message else {})
        for _ in range(times):
            self.env.backend.emit("INTERACTION_CREATE", payload)
        if settle:
            await self.env.settle()
        return InteractionResult(self.env, record)

    async def start_by_hand(
        self, options: dict[str, str], permissions: str = "9223372036854775807"
    ) -> InteractionResult:
        """Ana challenges Bo, who may do this much where she does, with options as they come."""
        who = str(self.bo.id)
        user = {"id": who, "username": "bo", "discriminator": "0", "avatar": None}
        member: dict[str, Any] = {"roles": [], "permissions": permissions, "flags": 0}
        member |= {"joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False}
        given = [{"name": name, "type": 3, "value": value} for name, value in options.items()]
        given += [{"name": "game", "type": 3, "value": "divisor"}]
        given += [{"name": "opponent", "type": 6, "value": who}]
        start = {"name": "start", "type": 1, "options": given}
        resolved = {"users": {who: user}, "members": {who: member}}
        data = {"id": "1", "name": "duel", "type": 1, "options": [start], "resolved": resolved}
        return await self.deliver(self.ana, 2, self.games.id, data)

    async def again(self, nth: int = 1) -> None:
        """Discord brings the last interaction once more, or the nth from the last."""
        payloads = {
            payload["id"]: payload
            for _, event, payload in self.env.backend.transcript
            if event == "INTERACTION_CREATE"
        }
        self.env.backend.emit("INTERACTION_CREATE", [*payloads.values()][-nth])
        await self.env.settle()

    async def event(self, name: str) -> None:
        """The gateway says so."""
        with self.env._bot_scope():  # noqa: SLF001  (what it begins is the bot's)
            self.client.dispatch(name)
        await self.env.settle()


def channel_of(message: Shown) -> int:
    return message.channel_id if isinstance(message, ResponseMessage) else message.channel.id
