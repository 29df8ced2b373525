"""The catalogue: every sentence word for word, in golden files."""
