"""The texts of the terminal, for hosts and for two players at one keyboard."""

BACKED_UP = "{path} is saved in {target} ({size}, checked)."
RESTORED = "{path} is restored from {source}. `duelhost check` checks every duel in it."
SET_ASIDE = "The database that was there is now {kept}."
EXPORTED = "The duels of server {guild} are in {target} ({size}). Duels: {duels}."
IMPORTED = (
    "The duels of server {guild} are in {path} now. Duels checked: {duels}. Running duels go on "
    "when the bot starts."
)
MOVED = (
    "Everything in {source} is in {target} now, too. Duels: {duels}. Name {target} in "
    "DUELHOST_DATABASE before the bot starts again."
)
NOT_MOVED = "Nothing was moved: {target} is as empty as before."
MARKED = (
    "{path} is marked as restored. Duels whose boards the bot posts anew when it starts: {duels}."
)
RECALCULATED = "The standings in {path} are recalculated. Duels counted: {ends}."
# The columns of what was measured.
MEASURED = {
    "name": "set-up",
    "decisions": "decisions",
    "plies": "plies",
    "seat": "seat",
    "rated": "rated",
    "ladder": "ladder",
    "thumb": "perfect : thumb",
}
MEASURED_ALL = "The table has {setups} set-ups now."
# The columns of how levels play against each other.
LEVELS = {
    "name": "set-up",
    "casual": "casual : novice",
    "skilled": "skilled : casual",
    "expert": "expert : skilled",
    "perfect": "perfect : expert",
    "span": "perfect : novice",
    "cpu": "ms a move (most)",
}
NO_LEVELS = "{name}: nothing to be better at, so no levels."
FITTED_ALL = "The levels are fitted to {setups} set-ups now."
MIGRATED = "Schema {number}: {reason}"
UP_TO_DATE = "{path} is up to date (schema {number})."
SOUND = "{path} is sound. Duels checked: {duels}. The standings are what they add up to."
UNSOUND = "{path} isn't sound. Problems: {found}. Restore the last backup, or report this."

