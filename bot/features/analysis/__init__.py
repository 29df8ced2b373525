"""The analysis of a finished duel: who stood to win, and where that changed."""
