"""The table in a terminal, as plain lines: for a person, a pipe or a screen reader."""
