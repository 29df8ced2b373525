"""The rules of games, and the help page."""

from dataclasses import asdict
from typing import Any

from bot.delivery.message import CONTENT, Button, Message, in_rows
from bot.interactions import custom_id
from bot.text.english import Words
from bot.text.format import listing
from bot.text.game_texts import (
    about_option,
    about_variant,
    explained,
    pitch_of,
    rules_of,
    title_of,
    variant_name,
    variant_of,
)
from engine.games import GAMES
from engine.games.game import Game
from engine.games.options import ListOption, NumberOption, Option


def rules(game: Game[Any], words: Words) -> Message:
    """The rules as they are played, then the game's other variants and what players can choose. A
    package may bring so many variants that there is no room for them."""
    variant, title = variant_of(game, words), title_of(game, words)
    if variant:
        title = words.TITLE_WITH_SETTINGS.format(title=title, settings=variant)
    # What would explain options that are no variant stands under the valid moves.
    pitch = explained(game, words) if game.variant else ""
    page = words.RULES_TITLE.format(title=title, pitch=pitch).rstrip()
    parts = [
        words.RULES_PART.format(part=words.RULES[part], text=text)
        for part, text in asdict(rules_of(game, words)).items()
    ]
    options = [_option(game, each, words) for each in game.options() if not each.host]
    variants, chosen = (
        _list(part, lines, words)
        for part, lines in (("variants", _variants(game, words)), ("options", options))
    )
    all_of_it = "\n".join((page, *parts, *variants, *chosen))
    if len(all_of_it) > CONTENT:
        return Message("\n".join((page, *parts, *chosen)))
    return Message(all_of_it)


def _list(part: str, lines: list[str], words: Words) -> list[str]:
    if not lines:
        return []
    return [words.RULES_LIST.format(part=words.RULES[part], lines="\n".join(lines))]


def _variants(game: Game[Any], words: Words) -> list[str]:
    """Those that aren't explained here already."""
    return [
        words.VARIANT_LINE.format(
            variant=variant_name(each.name, words), about=about_variant(game, each, words)
        )
        for each in game.presets
        if each.name != game.variant
    ]


def _option(game: Game[Any], option: Option, words: Words) -> str:
    about = about_option(game, option, words)
    facts = {"key": " or ".join(option.names), "about": about}
    if isinstance(option, NumberOption):
        return words.OPTION_NUMBER.format(least=option.least, most=option.most, **facts)
    if isinstance(option, ListOption):
        bounds = {"shortest": option.shortest, "longest": option.longest}
        return words.OPTION_LIST.format(least=option.least, most=option.most, **bounds, **facts)
    allowed = listing(option.examples(), words=words)
    return words.OPTION_CHOICE.format(allowed=allowed, **facts)


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
