"""The web table: rooms, people, sockets, storage. Knows no game's rules."""
