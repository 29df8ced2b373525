"""Starts the bot: `duelhost run`."""

import sys

from bot.host import settings


def start(database: str | None = None) -> int:
    """Run the bot until a signal stops it, and return the exit code. The database may be another
    one than the settings name."""
    chosen = settings.read(database)
    if "structlog" not in sys.modules:
        # It would load rich for tracebacks in colour, 3 MB that the bot doesn't use.
        sys.modules["rich"] = None  # type: ignore[assignment]
        import structlog  # noqa: F401, PLC0415

        del sys.modules["rich"]
    from bot.host import logs  # noqa: PLC0415

    logs.set_up(chosen)
    # A mistake in the settings is told before this, which takes its time.
    from bot.host import process  # noqa: PLC0415

    return process.run(chosen)
