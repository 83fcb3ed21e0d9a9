"""The card language: controlled English in, powers as data out. Knows no game; each game brings its vocabulary."""
