"""Ratings and results of a standing as text."""

from bot.text.english import Words
from bot.text.game_texts import title_of
from engine.games import GAMES
from engine.ledger import EVERY_GAME
from engine.standing import Standing


def game_title(game: str, words: Words) -> str:
    return words.OVERALL if game == EVERY_GAME else title_of(GAMES[game], words)


def is_established(standing: Standing) -> bool:
    return standing.rank is not None and standing.rank.established


def is_provisional(standing: Standing) -> bool:
    return standing.rank is not None and not standing.rank.established


def rating_of(standing: Standing) -> str:
    return str(round(standing.rank.rating.value)) if standing.rank else ""


def record_of(standing: Standing) -> str:
    """`88–31`, and a third number if there were ties."""
    counts = (standing.wins, standing.losses, standing.ties)
    return "–".join(map(str, counts if standing.ties else counts[:2]))
