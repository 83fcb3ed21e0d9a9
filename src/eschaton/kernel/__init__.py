"""The engine: a table, a stack of steps, and the questions they ask. Knows no game."""
