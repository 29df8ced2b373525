"""What a board asks of the player to move."""

from enum import StrEnum


class Demand(StrEnum):
    ANY = "any"
    EVEN = "even"
    ODD = "odd"
    RELATED = "related"
    SPLIT = "split"
    # For games that nobody has found better words for.
    CHOOSE = "choose"
