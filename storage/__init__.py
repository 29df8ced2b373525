"""What is remembered. Whoever keeps something asks a Store; how it is kept stays in this room."""
