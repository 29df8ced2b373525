"""What players read, in English.

Refusals, demands and reasons are found by their codes. A language is a class that inherits from
this one, and falls back on it for what nobody has translated yet."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from engine.games.game import Game, Rules

ByCode = Mapping[str, str]


class English:
    OR = "or"
    AND = "and"
    MORE = "…"
    NONE = "none"
    EVEN_OR_ODD = ("even", "odd")

    # What games are called and how they are explained, by their keys. In English they say it.
    TITLES: ClassVar[ByCode] = {}
    PITCHES: ClassVar[ByCode] = {}
    RULES_OF: ClassVar[Mapping[str, Callable[[Game[Any]], Rules]]] = {}

    REFUSALS: ClassVar[ByCode] = {
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
            'I can\'t read "{text}". Write options like this: `size=30`, with spaces between them.'
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
    TO_YOU: ClassVar[ByCode] = {
        "already-challenged": (
            "{challenger} has challenged you already: `/duel accept` or `/duel decline`."
        ),
        "blocked": "A moderator has blocked you from duels in this server.",
        "out-of-time": "Your time is up.",
    }
    # Why there is nothing left to do, by how a duel ended.
    OVER: ClassVar[ByCode] = {
        "declined": "This challenge was declined.",
        "cancelled": "This challenge was taken back.",
        "expired": "This challenge has run out. Start another with `/duel start`.",
        "timed-out": "This duel is over: time ran out.",
        "resigned": "This duel is over: one of you resigned.",
        "ended": "This duel was ended by a moderator.",
    }
    IS_OVER = "This duel is over."

    # What a player may do instead, by what the board demands.
    ADVICE: ClassVar[ByCode] = {
        "any": "You can take {choices}",
        "even": "Take an even number: {choices}",
        "odd": "Take an odd number: {choices}",
        "related": "You can take {choices}",
        "split": "You can leave {ranges}",
        "choose": "You can choose {choices}",
    }
    # What the player to move is asked for.
    DEMANDS: ClassVar[ByCode] = {
        "any": "Take any number that is left",
        "even": "You must take an even number: {choices}",
        "odd": "You must take an odd number: {choices}",
        "related": "You must take a divisor or a multiple of {last}: {choices}",
        "split": "Split {last} and name the part you leave: {ranges}",
        "choose": "Choose {choices}",
    }
    # Why whoever is to move can't.
    STUCK: ClassVar[ByCode] = {
        "any": "No number is left.",
        "even": "No even number is left.",
        "odd": "No odd number is left.",
        "related": "Nothing left divides {last} or is a multiple of it.",
        "split": "{last} can't be split into two different parts.",
        "choose": "There is nothing left to choose.",
    }
    WINS: ClassVar[ByCode] = {
        "stuck": "{loser} has no move. {winner} wins!",
        "completed": "{winner} completes a sequence with all sums even and wins!",
        "pairs": "{winner} wins with more even pairs, {most} to {least}!",
        "tie-break": (
            "Even pairs are level at {most}; {winner} completed a sequence first and wins!"
        ),
    }
    RULES: ClassVar[ByCode] = {
        "objective": "Objective",
        "turn": "A turn",
        "valid": "Valid moves",
        "end": "The end",
        "example": "Example",
    }

    # A challenge.
    CHALLENGE = (
        "⚔️ {opponent}, {challenger} challenges you to **{title}** ({terms}).\n"
        "{pitch}\n"
        "{unrated}-# {seats} · {clock} per move · offer ends {ends} · #{number}"
    )
    NUMBERS = "1–{size}"
    START = "from {size}"
    UNRATED = "not rated"
    RATED = "rated"
    # Who wanted it so needs no telling.
    UNRATED_BECAUSE: ClassVar[ByCode] = {
        "fate": "with these numbers nothing that anybody does changes who wins",
        "too-large": "this setup is too large to know whether it is fair",
        "seats": "one of you chose who begins; leave that open, or play two legs",
        "often": "you two have had as many rated duels as count in a day here",
        "blocked": "one of the players has been blocked by a moderator",
        "earlier": "it began before ratings were kept",
    }
    NOT_RATED = "Not rated: {because}."
    TWO_LEGS = "two legs"
    SEATS_DRAWN = "Seats are drawn when you accept"
    SEATS_SETTLED = "{first} begins"
    LEGS_SETTLED = "{first} begins the first leg, the other the second"
    ACCEPT, DECLINE, RULES_BUTTON, RESIGN = "Accept", "Decline", "Rules", "Resign"
    SHOW_BOARD, REMATCH, LEADERBOARD = "Show board", "Rematch", "Leaderboard"
    REVIEW = "Review"
    CLOCKS: ClassVar[ByCode] = {
        "10m": "10 minutes",
        "1h": "1 hour",
        "1d": "1 day",
        "3d": "3 days",
        "7d": "7 days",
    }
    SECONDS = "{seconds} seconds"
    LEGS_CHOICES: ClassVar[Mapping[int, str]] = {
        1: "one game",
        2: "two games, seats swapped, one result",
    }
    FIRST: ClassVar[ByCode] = {"me": "me", "them": "them", "random": "random"}

    # A board.
    ACCEPTED = "**{opponent} accepted.**"
    TOOK = "**{player} took {move}.**"
    SPLIT = "**{player} split {whole} into {sum} and left {opponent} {move}.**"
    YOUR_MOVE = "Your move, {player}: {asked}"
    ASKED: ClassVar[ByCode] = {
        "any": "take any number that is left",
        "even": "take an **even** number: {choices}",
        "odd": "take an **odd** number: {choices}",
        "related": "{choices}",
        "split": "split {last} and choose what to leave",
        "choose": "choose {choices}",
    }
    GONE = "Gone: {numbers}"
    NOTHING_GONE = "Nothing is gone yet"
    SPLITS = "Splits of {last}: {splits}"
    SEATED = "1st {first} · 2nd {second}"
    SEAT_LABELS = ("1st", "2nd")
    POOL = "pool"
    FOOTER = "{title} #{number} · move {move} · due {deadline}"
    LEG, LEGS = "{title}, {leg}", ("1st leg", "2nd leg")
    LEG_WON = "**{winner} wins the 1st leg:** {why} The seats are swapped."
    LAST_TAKEN = "last: {last} ({parity})"
    LEGEND = "[n] you can take · (n) last · ·· gone"
    PART_BUTTONS = "the button is the part you leave"
    GOAL = "five in a row with even sums win at once"
    CHOOSE_NUMBER = "Take a number …"
    CHOOSE_PART = "Leave a part …"
    CHOOSE_RANGE = "{placeholder} {least} to {most}"
    HOW_LABEL = "{move} ({how})"
    LEAVE_LABEL = "leave {move} ({how})"

    # Cards.
    PICTURE_TITLE = "{title} #{number}"
    PICTURE_SUBTITLE = "1 to {size} · {left} left · move {move}"
    PICTURE_LEGEND = ("you can take", "last", "gone", "out of reach")
    PICTURE_ALT = "Can be taken: {open}. Last: {last}. Out of reach: {rest}."
    PICTURE_TAKEN = "Taken by the {seat}: {numbers}."
    CARD_NAMELESS, CARD_PLAYER = "player", "player {nth}"
    CARD_WINS, CARD_TIE, CARD_NOBODY = "{winner} wins", "A tie", "Nobody wins"
    CARD_WINNER = "winner"
    CARD_LOST: ClassVar[ByCode] = {
        "stuck": "no legal move",
        "resigned": "resigned",
        "timed-out": "out of time",
    }
    CARD_FOOTER = "{rated} · #{number}"
    CARD_ROW_OF, CARD_SPLIT = "{label} {name}", "{label} from {start}"
    CARD_SIDE = "{seat} {name}"
    CARD_RATED = "rating {rating}"
    CARD_BY_TURNS = "By turns, {name} first: {moves}"
    CARD_MOVES = "{name}: {moves}"
    CARD_END, CARD_ENDED = "end", "{move} (end)"
    CARD_COLUMNS = ("rating", "W–L", "last 5")
    CARD_ROW = "{place}: {name}"
    CARD_YOURS = "{name} (marked)"
    CARD_UNSURE, CARD_PROVISIONAL = "?", "rating {rating} (provisional)"
    CARD_FORM = "last {results}"
    CARD_RESULTS: ClassVar[ByCode] = {"w": "W", "l": "L", "t": "T"}
    CARD_SINCE, CARD_DEVIATION, CARD_PEAK = "{change} since {first}", "±{deviation}", "peak {peak}"
    CARD_AXIS = ("first duel", "duels in order", "today")
    CARD_AXIS_THEN = ("first duel", "duels in order", "last duel")
    CARD_LINE = "It was {first} at first, {peak} at most and {least} at least"

    # An end.
    WON = "🏁 **{winner} wins {title}** #{number} against {loser} in {moves}: {why}"
    WON_UNPLAYED = "🏁 **{winner} wins {title}** #{number} against {loser}: {why}"
    WON_BOTH = "🏁 **{winner} wins {title}** #{number} against {loser} 2–0 in {moves}: {why}"
    LEVEL = "🏁 **{title} #{number} is a tie.** {one} and {other} have won a leg each, in {moves}."
    VOIDED_LEVEL = (
        "🏁 ~~{title} #{number} is a tie between {one} and {other}.~~ A moderator has taken this "
        "result out."
    )
    RATING_NOW = "{player} **{rating}** ({change})"
    UNMOVED = "Ratings are moved only by opponents who are settled."
    GIVEN_UP = "Over before two moves were made: who won gains nothing by it."
    RATINGS_LATER = "Results are being counted again. Ratings will follow, in `/duel profile`."
    NOBODY_WON = "🏁 **{title} #{number} was ended by a moderator.** Nobody has won."
    VOIDED = (
        "🏁 ~~{winner} wins {title} #{number} against {loser}.~~ A moderator has taken this "
        "result out."
    )
    MOVES_COUNT = ("{count} move", "{count} moves")
    WHY: ClassVar[ByCode] = {
        "completed": "a sequence of five with all sums even.",
        "pairs": "{most} even pairs to {least}.",
        "tie-break": "even pairs are level at {most}, and the first to five numbers wins then.",
        "resigned": "{loser} resigned.",
        "timed-out": "{loser} ran out of time.",
        "ended": "a moderator ended the duel.",
        "level": "each has won a leg.",
    }
    SUMS = "{label} {numbers} · {pairs} · even pairs: **{even}**"
    NO_SUMS = "{label} {numbers}"
    EVEN_SUM, ODD_SUM = "**{sum}**", "{sum}"

    # Lines that are left of earlier messages.
    PAST_CHALLENGE = "⚔️ {challenger} challenged {opponent} to {title}"
    PAST_ACCEPTED = "⚔️ {opponent} accepted {challenger}'s challenge to {title} (#{number})"
    PAST_BEGIN = "{title} #{number} began"
    PAST_END = "{title} #{number} ended"
    PAST_TOOK = "{nth}. {player} took {move}"
    PAST_SPLIT = "{nth}. {player} left {move} ({sum})"
    PAST_OVER: ClassVar[ByCode] = {
        "declined": "⚔️ {opponent} declined {challenger}'s challenge to {title} (#{number})",
        "cancelled": "⚔️ {challenger} took the challenge to {opponent} back (#{number})",
        "expired": "⚔️ {opponent} didn't answer {challenger}'s challenge to {title} in time"
        " (#{number})",
    }
    SMALL = "-# {line}"
    PAST_MOVED = "{line} · the board is now here: {link}"

    # Clocks.
    REMINDER = "⏳ {player}, your move in **{title}** #{number} is due {deadline}: {link}"

    # Private answers.
    DECLINED = "You declined the challenge."
    CANCELLED = "Your challenge is taken back."
    RESIGN_SURE = "Resign {title} #{number}? {opponent} wins then."
    RESIGN_LEGS_SURE = "Resign {title} #{number}, with both its legs? {opponent} wins then."
    RESIGN_YES, NEVER_MIND = "Resign", "Keep playing"
    KEPT_PLAYING = "You play on. It's {player}'s move: {link}"
    RESIGNED = "You have resigned."
    MOVED_ELSEWHERE = "Done. The board is where the duel is: {link}"
    MOVED_NOWHERE = (
        "Done, but I can't post where the duel was played. `/duel board`, in a channel that both "
        "of you can see, brings the board there."
    )
    BROKEN = (
        "Something broke on my side. Try again (`/duel board` shows how a duel stands), or report "
        "code {code}."
    )
    DUEL_ENDED = "Duel #{number} has ended."
    RESULT_OUT = "The result of duel #{number} no longer counts."
    # While typing, where no name can be shown.
    DUEL_CHOICE = "#{number} {title}, move {move}"
    CHALLENGE_CHOICE = "#{number} {title}, a challenge"
    RESULT_CHOICE = "#{number} {title}, {moves}, {day}"

    # Lists.
    LIST_EMPTY = "No duel is running. Start one with `/duel start`."
    LIST_TITLE = "**Your duels here**"
    LIST_YOURS = "{link} {title} against {opponent}: **your move**, due {deadline}"
    LIST_THEIRS = "{link} {title} against {opponent}: their move, due {deadline}"
    LIST_TO_YOU = "{link} {opponent} challenges you to {title}: runs out {deadline}"
    LIST_BY_YOU = "{link} you challenged {opponent} to {title}: runs out {deadline}"
    LIST_MORE = "… and {count} more."
    LINK = "[#{number}]({url})"

    # Standings.
    OVERALL = "All games"
    LADDER_TITLE = "🏆 **{game}**"
    LADDER_CARD = "{game} leaderboard"
    LADDER_SEASON, LADDER_PAST_SEASON = "season {number}", "season {number}, which is over"
    LADDER_SEASON_CHOICE, CHOOSE_SEASON = "Season {number}", "Which season?"
    LADDER_EMPTY = "Nobody has finished a rated duel in this list yet. Be the first: `/duel start`."
    LADDER_EMPTY_THEN = "Nobody finished a rated duel in this list."
    LADDER_PAST_END = "There is no page {page}."
    LADDER_LINE = "{place}\\. {player} **{rating}** · {record}"
    LADDER_NEWCOMER = "{place}\\. {player} {rating}? · {record}"
    LADDER_UNSURE = "? not settled yet: that takes 5 rated duels, and 3 settled opponents"
    LADDER_YOU = "{player}: place {place}, {rating}, {record}"
    LADDER_NOT_YOU = "{player} has no rated duel in this list yet."
    LADDER_COUNTING = "Results are being counted again. In a while this will be complete."
    STREAK_WON, STREAK_LOST = " · {count} won in a row", " · {count} lost in a row"
    CHOOSE_GAME = "Which game?"
    PREVIOUS, NEXT, MY_PLACE = "◀", "▶", "My place"
    PROFILE_TITLE = "**{player}**"
    PROFILE_NEW = "{player} hasn't finished a duel in this season yet."
    PROFILE_THEN = "{player} finished no duel in season {number}."
    PROFILE_EMPTY = "{player} hasn't finished a duel here yet."
    PROFILE_RATING = "**{rating}** ± {deviation} · place {place}"
    PROFILE_NEWCOMER = "**{rating}?** ± {deviation} · place {place}, not settled yet"
    PROFILE_UNRATED = "No rated duel yet"
    PROFILE_RECORD = "{record}{streak}"
    PROFILE_GAME = "{title}: **{rating}** ± {deviation} · {record}{streak}"
    PROFILE_GAME_NEWCOMER = "{title}: **{rating}?** ± {deviation} · {record}{streak}"
    PROFILE_GAME_UNRATED = "{title}: {record}{streak}"
    PROFILE_LAST = "Latest first: {results}"
    PROFILE_GONE = "-# Not in this server any more"
    PROFILE_SCORE = "Against {reader}: {wins} won, {losses} lost"
    PROFILE_SCORE_TIES = "Against {reader}: {wins} won, {losses} lost, {ties} tied"
    RATED_COUNT = ("{count} rated duel", "{count} rated duels")
    RESULTS_BY: ClassVar[ByCode] = {"w": "won", "l": "lost", "t": "tied"}
    CHALLENGE_BUTTON, RECENT = "Challenge", "Recent duels"
    HISTORY_TITLE = "**Finished duels of {player}**"
    HISTORY_AGAINST = "**Finished duels of {player} against {opponent}**"
    HISTORY_EMPTY = "No finished duels."
    HISTORY_LINE = "{link} {title}: {result} against {opponent} in {moves}, {when}"
    HISTORY_UNPLAYED = "{link} {title}: {result} against {opponent}, {when}"
    RESULTS: ClassVar[ByCode] = {
        "won": "won",
        "lost": "lost",
        "tied": "tied",
        "none": "no result",
    }
    OLDER = "Older"
    CHOOSE_REPLAY, REPLAY_CHOICE = "Replay …", "#{number} {title}, {moves}"
    REPLAY = "**{title}** · after move {nth} of {all}"
    REPLAY_DUEL = "**{title}** #{number} · after move {nth} of {all}"
    REPLAY_END = "**{winner} wins:** {why}"

    # Help.
    RULES_TITLE = "**{title}**\n{pitch}"
    RULES_PART = "**{part}.** {text}"
    RULES_ALL = "Which game?"
    HELP = (
        "**Number duels for two.** `/duel start`, pick a game and somebody to play with; they "
        "press Accept, and you move by the buttons or with `/duel move`.\n"
        "{games}\n"
        "`/duel rules` explains a game · `/duel list` shows what is waiting for you · "
        "`/duel board` brings a board back · `/duel leaderboard` says who wins · "
        "`/duel settings` turns pings off · `/privacy` shows what is kept of you"
    )
    HELP_GAME = "- **{title}**: {pitch}"

    # What people choose.
    SETTINGS = "I ping you: **{pings}**\nYou take challenges from: **{challenges}**"
    PINGS: ClassVar[ByCode] = {
        "always": "always",
        "away": "only when away",
        "never": "never",
    }
    CHALLENGES: ClassVar[ByCode] = {"everyone": "everyone", "nobody": "nobody"}
    PICK_GAME = "Challenge {player} to …"

    # For moderators.
    HOUSE = (
        "**How this server duels**\n"
        "Channels: {channels}\nClock, unless players choose another: {clock}\n"
        "Who may start duels: {roles}\nRated duels of the same two: {rated}\nBlocked: {blocked}"
    )
    ANY_CHANNEL, ANYBODY, NOBODY = "any", "everybody", "nobody"
    CHOOSE_CHANNELS = "Channels for duels (none: any)"
    CHOOSE_CLOCK = "Default clock"
    CHOOSE_RATED = "Rated duels of the same two in a day"
    RATED_A_DAY: ClassVar[ByCode] = {
        "0": "none are rated",
        "1": "1 a day",
        "3": "3 a day",
        "5": "5 a day",
        "10": "10 a day",
        "20": "20 a day",
        "1000": "as many as they like",
    }
    RATED_OTHERWISE = "{count} a day"
    CHOOSE_ROLES = "Who may start duels (none: everybody)"
    CHECK_FINE = "{channel}: everything I need is allowed."
    CHECK_NO_PICTURES = (
        "{channel}: everything I need is allowed. Without **Attach Files**, finished duels have no "
        "picture."
    )
    CHECK_MISSING = "{channel}: I still need **{permissions}**."
    CHECK_GONE = "{channel}: I can't find or see it."
    CHECK_CLOSED = "{channel}: duels aren't played here (`/duel-admin settings`)."
    VOIDED_LINE = "🛑 A moderator has taken out the result of duel {duel} between {players}."
    BECAUSE = "{line} Reason: {reason}"
    SEASON_BEGUN = (
        "🏁 **Season {number} has begun.** Everybody starts anew. "
        "`/duel leaderboard season:{last}` shows how the last one ended."
    )
    CONFIRM_SEASON = "season {number}"
    BLOCKED = "{player} can't start or accept duels here any more."
    UNBLOCKED = "{player} may duel here again."
    PERMISSIONS: ClassVar[ByCode] = {
        "view_channel": "View Channel",
        "send_messages": "Send Messages",
        "send_messages_in_threads": "Send Messages in Threads",
    }

    # What a server has played, as a file.
    EXPORTED = (
        "All duels of this server, with its seasons, rules and blocked members. Another Duelhost "
        "takes them in with `duelhost import`. Whoever has this file can see who played whom."
    )
    EXPORT_EMPTY = "Nothing has been played here yet, so there is nothing to export."
    EXPORT_TOO_LARGE = (
        "There are more duels here than fit in a file on Discord. Whoever hosts this bot can "
        "write them to one with `duelhost export {guild} FILE`."
    )

    # Privacy.
    PRIVACY = (
        "**What I keep about you**\n"
        "Your Discord number with your duels (moves, results, times, where the board was posted), "
        "your results and ratings, what you chose in `/duel settings`, whether you have left the "
        "server, and, for a day, which of your commands were answered. No names, no messages, "
        "nothing else. It stays in the database of whoever runs this bot. A server's moderators "
        "can export its duels; nobody else gets anything.\n"
        "Servers in which something is kept of you: {servers}"
    )
    DOWNLOAD, DELETE = "Download mine", "Delete mine"
    DOWNLOADED = "This is everything that is kept of you."
    NOTHING_KEPT = "Nothing is kept of you."
    DELETE_SURE = (
        "Delete everything that is kept of you, in all servers? Your running duels end, your "
        'results and ratings go, and your opponents keep the duels with "deleted player" in your '
        "place. If a moderator has blocked you, that stays. This can't be undone."
    )
    DELETE_YES, DELETE_NO = "Delete everything", "Keep it"
    DELETED = (
        "Everything that was kept of you is deleted. What was posted in channels stays there, and "
        "so does a moderator's block."
    )
    DELETED_NOT = "Nothing was deleted."
    DELETED_PLAYER = "deleted player"
