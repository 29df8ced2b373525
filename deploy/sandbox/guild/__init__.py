"""The servers of the sandbox: channels, threads, roles and members."""
