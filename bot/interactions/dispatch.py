"""Where every interaction is served: counted, logged, and told why when it isn't granted."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from secrets import token_hex
from typing import Any

import discord
import structlog
from discord import app_commands

from bot.delivery.message import Message, Page
from bot.delivery.payload import FAILURES, packed, repacked
from bot.interactions.rate_limit import Pace
from bot.interactions.refusals import Closing
from bot.metrics import ANSWER, IGNORED, REFUSALS
from bot.text.format import quoted
from bot.text.languages import language_for
from bot.text.refusals import sentence
from engine.ids import PlayerId
from engine.refusal import Refusal
from storage.ids import GuildId, MessageId

LOG = structlog.get_logger()
Asked = discord.Interaction[Any]
# What the log says came of an interaction: a refusal's code, an incident's, or this.
RESULT, DONE = "result", "done"
# Whether everybody has been shown that an answer is coming.
AWAITED = "awaited"
# How many interactions are known again.
REMEMBERED = 10_000


class Desk:
    """One place for what goes wrong: a refusal is answered with its sentence, anything else with a
    code that the log carries too."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._busy = 0
        self._idle = asyncio.Event()
        self._idle.set()
        # Discord may bring an interaction twice. What has to be done once is in the store's
        # receipts; these are for all the rest.
        self._seen: OrderedDict[int, float] = OrderedDict()
        self.closing = False

    async def serve(self, ask: Asked, handle: Callable[[Any], Awaitable[None]]) -> None:
        if ask.id in self._seen:
            LOG.info("an interaction came again", **_what(ask))
            return
        too_fast = self._pace.too_fast(*_whose(ask), typing=_is_typing(ask))
        if too_fast and not self._tells(ask):
            self._ignore(ask)
            return
        begun = time.perf_counter()
        self._note(ask.id, begun)
        self._busy += 1
        self._idle.clear()
        try:
            if too_fast:
                await self.turn_down(ask, too_fast)
            elif self.closing and not _is_typing(ask):
                await self.turn_down(ask, Closing())
            else:
                await handle(ask)
        except Exception as error:  # noqa: BLE001  (whoever asked hears of it, and so does the log)
            await self.turn_down(ask, error)
        finally:
            self._busy -= 1
            if not self._busy:
                self._idle.set()
            spent = round((time.perf_counter() - begun) * 1000, 1)
            LOG.info("interaction", **_what(ask), result=ask.extras.get(RESULT, DONE), ms=spent)

    def _tells(self, ask: Asked) -> bool:
        """Whoever is too fast is told so, unless they are that as well."""
        return not _is_typing(ask) and self._pace.tells(*_whose(ask))

    def _ignore(self, ask: Asked) -> None:
        IGNORED.inc()
        if self._pace.is_news(*_whose(ask)):
            LOG.warning("somebody asks far too much", guild=ask.guild_id, player=ask.user.id)

    def answered(self, interaction: int) -> None:
        """Discord has taken an answer, or knows that one is coming."""
        if begun := self._seen.get(interaction):
            ANSWER.observe(time.perf_counter() - begun)

    def _note(self, interaction: int, begun: float) -> None:
        self._seen[interaction] = begun
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)

    async def turn_down(self, ask: Asked, error: BaseException) -> None:
        """Say why not."""
        if isinstance(error, app_commands.CommandInvokeError):
            error = error.original
        words = language_for(str(ask.locale))
        if isinstance(error, Refusal):
            reader = PlayerId(ask.user.id)
            why = sentence(error, words, reader=reader, quote=harmless)
            ask.extras[RESULT] = error.code
            REFUSALS.labels(error.code).inc()
            await privately(ask, Message(why))
        else:
            code = ask.extras[RESULT] = token_hex(2).upper()
            LOG.error("incident", code=code, **_what(ask), exc_info=error)
            await privately(ask, Message(words.BROKEN.format(code=code)))

    async def finish(self) -> None:
        """Take no more, and wait for what is being served."""
        self.closing = True
        await self._idle.wait()


