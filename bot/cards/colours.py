"""The colours of cards: dark enough for Discord's dark theme, and a card of its own on the
light one."""

from engine.outcome import Seat

GROUND, EDGE = "#1c1f2e", "#333953"
# On the ground lie: the panel of a player, a number, a row of a list.
PANEL, CELL, ROW = "#262b41", "#2b3049", "#232840"
INK, DIM = "#f4f5fa", "#a2aac8"
# The one accent: whoever has won, whoever looks, what a line shows.
MARKED, ACCENT, HERE = "#2d3763", "#7d97ff", "#5b7cff"
LAST, ON_LAST = "#ffbf40", "#3a2a05"
# Numbers of a board: those that can be taken, those that are left, those that are gone.
FREE, FREE_EDGE = "#3f5ee6", "#a9b9fe"
ON_CELL, CELL_EDGE = "#c2cae6", "#565e86"
GONE, ON_GONE = "#222638", "#8b94b8"
GOOD, BAD = "#5fe3b5", "#ff8fa3"
SEATS = {Seat.FIRST: "#ff8fa3", Seat.SECOND: "#5fe3b5"}
GOLD, SILVER, BRONZE, ON_MEDAL = "#ffd166", "#d0d6e5", "#e0a276", "#1c1f2e"