# What files hold, by the settings that name them.
SECRETS = {
    "DISCORD_TOKEN_FILE": "the bot's token",
    "DUELHOST_DATABASE_FILE": "the database's address",
}
# Wrong settings, by what is wrong or else by the key. No value is shown: it may be secret.
SETTINGS = {
    "token-missing": (
        "DISCORD_TOKEN is missing. Put the bot's token there, in the environment or in a file "
        "called .env, or name a file that holds it in DISCORD_TOKEN_FILE."
    ),
    "two-tokens": "DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set. Take one of them away.",
    "two-databases": (
        "DUELHOST_DATABASE and DUELHOST_DATABASE_FILE are both set. Take one of them away, or set "
        "DUELHOST_DATABASE to nothing."
    ),
    "unreadable-file": (
        "{key} names a file that can't be read. Name one that is there, and let the "
        "user that runs Duelhost read it."
    ),
    "empty-file": "{key} names a file with nothing in it. Put {secret} into that file.",
    "no-token": (
        "{key} doesn't hold a token. Copy it again from the bot's page at "
        "https://discord.com/developers/applications, and nothing else with it."
    ),
    "token-refused": (
        "Discord doesn't accept the token that {key} gives. Copy it again from the bot's page at "
        "https://discord.com/developers/applications, or have a new one made there."
    ),
    "DUELHOST_SHARDS_EACH": (
        "DUELHOST_SHARDS_EACH has to be a number of shards from 1 to 10000. Take it away, and this "
        "process takes all shards that no other has."
    ),
    "DUELHOST_SHARDS": (
        "DUELHOST_SHARDS has to be a number of shards from 1 to 10000. Take it away, and the bot "
        "asks Discord how many it needs."
    ),
    "shards-refused": (
        "Discord refuses {count} shards (close code {code}) and recommends {recommended}. Set "
        "DUELHOST_SHARDS to {recommended}, or take it away: then the bot asks Discord how many it "
        "needs."
    ),
    "recommended-shards-refused": (
        "Discord recommends {count} shards and refuses them (close code {code}). Set "
        "DUELHOST_SHARDS to {more}."
    ),
    "intents-refused": (
        "Discord doesn't accept the intents of this Duelhost (close code {code}). Install a newer "
        "version, or report this."
    ),
    "gateway-version-refused": (
        "Discord doesn't speak to this Duelhost's version of the gateway any more (close code "
        "{code}). Install a newer version."
    ),
    "DUELHOST_DISCORD_URL": (
        "DUELHOST_DISCORD_URL can't be used. It has to be like http://127.0.0.1:8080/api/v10, "
        "with http or https, and without a password or a question mark."
    ),
    "no-discord": (
        "DUELHOST_DISCORD_URL leads to something that isn't Discord's API. Check the address; "
        "it usually ends with /api/v10."
    ),
    "DUELHOST_BACKUP_HOURS": (
        "DUELHOST_BACKUP_HOURS has to be a number of hours from 0 to 8760. With 0, the bot leaves "
        "backups to others."
    ),
    "DUELHOST_BACKUP_KEEP": "DUELHOST_BACKUP_KEEP has to be a number of backups from 1 to 10000.",
    "DUELHOST_PLAYER_LIMIT": (
        "DUELHOST_PLAYER_LIMIT has to be a number of requests, 1 or more. One player may make that "
        "many in ten seconds."
    ),
    "DUELHOST_SERVER_LIMIT": (
        "DUELHOST_SERVER_LIMIT has to be a number of requests, 1 or more. All players of one "
        "server may make that many in ten seconds."
    ),
    "DUELHOST_STATUS_PORT": "DUELHOST_STATUS_PORT has to be the number of a port, 1 to 65535.",
    "DUELHOST_STATUS_ADDRESS": (
        "DUELHOST_STATUS_ADDRESS has to be an address of this machine, such as 127.0.0.1."
    ),
    "status-off": "DUELHOST_STATUS_PORT isn't set. Set it to ask the bot for its status.",
    "server-backups": (
        "DUELHOST_BACKUP_DIR is for a database in a file, and this one is on a server. Take it "
        "away, and back the database up with pg_dump, or with PostgreSQL's continuous archiving "
        "for point-in-time recovery."
    ),
    "no-backup-dir": "Name a file to save to, or set DUELHOST_BACKUP_DIR.",
    "no-status": (
        "DUELHOST_STATUS_PORT and DUELHOST_STATUS_ADDRESS name {address}:{port}, which can't be "
        "listened at: {failed}. Choose another."
    ),
    "DUELHOST_CARDS": "DUELHOST_CARDS has to be on or off.",
    "DUELHOST_LOG_LEVEL": "DUELHOST_LOG_LEVEL has to be debug, info, warning or error.",
    "DUELHOST_LOG_FORMAT": "DUELHOST_LOG_FORMAT has to be console or json.",
    "typo": "There is no setting {key}. Call it {closest}, or take it away.",
    "unknown": "There is no setting {key}. Take it away, or choose {known}.",
    "env-file": (
        "The file .env in this folder can't be read. It has to be UTF-8 text, and the user that "
        "runs Duelhost has to be able to read it."
    ),
}

# The status of a running bot.
HEALTH = {
    "alive": "It is alive.",
    "ready": "It is ready.",
    "not-connected": "Discord isn't connected.",
    "shards-not-connected": "Shards that aren't connected to Discord: {shards}.",
    "stopping": "It is about to stop.",
    "slow-database": "The database doesn't answer in time.",
    "database": "The database can't be written to ({code}). `duelhost doctor` says more.",
    "silent": "No bot answers at {url}: {failed}.",
    "somebody-else": "The program at {url} isn't Duelhost. Choose another DUELHOST_STATUS_PORT.",
}

