"""Codes for what the player to move has to do, for games that share their sentences."""

from enum import StrEnum


class Demand(StrEnum):
    """A game may use other codes too: their sentences stand in its `TEXT`."""

    ANY = "any"
    EVEN = "even"
    ODD = "odd"
    RELATED = "related"
    SPLIT = "split"
    CHOOSE = "choose"
