"""The content of an analysis's card: who stood to win, move by move."""

from bot.cards.content import Names, Swings, SwingsOf
from bot.features.analysis.view import Analysis
from bot.text.english import Words
from bot.text.game_texts import title_with_settings


def swings(analysis: Analysis, names: tuple[Names, Names], words: Words) -> Swings:
    """The players in the order of their seats in the first game. They swap them for the second."""
    two = len(analysis.games) == 2
    title = title_with_settings(analysis.games[0].record.game, words)
    before, games = 0, []
    for leg, review in enumerate(analysis.reviews):
        if review.plies:
            sides = tuple((seat + leg) % 2 for seat in review.favourites)
            label = words.LEGS[leg] if two else ""
            games.append(SwingsOf(label, sides, before + review.skipped + 1))
        before += review.record.ply
    named = words.PICTURE_TITLE.format(title=title, number=analysis.number)
    return Swings(named, names, tuple(games))
