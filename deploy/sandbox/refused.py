"""What people can't do."""


class Refused(Exception):
    """Says why Discord's own client wouldn't allow this."""

    def __init__(self, why: str, status: int = 400) -> None:
        super().__init__(why)
        self.status = status
