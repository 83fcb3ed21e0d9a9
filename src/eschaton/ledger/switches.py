"""Switches: table options that rulings name, in brackets or in a sentence."""

import re

from eschaton.ledger.entry import RuleSwitch

BRACKET = re.compile(r"\[`(?P<name>[a-z][a-z0-9_]*)`(?P<rest>[^\]]*)\]")
SENTENCE = re.compile(r"switch `(?P<name>[a-z][a-z0-9_]*)` \(default (?P<default>[^)]+)\)")
RULING = re.compile(r"\*\*Ruling\*\*:?\s*(.*?)(?=\s+Why: |\s+\[`|$)", re.DOTALL)


def read_switch(text: str) -> RuleSwitch | None:
    """The switch a ruling's text names, if it names one."""
    if bracket := BRACKET.search(text):
        return _from_bracket(bracket["name"], bracket["rest"], text)
    if sentence := SENTENCE.search(text):
        return RuleSwitch(sentence["name"], sentence["default"])
    return None


def _from_bracket(name: str, rest: str, text: str) -> RuleSwitch:
    """Read `, default VALUE; NOTE`, or `: VALUE or VALUE` (the first is the default unless one says so), or nothing."""
    if rest.startswith(":"):
        return _from_values(name, rest[1:])
    stated = re.match(r",\s*default\s+([^;]+)(?:;\s*(.*))?$", rest)
    if stated:
        return RuleSwitch(name, stated[1].strip(), note=stated[2] or "")
    ruling = RULING.search(text)
    return RuleSwitch(name, ruling[1].strip() if ruling else text, note=rest.strip(" ,;"), stated=False)


def _from_values(name: str, listed: str) -> RuleSwitch:
    """Read the values a bracket lists."""
    values = [value.strip() for value in re.split(r"\bor\b|,", listed)]
    marked = [value.removesuffix("(default)").strip() for value in values if value.endswith("(default)")]
    plain = tuple(value.removesuffix("(default)").strip() for value in values)
    return RuleSwitch(name, marked[0] if marked else plain[0], values=plain)
