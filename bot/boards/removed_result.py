"""The line that tells everybody of a result that a moderator has taken out."""

from bot.boards.links import link
from bot.text.english import Words
from bot.text.format import listing, mention
from storage.match import Match


def removed_result(match: Match, reason: str | None, words: Words) -> str:
    players = (mention(each, words) for each in match.duel.terms.players)
    line = words.REMOVED_LINE.format(
        duel=link(match, words), players=listing(players, words=words, last=words.AND)
    )
    return words.BECAUSE.format(line=line, reason=reason) if reason else line
