"""Turns a failure of the store into a sentence for the host."""

from bot.text import storage_failures as failures
from engine.standing import Standing
from storage.location import ServerAddress
from storage.trouble import DatabaseTrouble, Trouble, WrongStanding


def cause(error: BaseException) -> str:
    """Return why something failed, for the log. A trouble's facts by themselves say little."""
    return trouble(error) if isinstance(error, Trouble) else f"{type(error).__name__}: {error}"


def trouble(failed: Trouble) -> str:
    """Return what failed, and what the host can do about it."""
    facts = failed.facts()
    texts = failures.TROUBLES
    if isinstance(failed, DatabaseTrouble):
        where = facts.pop("where")
        if isinstance(where, ServerAddress):
            texts = failures.SERVER_TROUBLES
            facts |= {"server": where, "at": where.at, **vars(where)}
        else:
            facts |= {"path": where, "folder": where.parent}
    for name in facts.keys() & {"stored", "counted"}:
        facts[name] = _standing(facts[name])
    text = texts.get(failed.code, failures.TROUBLE)
    if isinstance(failed, WrongStanding) and facts["stored"] == facts["counted"]:
        text = failures.ODD_STANDING
    return text.format(**facts)


def _standing(standing: Standing | None) -> str:
    if standing is None:
        return failures.NO_STANDING
    rating = failures.NO_RATING
    if standing.rank:
        numbers = {name: f"{number:.1f}" for name, number in vars(standing.rank.rating).items()}
        rating = failures.RATING.format(**numbers)
    return failures.STANDING.format(**vars(standing), rating=rating)
