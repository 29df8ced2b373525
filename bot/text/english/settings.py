"""The settings of players and servers, and the answers to moderators."""

from collections.abc import Mapping
from typing import ClassVar


class Settings:
    SETTINGS = "{meaning}\nYou take challenges from: **{challenges}**\n{day}"
    YOUR_DAY = (
        "🕛 For you it's **{weekday}, {time}** ({zone}), and your next puzzle of the day comes "
        "{when}. If it's another time, tell me with `/duel settings time:`."
    )
    # A time in 24 hours, and in twelve before noon or after it.
    TIME_CHOICE, HALVES = "{time} · {half} · {weekday}", ("{time} am", "{time} pm")
    PINGS: ClassVar[Mapping[str, str]] = {
        "always": "always",
        "away": "only when away",
        "never": "never",
    }
    PINGS_MEAN: ClassVar[Mapping[str, str]] = {
        "always": "🔔 I ping you **every time** it's your move, even while you're here.",
        "away": (
            "🔔 I ping you when it's your move, **unless you're here**: you did something in the "
            "channel in the last {clock}."
        ),
        "never": "🔕 I **never** ping you, not even when your time is running out.",
    }
    PING_CHOICES: ClassVar[Mapping[str, str]] = {
        "away": "Ping me when I'm away",
        "always": "Ping me for every move",
        "never": "Never ping me",
    }
    CHOOSE_PINGS = "When should I ping you?"
    PINGS_OFFER = (
        "When should I ping you in this server? You can change this any time with "
        "`/duel settings`.\n{meaning}"
    )
    CHALLENGES: ClassVar[Mapping[str, str]] = {"everyone": "everyone", "nobody": "nobody"}
    PICK_GAME = "Challenge {player} to …"

    # The panel behind a board's last button.
    PANEL = "**{title}** #{number} against {opponent}\n{meaning}"
    PANEL_PRACTICE = "**{title}** #{number} against me"
    PANEL_WATCHING = "**{title}** #{number}: {one} against {other}"
    LARGE_BOARD = "Large board"

    # For moderators.
    SERVER_SETTINGS = (
        "**How this server duels**\n"
        "Channels: {channels}\nClock, unless players choose another: {clock}\n"
        "How duels are shown: {boards}\n"
        "Variants, unless players choose another: {variants}\n"
        "Who may start duels: {roles}\nRated duels between the same two players: {rated}\n"
        "Daily puzzle: {daily}\n"
        "Blocked: {blocked}"
    )
    VARIANT_OF, USUAL_VARIANTS = "{title} {variant}", "classic"
    VARIANT_CHOSEN = (
        "From now on, `/duel start` plays **{title}** as **{variant}**, unless players choose "
        "another variant."
    )
    VARIANT_CLEARED = (
        "`/duel start` plays **{title}** as **{variant}** again, unless players choose another "
        "variant."
    )
    # Where the post about the puzzle of the day goes.
    DAILY_NOWHERE = "not posted (`/duel-admin daily`)"
    DAILY_POSTED = "posted in {channel}"
    DAILY_PAUSED = "posted in {channel}; paused until somebody plays `/puzzle daily`"
    DAILY_GONE = "not posted: I can't find {channel}, so choose another (`/duel-admin daily`)"
    DAILY_FORBIDDEN = "not posted: in {channel} I still need **{permissions}**"
    DAILY_CHOSEN = (
        "From now on, I post the puzzle of the day in {channel}, with yesterday's results, once a "
        "day after midnight UTC. I ping nobody."
    )
    DAILY_STOPPED = "I don't post the puzzle of the day any more. `/puzzle daily` still has it."
    ANY_CHANNEL, ANYBODY, NOBODY = "any", "everybody", "nobody"
    CHOOSE_CHANNELS = "Channels for duels (none: any)"
    CHOOSE_CLOCK = "Default clock"
    CHOOSE_BOARDS = "How duels are shown"
    BOARD_MODES: ClassVar[Mapping[str, str]] = {
        "one": "one board for each duel",
        "every": "a new message for every move",
        "thread": "a thread for each duel",
    }
    CHOOSE_RATED = "Rated duels between the same two players"
    RATED_A_DAY: ClassVar[Mapping[str, str]] = {
        "0": "0 a day",
        "1": "1 a day",
        "3": "3 a day",
        "5": "5 a day",
        "10": "10 a day",
        "20": "20 a day",
        "1000": "no daily limit",
    }
    RATED_OTHERWISE = "{count} a day"
    CHOOSE_ROLES = "Who may start duels (none: everybody)"
    CHECK_FINE = "{channel}: everything I need is allowed."
    # Behind a line that says all is well.
    CHECK_NO_PICTURES = "Without **Attach Files**, large boards and finished duels have no picture."
    CHECK_NO_THREADS = "Without **{permissions}**, duels stay in the channel and get no thread."
    CHECK_MISSING = "{channel}: I still need **{permissions}**."
    CHECK_GONE = "{channel}: I can't find or see it."
    CHECK_CLOSED = "{channel}: duels aren't played here (`/duel-admin settings`)."
    REMOVED_LINE = "🛑 A moderator removed the result of duel {duel} between {players}."
    BECAUSE = "{line} Reason: {reason}"
    SEASON_BEGUN = (
        "🏁 **Season {number} has begun.** Everyone is back to 1500. "
        "`/duel leaderboard season:{last}` shows how the last one ended."
    )
    CONFIRM_SEASON = "season {number}"
    BLOCKED = "{player} is blocked from duels in this server."
    UNBLOCKED = "{player} can duel in this server again."
    PERMISSIONS: ClassVar[Mapping[str, str]] = {
        "view_channel": "View Channel",
        "send_messages": "Send Messages",
        "create_public_threads": "Create Public Threads",
        "send_messages_in_threads": "Send Messages in Threads",
    }

    # The export of a server.
    EXPORTED = (
        "All duels of this server, with its seasons, rules and blocked members. Another Duelhost "
        "reads it with `duelhost import`. Anyone with this file can see who has played each duel."
    )
    EXPORT_EMPTY = "Nothing has been played here yet, so there is nothing to export."
    EXPORT_TOO_LARGE = (
        "There are more duels here than fit in a file on Discord. The host of this bot can write "
        "them to one with `duelhost export {guild} FILE`."
    )
