"""What the command line says about cards: `cards check`, `explain`, `list`, `vocabulary`, `credits`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec

from eschaton.cardtext.credits import credits_page
from eschaton.cardtext.data import PowerData, named_in
from eschaton.cardtext.errors import BadCards, Fault, nearest
from eschaton.cardtext.explain import English, capital, explain
from eschaton.cardtext.pack import NO_HEADING, Stack
from eschaton.cardtext.page import vocabulary_page
from eschaton.cardtext.parse import parse_text
from eschaton.cardtext.positions import Positions, placed
from eschaton.cardtext.stack import check_stack, load_stack
from eschaton.cardtext.toml import read_toml, text_of
from eschaton.cardtext.vocabulary import Vocabulary, vocabularies, vocabulary_of
from eschaton.kernel.errors import BadSetup


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton cards`."""
    commands = parser.add_subparsers(dest="cards_command", required=True)
    check = commands.add_parser("check", help="read a pack and report every mistake in it")
    check.add_argument("pack", nargs="+", type=Path, help="a TOML file")
    explained = commands.add_parser("explain", help="show how a card text is understood")
    explained.add_argument("game")
    explained.add_argument("text")
    listed = commands.add_parser("list", help="list the cards of a game")
    listed.add_argument("game")
    listed.add_argument("filter", nargs="?", default="", help="words that must occur on the card")
    vocabulary = commands.add_parser("vocabulary", help="everything one can write on cards of a game")
    vocabulary.add_argument("game")
    credited = commands.add_parser("credits", help="whose work the cards of a game build on, card by card")
    credited.add_argument("game")


def main(args: argparse.Namespace) -> int:
    """Run a `cards` command; 1 if something is wrong with the cards."""
    if args.cards_command == "check":
        return check(args.pack)
    words = vocabulary_of(args.game)
    try:
        if args.cards_command == "explain":
            print(explained(words, args.text))
        elif args.cards_command == "list":
            print(listing(words, args.filter))
        elif args.cards_command == "credits":
            print(credits_page(words), end="")
        else:
            print(vocabulary_page(words), end="")
    except BadCards as error:
        print(error)
        return 1
    return 0


def check(files: Sequence[Path]) -> int:
    """Report every fault of packs, or what is in them."""
    failed = 0
    for file in files:
        text, faults = checked(file)
        print(text)
        failed |= bool(faults)
    return failed


def checked(file: Path) -> tuple[str, list[Fault]]:
    """A pack's report, and its faults."""
    try:
        words = words_meant(file)
        stack, faults = check_stack(words, [file])
    except BadCards as error:
        faults = list(error.faults)
    if faults:
        many = f"{len(faults)} mistake{'s' if len(faults) != 1 else ''}"
        return "\n\n".join([*map(str, faults), f"{file}: {many}."]), faults
    return summary(file, stack), []


def words_meant(file: Path) -> Vocabulary:
    """The vocabulary of the game that a pack is for; a misspelt one is still meant, and is a fault among the others."""
    try:
        source = text_of(file)
    except UnicodeDecodeError:
        raise BadSetup(f"{file}: is not a text in UTF-8") from None
    except OSError as error:
        raise BadSetup(f"{file}: {error.strerror or error}") from None
    found = read_toml(source, str(file))
    if found.raw is None:
        raise BadCards(found.faults)
    heading = found.raw.get("pack")
    known = {words.game: words for words in vocabularies()}
    game = str(heading.get("game", "")) if isinstance(heading, dict) else ""
    meant = game if game in known else nearest(game, known)
    if not meant and len(known) == 1:
        (meant,) = known
    if not meant:
        message = f'game: no game with cards is called "{game}"' if game else NO_HEADING
        path = ("pack", "game") if game else ()
        raise BadCards([placed(Positions(found.text), str(file), path, message, game, expected=known)])
    return known[meant]


def summary(file: Path, stack: Stack) -> str:
    """What is in a pack that has no faults."""
    powers = sum(map(len, stack.powers.values()))
    named = stack.named()
    share = f"{100 * len(named) // max(1, len(stack.cards))} %"
    kinds = ", ".join(f"{len(stack.of_kind(kind))} {kind}" for kind in dict.fromkeys(stack.kinds.values()))
    lines = [f"{file}: {len(stack.cards)} cards ({kinds}), {powers} powers."]
    lines.append(f"Cards with a named ability: {len(named)} ({share}).")
    if named:
        lines.append(f"  {', '.join(named)}")
    lines += [f"Pack {pack}: {digest}" for pack, digest in stack.packs.items()]
    return "\n".join(lines)


def explained(words: Vocabulary, text: str) -> str:
    """A text as it is understood: in words and as data, line by line."""
    if not text.strip():
        raise BadSetup("text: there is nothing to explain")
    return "\n\n".join(explained_power(words, power) for power in parse_text(words, text))


def explained_power(words: Vocabulary, power: PowerData) -> str:
    """One power in words, part by part, and as data."""
    english = English(words)
    when = " or ".join(english.phrase(words.timings[timing.name], timing.args) for timing in power.when)
    rows = {
        "who": "any player" if power.who == "anyone" else "the holder",
        "when": "always" if power.standing else when or untimed(words),
        "state": ", ".join(words.states[state].plain() for state in power.states),
        "limit": f"{power.limit.times} per {power.limit.scope}" if power.limit else "",
        "if": english.condition(power.condition) if power.condition else "",
        "cost": english.body(power.cost),
        "effect": " ".join(capital(english.clause(clause)) + "." for clause in power.effect),
        "named": ", ".join(sorted(named_in(power.effect))),
    }
    shown = "\n".join(f"  {name:7}{text}" for name, text in rows.items() if text)
    data = msgspec.json.format(msgspec.json.encode(power), indent=2).decode()
    return f"{explain(words, power)}\n{shown}\n{data}"


def untimed(words: Vocabulary) -> str:
    """When a text is used that names no timing: on most kinds of card, and on those with a timing of their own."""
    said = {kind: words.timings[timing].plain() for kind, timing in words.defaults.items() if timing in words.timings}
    usual = words.timings[words.default].plain() if words.default in words.timings else "when the card says so"
    others = [f"on {kind}: {timing}" for kind, timing in said.items() if timing != usual]
    return "; ".join([usual, *others])


def listing(words: Vocabulary, wanted: str = "") -> str:
    """The cards of a game's packs whose name, kind, facts or text have all the wanted words."""
    stack = load_stack(words, words.packs)
    found = [entry(words, stack, id_) for id_ in stack.cards]
    needles = wanted.lower().split()
    found = [text for text in found if all(needle in text.lower() for needle in needles)]
    return "\n\n".join([*found, f"{len(found)} of {len(stack.cards)} cards."])


def entry(words: Vocabulary, stack: Stack, id_: str) -> str:
    """A card in a list: its name, its facts, what it says."""
    card = stack.cards[id_]
    shown = {"id", "name", "text", "flavour", "attribution", *card.said_in}
    facts = {field: getattr(card, field) for field in card.__struct_fields__ if field not in shown}
    told = ", ".join(f"{field} {msgspec.json.encode(value).decode()}" for field, value in facts.items())
    said = [f"  {explain(words, power)}" for power in stack.powers[id_]]
    return "\n".join([f"{card.name} ({stack.kinds[id_]}; {told})", *said])
