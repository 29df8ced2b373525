"""The real bot, whose clock somebody else moves and whose heart beats faster: an hour and a night
can go by while it plays for minutes. Or a bot that makes a mistake."""

import sys
from pathlib import Path
from unittest.mock import patch

from bot import client
from bot.cli import main
from bot.duels import scheduler as clock
from tests.e2e.chaos.hands import Watch
from tests.e2e.chaos.mistakes import NAMED

# So often that time can pass in steps at which nobody thinks that they have slept.
FASTER = 30
BEAT, ASLEEP = clock.BEAT // FASTER, clock.ASLEEP * FASTER


def run(hands: Path, mistake: str) -> None:
    with (
        patch.object(client, "time", Watch(hands)),
        patch.object(clock, "BEAT", BEAT),
        patch.object(clock, "ASLEEP", ASLEEP),
        NAMED[mistake](),
    ):
        main(["run"])


if __name__ == "__main__":
    run(Path(sys.argv[1]), sys.argv[2])
