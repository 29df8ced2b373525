"""How interactions come in and are answered."""
