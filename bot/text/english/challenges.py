"""A challenge and its buttons."""

from collections.abc import Mapping
from typing import ClassVar


class Challenges:
    CHALLENGE = (
        "⚔️ {opponent}, {challenger} challenges you to **{title}** · {terms} · {clock} per move\n"
        "{explained}\n"
        "{unrated}-# {seats} · expires {ends} · #{number}"
    )
    UNRATED = "not rated"
    RATED = "rated"
    # Players who chose "not rated" themselves get no reason.
    UNRATED_BECAUSE: ClassVar[Mapping[str, str]] = {
        "fate": "at this size the winner is decided before the first move",
        "too-large": "this setup is too large to know whether it is fair",
        "seats": "one of you chose who starts; leave that open, or play two games",
        "no-choice": "by these rules the winner is decided almost from the start",
        "seat": "by these rules, who starts matters more than who plays better",
        "unmeasured": "nobody has measured yet how fair these options are",
        "bot": "I play for practice",
        "often": "you two have reached this server's daily limit of rated duels",
        "blocked": "a moderator has blocked one of the players",
        "earlier": "it started before there were ratings",
    }
    NOT_RATED = "Not rated: {because}."
    TWO_LEGS = "two games"
    STARTER_DRAWN = "A coin flip decides who starts"
    STARTER_CHOSEN = "{first} starts"
    STARTER_CHOSEN_SWAPPING = "{first} starts the first game, the other the second"
    ACCEPT, DECLINE, RULES_BUTTON, RESIGN = "Accept", "Decline", "Rules", "Resign"
    RANKED_BUTTON = "Play {variant}"
    REMATCH, LEADERBOARD = "Rematch", "Leaderboard"
    REPLAY_BUTTON = "Replay"
    CLOCKS: ClassVar[Mapping[str, str]] = {
        "10m": "10 minutes",
        "1h": "1 hour",
        "1d": "1 day",
        "3d": "3 days",
        "7d": "7 days",
    }
    LEGS_CHOICES: ClassVar[Mapping[int, str]] = {
        1: "one game",
        2: "two games, swapping who starts",
    }
    FIRST: ClassVar[Mapping[str, str]] = {"me": "me", "them": "them", "random": "random"}
