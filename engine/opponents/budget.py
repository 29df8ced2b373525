"""A budget of positions, so that a move takes a bounded time whatever the game. It counts positions
and never time: the same bot in the same position plays the same moves on any machine."""


class Exhausted(Exception):
    """There was more to look at than the budget allows."""


class Budget:
    """How many positions may still be looked at."""

    def __init__(self, positions: int) -> None:
        self.left = positions

    def spend(self, positions: int = 1) -> None:
        self.left -= positions
        if self.left < 0:
            raise Exhausted
