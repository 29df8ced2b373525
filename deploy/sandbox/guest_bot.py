"""Somebody else's bot in the sandbox: the command that starts it, and what it is told."""

import os
import re
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

from dotenv import dotenv_values

from deploy.sandbox.bot_process import Bot, CantStart
from deploy.sandbox.sandbox import Sandbox
from deploy.sandbox.tokens import a_dummy

# A token as Discord makes them: who it is for, when it was made, and a signature.
REAL_TOKEN = re.compile(r"(Bot )?[\w-]{23,30}\.[\w-]{6}\.[\w-]{27,}")


def split(command: str) -> list[str]:
    """Splits a command as a shell would, and checks that there is such a program."""
    try:
        words = shlex.split(command)
    except ValueError:
        raise CantStart(f"A quotation mark isn't closed in: {command}") from None
    if not words:
        raise CantStart("There is no command.")
    program = words[0]
    if shutil.which(program) is None:
        if Path(program).exists():
            raise CantStart(f"{program} isn't a program. To run a script, name what runs it.")
        raise CantStart(f"There is no program {program}.")
    return words


def made(command: Sequence[str], sandbox: Sandbox, log: Path) -> Bot:
    """Returns the bot, which runs in the user's current folder."""
    token, folder = a_dummy(sandbox.world.application), Path.cwd()
    given = {
        "{token}": token,
        "{api}": sandbox.api,
        "{application}": sandbox.world.application,
        "{guild}": sandbox.world.servers.first.id,
    }
    for name, value in given.items():
        command = [each.replace(name, value) for each in command]
    settings = {
        # What a bot in Python prints is in its log at once.
        "PYTHONUNBUFFERED": "1",
        **dict.fromkeys(with_real_tokens(folder), token),
        "DISCORD_TOKEN": token,
        "DISCORD_API": sandbox.api,
        # For discord.py, which doesn't ask for it.
        "DISCORD_GATEWAY": sandbox.world.gateway,
    }
    return Bot(command, settings, folder, log)


def told(sandbox: Sandbox) -> list[tuple[str, str]]:
    """Returns what the bot finds in its environment, for the terminal."""
    tokens = dict.fromkeys(("DISCORD_TOKEN", *with_real_tokens(Path.cwd())))
    return [
        ("Bot gets", f"DISCORD_API={sandbox.api}"),
        ("", f"{', '.join(tokens)}: a token that only this sandbox takes"),
    ]


def with_real_tokens(folder: Path) -> list[str]:
    """Returns the environment variables that hold a real token, also those that a bot would read
    from the folder's `.env`. The bot gets the sandbox's token in all of them."""
    try:
        written = dotenv_values(folder / ".env", interpolate=False)
    except (OSError, ValueError):
        written = {}
    known = {**written, **os.environ}
    return sorted(
        key for key, value in known.items() if REAL_TOKEN.fullmatch((value or "").strip())
    )
