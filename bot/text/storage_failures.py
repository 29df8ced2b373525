"""The sentences about failures of the store, for hosts."""

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
    "other-application": (
        "{path} belongs to the bot of application {found}, and the token is of application {ours}. "
        "Name another file for this bot. If it is to take the other one's place for good, stop "
        "that one and run `duelhost restored`."
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
    "damaged-puzzle": "Puzzle {number} of server {guild} is damaged: {detail}.",
    "damaged-attempt": (
        "What player {player} of server {guild} decided in puzzle {number} is damaged: {detail}."
    ),
    "damaged-solver": (
        "The puzzle rating or the time zone of player {player} of server {guild} is damaged."
    ),
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
    "other-application": (
        "{server} belongs to the bot of application {found}, and the token is of application "
        "{ours}. Name another database for this bot. If it is to take the other one's place for "
        "good, stop all processes of that one and run `duelhost restored`."
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
