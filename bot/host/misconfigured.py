"""Settings that the host has to correct before the bot can start."""

# The exit code that service managers know as a wrong configuration: no restart helps.
EXIT_CODE = 78


class Misconfigured(Exception):
    """Each of its arguments is a sentence that names what is wrong and what to do."""
