"""`duelhost doctor`: checks the setup of a bot."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bot.cli.arguments import Database
from bot.host.misconfigured import Misconfigured
from bot.host.settings import DATABASE
from bot.system_clock import system_clock
from bot.text import terminal
from storage.engines import database_at
from storage.trouble import Trouble

if TYPE_CHECKING:
    from bot.host.doctor_checks import Finding


def doctor(
    database: Database = DATABASE,
    offline: Annotated[bool, typer.Option("--offline", help="Don't ask Discord.")] = False,
) -> None:
    """Check the setup and say how to fix it, without changing anything."""
    # Other commands don't have to wait for what only this one needs.
    from bot.host import doctor_checks, logs, settings  # noqa: PLC0415

    chosen: settings.Settings | Misconfigured
    try:
        chosen = settings.read(database)
    except Misconfigured as wrong:
        chosen = wrong
    findings = [
        *doctor_checks.programs(),
        *doctor_checks.games(),
        *doctor_checks.settings(chosen),
    ]
    with suppress(Trouble):  # an address that can't be read is a wrong setting
        findings += doctor_checks.database(database_at(database))
    if not isinstance(chosen, Misconfigured):
        now = system_clock()
        findings += doctor_checks.backups(chosen.database.location, chosen, now)
    link = ""
    if offline or isinstance(chosen, Misconfigured):
        code = "offline" if offline else "not-asked"
        findings.append(doctor_checks.found("discord", doctor_checks.Mark.OPEN, code))
    else:
        from bot.host import discord_checks  # noqa: PLC0415

        logs.set_up(chosen)
        told = asyncio.run(discord_checks.ask(chosen))
        findings += told.findings
        link = told.link
    _show(findings, link)
    raise typer.Exit(max(each.mark.code for each in findings))


def _show(findings: "Iterable[Finding]", link: str) -> None:
    console = Console(highlight=False)
    table = Table.grid(padding=(0, 1))
    for each in findings:
        sign = Text(each.mark.sign, each.mark.style)
        table.add_row(sign, Text(terminal.EXAMINED[each.what], "bold"), Text(each.text))
    console.print(table)
    if link:
        # Whole, to be clicked or copied.
        console.print(Text(f"\n{terminal.INVITATION}\n{link}"), soft_wrap=True)
