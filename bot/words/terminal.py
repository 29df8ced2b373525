"""What whoever sits at the terminal reads."""

# What fails, and what whoever hosts the bot can do. `{path}` is the database.
TROUBLES = {
    "no-folder": "There is no folder {folder}. Make it, or choose another.",
    "no-database": "There is no database at {path}. Look at the name again.",
    "already-there": (
        "There is a database at {path} already. `duelhost backup` needs another name; `duelhost "
        "restore --force` sets it aside and puts the backup in its place."
    ),
    "same-file": "{path} can't be its own backup. Name another file.",
    "in-use": (
        "Another Duelhost is working with {path}. Stop that one first, or give this one a "
        "database of its own."
    ),
    "locked": (
        "Another program holds {path} and doesn't let go of it. Close what else has it open, "
        "such as a database browser or a copying job."
    ),
    "read-only": (
        "{path} can't be written to. Let the user that runs Duelhost write to that file and to "
        "the folder it is in, and see that the disk isn't mounted read-only."
    ),
    "unreadable": (
        "{path} can't be looked into. Let the user that runs Duelhost read that file and enter "
        "the folder it is in."
    ),
    "several-names": (
        "{path} has other names (hard links), or is mounted by itself. Locks and logs go by name, "
        "and two programs would ruin it: give it one name, and mount its folder instead."
    ),
    "disk-full": "The disk that {path} is on is full. Make room; nothing has to be restarted.",
    "disk-fault": (
        "The disk that {path} is on reports an error: {detail}. See to the disk first, then run "
        "`duelhost check`."
    ),
    "gone": (
        "{path} was taken away or exchanged while Duelhost was working with it. Stop Duelhost, "
        "put the file back or restore a backup, and start again."
    ),
    "not-ours": "{path} isn't a database of Duelhost. Name another file.",
    "corrupt": (
        "{path} is damaged: {detail}. Keep a copy of it, and restore a sound backup with "
        "`duelhost restore`."
    ),
    "newer-schema": (
        "{path} was written by a later Duelhost (schema {found}; this one knows {known}). Install "
        "that version or a later one, or restore a backup from before it."
    ),
    "older-schema": (
        "{path} was written by an earlier Duelhost (schema {found}; this one needs {known}). Run "
        "`duelhost migrate`."
    ),
    "failed-migration": (
        "{path} could not be brought to schema {number}: {detail}. It is as it was before. "
        "Go on with the version that wrote it, and report this."
    ),
    "old-sqlite": (
        "Python brings SQLite {found} here, and Duelhost needs {least}. Install a newer Python, "
        "for example with `uv python install`."
    ),
    "damaged-duel": "Duel {number} of server {guild} can't be what was played: {detail}.",
    "damaged-preferences": (
        "The preferences of player {player} of server {guild} can't be what was chosen."
    ),
    "wrong-schema": "{name} isn't in the database as this Duelhost made it.",
    "wrong-standing": (
        "Player {player} of server {guild} stands at {stored} in {game}, but the duels add up to "
        "{counted}."
    ),
    "wrong-count": "The count of {detail} of server {guild} doesn't agree with its duels.",
    "overtaken": "Duel {number} of server {guild} has moved on in the meantime. Try again.",
    "closed": "Duelhost is stopping. Try again when it is back.",
}
TROUBLE = "Something went wrong with the database."

STANDING = "won {wins}, lost {losses}, streak {streak}"
NO_STANDING = "nothing"

BACKED_UP = "{path} is saved in {target} ({size}, checked)."
RESTORED = "{path} is what {source} was. `duelhost check` looks at every duel in it."
SET_ASIDE = "The database that was there is now {kept}."
MIGRATED = "Schema {number}: {reason}"
UP_TO_DATE = "{path} is up to date (schema {number})."
SOUND = "{path} is sound. Duels judged again: {duels}. The standings are what they add up to."
UNSOUND = "{path} isn't sound. Wrong in it: {found}. Restore the last backup, or report this."

# What is wrong with a line that asks for a position.
REQUESTS = {
    "json": "This line isn't JSON.",
    "object": "A line is an object with a game: {example}.",
    "twice": 'The key "{key}" stands there twice.',
    "key": 'There is no key "{key}". A line is an object such as {example}.',
    "options": "The options are an object, as in {example}.",
    "moves": "The moves are a list of strings, as in {example}.",
}
REQUEST = '{"game": "divisor", "options": {"size": 20}, "moves": ["6", "3"]}'

# What can be typed instead of a number.
COMMANDS = {"rules": "rules", "help": "rules", "?": "rules", "resign": "resign", "quit": "quit"}
COMMANDS |= {"exit": "quit", "q": "quit"}

PLAYER = "Player {number}"
TURN = "{player}'s turn"
LAST = "Last number: {last}"
LAST_NUMBER = "{number} ({parity})"
NUMBERS_LEFT = "Numbers left: {numbers}"
SPLITS = "Possible splits of {last}: {splits}"
SEQUENCE = "{player}'s sequence: {numbers}"
PAIRS = "{player}'s pairs: {pairs}"
PAIR = "{one} + {two} = {sum} ({parity})"
TAKES = "{player} takes {number}."
LEAVES = "{player} splits {whole} into {sum} and leaves {number}."
MOVES = "Moves: {moves}"
PROMPT = "{player}> "
HINT = 'Type a number, or "rules", "resign" or "quit".'
LEGEND = "[n] can be taken, (n) was the last one, ·· is gone"
RESIGNS = "{loser} resigns. {winner} wins!"
INPUT_ENDED = "The input ended before the game did. It is still {player}'s turn; nobody has won."
STOPPED = "Stopped. Nobody has won."