# The checks of the doctor, and their results.
EXAMINED = {
    "python": "Python",
    "sqlite": "SQLite",
    "games": "Games",
    "settings": "Settings",
    "token": "Token",
    "database": "Database",
    "disk": "Disk",
    "postgresql": "PostgreSQL",
    "connections": "Connections",
    "commits": "Commits",
    "pooler": "Pooler",
    "backups": "Backups",
    "discord": "Discord",
    "servers": "Servers",
    "shards": "Shards",
    "starts": "Sessions",
    "commands": "Commands",
    "application": "Application",
}
FINDINGS = {
    "game-left-out": "The game {name} of the package {package} is left out: {why}.",
    "settings-valid": "All of them are valid.",
    "token-set": "It is set in {key}.",
    "database-missing": "There is none at {path} yet. The bot makes it when it starts.",
    "database-older": (
        "{path} was written by an earlier Duelhost (schema {found}; this one needs {known}). The "
        "bot brings it up to date when it starts; make a copy with `duelhost backup` first."
    ),
    "database-current": "{path} is up to date (schema {known}).",
    "database-in-use": "{path} is up to date (schema {known}), and a bot is running with it.",
    "server-empty": "{path} is empty yet. The bot makes its tables when it starts.",
    "server-older": (
        "{path} was written by an earlier Duelhost (schema {found}; this one needs {known}). The "
        "bot brings it up to date when it starts; back it up first."
    ),
    "enough-connections": (
        "{connections} are allowed, and each process of the bot uses up to {needed}."
    ),
    "few-connections": (
        "Only {connections} are allowed, and each process of the bot uses up to {needed}. Raise "
        "max_connections, or the limit of the user or the database."
    ),
    "commits-take": "One takes {milliseconds} ms, and a move waits for one.",
    "pooler-session": "Connections pass a pooler, which counts them too.",
    "pooler-transaction": (
        "Connections pass a pooler that shares them between transactions. That works only if it "
        "keeps prepared statements: PgBouncer does from 1.21 on, unless max_prepared_statements is "
        "0."
    ),
    "room": "{free} are free where {path} is.",
    "no-room": "Only {free} are free where {path} is. Make room.",
    "backups-off": "None is made by itself. Set DUELHOST_BACKUP_DIR to a folder for them.",
    "backups-elsewhere": (
        "The server has to make them: by pg_dump, or by continuous archiving. None of them is "
        "checked here."
    ),
    "backups-nowhere": "There is no folder {folder} for them. Make it, or choose another.",
    "backups-read-only": (
        "{folder} can't be written to. Let the user that runs Duelhost write to that folder."
    ),
    "backups-none": "There are none in {folder} yet.",
    "backups-made": "The last one in {folder} is {hours} hours old.",
    "backups-late": (
        "The last one in {folder} is {hours} hours old. See in the log why there is none since."
    ),
    "offline": "Not checked, because of --offline.",
    "not-asked": "Not checked. Fix the problems above first.",
    "connected": "It knows this bot as {name}.",
    "unreachable": (
        "It can't be reached: {failed}. See that this machine may connect to {address}, then try "
        "again."
    ),
    "endpoint": (
        "Commands go to an Interactions Endpoint URL instead of this bot. Take it out on the "
        "bot's page at https://discord.com/developers/applications."
    ),
    "in-servers": "The bot is in {count}, says Discord, which counts now and then.",
    "no-servers": "The bot is in none yet, as far as Discord knows. Open the link below.",
    "shards-recommended": (
        "Discord recommends {recommended}. DUELHOST_SHARDS isn't set, so the bot has as many."
    ),
    "shards-set": "DUELHOST_SHARDS is {chosen}. Discord recommends {recommended}.",
    "few-shards": (
        "DUELHOST_SHARDS is {chosen}, and Discord recommends {recommended}. It refuses shards of "
        "more than 2500 servers."
    ),
    "starts-left": (
        "Discord allows {left} more sessions today, of {total}. A start takes one for each shard: "
        "{shards}."
    ),
    "too-few-starts": (
        "Discord allows {left} more sessions today, of {total}, and a start takes one for each "
        "shard: {shards}. All of them are back in {minutes} minutes; see in the bot's log what "
        "made it stop."
    ),
    "commands-current": "Those of this version are registered.",
    "commands-later": "Those of this version will be registered when the bot starts.",
}
# Why a game of a package is left out.
LEFT_OUT = {
    "import-failed": "it can't be imported ({detail})",
    "not-a-game": "{detail} is no class of a game",
    "unusable": "it can't be set up ({detail})",
    "bad-key": 'its key, "{detail}", isn\'t 1 to 20 small letters',
    "key-taken": 'another game has the key "{detail}"',
    "too-many-games": "there can be {detail} games at most",
    "bad-text": ('its title, pitch or summary is empty, too long or more than a line: "{detail}"'),
    "too-many-options": "it can have {detail} options at most",
    "bad-option": 'its option "{detail}" is not declared as options have to be',
    "bad-presets": "it has to have 1 to {detail} presets",
    "bad-preset": (
        'its preset "{detail}" can\'t be used: see that its name, its explanation and its options '
        "are ones that a preset may have, and that no earlier preset is the same"
    ),
    "unusual-preset": (
        'its first preset, "{detail}", isn\'t the game as it is played when nobody chooses options'
    ),
    "bad-move": 'the text of its move, "{detail}", isn\'t 1 to 6 small letters or digits',
    "unrepeatable": "it plays differently when it reads its own moves ({detail})",
    "too-many-moves": "it goes on for more than {detail} moves",
    "long-valid": "its rules say what moves are valid in more than {detail} characters",
    "long-rules": "its title, pitch, rules and options have more than {detail} characters together",
    "too-many-choices": "it has a board with more than {detail} moves to choose from",
    "refusal-taken": 'there is another refusal with the code "{detail}"',
}
INVITATION = "Invite the bot into a server:"

