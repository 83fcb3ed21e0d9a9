"""Games as research environments: PettingZoo (`aec`), Gymnasium (`gym`), OpenSpiel (`spiel`).

All three stand on `play`, which turns a game into a sequence of small decisions between numbered actions, and show what
the kernel's views show. Nothing here is imported by the rest; each interface needs an extra of its own.
"""
