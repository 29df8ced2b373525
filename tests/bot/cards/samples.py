"""Cards as they come: those of the design, the fullest, and the emptiest."""

from collections.abc import Callable, Mapping
from math import sin
from typing import Any

from bot.cards import board, finished, leaderboard, rating, swings
from bot.cards.canvas import Canvas
from bot.cards.content import (
    Chain,
    Finish,
    Leaderboard,
    LeaderboardRow,
    Position,
    Ratings,
    Side,
    Step,
    Swings,
    SwingsOf,
)
from bot.cards.picture import Picture
from bot.text.english import English
from engine.games import set_up
from engine.record import Record

Value = Finish | Leaderboard | Position | Ratings | Swings


def by_turns(moves: str, first: int = 0) -> tuple[Step, ...]:
    return tuple(Step(text, (nth + first) % 2) for nth, text in enumerate(moves.split()))


def finish(
    first: tuple[str, ...] = ("Ana",),
    second: tuple[str, ...] = ("Bo",),
    moves: str = "6 12 4 20 5 15 3 9 18 2 16 8 1 11",
) -> Finish:
    return Finish(
        headline="{second} wins",
        why="{first} has no divisor or multiple of 11 left",
        title="Divisor Duel",
        details="1–20 · 14 moves",
        sides=(Side(first, "no legal move", 1503, -9), Side(second, "winner", 1507, 9, won=True)),
        chains=(Chain("", by_turns(moves), ends=True),),
        footer="rated · #31",
    )


LEGS = Finish(
    headline="A tie",
    why="{first} and {second} each won the leg that they began, which is how most of these duels "
    "end between two players who know what they are doing",
    title="Divisor Duel",
    details="1–20 · 2 legs",
    sides=(Side(("Ana",), "1 leg", 1500, 0), Side(("Bo",), "1 leg", 1500, 0)),
    chains=(
        Chain("Leg 1 · {first} began", by_turns("6 12 4 20 5 15 3 9 18 2 16 8 1 11"), ends=True),
        Chain("Leg 2 · {second} began", by_turns("11 1 13", first=1), ends=True),
    ),
    footer="rated · #32",
)
SEQUENCES = Finish(
    headline="{first} wins",
    why="3 even pairs to 1",
    title="Sequence Builder",
    details="9 moves",
    sides=(Side(("Ana",), "3 even pairs", won=True), Side(("Bo",), "1 even pair")),
    chains=(
        Chain("8 10 11 12", tuple(Step(text, 0) for text in "62839")),
        Chain("6 8 11", tuple(Step(text, 1) for text in "5174")),
    ),
    footer="not rated · #33",
)
UNPLAYED = Finish("Nobody wins", "", "Parity Duel", "", (Side(("Ana",)), Side(("Bo",))))
HUNDRED = " ".join(map(str, range(1, 101)))

_PLAYERS = (
    LeaderboardRow("1", ("Marigold",), "1734", "88–31", "wwlww"),
    LeaderboardRow("2", ("tomás",), "1689", "64–29", "wlwww"),
    LeaderboardRow("3", ("Ana",), "1512", "41–30", "wwllw"),
    LeaderboardRow("4", ("Bo",), "1498", "39–33", "lwlwl", yours=True),
    LeaderboardRow("5", ("quietfrog",), "1466", "20–17–3", "ltwtw"),
    LeaderboardRow("6", ("Zoë K.",), "1441", "18–18", "wlwlw"),
    LeaderboardRow("7", ("мишка",), "1420", "12–13", "lwllw"),
    LeaderboardRow("–", ("sigma_7",), "1388", "2–1", "wlw", provisional=True),
)
LADDER = Leaderboard(
    "Divisor Duel leaderboard", "Number Nerds", _PLAYERS, "8 of 23 rated players · 1 provisional"
)
# One has a rating.
CASUAL_LADDER = Leaderboard(
    "Number Split Duel leaderboard",
    "Number Nerds",
    (
        *_PLAYERS[2:3],
        LeaderboardRow("–", ("sigma_7",), None, "12–1", "wlwww", yours=True),
        LeaderboardRow("–", ("Zoë K.",), None, "2–1–1", "wltw"),
    ),
    "casual: unrated so far, listed by wins below the rated",
)
NO_LADDER = Leaderboard("Parity Duel leaderboard", "Number Nerds", (), "Nobody is rated yet")

WAVE = tuple(1250 + 60 * sin(nth / 7) + 25 * sin(nth * 1.7) for nth in range(90))


def ratings(*points: float) -> Ratings:
    subtitle = f"All games · {len(points)} rated duels"
    return Ratings(("Ana",), subtitle, points, round(points[-1]), deviation=61)


def position(key: str, moves: str, **options: Any) -> Position:
    """A game between Ana and Bo."""
    return of(Record.replay(set_up(key, options), moves.split()))


def of(record: Record) -> Position:
    return Position(record, (("Ana",), ("Bo",)))


def who_stood_to_win(*games: SwingsOf) -> Swings:
    return Swings("Divisor Duel (1–40) #12", (("Ana",), ("Bo",)), games)


def swings_of(changes: str, moves: int, label: str = "", first: int = 1) -> SwingsOf:
    """A game of so many moves, in which these give the win away. Ana stands to win at first."""
    mistakes, sides = [*map(int, changes.split())], [0]
    for nth in range(first, first + moves):
        sides.append(sides[-1] ^ (nth in mistakes))
    return SwingsOf(label, tuple(sides), first)


# As long as a game can be, and the win changes hands with every move.
RESTLESS = swings_of(" ".join(map(str, range(1, 352))), 351)
TWO_GAMES = who_stood_to_win(
    swings_of("3 4 7", 9, "game 1"), swings_of("12 19", 11, "game 2", first=10)
)

# Struck out, opened, and then two moves of players.
OPENED = position("divisor", "6 3", size=40, board="drawn", gone=[5, 15, 16, 40], opening=[24, 12])
SAMPLES: Mapping[str, Value] = {
    "finished": finish(),
    "finished-hundred": finish(moves=HUNDRED),
    "finished-legs": LEGS,
    "finished-sequences": SEQUENCES,
    "finished-unplayed": UNPLAYED,
    "leaderboard": LADDER,
    "leaderboard-casual": CASUAL_LADDER,
    "leaderboard-empty": NO_LADDER,
    "rating": ratings(*WAVE),
    "rating-falling": ratings(1200, 1150, 1100, 1049),
    "rating-flat": ratings(1200, 1200, 1200),
    "rating-single": ratings(1200),
    "swings": who_stood_to_win(swings_of("5 9 10 17 30 41 58", 60)),
    "swings-four": who_stood_to_win(swings_of("2", 4)),
    "swings-all-along": who_stood_to_win(swings_of("", 12)),
    "swings-two-games": TWO_GAMES,
    "swings-restless": who_stood_to_win(RESTLESS),
    "board": position("divisor", "24 12 6", size=100),
    "board-opened": OPENED,
    "board-nearly-over": position("parity", " ".join(map(str, range(1, 28))), size=30),
}
CARDS: Mapping[type[Value], tuple[Callable[..., Canvas], Callable[..., Picture]]] = {
    Finish: (finished.drawn, finished.finished_card),
    Leaderboard: (leaderboard.drawn, leaderboard.leaderboard_card),
    Ratings: (rating.drawn, rating.rating_card),
    Swings: (swings.drawn, swings.swings_card),
    Position: (board.drawn, board.board_card),
}


def drawn(value: Value) -> Canvas:
    return CARDS[type(value)][0](value, English)


def picture(value: Value) -> Picture:
    return CARDS[type(value)][1](value, English)
