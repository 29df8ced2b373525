"""Channels as Discord has them, where SimCord differs: private messages don't count as a channel's
last one, a thread that is started from a message is the only one of it, and in an archived thread
nothing changes until somebody writes there."""

from typing import Any

from simcord.backend import Backend, errors
from simcord.backend.models import Channel, Message
from simcord.enums import ChannelType

HAS_THREAD = 1 << 5


def like_discord(backend: Backend) -> None:
    """Has SimCord keep channels as Discord does."""
    _last_messages(backend)
    _threads_of_messages(backend)
    _archived_threads(backend)


def _last_messages(backend: Backend) -> None:
    commit = backend.commit_message

    def committed(message: Message, *, broadcast: bool = True) -> Message:
        channel = backend.get_channel(message.channel_id)
        last = channel.last_message_id
        made = commit(message, broadcast=broadcast)
        if message.is_ephemeral:
            channel.last_message_id = last
        return made

    backend.commit_message = committed  # type: ignore[method-assign]


def _threads_of_messages(backend: Backend) -> None:
    create = backend.create_thread

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

    backend.create_thread = created  # type: ignore[method-assign]


def _archived_threads(backend: Backend) -> None:
    """A message opens an archived thread again, unless that is locked."""
    commit, edit, delete = backend.commit_message, backend.edit_message, backend.delete_message

    def committed(message: Message, *, broadcast: bool = True) -> Message:
        state = backend.get_channel(message.channel_id).thread_metadata
        if state and state.archived and not message.is_ephemeral:
            if state.locked:
                raise _archived()
            backend.edit_channel(message.channel_id, {}, thread_metadata={"archived": False})
        return commit(message, broadcast=broadcast)

    def edited(channel_id: int, message_id: int, fields: dict[str, Any]) -> Message:
        require_open(channel_id, message_id)
        return edit(channel_id, message_id, fields)

    def deleted(channel_id: int, message_id: int) -> None:
        require_open(channel_id, message_id)
        delete(channel_id, message_id)

    def require_open(channel: int, message: int) -> None:
        state = backend.get_channel(channel).thread_metadata
        if state and state.archived and not backend.get_message(channel, message).is_ephemeral:
            raise _archived()

    backend.commit_message = committed  # type: ignore[method-assign]
    backend.edit_message = edited  # type: ignore[method-assign]
    backend.delete_message = deleted  # type: ignore[method-assign]


def _archived() -> errors.BackendError:
    return errors.BackendError(400, 50083, "Thread is archived")