# Errors in a line that asks for a position.
REQUESTS = {
    "json": "This line isn't JSON.",
    "object": "A line is an object with a game: {example}.",
    "twice": 'The key "{key}" stands there twice.',
    "key": 'There is no key "{key}". A line is an object such as {example}.',
    "options": "The options are an object, as in {example}.",
    "moves": "The moves are a list of strings, as in {example}.",
}
REQUEST = '{"game": "divisor", "options": {"size": 20}, "moves": ["6", "3"]}'

OPTION_HELP = (
    "An option of the game, such as size=30, rule=steps or numbers=5,8,12; repeat it for several. "
    "`duelhost rules GAME` explains them."
)
VARIANT_HELP = (
    "A variant of the game, such as ranked; `duelhost rules GAME` explains them. Options that you "
    "give as well change it."
)
# The headings of what can be chosen, and a line of each.
VARIANTS = "Variants (--variant NAME)"
VARIANT = "{name}: {about}"
OPTIONS = "Options (--option NAME=VALUE)"
OPTION = "{name}={allowed} ({usual}): {about}"
NUMBERS_IN_LIST = "{shortest} to {longest} numbers of {least}–{most}"
DRAWN = "drawn from {least}–{most}"
DRAWING = "The host draws a start …"

# Words that can be typed instead of a number.
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
# Of a pair whose sum has to be a multiple of something else than 2.
PAIR_COUNTS = "counts"
PAIR_COUNTS_NOT = "doesn't count"
PAIR = "{one} + {two} = {sum} ({parity})"
TAKES = "{player} takes {number}."
KEEPS = "{player} splits {whole} into {sum} and keeps {number}."
SPLITS_INTO = "{player} splits {whole} into {sum}."
PUTS = "{player} puts {number} into {row}."
OWN_ROW = "their own row"
OTHER_ROW = "the other row"
TABLE = "On the table: {numbers}"
OPENS = "The board opens with {moves}."
LEAVES = "{player} splits {whole} into {sum} and leaves {number}."
MOVES = "Moves: {moves}"
PROMPT = "{player}> "
HINT = 'Type a number, or "rules", "resign" or "quit".'
LEGEND = "[n] can be taken, (n) was the last one, ·· is gone"
LEGEND_STRUCK = "[n] can be taken, (n) was the last one, ·· is gone, -- was struck out"
RESIGNS = "{loser} resigns. {winner} wins!"
INPUT_ENDED = "The input ended before the game did. It is still {player}'s turn; nobody has won."
STOPPED = "Stopped. Nobody has won."
