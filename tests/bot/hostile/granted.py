"""One granted deed of each command and each button: a user who is permitted to do it in the initial
scene, with all the arguments it needs. Tests change one argument at a time, so that a deed gets
past the first checks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.interactions.custom_id import (
    Accept,
    Analyse,
    AnalyseMove,
    AskHint,
    AskMove,
    Challenge,
    ChooseMove,
    ChoosePart,
    ChoosePings,
    ChoosePuzzleMove,
    ChoosePuzzlePart,
    ChoosePuzzleWhole,
    ChooseWhole,
    ConfirmDelete,
    ConfirmResign,
    CustomId,
    Decline,
    DeleteData,
    DownloadData,
    DuelRules,
    GameRules,
    GoodGame,
    History,
    KeepData,
    KeepPlaying,
    LargeBoard,
    LeaderboardGame,
    LeaderboardPage,
    LeaderboardSeason,
    More,
    Move,
    MyPlace,
    NextPuzzle,
    PanelPings,
    PickGame,
    PickLevel,
    PlayBot,
    PlayBotVariant,
    PlayOn,
    PlayRanked,
    PuzzleMove,
    Rematch,
    Replay,
    ReplayChosen,
    ReplayRecord,
    Resign,
    ServerBoardMode,
    ServerChannels,
    ServerClock,
    ServerRatedLimit,
    ServerRoles,
    ShareDaily,
    ShowBoard,
    ShowDaily,
    ShowTitles,
)


@dataclass(frozen=True)
class Typed:
    who: str
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Pressed:
    who: str
    on: str
    args: tuple[str, ...] = ()
    values: tuple[str, ...] | None = None


# The first duel is over, in the second Ana is to move, the sixth is her challenge to Cy, and the
# seventh is Bo's with the bot. The first puzzle is that of the day, which Bo has answered, and Ana
# has been given the second.
TYPED: Mapping[str, Typed] = {
    "duel start": Typed("boss", {"game": "divisor", "opponent": "bo", "variant": "ranked"}),
    "duel accept": Typed("cy", {"duel": "6"}),
    "duel decline": Typed("cy", {"duel": "6"}),
    "duel cancel": Typed("ana", {"duel": "6"}),
    "duel move": Typed("ana", {"move": "3", "duel": "2"}),
    "duel board": Typed("ana", {"duel": "2"}),
    "duel resign": Typed("ana", {"duel": "2"}),
    "duel list": Typed("ana"),
    "duel rules": Typed("ana", {"game": "split", "variant": "grundy"}),
    "duel help": Typed("ana"),
    "duel leaderboard": Typed("ana", {"game": "divisor", "page": 1, "season": 1}),
    "duel profile": Typed("ana", {"player": "bo", "season": 1}),
    "duel history": Typed("cy", {"player": "bo", "opponent": "ana"}),
    "duel replay": Typed("ana", {"duel": "1"}),
    "duel settings": Typed("ana", {"pings": "never", "challenges": "nobody", "time": "UTC+2"}),
    "duel-admin settings": Typed("boss"),
    "duel-admin variant": Typed("boss", {"game": "divisor", "variant": "ranked"}),
    "duel-admin daily": Typed("boss", {"channel": "games"}),
    "duel-admin check": Typed("boss", {"channel": "games"}),
    "duel-admin end": Typed("boss", {"duel": "2"}),
    "duel-admin void": Typed("boss", {"duel": "1", "reason": "a mistake"}),
    "duel-admin reset": Typed("boss", {"confirm": "season 2"}),
    "duel-admin block": Typed("boss", {"member": "cy"}),
    "duel-admin unblock": Typed("boss", {"member": "cy"}),
    "duel-admin export": Typed("boss"),
    "practice": Typed("cy", {"game": "divisor", "variant": "ranked", "level": "expert"}),
    "puzzle daily": Typed("ana"),
    "puzzle next": Typed("cy"),
    "privacy": Typed("ana"),
    "Challenge to a duel": Typed("boss"),
    "Duel profile": Typed("ana"),
}
# The target of a menu command.
TARGET = "bo"

PRESSED: Mapping[type[CustomId], Pressed] = {
    Accept: Pressed("cy", "offer", ("6",)),
    Decline: Pressed("cy", "offer", ("6",)),
    Move: Pressed("ana", "board", ("2", "2", "3")),
    ChooseMove: Pressed("cy", "board", ("4", "0"), ("3",)),
    ChooseWhole: Pressed("boss", "board", ("5", "0", "1"), ("97",)),
    ChoosePart: Pressed("boss", "panel", ("5", "0", "1"), ("97:3",)),
    More: Pressed("ana", "board", ("2",)),
    PanelPings: Pressed("ana", "panel", ("2",), ("never",)),
    ShowBoard: Pressed("bo", "board", ("7",)),
    LargeBoard: Pressed("cy", "board", ("4",)),
    DuelRules: Pressed("bo", "board", ("2",)),
    Resign: Pressed("ana", "board", ("2",)),
    ConfirmResign: Pressed("ana", "panel", ("2",)),
    KeepPlaying: Pressed("ana", "panel", ("2",)),
    Rematch: Pressed("bo", "end", ("1",)),
    PlayRanked: Pressed("cy", "offer", ("6",)),
    PlayBot: Pressed("cy", "offer", ("6",)),
    PickLevel: Pressed("cy", "panel", ("6", "casual")),
    PlayBotVariant: Pressed("ana", "panel", ("divisor", "ranked", "casual", "here")),
    AskHint: Pressed("bo", "panel", ("7", "0")),
    AskMove: Pressed("bo", "panel", ("7", "0")),
    GoodGame: Pressed("bo", "end", ("1",)),
    Challenge: Pressed("boss", "end", ("bo",)),
    PickGame: Pressed("boss", "panel", ("bo",), ("divisor",)),
    PuzzleMove: Pressed("ana", "panel", ("1", "0", "10")),
    ChoosePuzzleMove: Pressed("cy", "panel", ("1", "0", "1"), ("10",)),
    ChoosePuzzleWhole: Pressed("ana", "panel", ("2", "0", "1"), ("11",)),
    ChoosePuzzlePart: Pressed("ana", "panel", ("2", "0", "1"), ("11:9",)),
    NextPuzzle: Pressed("ana", "panel"),
    ShowDaily: Pressed("ana", "end"),
    ShareDaily: Pressed("bo", "panel", ("1",)),
    LeaderboardPage: Pressed("ana", "ladder", ("all", "1", "1")),
    LeaderboardGame: Pressed("ana", "ladder", ("1",), ("divisor",)),
    LeaderboardSeason: Pressed("ana", "ladder", ("all",), ("1",)),
    MyPlace: Pressed("ana", "ladder", ("all", "1")),
    ShowTitles: Pressed("cy", "history", ("bo",)),
    History: Pressed("cy", "history", ("bo", "ana", "2")),
    Replay: Pressed("bo", "replay", ("1", "1", "2")),
    ReplayRecord: Pressed("bo", "replay", ("1", "2")),
    Analyse: Pressed("bo", "end", ("1", "6")),
    AnalyseMove: Pressed("bo", "replay", ("1", "1", "2")),
    PlayOn: Pressed("bo", "replay", ("1", "1")),
    ReplayChosen: Pressed("bo", "history", (), ("1",)),
    GameRules: Pressed("ana", "panel", ("divisor",)),
    ChoosePings: Pressed("ana", "panel", (), ("never",)),
    ServerBoardMode: Pressed("boss", "panel", (), ("thread",)),
    ServerChannels: Pressed("boss", "panel", (), ("games",)),
    ServerClock: Pressed("boss", "panel", (), ("1h",)),
    ServerRoles: Pressed("boss", "panel", (), ("1",)),
    ServerRatedLimit: Pressed("boss", "panel", (), ("5",)),
    DownloadData: Pressed("ana", "panel"),
    DeleteData: Pressed("ana", "panel"),
    ConfirmDelete: Pressed("ana", "panel"),
    KeepData: Pressed("ana", "panel"),
}
