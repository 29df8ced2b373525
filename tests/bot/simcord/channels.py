"""Channels as Discord has them, where SimCord differs: private messages don't count as a channel's
last one, and a thread that is started from a message is the only one of it."""

from typing import Any

from simcord.backend import Backend, errors
from simcord.backend.models import Channel, Message
from simcord.enums import ChannelType

HAS_THREAD = 1 << 5


def like_discord(backend: Backend) -> None:
    """Has SimCord keep channels as Discord does."""
    commit, create = backend.commit_message, backend.create_thread

    def committed(message: Message, *, broadcast: bool = True) -> Message:
        channel = backend.get_channel(message.channel_id)
        last = channel.last_message_id
        made = commit(message, broadcast=broadcast)
        if message.is_ephemeral:
            channel.last_message_id = last
        return made

    def created(parent_id: int, *who: Any, message_id: int | None = None, **more: Any) -> Channel:
        if message_id is None:
            return create(parent_id, *who, **more)
        if backend.get_channel(parent_id).type != ChannelType.TEXT:
            raise errors.cannot_execute_on_channel_type()
        if message_id in backend.channels:
            says = "A thread has already been created for this message"
            raise errors.BackendError(400, 160004, says)
        # SimCord would also post a message in the channel that says so. Discord posts none.
        thread = create(parent_id, *who, message_id=message_id, **more | {"broadcast": False})
        backend.get_message(parent_id, message_id).flags |= HAS_THREAD
        backend.announce_thread_create(thread)
        return thread

    backend.commit_message = committed  # type: ignore[method-assign]
    backend.create_thread = created  # type: ignore[method-assign]
