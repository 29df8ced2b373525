"""`duelhost solve`: perfect play as JSON, for one position or for a stream of them."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from random import SystemRandom
from typing import Annotated, Any

import typer

from bot.cli.arguments import Chosen, Size, Variant, given
from bot.text import terminal
from bot.text.format import quoted
from bot.text.refusals import sentence
from engine.games import GAMES, set_up
from engine.games.game import Game
from engine.record import Record
from engine.refusal import IllegalRecord, Refusal
from engine.solve import solve as play_perfectly
from engine.starts import draw_start


def solve(  # noqa: PLR0913, PLR0917  (an argument for each that can be typed)
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help=f"One of {', '.join(GAMES)}.")
    ] = None,
    moves: Annotated[
        list[str] | None, typer.Argument(metavar="MOVE", help="The moves so far.")
    ] = None,
    size: Size = None,
    option: Chosen = None,
    variant: Variant = None,
    batch: Annotated[
        bool,
        typer.Option(
            "--batch",
            help='Read {"game", "options", "moves"} from each line of the input and answer each '
            "with a line.",
        ),
    ] = False,
) -> None:
    """Print what perfect play makes of a position, as JSON.

    "value" is 1 if the player to move wins and -1 if not. "winning" has every move that wins.
    """
    chosen = (size, option, variant) != (None, None, None)
    if batch and (game is not None or moves or chosen):
        raise typer.BadParameter("--batch takes its games from the input, not from arguments.")
    if batch:
        for line in sys.stdin:
            print(json.dumps(_answer_line(line)), flush=True)
    elif game is not None:
        print(json.dumps(_answer(game, given(game, size, option, variant), moves or [])))
    else:
        raise typer.BadParameter("name a GAME, or give --batch.")


class _BadRequest(Exception):
    """A line that can't be understood, and in what way."""

    def __init__(self, why: str, key: str = "") -> None:
        super().__init__(terminal.REQUESTS[why].format(key=quoted(key), example=terminal.REQUEST))


def _answer_line(line: str) -> dict[str, object]:
    try:
        return _answer(*_request(line))
    except _BadRequest as bad:
        return {"error": {"code": "bad-request", "message": str(bad)}}
    except Refusal as refusal:
        cause = refusal.because if isinstance(refusal, IllegalRecord) else refusal
        return {"error": {"code": cause.code, "message": sentence(refusal)}}


def _request(line: str) -> tuple[str, dict[str, Any], list[str]]:
    try:
        asked = json.loads(line, object_pairs_hook=_each_key_once)
    except (ValueError, RecursionError):
        raise _BadRequest("json") from None
    if not isinstance(asked, dict) or not isinstance(asked.get("game"), str):
        raise _BadRequest("object")
    for key in asked:
        if key not in ("game", "options", "moves"):
            raise _BadRequest("key", key)
    settings, moves = asked.get("options", {}), asked.get("moves", [])
    if not isinstance(settings, dict):
        raise _BadRequest("options")
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise _BadRequest("moves")
    return asked["game"], settings, moves


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """JSON leaves open which of two equal keys counts. Here neither does."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _BadRequest("twice", key)
        found[key] = value
    return found


def _answer(key: str, settings: Mapping[str, Any], moves: Sequence[str]) -> dict[str, object]:
    # Moves belong to a start that somebody knew: with moves, nothing is drawn.
    random = None if moves else SystemRandom()
    game = set_up(key, settings, random)
    if random and game.awaits_start:
        game = draw_start(game, random)
    record = Record.replay(game, moves)
    verdict = play_perfectly(game, record.state)
    over = record.outcome
    return {
        "game": key,
        "options": game.recorded(),
        "moves": _texts(game, record.moves),
        "to_move": None if over else record.to_move,
        "legal": _texts(game, record.legal),
        "winning": _texts(game, verdict.winning),
        "value": verdict.value,
        "winner": over.winner if over else None,
    }


def _texts(game: Game[Any], moves: Iterable[int]) -> list[str]:
    return [game.text(move) for move in moves]
