"""Presets: options under a name, which players choose together."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

_NONE: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Preset:
    """A name for options, and how they are played, for somebody who doesn't know the game. Options
    that it doesn't name have their defaults. A duel takes about so many `minutes`."""

    name: str
    about: str
    options: Mapping[str, Any] = field(default_factory=lambda: _NONE)
    minutes: int = 3


CLASSIC = Preset("classic", "The rules as they have always been.")
