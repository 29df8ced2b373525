"""What whoever hosts the bot has to set right before it can start."""

# What shells and service managers know as a mistake in the configuration: no restart helps.
EXIT_CODE = 78


class Misconfigured(Exception):
    """Each of its arguments is a sentence that names what is wrong and what to do."""
