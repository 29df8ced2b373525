"""Personal data: what is stored, its download and its deletion."""


class Privacy:
    PRIVACY = (
        "**What I store about you**\n"
        "Your user ID with your duels (moves, results, times, where the board was posted), "
        "your results, ratings and titles, your answers to puzzles, your choices in "
        "`/duel settings`, "
        "whether you have left the server, and, for a day, which of your commands were answered. "
        "No names, no messages, nothing else. It stays in the database of this bot's host. A "
        "server's moderators can export its duels; nobody else gets anything.\n"
        "Servers with data about you: {servers}"
    )
    DOWNLOAD, DELETE = "Download my data", "Delete my data"
    DOWNLOADED = "This is everything I store about you."
    NOTHING_KEPT = "I store nothing about you."
    DELETE_SURE = (
        "Delete everything I store about you, in all servers? Your running duels end, your "
        "results, ratings and answers to puzzles are deleted, and your opponents keep the duels "
        'with "deleted player" in your place. If a moderator has blocked you, that stays. '
        "This can't be undone."
    )
    DELETE_YES, DELETE_NO = "Delete everything", "Keep it"
    DELETED = (
        "Everything I stored about you is deleted. Messages in channels stay there, and so does a "
        "moderator's block."
    )
    DELETED_NOT = "Nothing was deleted."
    DELETED_PLAYER = "deleted player"
