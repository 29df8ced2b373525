"""The rules of games, and the help page."""

from dataclasses import asdict
from typing import Any

from bot.delivery.message import CONTENT, Button, Message, in_rows
from bot.interactions import custom_id
from bot.text.english import Words
from bot.text.game_texts import about_option, pitch_of, rules_of, title_of
from engine.games import GAMES
from engine.games.game import Game
from engine.games.options import Option


def rules(game: Game[Any], words: Words) -> Message:
    title = words.RULES_TITLE.format(title=title_of(game, words), pitch=pitch_of(game, words))
    parts = [
        words.RULES_PART.format(part=words.RULES[part], text=text)
        for part, text in asdict(rules_of(game, words)).items()
    ]
    if options := [_option(game, each, words) for each in game.options()]:
        listed = " · ".join(options)
        parts.append(words.RULES_PART.format(part=words.RULES["options"], text=listed))
    return Message("\n".join((title, *parts)))


def _option(game: Game[Any], option: Option, words: Words) -> str:
    about = about_option(game, option, words)
    return words.OPTION.format(key=option.key, allowed=option.allowed, about=about)


def which_rules(words: Words) -> Message:
    buttons = tuple(
        Button(title_of(game, words), custom_id.GameRules(key)) for key, game in GAMES.items()
    )
    return Message(words.RULES_ALL, in_rows(buttons))


def help_page(words: Words) -> Message:
    """All games with a sentence each, or only their titles if packages bring too many."""
    titles = {title_of(game, words): pitch_of(game, words) for game in GAMES.values()}
    lines = [words.HELP_GAME.format(title=each, pitch=pitch) for each, pitch in titles.items()]
    page = words.HELP.format(games="\n".join(lines))
    return Message(page if len(page) <= CONTENT else words.HELP.format(games=", ".join(titles)))
