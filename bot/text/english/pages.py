"""Lists, leaderboard, profile, history and replay."""

from collections.abc import Mapping
from typing import ClassVar


class Pages:
    # Lists.
    LIST_EMPTY = "No duel is running. Start one with `/duel start`."
    LIST_TITLE = "**Your duels here**"
    LIST_YOURS = "{link} {title} against {opponent}: **your move**, due {deadline}"
    LIST_THEIRS = "{link} {title} against {opponent}: their move, due {deadline}"
    LIST_TO_YOU = "{link} {opponent} challenges you to {title}: expires {deadline}"
    LIST_BY_YOU = "{link} you challenged {opponent} to {title}: expires {deadline}"
    LIST_MORE = "and {count} more"
    LINK = "[#{number}]({url})"

    # The leaderboard and profiles.
    OVERALL = "All games"
    LEADERBOARD_TITLE = "🏆 **{game}**"
    LEADERBOARD_CARD = "{game} leaderboard"
    SEASON, PAST_SEASON = "season {number}", "season {number}, which is over"
    SEASON_CHOICE, CHOOSE_SEASON = "Season {number}", "Which season?"
    LEADERBOARD_EMPTY = "Nobody has finished a duel in this list yet. Be the first: `/duel start`."
    LEADERBOARD_EMPTY_THEN = "Nobody finished a duel in this list."
    LEADERBOARD_PAST_END = "There is no page {page}."
    LEADERBOARD_LINE = "{place}\\. {player} **{rating}** · {record}"
    LEADERBOARD_PROVISIONAL = "{place}\\. {player} {rating}? · {record}"
    LEADERBOARD_CASUAL = "– {player} casual · {record}"
    LEADERBOARD_PROVISIONAL_NOTE = "? provisional until 5 rated duels and 3 established opponents"
    LEADERBOARD_CASUAL_NOTE = "casual: unrated so far, listed by wins below the rated"
    LEADERBOARD_YOU = "{player}: place {place}, {rating}, {record}"
    LEADERBOARD_YOU_CASUAL = "{player}: casual, {record}"
    LEADERBOARD_NOT_YOU = "{player} has no finished duel in this list yet."
    RECALCULATING = "Results are being recalculated, so these numbers may still change."
    STREAK_WON, STREAK_LOST = " · {count} won in a row", " · {count} lost in a row"
    CHOOSE_GAME = "Which game?"
    PREVIOUS, NEXT, MY_PLACE = "◀", "▶", "My place"
    PROFILE_TITLE = "**{player}**"
    PROFILE_NEW = "{player} hasn't finished a duel in this season yet."
    PROFILE_THEN = "{player} finished no duel in season {number}."
    PROFILE_EMPTY = "{player} hasn't finished a duel here yet."
    PROFILE_RATING = "**{rating}** ± {deviation} · place {place}"
    PROFILE_PROVISIONAL = "**{rating}?** ± {deviation} · place {place}, provisional"
    PROFILE_UNRATED = "No rated duel yet"
    PROFILE_RECORD = "{record}{streak}"
    PROFILE_GAME = "{title}: **{rating}** ± {deviation} · {record}{streak}"
    PROFILE_GAME_PROVISIONAL = "{title}: **{rating}?** ± {deviation} · {record}{streak}"
    PROFILE_GAME_UNRATED = "{title}: {record}{streak}"
    PROFILE_LAST = "Last results, oldest first: {results}"
    PROFILE_GONE = "-# Not in this server any more"
    PROFILE_TITLES = "🎖️ {titles}"
    TITLES_BUTTON, TITLES_OF = "Titles", "**Titles of {player}**"
    # One that the player doesn't have, and one that the player has.
    TITLE_LINE = ("▫️ {title}: {how}", "🎖️ **{title}**: {how}")
    PLAYER_TITLES: ClassVar[Mapping[str, str]] = {
        "champion": "Champion",
        "perfectionist": "Perfectionist",
        "bot-beater": "Bot beater",
        "flawless": "Flawless",
        "all-rounder": "All-rounder",
        "veteran": "Veteran",
        "puzzle-master": "Puzzle master",
        "puzzler": "Puzzler",
    }
    PLAYER_TITLES_HOW: ClassVar[Mapping[str, str]] = {
        "champion": "finish a season in first place, with a rating that isn't provisional.",
        "perfectionist": (
            "beat me at Perfect without a hint, in a ranked variant and where everybody can watch."
        ),
        "bot-beater": (
            "beat me at Expert without a hint, in a ranked variant and where everybody can watch."
        ),
        "flawless": (
            "win a rated duel without a mistake, with at least {decisions} decisions to get right."
        ),
        "all-rounder": "win duels against people in {games} games.",
        "veteran": "finish {duels} duels against people.",
        "puzzle-master": "solve {dailies} puzzles of the day.",
        "puzzler": "solve {dailies} puzzles of the day.",
    }
    # Won and lost.
    PROFILE_PRACTISED = "Against me: {scores}"
    PROFILE_AT_LEVEL = "{level} {wins}–{losses}"
    PROFILE_SCORE = "Against {reader}: {wins} won, {losses} lost"
    PROFILE_SCORE_TIES = "Against {reader}: {wins} won, {losses} lost, {ties} tied"
    RATED_COUNT = ("{count} rated duel", "{count} rated duels")
    RESULTS_BY: ClassVar[Mapping[str, str]] = {"w": "won", "l": "lost", "t": "tied"}
    CHALLENGE_BUTTON, RECENT = "Challenge", "Recent duels"
    HISTORY_TITLE = "**Finished duels of {player}**"
    HISTORY_AGAINST = "**Finished duels of {player} against {opponent}**"
    HISTORY_EMPTY = "No finished duels."
    HISTORY_LINE = "{link} {title}: {result} against {opponent} in {moves}, {when}"
    HISTORY_UNPLAYED = "{link} {title}: {result} against {opponent}, {when}"
    RESULTS: ClassVar[Mapping[str, str]] = {
        "won": "won",
        "lost": "lost",
        "tied": "tied",
        "none": "no result",
    }
    OLDER = "Older"
    # The buttons of a replay, each in its place.
    REPLAY_STEPS = ("⏮ First", "◀ Back", "Next ▶", "Last ⏭")
    CHOOSE_REPLAY, REPLAY_CHOICE = "Replay …", "#{number} {title}, {moves}"
    REPLAY = "**{title}** · after move {nth} of {all}"
    REPLAY_DUEL = "**{title}** #{number} · after move {nth} of {all}"
    # How the host had set the board up.
    REPLAY_START = "Start · {facts}"
    REPLAY_TOO_LONG = "The record of this duel is too long to be shown."
    REPLAY_END = "**{winner} wins:** {why}"
