"""The texts on pictures, and their alt texts."""

from collections.abc import Mapping
from typing import ClassVar


class Cards:
    PICTURE_TITLE = "{title} #{number}"
    PICTURE_SUBTITLE = "1 to {size} · {left} left · move {move}"
    PICTURE_OPENING = "{subtitle} · opening {moves}"
    PICTURE_LEGEND = ("you can take", "last", "gone", "out of reach")
    PICTURE_STRUCK = "struck out"
    PICTURE_ALT = "Can be taken: {open}. Last: {last}. Out of reach: {rest}."
    PICTURE_STRUCK_OUT = "Struck out: {numbers}."
    PICTURE_TAKEN = "Taken by {mark} {player}: {numbers}."
    CARD_NAMELESS, CARD_PLAYER = "player", "player {nth}"
    CARD_WINS, CARD_TIE, CARD_NOBODY = "{winner} wins", "A tie", "Nobody wins"
    CARD_WINNER = "winner"
    CARD_LOST: ClassVar[Mapping[str, str]] = {
        "stuck": "no legal move",
        "resigned": "resigned",
        "timed-out": "out of time",
    }
    CARD_FOOTER = "{rated} · #{number}"
    CARD_ROW_OF, CARD_SPLIT = "{label} {name}", "{label} from {start}"
    CARD_LAST_MOVES = "{label} the last {count} of {all} moves"
    CARD_EITHER_ROW = "{label} {name}'s row"
    CARD_OPENING = "{label} after the opening {moves}"
    CARD_SIDE = "{seat}: {name}"
    CARD_RATED = "rating {rating}"
    CARD_BY_TURNS = "By turns, {name} first: {moves}"
    CARD_MOVES = "{name}: {moves}"
    CARD_ENDED = "{move} (end)"
    CARD_COLUMNS = ("rating", "W–L", "last 5")
    CARD_ROW = "{place}: {name}"
    CARD_YOURS = "{name} (marked)"
    CARD_PROVISIONAL_MARK, CARD_PROVISIONAL = "?", "rating {rating} (provisional)"
    # In place of a rating.
    CARD_CASUAL = "casual"
    CARD_FORM = "last {results}"
    CARD_RESULTS: ClassVar[Mapping[str, str]] = {"w": "W", "l": "L", "t": "T"}
    CARD_SINCE, CARD_DEVIATION, CARD_PEAK = "{change} since {first}", "±{deviation}", "peak {peak}"
    CARD_AXIS = ("start", "rated duels in order", "today")
    CARD_AXIS_THEN = ("start", "rated duels in order", "last duel")
    # Who stood to win a game, and where that changed.
    CARD_SWINGS, CARD_SWINGS_START, CARD_TURNED = "who stood to win", "start", "move {nth}"
    CARD_SWINGS_OF = "{game}: {told}"
    CARD_ALL_ALONG = "{player} stood to win all along"
    CARD_TURNED_AT = "Turning point at move {nth}, from {loser} to {winner}"
    CARD_CHANGED = (
        "{player} stood to win at first, and the win changed hands at move {moves}",
        "{player} stood to win at first, and the win changed hands at moves {moves}",
    )
    CARD_LINE = "Started at {first}, highest {peak}, lowest {least}"
