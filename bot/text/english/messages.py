"""The lines that remain of earlier messages, reminders, and private answers."""

from collections.abc import Mapping
from typing import ClassVar


class Messages:
    # Lines that are left of earlier messages.
    PAST_CHALLENGE = "⚔️ {challenger} challenged {opponent} to {title}"
    PAST_ACCEPTED = "⚔️ {opponent} accepted {challenger}'s challenge to {title} (#{number})"
    PAST_BEGIN = "{title} #{number} began"
    PAST_END = "{title} #{number} ended"
    PAST_TOOK = "{nth}. {player} took {move}"
    PAST_SPLIT = "{nth}. {player} left {move} ({sum})"
    PAST_SPLIT_KEPT = "{nth}. {player} split {whole} and kept {move} ({sum})"
    PAST_SPLIT_BOTH = "{nth}. {player} split {whole} into {sum}"
    PAST_PUT_OWN = "{nth}. {player} put {number} in their own row"
    PAST_PUT_OTHER = "{nth}. {player} put {number} in {other}'s row"
    PAST_OVER: ClassVar[Mapping[str, str]] = {
        "declined": "⚔️ {opponent} declined {challenger}'s challenge to {title} (#{number})",
        "cancelled": "⚔️ {challenger} cancelled the challenge to {opponent} (#{number})",
        "expired": "⚔️ {opponent} didn't answer {challenger}'s challenge to {title} in time"
        " (#{number})",
    }
    SMALL = "-# {line}"
    PAST_MOVED = "{line} · the board is now here: {link}"

    # Threads of duels.
    THREAD_NAME = "{title} #{number}"
    IN_THREAD = "{line} · {thread}"

    # Clocks.
    REMINDING = "⏳ {player}, your move is due {deadline}."
    REMINDER = "⏳ {player}, your move in **{title}** #{number} is due {deadline}: {link}"

    # Private answers.
    DECLINED = "You declined the challenge."
    CANCELLED = "Challenge cancelled."
    RESIGN_SURE = "Resign {title} #{number}? {opponent} wins then."
    RESIGN_LEGS_SURE = "Resign both games of {title} #{number}? {opponent} wins then."
    RESIGN_YES, NEVER_MIND = "Resign", "Keep playing"
    KEPT_PLAYING = "You play on. It's {player}'s move: {link}"
    RESIGNED = "You have resigned."
    MOVED_ELSEWHERE = "Done. The board is here: {link}"
    MOVED_NOWHERE = (
        "Done, but I can't post here. Use `/duel board` in a channel that you both can see, and "
        "the duel goes on there."
    )
    BROKEN = (
        "Something broke on my side. Try again (`/duel board` shows how a duel stands), or report "
        "code {code}."
    )
    BROKEN_DIRECTLY = "Something broke on my side. Try again, or report code {code}."
    DUEL_ENDED = "Duel #{number} has ended."
    RESULT_REMOVED = "The result of duel #{number} was removed."
    # Suggestions while an option is typed.
    DUEL_CHOICE = "#{number} {title}, move {move}"
    CHALLENGE_CHOICE = "#{number} {title}, a challenge"
    RESULT_CHOICE = "#{number} {title}, {moves}, {day}"
