"""What the web page asks of the sandbox, and is told."""
