"""Messages, and what belongs to them."""
