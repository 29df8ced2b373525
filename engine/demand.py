"""Codes of the demands that several games share."""

from enum import StrEnum


class Demand(StrEnum):
    """A demand of a board on the player to move. A game may use codes of its own too, whose
    sentences stand in its `TEXT`."""

    ANY = "any"
    EVEN = "even"
    ODD = "odd"
    RELATED = "related"
    SPLIT = "split"
    CHOOSE = "choose"
