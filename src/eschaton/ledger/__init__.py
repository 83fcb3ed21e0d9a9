"""The rules ledgers: reading and searching them, marking tests with the rules they prove, counting what is proven."""

from eschaton.ledger.entry import Kind, Ledger, LedgerError, RuleEntry, RuleSwitch, Section
from eschaton.ledger.marks import UnknownRule, record, rule
from eschaton.ledger.read import read_ledger
from eschaton.ledger.shelf import every_entry, ledger, ledgers

__all__ = [
    "Kind",
    "Ledger",
    "LedgerError",
    "RuleEntry",
    "RuleSwitch",
    "Section",
    "UnknownRule",
    "every_entry",
    "ledger",
    "ledgers",
    "read_ledger",
    "record",
    "rule",
]
