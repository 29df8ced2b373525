"""What is remembered: units of work over one file. Never imports discord."""
