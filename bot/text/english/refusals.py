"""Why something is not possible, by the code of the refusal, and what to do instead."""

from collections.abc import Mapping
from typing import ClassVar


class Refusals:
    REFUSALS: ClassVar[Mapping[str, str]] = {
        # Of a game.
        "unreadable": '"{text}" isn\'t a number on this board. {advice}',
        "out-of-range": "{number} isn't between {least} and {most}. {advice}",
        "already-gone": "{number} is already gone. {advice}",
        "wrong-parity": (
            "{number} is {parity} and the last number, {last}, was {parity} too. {advice}"
        ),
        "unrelated": "{number} doesn't divide {last} and isn't a multiple of it. {advice}",
        "equal-split": "The parts must differ, and {whole} = {number} + {number}. {advice}",
        "game-over": "This game is over.",
        "unknown-game": 'There is no game called "{key}". Choose {known}.',
        "unknown-option": '{game} has no option "{option}"; it has {known}.',
        "option-left-open": "Choose {option} for {game}, from {least} to {most}.",
        "bad-option": "In {game}, {option} is a whole number from {least} to {most}, not {value}.",
        "bad-choice": "In {game}, {option} is {words}, not {value}.",
        "unreadable-options": (
            'I can\'t read "{text}". Write options like this: size=30, with spaces between them.'
        ),
        "repeated-option": "You set {option} twice. {game} needs it once.",
        "too-large": (
            "{game} is too large to solve with these options: that takes more than {positions} "
            "positions. Choose smaller options, or add moves."
        ),
        "unreadable-record": "That isn't the record of a duel.",
        "unknown-record-version": "That record has version {version}; this Duelhost reads {known}.",
        "illegal-record": "Move {nth} isn't allowed. {because}",
        # Between people.
        "cant-duel-yourself": "You can't duel yourself.",
        "not-yours-to-answer": "This challenge is for {opponent}, and only they can answer it.",
        "not-yours-to-cancel": "Only {challenger} can take this challenge back.",
        "not-your-duel": "This duel is between {players}. Start your own with `/duel start`.",
        "not-your-turn": "It is {waiting_for}'s turn. You will be pinged after it.",
        "stale-board": "That board is from an earlier move; the duel is at move {current} now.",
        "not-started": "{opponent} hasn't accepted yet.",
        "already-started": "This challenge has been accepted already; the duel is on.",
        "already-over": "{how}",
        "not-over": "This duel isn't over yet.",
        "offer-expired": "This challenge has run out. Start another with `/duel start`.",
        "out-of-time": "{player}'s time is up.",
        "too-early": "There is still time.",
        "no-such-duel": "There is no duel #{number} in this server. `/duel list` shows yours.",
        "already-challenged": (
            "You have already challenged {opponent}. Wait for an answer or `/duel cancel`."
        ),
        "too-many-challenges": (
            "{most} of your challenges are waiting for an answer. Wait for one, or take one back "
            "with `/duel cancel`."
        ),
        "legs-out-of-bounds": "A duel has {least} or {most} legs.",
        "clock-out-of-bounds": "Nobody can be given so little time for a move, or so much.",
        "opponent-gone": "That player's data was deleted. Challenge somebody else.",
        "takes-no-challenges": "{opponent} takes no challenges at the moment.",
        "refused-before": "That wasn't possible. `/duel board` shows how the duel stands.",
        "blocked": "A moderator has blocked {player} from duels in this server.",
        "already-void": "The result of this duel has been taken out already.",
        # Of a server.
        "bots-cant-play": "Bots can't accept duels.",
        "not-a-member": "{player} isn't in this server.",
        "cant-see-it": "{player} can't see this channel. Choose one that both of you can see.",
        "not-yours-to-see": "That duel is in a channel that you can't see.",
        "discord-silent": "Discord didn't answer me. Try again in a minute.",
        "wrong-channel": "Duels are played in {channels} here.",
        "wrong-role": "Duels are started by members with {roles} here.",
        "permissions-missing": (
            "I can't post here, so nobody would see the board. Ask an admin to let me "
            "{permissions} in {channel} (`/duel-admin check` shows where)."
        ),
        "old-board": ("That board is from move {shown}. The current one is here: {link}"),
        "several-duels": "You have {count} duels here; pick one with the `duel` option.",
        "duels-elsewhere": "None of your duels is in this channel. You play elsewhere: {link}",
        "no-duels": "You have no duel here. Start one with `/duel start`.",
        "several-challenges": (
            "There are {count} challenges it could be; pick one with the `duel` option."
        ),
        "no-challenge": "No challenge is waiting for your answer here.",
        "no-challenge-of-yours": "You have no challenge out that you could take back.",
        "unreadable-duel": (
            '"{text}" isn\'t the number of a duel. `/duel list` shows yours, as #12.'
        ),
        "dead-button": (
            "That button doesn't work any more. `/duel board` brings a board back, `/duel help` "
            "says the rest."
        ),
        "outdated-command": (
            "That command has changed with an update. Restart Discord (Ctrl+R) and try again."
        ),
        "not-a-choice": '"{text}" isn\'t one of the choices.',
        "only-moderators": "That is for members who may manage this server.",
        "nothing-to-replay": "You haven't finished a duel here yet.",
        "not-the-next-season": "The next season is number {next_one}, not {number}.",
        "season-is-empty": "No duel has ended in season {number} yet. There is nothing to reset.",
        "not-confirmed": (
            "To begin season {number} with an empty leaderboard, type exactly `{asked}` for "
            "`confirm`. Season {last} stays readable, and no duel is lost."
        ),
        "player-too-fast": (
            "You are faster than I can follow, and nothing has happened. Try again in a few "
            "seconds (seconds to wait: {seconds})."
        ),
        "server-too-fast": (
            "Too much is going on in this server at once, and nothing has happened. Try again in "
            "a few seconds (seconds to wait: {seconds})."
        ),
        "crowded": "Too many are asking for that right now. Try again in a moment.",
        "being-made": "What you asked for before is still being made. Wait for it, and try again.",
        "closing": "I'm about to restart. Your duels are safe; try again in a minute.",
    }
    # For refusals that a game brought along and nobody has found better words for.
    MOVE_REFUSED = "That move isn't allowed. {advice}"
    REFUSED = "That isn't allowed."
    # What some of them say to whoever they are about.
    TO_YOU: ClassVar[Mapping[str, str]] = {
        "already-challenged": (
            "{challenger} has challenged you already: `/duel accept` or `/duel decline`."
        ),
        "blocked": "A moderator has blocked you from duels in this server.",
        "out-of-time": "Your time is up.",
    }
    # Why there is nothing left to do, by how a duel ended.
    OVER: ClassVar[Mapping[str, str]] = {
        "declined": "This challenge was declined.",
        "cancelled": "This challenge was taken back.",
        "expired": "This challenge has run out. Start another with `/duel start`.",
        "timed-out": "This duel is over: time ran out.",
        "resigned": "This duel is over: one of you resigned.",
        "ended": "This duel was ended by a moderator.",
    }
    IS_OVER = "This duel is over."

    # What a player may do instead, by what the board demands.
    ADVICE: ClassVar[Mapping[str, str]] = {
        "any": "You can take {choices}",
        "even": "Take an even number: {choices}",
        "odd": "Take an odd number: {choices}",
        "related": "You can take {choices}",
        "split": "You can leave {ranges}",
        "choose": "You can choose {choices}",
    }
