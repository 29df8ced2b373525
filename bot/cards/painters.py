"""All cards, without what draws them: Pillow and the font take 10 MB, and are loaded for the first
card. That happens where cards are drawn, beside the event loop."""

# ruff: noqa: PLC0415

from bot.cards.content import Finish, Leaderboard, Position, Ratings, Swings
from bot.cards.picture import Picture
from bot.text.english import Words


def board_card(position: Position, words: Words) -> Picture:
    from bot.cards import board

    return board.board_card(position, words)


def finished_card(finish: Finish, words: Words) -> Picture:
    from bot.cards import finished

    return finished.finished_card(finish, words)


def leaderboard_card(content: Leaderboard, words: Words) -> Picture:
    from bot.cards import leaderboard

    return leaderboard.leaderboard_card(content, words)


def rating_card(ratings: Ratings, words: Words) -> Picture:
    from bot.cards import rating

    return rating.rating_card(ratings, words)


def swings_card(swings: Swings, words: Words) -> Picture:
    from bot.cards import swings as card

    return card.swings_card(swings, words)
