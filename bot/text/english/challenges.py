"""A challenge and its buttons."""

from collections.abc import Mapping
from typing import ClassVar


class Challenges:
    # A challenge.
    CHALLENGE = (
        "⚔️ {opponent}, {challenger} challenges you to **{title}** ({terms}).\n"
        "{pitch}\n"
        "{unrated}-# {seats} · {clock} per move · offer ends {ends} · #{number}"
    )
    UNRATED = "not rated"
    RATED = "rated"
    # Who wanted it so needs no telling.
    UNRATED_BECAUSE: ClassVar[Mapping[str, str]] = {
        "fate": "with these numbers nothing that anybody does changes who wins",
        "too-large": "this setup is too large to know whether it is fair",
        "seats": "one of you chose who begins; leave that open, or play two legs",
        "often": "you two have had as many rated duels as count in a day here",
        "blocked": "one of the players has been blocked by a moderator",
        "earlier": "it began before ratings were kept",
    }
    NOT_RATED = "Not rated: {because}."
    TWO_LEGS = "two legs"
    STARTER_DRAWN = "Seats are drawn when you accept"
    STARTER_CHOSEN = "{first} begins"
    STARTER_CHOSEN_SWAPPING = "{first} begins the first leg, the other the second"
    ACCEPT, DECLINE, RULES_BUTTON, RESIGN = "Accept", "Decline", "Rules", "Resign"
    SHOW_BOARD, REMATCH, LEADERBOARD = "Show board", "Rematch", "Leaderboard"
    REPLAY_BUTTON = "Review"
    CLOCKS: ClassVar[Mapping[str, str]] = {
        "10m": "10 minutes",
        "1h": "1 hour",
        "1d": "1 day",
        "3d": "3 days",
        "7d": "7 days",
    }
    SECONDS = "{seconds} seconds"
    LEGS_CHOICES: ClassVar[Mapping[int, str]] = {
        1: "one game",
        2: "two games, seats swapped, one result",
    }
    FIRST: ClassVar[Mapping[str, str]] = {"me": "me", "them": "them", "random": "random"}
