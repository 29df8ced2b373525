"""What must be true of all that was asked: whoever asks is answered."""

from collections.abc import Iterator

from tests.e2e.chaos.asked import Asked
from tests.e2e.chaos.evidence import Evidence
from tests.e2e.chaos.trouble import Trouble

# What Discord waits for. What took longer was asked while nobody could have heard.
PATIENCE = 3.0
# When so much of it has gone, what is left may be too little.
TOO_MUCH = PATIENCE / 2
# What has to ask Discord something before it can be answered.
LOOKS_FURTHER = ("press rematch", "board", "leaderboard", "profile", "history")
BROKEN = "Something broke on my side."


def why_unanswered(asked: Asked, trouble: Trouble) -> str | None:
    """What kept the answer from whoever asked, if anything did."""
    hits = trouble.hit.get(asked.interaction, ())
    late = trouble.lateness(asked.began, asked.began + PATIENCE)
    if sum(each.holds_up for each in hits) + late > TOO_MUCH:
        return str(max(hits, key=lambda each: each.holds_up)) if hits else "the machine was busy"
    until = asked.began + PATIENCE
    held_up = trouble.held_up(asked.began, until)
    if asked.state == "thinking":
        # The bot says that it has posted a board when it has.
        until += held_up
    if trouble.was_away(asked.began, until):
        return "the bot was away"
    if held_up + late > TOO_MUCH and asked.meant.what in LOOKS_FURTHER:
        return "what had to be done first"
    return None


def unanswered(evidence: Evidence) -> Iterator[str]:
    """Whoever asked was answered, unless something kept the answer from them; and never that the
    bot doesn't know what has happened."""
    for each in evidence.asked:
        if each.state != "answered" and why_unanswered(each, evidence.trouble) is None:
            yield f"{each.who} has no answer to {each.interaction}, {each.meant}: {each.state}"
        if each.told and each.told.startswith(BROKEN):
            yield f"{each.who} was told of a fault of the bot's when they asked {each.meant}"
