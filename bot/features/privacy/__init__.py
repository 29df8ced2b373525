"""Personal data: shown, downloaded, deleted."""
