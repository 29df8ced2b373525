"""The one way in which interactions are answered: a responder for each."""

from secrets import token_hex

import structlog

from bot.delivery.failures import (
    FAILURES,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    code_of,
    is_malformed,
)
from bot.delivery.message import File, Message, Page
from bot.delivery.payload import COMPONENTS_V2, EPHEMERAL, edit_payload, payload, uploads
from bot.interactions.incoming import Incoming
from bot.json_codec import Json
from bot.text.english import Words
from engine.ids import PlayerId
from storage.ids import MessageId

LOG = structlog.get_logger()

# Discord's kinds of answer.
MESSAGE, WAIT, ACKNOWLEDGE, UPDATE = 4, 5, 6, 7


class Responder:
    """Answers one interaction. An answer that doesn't get through is logged: a private one can be
    asked for again, and a board that isn't shown is shown later."""

    def __init__(self, incoming: Incoming, words: Words) -> None:
        self.words = words
        self._incoming = incoming
        self._api, self._raw = incoming.api, incoming.raw
        # Whether Discord has an answer, or knows that one is coming.
        self._answered = False
        # Whether the answer is a message of its own, and not the one that was pressed.
        self._replied = False
        # Whether an answer was malformed.
        self._broken = False

    @property
    def is_suggesting(self) -> bool:
        """Somebody is still typing, and can be shown nothing but suggestions."""
        return self._incoming.is_suggesting

    async def board(self, message: Message, ping: PlayerId | None) -> MessageId | None:
        """Answer with a board. Returns the message, or None if there is none."""
        try:
            body = payload(message, ping)
            return _id(await self._answer(MESSAGE, body, message.files, with_message=True))
        except FAILURES as failed:
            await self._failed("an answer didn't get through", failed)
            return await self._found_anyway(failed)

    async def private(self, message: Message | Page) -> None:
        """Answer, or follow up, so that nobody else sees it."""
        if self.is_suggesting:
            return
        body = payload(message)
        body["flags"] = body.get("flags", 0) | self._private
        try:
            if not self._answered:
                await self._answer(MESSAGE, body, message.files)
            else:
                await self._api.follow_up(self._raw, body, uploads(message.files))
        except FAILURES as failed:
            await self._failed("a private answer didn't get through", failed)

    async def broken(self, code: str) -> None:
        """Tell of a fault of ours, by the code that the log has."""
        directly = self._incoming.guild is None
        text = self.words.BROKEN_DIRECTLY if directly else self.words.BROKEN
        await self.private(Message(text.format(code=code)))

    async def public(self, message: Message | Page) -> MessageId | None:
        """Answer for everybody to see, without a ping. Returns the message, if Discord names it."""
        try:
            return _id(
                await self._answer(MESSAGE, payload(message), message.files, with_message=True)
            )
        except FAILURES as failed:
            await self._failed("an answer didn't get through", failed)
            return None

    async def change(self, message: Message | Page) -> None:
        """Change the private message whose button was pressed. A press on a public message was
        forged, and no message becomes a page nor a page a message: then the answer is a new one."""
        is_page = self._pressed_has(COMPONENTS_V2)
        if not (self._pressed_private and is_page == isinstance(message, Page)):
            await self.private(message)
            return
        body = edit_payload(message)
        try:
            if self._answered:
                await self._api.edit_original(self._raw, body, uploads(message.files))
            else:
                await self._answer(UPDATE, body, message.files)
        except FAILURES as failed:
            await self._failed("a private answer didn't get through", failed)

    async def change_board(self, message: Message) -> bool:
        """Change the public message whose button was pressed. Returns whether that got through."""
        if self._answered:
            return await self.change_acknowledged(message)
        try:
            await self._answer(UPDATE, edit_payload(message), message.files)
        except FAILURES as failed:
            await self._failed("an answer didn't get through", failed)
            return False
        return True

    async def acknowledge(self) -> bool:
        """Tell Discord that a press is taken care of. Nothing is shown for it. Returns False if the
        pressed message has been deleted, and another answer is needed."""
        if self._answered:
            return True
        try:
            await self._answer(ACKNOWLEDGE)
        except FAILURES as failed:
            self._warn("Discord wasn't told that a press is taken care of", failed)
            return code_of(failed) != UNKNOWN_MESSAGE
        return True

    async def change_acknowledged(self, message: Message) -> bool:
        """Change the public message whose press was acknowledged. Returns whether that worked."""
        if self._replied:
            return False
        try:
            await self._api.edit_original(self._raw, edit_payload(message), uploads(message.files))
        except FAILURES as failed:
            self._warn("an answer didn't get through", failed)
            return False
        return True

    async def delete_acknowledged(self) -> bool:
        """Delete the public message whose press was acknowledged. Returns whether that worked."""
        if self._replied:
            return False
        try:
            await self._api.delete_original(self._raw)
        except FAILURES as failed:
            self._warn("a past board wasn't deleted", failed)
            return False
        return True

    async def wait(self, *, change: bool = False) -> None:
        """Have Discord wait longer than three seconds: for a private answer, or for a change of the
        private message that was pressed."""
        waits = not (change and self._pressed_private)
        try:
            if waits:
                await self._answer(WAIT, {"flags": self._private})
            else:
                await self._answer(ACKNOWLEDGE)
        except FAILURES as failed:
            self._warn("Discord wouldn't wait", failed)
            self._answered = await self._taken(failed) is not None

    @property
    def _private(self) -> int:
        """The flag of a message that nobody else sees. In direct messages nobody does, and there it
        stays."""
        return 0 if self._incoming.guild is None else EPHEMERAL

    @property
    def _pressed_private(self) -> bool:
        """Whether a message was pressed that nobody else sees."""
        if self._incoming.guild is None:
            return self._incoming.pressed is not None
        return self._pressed_has(EPHEMERAL)

    async def _answer(
        self,
        kind: int,
        data: Json | None = None,
        files: tuple[File, ...] = (),
        *,
        with_message: bool = False,
    ) -> Json:
        body = {"type": kind} if data is None else {"type": kind, "data": data}
        message = await self._api.answer(self._raw, body, uploads(files), with_message=with_message)
        self._answered, self._replied = True, kind == MESSAGE
        return message

    async def _found_anyway(self, failed: BaseException) -> MessageId | None:
        """Find the board that came of a request that failed: a second board is worse than a
        question."""
        answer = await self._taken(failed)
        if answer is None:
            return None
        own = answer.get("flags", 0) & EPHEMERAL or _id(answer) == self._incoming.pressed
        return None if own else _id(answer)

    async def _taken(self, failed: BaseException) -> Json | None:
        """Ask for the answer that Discord has, as a request that failed may have arrived."""
        if code_of(failed) == UNKNOWN_INTERACTION or is_malformed(failed):
            return None
        try:
            return await self._api.original(self._raw)
        except FAILURES:
            return None

    def _pressed_has(self, flag: int) -> bool:
        """Whether the pressed message has a flag."""
        message = self._incoming.message
        return message is not None and bool(message.get("flags", 0) & flag)

    async def _failed(self, event: str, failed: BaseException) -> None:
        """Log it. If our message was malformed, the player gets a plain one instead, but only one:
        Discord may refuse that as well."""
        if self._broken or not is_malformed(failed):
            self._warn(event, failed)
            return
        self._broken = True
        code = token_hex(2).upper()
        LOG.error("incident", code=code, interaction=self._incoming.id, exc_info=failed)
        await self.broken(code)

    def _warn(self, event: str, failed: BaseException) -> None:
        LOG.warning(event, failed=str(failed), interaction=self._incoming.id)


def _id(message: Json) -> MessageId | None:
    return MessageId(int(message["id"])) if message else None
