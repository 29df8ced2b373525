"""The texts of the terminal, for hosts and for two players at one keyboard."""

# Failures, and what the host can do about them. `{path}` is the database.
TROUBLES = {
    "no-folder": "There is no folder {folder}. Make it, or choose another.",
    "no-database": "There is no database at {path}. Check the name.",
    "already-there": (
        "There is a database at {path} already. `duelhost backup` needs another name; `duelhost "
        "restore --force` sets it aside and puts the backup in its place."
    ),
    "same-file": "{path} can't be its own backup. Name another file.",
    "in-use": (
        "Another Duelhost is using {path}. Stop that one first, or give this one a "
        "database of its own."
    ),
    "locked": (
        "Another program holds {path} and doesn't let go of it. Close what else has it open, "
        "such as a database browser or a copying job."
    ),
    "read-only": (
        "{path} can't be written to. Let the user that runs Duelhost write to that file and to "
        "its folder, and check that the disk isn't mounted read-only."
    ),
    "unreadable": (
        "{path} can't be read. Let the user that runs Duelhost read that file and enter its folder."
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
        "{path} was removed or replaced while Duelhost was using it. Stop Duelhost, "
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
    "damaged-duel": "Duel {number} of server {guild} is damaged: {detail}.",
    "game-failed": (
        "Duel {number} of server {guild} can't be read: its game is missing or fails ({detail})."
    ),
    "damaged-preferences": ("The settings of player {player} of server {guild} are damaged."),
    "wrong-schema": "{name} isn't in the database as this Duelhost made it.",
    "wrong-standing": (
        "The database has {stored} for player {player} of server {guild} in {game} in season "
        "{season}, but the duels add up to {counted}. `duelhost recalculate` corrects it."
    ),
    "wrong-course": (
        "The final rating of player {player} of server {guild} in {game} is right, but its history "
        "isn't, from finished duel {nth} on. `duelhost recalculate` corrects it."
    ),
    "not-counted": (
        "The standings of server {guild} are still being recalculated. Duels left: {waiting}. The "
        "bot goes on with that when it runs, or `duelhost recalculate` does it now."
    ),
    "wrong-count": "The count of {detail} of server {guild} doesn't agree with its duels.",
    # An export.
    "nothing-kept": (
        "There are no data of server {guild}. Check its ID: in Discord, the server's menu has Copy "
        "Server ID."
    ),
    "occupied": "There is a file at {path} already. Name another one.",
    "no-transcript": "There is no file at {path}. Check the name.",
    "not-a-transcript": "{path} isn't what `duelhost export` writes. Name another file.",
    "other-transcript": (
        "{path} was exported by a Duelhost that writes version {found}; this one reads {known}. "
        "Use the Duelhost that wrote it, or export it again with this one."
    ),
    "broken-off": (
        "{path} was cut off after line {line}. Copy or export it again; nothing was imported."
    ),
    "altered": (
        "{path} was changed or damaged after it was exported, though its first {line} lines can "
        "be read. Copy or export it again; nothing was imported."
    ),
    "oversized": (
        "{path} is larger than any export can be, at line {line} or in all. Nothing was imported."
    ),
    "odd-line": "Line {line} of {path} doesn't belong in an export. Nothing was imported.",
    "odd-value": ('In line {line} of {path}, "{key}" is wrong. Nothing was imported.'),
    "misplaced-line": (
        'Line {line} of {path} isn\'t in its place: one of "{due}" belongs there. Nothing was '
        "imported."
    ),
    "impossible-duel": (
        "Duel {number}, in line {line} of {path}, is damaged: {detail}. Nothing was imported."
    ),
    "not-empty": (
        "{path} has data already. Name a file that isn't there yet, or a database of Duelhost in "
        "which nothing is stored."
    ),
    "moved-onto-itself": "{path} is what would be moved. Name another place for it.",
    "counts-differ": (
        "{path} got {written} rows in the table {name} instead of {read}. That is a mistake in "
        "Duelhost: report it."
    ),
    "duels-already": (
        "{path} already has duels of server {guild}: {duels}. Choose another "
        "database with --database, or import into a new one."
    ),
    "overtaken": "Duel {number} of server {guild} has moved on in the meantime. Try again.",
    "closed": "Duelhost is stopping. Try again when it is back.",
    # The address of a database on a server.
    "client-missing": (
        "Duelhost is installed without PostgreSQL's client. Install duelhost[postgres], for "
        "example with `uv sync --extra postgres`."
    ),
    "wrong-address": (
        "The address of the database can't be read. It has to be like "
        "postgresql://user:password@host:5432/database, with special characters in the password "
        "percent-encoded (%40 for @, %2F for /)."
    ),
    "unknown-option": (
        "The address of the database has an option {option}, which PostgreSQL's client doesn't "
        "know. Take it away, or correct its name."
    ),
}

# Troubles with a database on a server.
SERVER_TROUBLES = {
    "no-tables": (
        "There are no tables of Duelhost in {server}. Check the address, or make them with "
        "`duelhost migrate`."
    ),
    "not-a-file": (
        "{server} isn't a file, and `duelhost backup` and `duelhost restore` are for files. Back "
        "the database up with pg_dump, or with PostgreSQL's continuous archiving for point-in-time "
        "recovery. After a recovery, run `duelhost restored`."
    ),
    "in-use": (
        "A bot is using {server}. Stop all processes of the bot first, and close what else is "
        "connected under its name."
    ),
    "not-empty": (
        "{server} has data already. Name a database in which nothing is stored, for example a new "
        "one from `createdb`."
    ),
    "moved-onto-itself": "{server} is what would be moved. Name another place for it.",
    "counts-differ": (
        "{server} got {written} rows in the table {name} instead of {read}. That is a mistake in "
        "Duelhost: report it."
    ),
    "duels-already": (
        "{server} already has duels of server {guild}: {duels}. Choose another database with "
        "--database."
    ),
    "unknown-host": "There is no server called {host}. Check the address of the database.",
    "unreachable": (
        "The database server at {at} can't be reached: {detail}. Check the address, and "
        "that the server runs and accepts connections from here. Duelhost connects again by itself."
    ),
    "login-refused": (
        "{server} refuses the login: {detail}. Check the user and the password, and the server's "
        "pg_hba.conf."
    ),
    "no-database": (
        "There is no database {database} on the server at {at}. Create it, for example "
        "with `createdb {database}`, or check the name."
    ),
    "no-permission": (
        "{user} may not do what Duelhost needs in {server}: {detail}. Let that user own the "
        "database, or grant what is missing."
    ),
    "too-many-connections": (
        "The database server at {at} has no connection left. Raise max_connections there, "
        "or let fewer programs use it."
    ),
    "unavailable": (
        "The database server at {at} is starting, stopping or recovering. Duelhost goes "
        "on by itself when it is back."
    ),
    "old-server": (
        "The database server at {at} is PostgreSQL {found}, and Duelhost needs {least} or "
        "later. Upgrade the server."
    ),
    "connection-lost": (
        "The connection to {server} broke. Duelhost connects again by itself; the same request "
        "tells whether its change was saved."
    ),
    "timed-out": (
        "{server} didn't answer in time. See whether the server is overloaded, or another program "
        "holds locks in the database."
    ),
    "contention": (
        "Other changes got in the way again and again in {server}. Try again; if this stays so, "
        "see which other program writes to the database."
    ),
    "out-of-memory": "The database server at {at} has no memory left. Give it more.",
    "read-only": (
        "{server} can't be written to. It is a standby or set to read-only: name the primary "
        "server, or make it writable again."
    ),
    "disk-full": (
        "The disk of the database server at {at} is full. Make room; nothing has to be restarted."
    ),
    "disk-fault": (
        "The disk of the database server at {at} reports an error: {detail}. See to the disk first."
    ),
    "corrupt": (
        "{server} is damaged: {detail}. Stop the server, keep a copy of its files, and restore a "
        "backup of it."
    ),
    "not-ours": (
        "{server} has tables that aren't Duelhost's. Give Duelhost a database of its own, or name "
        "another schema with ?options=-csearch_path%3Dduelhost."
    ),
    "newer-schema": (
        "{server} was upgraded by a later Duelhost (schema {found}; this one knows {known}). "
        "Install that version or a later one."
    ),
    "older-schema": (
        "{server} was written by an earlier Duelhost (schema {found}; this one needs {known}). Run "
        "`duelhost migrate`."
    ),
    "failed-migration": (
        "{server} could not be brought to schema {number}: {detail}. It is as it was before. "
        "Go on with the version that wrote it, and report this."
    ),
    "statement-failed": (
        "{server} refused a statement ({sqlstate}: {detail}). That is a mistake in Duelhost: "
        "report it."
    ),
}
TROUBLE = "Something went wrong with the database."

# For a standing that differs in something that STANDING doesn't show.
ODD_STANDING = (
    "The standing of player {player} of server {guild} in {game} in season {season} isn't what the "
    "duels add up to. `duelhost recalculate` corrects it."
)
STANDING = "won {wins}, lost {losses}, tied {ties}, streak {streak}, {rating}"
RATING = "rating {value} ± {deviation}"
NO_RATING = "no rating"
NO_STANDING = "nothing"

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
        "Connections pass a pooler that shares them between transactions. Let it keep prepared "
        "statements (max_prepared_statements in PgBouncer), or every move takes longer."
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
    "bad-text": 'its title or pitch is empty, too long or more than a line: "{detail}"',
    "too-many-options": "it can have {detail} options at most",
    "bad-option": 'its option "{detail}" is not declared as options have to be',
    "bad-move": 'the text of its move, "{detail}", isn\'t 1 to 6 small letters or digits',
    "unrepeatable": "it plays differently when it reads its own moves ({detail})",
    "too-many-moves": "it goes on for more than {detail} moves",
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

# The help of --option: the options of every game.
OPTION_HELP = (
    "An option of the game; repeat it for several. An option that is left out has the value in "
    "brackets. {games}."
)
OPTIONS_OF = "{game}: {options}"
OPTION = "{name}={allowed} ({usual})"
DRAWN = "drawn from {least}–{most}"

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
