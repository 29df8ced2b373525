"""Which application of Discord's a database belongs to. The bots of two would take each other's
shards, and each would know the other's servers as places that it isn't in."""

# The key of the note that names the application.
APPLICATION = "application"
# How the keys of notes about registered commands begin, before the application's ID.
COMMANDS = "commands of "


def commands_of(application: int | str | None) -> str:
    """Return the key of the note that says which commands an application has registered."""
    return f"{COMMANDS}{application}"
