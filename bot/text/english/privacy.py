"""Personal data: what is stored, its download and its deletion."""


class Privacy:
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
