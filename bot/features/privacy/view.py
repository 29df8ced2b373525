"""Personal data: in words, and as the file that its owner may download."""

import json
from dataclasses import asdict
from typing import Any

from bot.delivery.message import Button, Look, Message
from bot.interactions import custom_id
from bot.text.english import Words
from engine.duel import Duel, Finished, Offered, Playing, Withdrawn
from engine.games.notation import VERSION
from engine.ids import PlayerId
from engine.standing import Standing
from storage.ids import GuildId
from storage.match import Match
from storage.people import PersonalData, Profile
from storage.puzzles import PuzzleData


def privacy(servers: int, words: Words) -> Message:
    text = words.PRIVACY.format(servers=servers)
    if not servers:
        return Message(text)
    buttons = (
        Button(words.DOWNLOAD, custom_id.DownloadData()),
        Button(words.DELETE, custom_id.DeleteData(), Look.STOP),
    )
    return Message(text, (buttons,))


def delete_sure(words: Words) -> Message:
    buttons = (
        Button(words.DELETE_YES, custom_id.ConfirmDelete(), Look.STOP),
        Button(words.DELETE_NO, custom_id.KeepData()),
    )
    return Message(words.DELETE_SURE, (buttons,))


def everything(player: PlayerId, kept: dict[GuildId, PersonalData]) -> bytes:
    """Numbers as text: Discord's are longer than what many programs read exactly."""
    servers = [_server(guild, found, player) for guild, found in kept.items()]
    return json.dumps({"player": str(player), "servers": servers}, indent=2).encode()


def _server(guild: GuildId, kept: PersonalData, player: PlayerId) -> dict[str, Any]:
    return {
        "server": str(guild),
        "settings": asdict(kept.preferences) if kept.preferences else None,
        "blocked": kept.blocked,
        "departed": kept.departed,
        "seasons": [_season(profile) for profile in kept.profiles],
        "duels": [_duel(match, player) for match in kept.duels],
        "titles": kept.titles,
        "puzzles": _puzzles(kept.puzzles) if kept.puzzles else None,
    }


def _puzzles(kept: PuzzleData) -> dict[str, Any]:
    """Return a puzzle rating and attempts: `12=12-6/5=9` means that 12 was chosen and played, then
    6 was played, and 5 was chosen, but 9 played instead."""
    solver = kept.solver
    return {
        "rating": vars(solver.rating) if solver else None,
        "utc_offset_minutes": solver.days.offset if solver else 0,
        "attempts": [
            {
                "number": each.number,
                "puzzle": each.puzzle,
                "decisions": each.decisions,
                "over": each.over,
                "shared": each.shared,
                "at_ms": each.at,
                "rating": each.rating,
                "gain": each.gain,
            }
            for each in kept.attempts
        ],
    }


def _season(profile: Profile) -> dict[str, Any]:
    return {
        "number": profile.season.number,
        "place": profile.place,
        "overall": _standing(profile.overall),
        "games": {game: _standing(standing) for game, standing in profile.games.items()},
    }


def _standing(standing: Standing) -> dict[str, Any]:
    found = asdict(standing)
    if rank := found["rank"]:
        # The download keeps the names that it has always had.
        rank["testers"] = [str(each) for each in rank.pop("established_opponents")]
        rank["settled"] = rank.pop("established")
    return found


def _duel(match: Match, player: PlayerId) -> dict[str, Any]:
    duel, terms = match.duel, match.duel.terms
    return {
        "number": match.id,
        "challenger": str(terms.challenger),
        "opponent": str(terms.opponent),
        "first": terms.first,
        "unrated": terms.unrated,
        "legs": terms.legs,
        "clock_ms": terms.clock,
        "channel": str(match.board.channel),
        "message": str(match.board.message) if match.board.message else None,
        **_course(duel),
        **_theirs(match, player),
    }


def _theirs(match: Match, player: PlayerId) -> dict[str, Any]:
    """Return the player's rating at the start of a running duel and whether it was provisional, as
    the board shows them. After the end, return whether they said "good game", and their rating if
    the duel was rated."""
    duel = match.duel
    if isinstance(duel, Playing):
        began = match.ratings[player != duel.terms.challenger]
        return {
            "rating_at_start": began and began.value,
            "provisional_at_start": began is not None and began.provisional,
        }
    if not isinstance(duel, Finished):
        return {}
    seat = duel.seats.index(player)
    said = {"good_game": match.good_game[seat]}
    if not match.gains:
        return said
    mine = match.gains[seat]
    return {**said, "rating": mine.rating, "gain": mine.gain}


def _course(duel: Duel) -> dict[str, Any]:
    if isinstance(duel, Offered | Withdrawn):
        # Not the start that was drawn: nobody sees that before the challenge is accepted.
        return {**_answer(duel), "record": f"{VERSION}/{duel.terms.game.setup}/"}
    seats = [str(each) for each in duel.seats]
    earlier = duel.earlier.text if duel.earlier else None
    return {**_state(duel), "seats": seats, "earlier": earlier, "record": duel.record.text}


def _answer(duel: Offered | Withdrawn) -> dict[str, Any]:
    if isinstance(duel, Offered):
        return {"state": "offered", "expires_ms": duel.expires}
    return {"state": duel.how, "at_ms": duel.at}


def _state(duel: Playing | Finished) -> dict[str, Any]:
    if isinstance(duel, Playing):
        return {"state": "playing", "deadline_ms": duel.deadline}
    winner = None if duel.champion is None else str(duel.champion)
    return {"state": duel.reason, "at_ms": duel.at, "winner": winner, "void": duel.void}
