"""The gateway: the WebSocket on which bots receive events."""
