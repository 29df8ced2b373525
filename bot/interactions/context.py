"""What a feature's handler gets: a request, and the services that can grant it."""

from dataclasses import dataclass

from bot.interactions.request import Request
from bot.services import Services


@dataclass(frozen=True)
class Context(Request):
    services: Services
