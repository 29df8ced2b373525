"""The file that an exported server is written to: its lines, and how they are read and checked."""
