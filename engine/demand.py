"""Codes of the demands that several games share."""

from enum import StrEnum


class Demand(StrEnum):
    """A demand of a board on the player to move. A game may use codes of its own too, whose
    sentences stand in its `TEXT`."""

    ANY = "any"
    EVEN = "even"
    ODD = "odd"
    # And at least twice or at most half the last number.
    EVEN_DOUBLE = "even-double"
    ODD_DOUBLE = "odd-double"
    # A divisor or a multiple of the last number.
    RELATED = "related"
    # The last number plus or minus one of its divisors.
    STEP = "step"
    SPLIT = "split"
    # Any number of those on the table.
    SPLIT_ONE = "split-one"
    # A number and the row to put it in.
    PUT = "put"
    CHOOSE = "choose"
