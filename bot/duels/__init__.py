"""A duel on Discord: its steps, its boards, its clock and its pings."""
