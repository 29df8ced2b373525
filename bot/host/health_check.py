"""Asking the running bot how it is, from a program beside it."""

import json
from http.client import HTTPException
from ipaddress import IPv4Address, IPv6Address
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

from bot.host.misconfigured import Misconfigured
from bot.host.settings import Premises
from bot.text import terminal

PATIENCE = 5.0
LONGEST = 10_000


class Unwell(Exception):
    """Says what is wrong with the bot."""


def ask(premises: Premises, *, alive: bool = False) -> None:
    """Whether it is ready, or only whether it is alive."""
    if premises.status_port is None:
        raise Misconfigured(terminal.SETTINGS["status-off"])
    address = _reachable(premises.status_address)
    path, well = ("live", "alive") if alive else ("ready", "ready")
    url = f"http://{address}:{premises.status_port}/{path}"
    answered = _get(url)
    if wrong := answered.get("wrong"):
        sentences = [terminal.HEALTH.get(each, _of_database(each)) for each in wrong]
        if shards := answered.get("shards_not_connected"):
            named = ", ".join(map(str, shards))
            sentences.append(terminal.HEALTH["shards-not-connected"].format(shards=named))
        raise Unwell(" ".join(sentences))
    if answered.get(well) is not True:
        raise Unwell(terminal.HEALTH["somebody-else"].format(url=url))


def _of_database(code: str) -> str:
    return terminal.HEALTH["database"].format(code=code)


def _reachable(address: IPv4Address | IPv6Address) -> str:
    """A bot that listens everywhere listens here."""
    if address.version == 6:
        return "[::1]" if address.is_unspecified else f"[{address}]"
    return "127.0.0.1" if address.is_unspecified else str(address)


def _get(url: str) -> dict[str, Any]:
    # A proxy for the internet is none for this machine.
    opener = build_opener(ProxyHandler({}))
    try:
        try:
            with opener.open(url, timeout=PATIENCE) as answer:
                body = answer.read(LONGEST)
        except HTTPError as refused:
            with refused:
                body = refused.read(LONGEST)
        return dict(json.loads(body))
    except (HTTPException, OSError) as failed:
        why = str(getattr(failed, "reason", failed))
        raise Unwell(terminal.HEALTH["silent"].format(url=url, failed=why)) from None
    except (TypeError, ValueError):
        raise Unwell(terminal.HEALTH["somebody-else"].format(url=url)) from None
