"""The games, one package each, with the ledger of its rules beside the code."""
