"""Moderators: `/duel-admin`."""
