"""Every sentence that players read, in English: one class, split by what it is about.

A language is a class that inherits from `English`. Texts that it leaves out stay English."""

from bot.text.english.analysis import Analysis
from bot.text.english.boards import Boards
from bot.text.english.cards import Cards
from bot.text.english.challenges import Challenges
from bot.text.english.commands import Commands
from bot.text.english.finishes import Finishes
from bot.text.english.games import Games
from bot.text.english.general import General
from bot.text.english.messages import Messages
from bot.text.english.pages import Pages
from bot.text.english.practice import Practice
from bot.text.english.privacy import Privacy
from bot.text.english.puzzles import Puzzles
from bot.text.english.refusals import Refusals
from bot.text.english.settings import Settings


class English(
    General,
    Games,
    Refusals,
    Challenges,
    Boards,
    Practice,
    Puzzles,
    Cards,
    Finishes,
    Analysis,
    Messages,
    Pages,
    Settings,
    Privacy,
    Commands,
):
    """The catalogue. Facts are filled in by name, as in `{player}`."""


# A language is a class with everything that English has.
Words = type[English]
