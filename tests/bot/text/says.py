"""Sentences of the catalogue for other tests, which don't repeat English word for word."""

from bot.text.english import English
from engine.games import GAMES


def says(code: str, **facts: object) -> str:
    """Return the sentence of a refusal, by its code."""
    return English.REFUSALS[code].format(**facts)


def says_directly(code: str, **facts: object) -> str:
    """Return the sentence of a refusal in direct messages."""
    return English.DIRECTLY[code].format(**facts)


def says_no_game(key: str) -> str:
    """Return the sentence for a key that no game has."""
    *others, last = GAMES
    return says("unknown-game", key=key, known=f"{', '.join(others)} or {last}")


def says_no_variant(key: str, variant: str) -> str:
    """Return the sentence for a variant that a game doesn't have."""
    *others, last = (each.name for each in GAMES[key].presets)
    known = f"{', '.join(others)} or {last}"
    return says("unknown-variant", game=GAMES[key].title, variant=variant, known=known)


def says_over(how: str) -> str:
    """Return the sentence for a duel that has ended like this."""
    return English.OVER[how]


def unrated_line(because: str) -> str:
    """Return the small line that says why a duel isn't rated."""
    return "-# " + English.NOT_RATED.format(because=English.UNRATED_BECAUSE[because])


def won(
    winner: str, loser: str, title: str = "Divisor Duel", *, number: int = 1, both: bool = False
) -> str:
    """Return the beginning of the sentence that tells a win, up to the reason."""
    template = English.WON_BOTH if both else English.WON
    return template.format(winner=winner, loser=loser, title=title, number=number, why="")


def turned(nth: int, player: str, move: object) -> str:
    """Return the small line that names the turning point of a game that is over."""
    return "-# " + English.TURNED_AT.format(nth=nth, player=player, move=move)


def moves_line(moves: str, first: str = "@ana", second: str = "@bo", label: str = "") -> str:
    """Return the small line with the moves of a game that is over."""
    game = f"{label} · " if label else ""
    one, other = English.MARKS
    return f"-# {game}{one} {first}  {other} {second} · {moves}"
