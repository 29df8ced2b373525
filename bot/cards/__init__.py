"""Pictures for where people would rather look than read. Each is a pure function of plain values:
no Discord, no store and no clock comes in here."""
