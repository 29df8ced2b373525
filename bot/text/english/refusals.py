"""Why something is not possible, by the code of the refusal, and what to do instead."""

from collections.abc import Mapping
from typing import ClassVar


class Refusals:
    REFUSALS: ClassVar[Mapping[str, str]] = {
        # A game refuses a move, an option or a record.
        "unreadable": '"{text}" isn\'t a number on this board. {advice}',
        "out-of-range": "{number} isn't between {least} and {most}. {advice}",
        "already-gone": "{number} is already gone. {advice}",
        "wrong-parity": ("{number} is {parity} and so was the last number, {last}. {advice}"),
        "unrelated": "{number} doesn't divide {last} and isn't a multiple of it. {advice}",
        "too-close": ("{number} is neither at least twice {last} nor at most half of it. {advice}"),
        "no-step": "{number} isn't {last} plus or minus one of its divisors. {advice}",
        "must-be-even": "The first number must be even, and {number} is odd. {advice}",
        "equal-split": "The parts must differ, and {whole} = {number} + {number}. {advice}",
        "not-on-the-table": "There is no {number} to split on the table. {advice}",
        "which-number": (
            "Several numbers lie on the table, so say which one you split, too. {advice}"
        ),
        "not-the-part": "Name the larger part of {whole}, not {number}. {advice}",
        "row-full": "That row is full, so {number} can't go there. {advice}",
        "game-over": "This game is over.",
        "unknown-game": 'There is no game called "{key}". Choose {known}.',
        "unknown-option": '{game} has no option "{option}"; it has {known}.',
        "unknown-variant": '{game} has no variant "{variant}". Choose {known}.',
        "start-not-drawn": (
            "The host draws a start for this kind of {game}. Name the start with the options, or "
            "leave the moves out."
        ),
        "option-left-open": "Choose {option} for {game}, from {least} to {most}.",
        "bad-option": "In {game}, {option} is a whole number from {least} to {most}, not {value}.",
        "bad-choice": "In {game}, {option} is {words}, not {value}.",
        "bad-list": (
            "In {game}, {option} is {shortest} to {longest} whole numbers from {least} to {most}, "
            "not {value}."
        ),
        "hosts-option": (
            "In {game}, {option} can't be chosen, as the host draws it. Leave it out."
        ),
        "nothing-to-take": (
            "In {game}, nobody could make a first move with these options. Choose others."
        ),
        "illegal-opening": "Move {nth} of the opening isn't allowed. {because}",
        "no-start": (
            "The host finds no good start for {game} with these options. Choose more numbers, or "
            "another variant."
        ),
        "unreadable-options": (
            'I can\'t read "{text}". Write options like this: size=30, with spaces between them.'
        ),
        "repeated-option": "You set {option} twice. {game} needs it once.",
        "too-large": (
            "{game} is too large to solve with these options: that takes more than {positions} "
            "positions. Choose smaller options, or add moves."
        ),
        "unreadable-record": "That isn't the record of a duel.",
        "unrecordable": (
            "Move {text} can't be recorded: there can be {most} moves, each of 6 letters or digits "
            "at most."
        ),
        "unknown-record-version": "That record has version {version}; this Duelhost reads {known}.",
        "illegal-record": "Move {nth} isn't allowed. {because}",
        # A duel refuses a step.
        "cant-duel-yourself": "You can't duel yourself.",
        "not-yours-to-answer": "This challenge is for {opponent}, and only they can answer it.",
        "own-challenge": (
            "This is your own challenge; {opponent} has to answer it. You can cancel it with "
            "`/duel cancel`."
        ),
        "not-yours-to-cancel": "Only {challenger} can cancel this challenge.",
        "not-your-duel": "This duel is between {players}. Start your own with `/duel start`.",
        "not-your-turn": "It's {waiting_for}'s turn.",
        "stale-board": "That board is from an earlier move; the duel is at move {current} now.",
        "not-started": "{opponent} hasn't accepted yet.",
        "already-started": "This challenge was already accepted, and the duel is on.",
        "already-over": "{how}",
        "not-over": "This duel isn't over yet.",
        "other-game": (
            "A rematch is {game} again. For another game, start a duel with `/duel start`."
        ),
        "offer-expired": "This challenge has expired. Start another with `/duel start`.",
        "out-of-time": "{player}'s time is up.",
        "too-early": "There is still time.",
        "no-such-duel": "There is no duel #{number} in this server. `/duel list` shows yours.",
        "already-challenged": (
            "You already have an open challenge to {opponent}. Wait for an answer, or cancel it "
            "with `/duel cancel`."
        ),
        "too-many-practices": (
            "You have {most} running duels with me. Finish or resign one first: `/duel list` shows "
            "them."
        ),
        "no-hint-here": "I give hints only in duels with me.",
        "too-many-challenges": (
            "You already have {most} open challenges. Wait for an answer, or cancel one with "
            "`/duel cancel`."
        ),
        "legs-out-of-bounds": "A duel has {least} or {most} games.",
        "clock-out-of-bounds": "Choose between {least} and {most} per move.",
        "stale-decision": "You answered that already, and the first answer counts.",
        "no-such-puzzle": "That puzzle isn't here any more. `/puzzle next` gives you another.",
        "puzzle-not-open": (
            "You can't answer this puzzle now. `/puzzle daily` has today's, and `/puzzle next` "
            "another."
        ),
        "opponent-gone": "That player has deleted their data. Challenge somebody else.",
        "takes-no-challenges": "{opponent} isn't taking challenges at the moment.",
        "refused-before": "That wasn't possible. `/duel board` shows how the duel stands.",
        "blocked": "A moderator has blocked {player} from duels in this server.",
        "already-void": "The result of this duel was already removed.",
        # A server refuses a command.
        "bots-cant-play": "Other bots can't accept duels, but I can.",
        "only-with-the-bot": (
            "The option `{option}` is only for duels with me. Leave it out, or choose me as the "
            "opponent."
        ),
        "no-such-level": "With these options I can't play at level {level}. Choose {levels}.",
        "not-a-member": "{player} isn't in this server.",
        "cant-see-it": "{player} can't see this channel. Choose one that both of you can see.",
        "not-yours-to-see": "That duel is private, or in a channel that you can't see.",
        "discord-silent": "Discord didn't answer me. Try again in a minute.",
        "wrong-channel": "Duels are played in {channels} here.",
        "wrong-role": "Only members with {roles} can start duels here.",
        "permissions-missing": (
            "I can't post in {channel}, so nobody would see the board. Ask an admin to allow "
            "{permissions} (`/duel-admin check` shows where)."
        ),
        "no-place-for-posts": (
            "I can't find {channel} here, or it isn't a channel for text. Choose another."
        ),
        "posts-not-allowed": (
            "I can't post in {channel}. Ask an admin to allow {permissions} there, and choose it "
            "again."
        ),
        "old-board": ("That board is from move {shown}. The current one is here: {link}"),
        "old-private-board": (
            "That board is from move {shown}. `/duel board` shows the current one."
        ),
        "several-duels": "You have {count} duels here; pick one with the `duel` option.",
        "duels-elsewhere": "You have no duel in this channel. Yours are here: {link}",
        "no-duels": "You have no duel here. Start one with `/duel start`.",
        "several-challenges": (
            "You have {count} open challenges here; pick one with the `duel` option."
        ),
        "no-challenge": "No challenge is waiting for your answer here.",
        "no-challenge-of-yours": "You have no open challenge to cancel.",
        "unreadable-duel": (
            '"{text}" isn\'t the number of a duel. `/duel list` shows yours, as #12.'
        ),
        "dead-button": (
            "That button doesn't work any more. `/duel board` shows a board again, and "
            "`/duel help` explains the rest."
        ),
        "outdated-command": (
            "That command has changed with an update. Restart Discord (Ctrl+R) and try again."
        ),
        "unknown-time": (
            'It isn\'t "{text}" anywhere now. Type what time it is for you, such as 21:14, and '
            "choose it from the list."
        ),
        "not-a-choice": '"{text}" isn\'t one of the choices.',
        "only-moderators": "Only members with the Manage Server permission can do that.",
        "nothing-to-replay": "You haven't finished a duel here yet.",
        "not-the-next-season": "The next season is number {next_one}, not {number}.",
        "season-is-empty": "No duel has ended in season {number} yet. There is nothing to reset.",
        "not-confirmed": (
            "To begin season {number} with an empty leaderboard, type exactly `{asked}` for "
            "`confirm`. Season {last} stays readable, and no duel is lost."
        ),
        "player-too-fast": ("Slow down a little: that one didn't count. Try again in {wait}."),
        "server-too-fast": (
            "This server is very busy, so that one didn't count. Try again in {wait}."
        ),
        "in-rated-duel": (
            "That position stands in your rated duel {link}. I neither help nor play there until "
            "that is over."
        ),
        "crowded": "Too many players want that right now. Try again in a moment.",
        "being-made": "Your last request is still running. Wait for it, then try again.",
        "database-away": (
            "I can't reach my database. Your duels are safe: try again in a minute, or see with "
            "`/duel board` how a duel stands."
        ),
        "closing": "I'm about to restart. Your duels are safe; try again in a minute.",
    }
    # Added to "not-your-turn" by what the reader chose about pings, if it is their duel.
    TURN_PINGS: ClassVar[Mapping[str, str]] = {
        "always": "I'll ping you when it's yours.",
        "away": "I'll ping you when it's yours and you're away.",
    }
    # For a refusal that has no entry above, such as one that a game brought along.
    MOVE_REFUSED = "That move isn't allowed. {advice}"
    REFUSED = "That isn't allowed."
    # The sentence for the player whom the refusal is about, where it differs.
    TO_YOU: ClassVar[Mapping[str, str]] = {
        "already-challenged": (
            "{challenger} has already challenged you. Answer with `/duel accept` or "
            "`/duel decline`."
        ),
        "blocked": "A moderator has blocked you from duels in this server.",
        "out-of-time": "Your time is up.",
    }
    # The sentences in direct messages, where other commands lead to one's duels.
    DIRECTLY: ClassVar[Mapping[str, str]] = {
        "no-such-duel": (
            "You have no duel #{number} here. `/practice` shows yours: choose one in its `duel` "
            "option."
        ),
        "too-many-practices": (
            "You have {most} running duels with me. Finish or resign one first: `/practice` shows "
            "them in its `duel` option."
        ),
        "refused-before": (
            "That wasn't possible. `/practice` shows how the duel stands: choose it in its `duel` "
            "option."
        ),
        "old-private-board": (
            "That board is from move {shown}. `/practice` shows the current one: choose the duel "
            "in its `duel` option."
        ),
        "unreadable-duel": (
            '"{text}" isn\'t the number of a duel. Choose one of those that `duel` offers.'
        ),
        "dead-button": (
            "That button doesn't work any more, or not in direct messages. `/practice` shows a "
            "board again: choose the duel in its `duel` option."
        ),
        "database-away": ("I can't reach my database. Your duels are safe: try again in a minute."),
    }
    # How a duel ended, for "already-over".
    OVER: ClassVar[Mapping[str, str]] = {
        "declined": "This challenge was declined.",
        "cancelled": "This challenge was cancelled.",
        "expired": "This challenge has expired. Start another with `/duel start`.",
        "timed-out": "This duel is over: time ran out.",
        "resigned": "This duel is over: one of you resigned.",
        "ended": "This duel was ended by a moderator.",
    }
    IS_OVER = "This duel is over."

    # The moves that are possible instead, by what the position demands.
    ADVICE: ClassVar[Mapping[str, str]] = {
        "any": "You can take {choices}",
        "even": "Take an even number: {choices}",
        "odd": "Take an odd number: {choices}",
        "even-double": (
            "Take an even number, at least twice the last one or at most half of it: {choices}"
        ),
        "odd-double": (
            "Take an odd number, at least twice the last one or at most half of it: {choices}"
        ),
        "related": "You can take {choices}",
        "step": "You can take {choices}",
        "split": "You can leave {ranges}",
        "split-one": "You can choose {ranges}",
        "put": "You can put {ranges}",
        "choose": "You can choose {choices}",
    }
