"""The one server of the sandbox."""
