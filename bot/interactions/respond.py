"""The one way in which interactions are answered: a responder for each."""

from secrets import token_hex

import discord
import structlog

from bot.delivery.message import Message, Page
from bot.delivery.payload import FAILURES, edit_payload, payload
from bot.text.english import Words
from engine.ids import PlayerId
from storage.ids import MessageId

LOG = structlog.get_logger()

UNKNOWN_INTERACTION = 10062
ACKNOWLEDGED_BEFORE = 40060
# An old message was edited too often lately.
TOO_OLD_TO_EDIT = 30046


class Responder:
    """Answers one interaction. An answer that doesn't get through is logged: a private one can be
    asked for again, and a board that isn't shown is shown later."""

    def __init__(self, interaction: discord.Interaction, words: Words) -> None:
        self._interaction = interaction
        self._words = words
        # Whether the channel shows that a public answer is coming.
        self._public_wait = False
        # Whether an answer was malformed.
        self._broken = False

    @property
    def is_suggesting(self) -> bool:
        """Somebody is still typing, and can be shown nothing but suggestions."""
        return self._interaction.type is discord.InteractionType.autocomplete

    async def board(self, message: Message, ping: PlayerId | None) -> MessageId | None:
        """Answer with a board. Returns the message, or None if there is none."""
        try:
            sent = await self._interaction.response.send_message(**payload(message, ping))
        except FAILURES as failed:
            await self._failed("an answer didn't get through", failed)
            return await self._found_anyway(failed)
        return MessageId(sent.message_id) if sent.message_id else None

    async def private(self, message: Message | Page) -> None:
        """Answer, or follow up, so that nobody else sees it."""
        if self.is_suggesting:
            return
        interaction = self._interaction
        try:
            if not interaction.response.is_done():
                await interaction.response.send_message(**payload(message), ephemeral=True)
            elif self._public_wait:
                await self._private_after_public_wait(message)
            else:
                await interaction.followup.send(**payload(message), ephemeral=True)
        except FAILURES as failed:
            await self._failed("a private answer didn't get through", failed)

    async def public(self, message: Message | Page) -> MessageId | None:
        """Answer for everybody to see, without a ping. Returns the message, if Discord names it."""
        try:
            if self._public_wait:
                sent = await self._interaction.edit_original_response(**edit_payload(message))
                self._public_wait = False
                return MessageId(sent.id)
            answered = await self._interaction.response.send_message(**payload(message))
        except FAILURES as failed:
            await self._failed("an answer didn't get through", failed)
            return None
        return MessageId(answered.message_id) if answered.message_id else None

    async def change(self, message: Message | Page) -> None:
        """Change the private message whose button was pressed. A press on a public message was
        forged, and no message becomes a page nor a page a message: then the answer is a new one."""
        interaction = self._interaction
        if not (self._on_private() and self._on_page() == isinstance(message, Page)):
            await self.private(message)
            return
        try:
            if interaction.response.is_done():
                await interaction.edit_original_response(**edit_payload(message))
            else:
                await interaction.response.edit_message(**edit_payload(message))
        except FAILURES as failed:
            await self._failed("a private answer didn't get through", failed)

    async def change_board(self, message: Message) -> bool:
        """Change the public message whose button was pressed. Returns whether that got through."""
        try:
            await self._interaction.response.edit_message(**edit_payload(message))
        except FAILURES as failed:
            await self._failed("an answer didn't get through", failed)
            return False
        return True

    async def delete_acknowledged(self) -> bool:
        """Delete the public message whose press was acknowledged. Returns whether that worked."""
        try:
            await self._interaction.delete_original_response()
        except FAILURES as failed:
            self._warn("a past board wasn't deleted", failed)
            return False
        return True

    async def acknowledge(self) -> None:
        """Tell Discord that a press is taken care of. Nothing is shown for it."""
        try:
            await self._interaction.response.defer()
        except FAILURES as failed:
            self._warn("Discord wasn't told that a press is taken care of", failed)

    async def change_acknowledged(self, message: Message) -> bool:
        """Change the public message whose press was acknowledged. Returns whether that worked."""
        try:
            await self._interaction.edit_original_response(**edit_payload(message))
        except FAILURES as failed:
            self._warn("an answer didn't get through", failed)
            return False
        return True

    async def wait(self, *, change: bool = False, public: bool = False) -> None:
        """Have Discord wait longer than three seconds: for a private answer, for a change of the
        private message that was pressed, or for a public answer, which the channel sees coming."""
        try:
            if change and self._on_private():
                await self._interaction.response.defer()
            else:
                await self._interaction.response.defer(ephemeral=not public, thinking=True)
                self._public_wait = public
        except FAILURES as failed:
            self._warn("Discord wouldn't wait", failed)

    def pressed(self) -> MessageId | None:
        """The message whose button was pressed."""
        message = self._interaction.message
        return MessageId(message.id) if message else None

    async def _private_after_public_wait(self, message: Message | Page) -> None:
        """The first follow-up takes the place of what the channel is waiting for. So that place is
        filled before the private answer, and removed after it."""
        await self._interaction.edit_original_response(**edit_payload(Message(self._words.MORE)))
        self._public_wait = False
        await self._interaction.followup.send(**payload(message), ephemeral=True)
        await self._interaction.delete_original_response()

    async def _found_anyway(self, failed: BaseException) -> MessageId | None:
        """A request that failed may have arrived: a second board is worse than a question."""
        if isinstance(failed, discord.NotFound) and failed.code == UNKNOWN_INTERACTION:
            return None
        if _is_malformed(failed):
            return None
        try:
            answer = await self._interaction.original_response()
        except (*FAILURES, discord.ClientException):
            return None
        own = answer.flags.ephemeral or answer.id == self.pressed()
        return None if own else MessageId(answer.id)

    def _on_private(self) -> bool:
        message = self._interaction.message
        return message is not None and message.flags.ephemeral

    def _on_page(self) -> bool:
        message = self._interaction.message
        return message is not None and message.flags.components_v2

    async def _failed(self, event: str, failed: BaseException) -> None:
        """Log it. If our message was malformed, the player gets a plain one instead, but only one:
        Discord may refuse that as well."""
        if self._broken or not _is_malformed(failed):
            self._warn(event, failed)
            return
        self._broken = True
        code = token_hex(2).upper()
        LOG.error("incident", code=code, interaction=self._interaction.id, exc_info=failed)
        await self.private(Message(self._words.BROKEN.format(code=code)))

    def _warn(self, event: str, failed: BaseException) -> None:
        LOG.warning(event, failed=str(failed), interaction=self._interaction.id)


def _is_malformed(failed: BaseException) -> bool:
    """Whether Discord refuses the message itself."""
    return (
        isinstance(failed, discord.HTTPException)
        and failed.status == 400
        and failed.code not in (ACKNOWLEDGED_BEFORE, TOO_OLD_TO_EDIT)
    )
