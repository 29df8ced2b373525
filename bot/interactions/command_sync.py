"""Registers the commands with Discord when they have changed since the last time."""

import json
from hashlib import sha256

import structlog
from discord import app_commands

from bot.delivery.payload import FAILURES
from storage.store import Store

LOG = structlog.get_logger()


async def register(tree: app_commands.CommandTree, store: Store) -> None:
    """Discord limits how often commands are registered, and they hardly ever change."""
    key = f"commands of {tree.client.application_id}"
    known = fingerprint(tree)
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


def fingerprint(tree: app_commands.CommandTree) -> str:
    payload = [command.to_dict(tree) for command in tree.get_commands()]
    return sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
