"""Secrets in files of their own, such as those that containers get."""

from pathlib import Path

from bot.host.misconfigured import Misconfigured
from bot.text import terminal


def held_by(file: Path, key: str) -> str:
    """Return the secret in the file that a setting names. What is wrong says nothing of it."""
    held = _read(file)
    if held is None:
        raise Misconfigured(terminal.SETTINGS["unreadable-file"].format(key=key))
    if not held:
        secret = terminal.SECRETS[key]
        raise Misconfigured(terminal.SETTINGS["empty-file"].format(key=key, secret=secret))
    return held


def _read(file: Path) -> str | None:
    """The error, which may hold the secret, ends here."""
    try:
        return file.read_text("utf-8-sig").strip()
    except (OSError, ValueError):
        return None