async def privately(ask: Asked, message: Message | Page) -> None:
    """Only whoever asked sees it. If it doesn't get through they can ask again."""
    if _is_typing(ask):
        return
    try:
        if not ask.response.is_done():
            await ask.response.send_message(**packed(message), ephemeral=True)
            return
        if awaited := ask.extras.get(AWAITED, False):
            # Whatever comes first takes the place of what everybody is waiting for.
            settled = Message(language_for(str(ask.locale)).MORE)
            await ask.edit_original_response(**repacked(settled))
            ask.extras[AWAITED] = False
        await ask.followup.send(**packed(message), ephemeral=True)
        if awaited:
            await ask.delete_original_response()
    except FAILURES as failed:
        LOG.warning("a private answer didn't get through", failed=str(failed), interaction=ask.id)


async def publicly(ask: Asked, message: Message | Page) -> MessageId | None:
    """Everybody sees it, and nobody is pinged. Returns the message, if Discord says which it is."""
    try:
        if ask.extras.get(AWAITED, False):
            sent = await ask.edit_original_response(**repacked(message))
            ask.extras[AWAITED] = False
            return MessageId(sent.id)
        answered = await ask.response.send_message(**packed(message))
    except FAILURES as failed:
        LOG.warning("an answer didn't get through", failed=str(failed), interaction=ask.id)
        return None
    return MessageId(answered.message_id) if answered.message_id else None


async def instead(ask: Asked, message: Message | Page) -> None:
    """Change the private message whose button was pressed. What everybody sees is nobody's to
    change: a press on it was made up. And no message becomes a page, nor a page a message. Then
    the answer is a new one."""
    if not (_on_private(ask) and _on_page(ask) == isinstance(message, Page)):
        await privately(ask, message)
        return
    try:
        if ask.response.is_done():
            await ask.edit_original_response(**repacked(message))
        else:
            await ask.response.edit_message(**repacked(message))
    except FAILURES as failed:
        LOG.warning("a private answer didn't get through", failed=str(failed), interaction=ask.id)


async def hold(ask: Asked, *, anew: bool = True, public: bool = False) -> None:
    """Discord waits for three seconds. Have it wait longer for what is answered privately: with a
    new message, or by changing the one whose button was pressed. Or, if it is public, for what is
    answered publicly; everybody sees that something is coming."""
    try:
        if _on_private(ask) and not anew:
            await ask.response.defer()
        else:
            await ask.response.defer(ephemeral=not public, thinking=True)
            ask.extras[AWAITED] = public
    except FAILURES as failed:
        LOG.warning("Discord wouldn't wait", failed=str(failed), interaction=ask.id)


def _whose(ask: Asked) -> tuple[PlayerId, GuildId | None]:
    return PlayerId(ask.user.id), None if ask.guild_id is None else GuildId(ask.guild_id)


def _is_typing(ask: Asked) -> bool:
    return ask.type is discord.InteractionType.autocomplete


def _on_private(ask: Asked) -> bool:
    return ask.message is not None and ask.message.flags.ephemeral


def _on_page(ask: Asked) -> bool:
    return ask.message is not None and ask.message.flags.components_v2


def harmless(text: str) -> str:
    """Somebody's text in a message, short, in one line and without formatting and pings."""
    return plain(quoted(text))


def plain(text: str) -> str:
    """All of somebody's text, in one line and without formatting and pings."""
    line = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    escaped = discord.utils.escape_markdown(line, ignore_links=False)
    # Of what is in brackets Discord makes channels, commands, times, emoji and links.
    return discord.utils.escape_mentions(escaped).replace("<", "\\<")


def _what(ask: Asked) -> dict[str, Any]:
    data: dict[str, Any] = dict(ask.data or {})
    return {
        "interaction": ask.id,
        "guild": ask.guild_id,
        "player": ask.user.id,
        "asked": _named(data),
    }


def _named(data: dict[str, Any]) -> str:
    """`duel move`, or what was pressed: what the log calls it, never what was typed."""
    if "custom_id" in data:
        return quoted(str(data["custom_id"]))
    names = [str(data.get("name"))]
    inner = data.get("options", [])
    while inner and inner[0].get("type") in (1, 2):
        names.append(str(inner[0]["name"]))
        inner = inner[0].get("options", [])
    return " ".join(names)
