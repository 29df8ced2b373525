"""Registers the commands with Discord when they have changed since the last time."""

import json
from hashlib import sha256

import structlog
from discord import app_commands

from bot.delivery.failures import FAILURES
from storage.applications import commands_of
from storage.store import Store

LOG = structlog.get_logger()


async def register(tree: app_commands.CommandTree, store: Store) -> None:
    """Discord limits how often commands are registered, and they hardly ever change."""
    key = commands_of(tree.client.application_id)
    known = await fingerprint(tree)
    if await store.note(key) == known:
        return
    try:
        synced = await tree.sync()
    except FAILURES as failed:
        # The old commands still work, and the next start tries again.
        LOG.error("commands weren't registered", failed=str(failed))  # noqa: TRY400
        return
    await store.take_note(key, known)
    LOG.info("commands registered", count=len(synced))


async def fingerprint(tree: app_commands.CommandTree) -> str:
    """A digest of all commands, in every language."""
    translator = tree.translator
    payload = [
        await each.get_translated_payload(tree, translator) if translator else each.to_dict(tree)
        for each in tree.get_commands()
    ]
    return sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
