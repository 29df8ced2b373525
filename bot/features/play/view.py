"""The panel behind [⋯]: what is done seldom in a duel."""

from bot.delivery.message import Button, Message
from bot.duels.ping_choice import meaning, ping_select
from bot.interactions.custom_id import DuelRules, LargeBoard, PanelPings, Resign
from bot.text.english import Words
from bot.text.format import mention
from bot.text.game_texts import title_of
from engine.duel import Finished, Playing
from engine.ids import PlayerId
from storage.match import Match
from storage.people import Pings


def player_panel(
    match: Match, duel: Playing | Finished, player: PlayerId, pings: Pings, words: Words
) -> Message:
    # Resigning takes a second press, so this one isn't red.
    resign = Button(words.RESIGN, Resign(match.id))
    resigning = (resign,) if isinstance(duel, Playing) else ()
    buttons = (*_looks(match, duel, words), *resigning)
    facts = {"title": title_of(duel.terms.game, words), "number": match.id}
    if duel.terms.level:  # the bot moves at once, so nobody is pinged
        return Message(words.PANEL_PRACTICE.format(**facts), (buttons,))
    opponent = mention(duel.terms.other(player), words)
    text = words.PANEL.format(opponent=opponent, meaning=meaning(pings, words), **facts)
    select = ping_select(PanelPings(match.id), pings, words)
    return Message(text, (buttons, select))


def watching_panel(match: Match, duel: Playing, words: Words) -> Message:
    """For somebody who doesn't play this duel."""
    one, other = (mention(each, words) for each in duel.seats)
    text = words.PANEL_WATCHING.format(
        title=title_of(duel.terms.game, words), number=match.id, one=one, other=other
    )
    return Message(text, (_looks(match, duel, words),))


def _looks(match: Match, duel: Playing | Finished, words: Words) -> tuple[Button, ...]:
    """What anybody may look at. Only a grid of numbers has a picture."""
    rules, view = Button(words.RULES_BUTTON, DuelRules(match.id)), duel.record.view
    large = Button(words.LARGE_BOARD, LargeBoard(match.id))
    return (rules, large) if view.cells and not view.rows else (rules,)
