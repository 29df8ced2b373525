"""Players that are not perfect, to measure games against and to play with."""
