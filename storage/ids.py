"""Discord's IDs, and the number of a duel in its server."""

from typing import NewType

GuildId = NewType("GuildId", int)
ChannelId = NewType("ChannelId", int)
RoleId = NewType("RoleId", int)
MessageId = NewType("MessageId", int)
InteractionId = NewType("InteractionId", int)
DuelId = NewType("DuelId", int)
