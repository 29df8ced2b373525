"""How somebody plays."""
