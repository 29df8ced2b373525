"""What moderators do: `/duel-admin`."""
