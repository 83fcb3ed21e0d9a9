"""Eschaton: tabletop games about the end of the world, played exactly by their rules."""
