"""Discord's numbers, and the one that names a duel within its server."""

from typing import NewType

GuildId = NewType("GuildId", int)
ChannelId = NewType("ChannelId", int)
RoleId = NewType("RoleId", int)
MessageId = NewType("MessageId", int)
InteractionId = NewType("InteractionId", int)
DuelId = NewType("DuelId", int)
