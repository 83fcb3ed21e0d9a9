"""Canonical English: every structure of `data.py` printed so that it parses back to an equal structure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from eschaton.cardtext import data as d
from eschaton.cardtext.phrase import Phrase, Slot, Spelling, Verb, spaced
from eschaton.cardtext.vocabulary import Vocabulary

TIMES = {1: "once", 2: "twice"}
Args = Mapping[str, d.Arg]


def explain(words: Vocabulary, power: d.PowerData) -> str:
    """A power as one canonical line."""
    return English(words).power(power)


def announce(words: Vocabulary, power: d.PowerData) -> str:
    """The same, as players may read it before they choose: without what options do that have a title."""
    return English(words, whole=False).power(power)


def explain_clauses(words: Vocabulary, clauses: Sequence[d.Clause | d.Statement]) -> str:
    """Clauses as a sentence, as players may read it before they choose."""
    return capital(English(words, whole=False).body(tuple(clauses)))


class English:
    """Prints the data of one vocabulary, the `whole` of it or what may be read before choices are made."""

    def __init__(self, words: Vocabulary, whole: bool = True) -> None:
        self.words = words
        self.whole = whole

    # Powers.

    def power(self, power: d.PowerData) -> str:
        """Heading and sentences."""
        heading = self.heading(power)
        sentences = " ".join(capital(self.clause(clause)) + "." for clause in power.effect)
        return f"{capital(heading)}: {sentences}" if heading else sentences

    def heading(self, power: d.PowerData) -> str:
        """Who, states, timings, limit, condition, cost."""
        items = ["any player"] if power.who == "anyone" else []
        items += [self.words.states[state].plain() for state in power.states]
        if power.when:
            items.append(" or ".join(self.phrase(self.words.timings[when.name], when.args) for when in power.when))
        if power.limit:
            times = TIMES.get(power.limit.times, f"{power.limit.times} times")
            items.append(f"{times} per {self.words.scopes[power.limit.scope].plain()}")
        heading = ", ".join(items)
        if power.condition:
            heading += f"{', if' if items else 'while'} {self.condition(power.condition)}"
        if power.cost:
            heading += f"{' - ' if heading else ''}{self.body(power.cost)}"
        return heading

    # Clauses.

    def body(self, clauses: Sequence[d.Clause | d.Statement]) -> str:
        """Clauses in a row."""
        return ", then ".join(map(self.clause, clauses))

    def clause(self, clause: d.Clause | d.Statement) -> str:
        """One clause."""
        match clause:
            case d.Act():
                return self.act(self.words.verbs[clause.verb], clause)
            case d.Statement():
                return self.phrase(self.words.statements[clause.name], clause.args)
            case d.Named():
                return f"do: {self.words.named_powers[clause.name].template}"
            case d.Where():
                return f"{self.clause(clause.do)}, where X is {self.value(clause.value)}"
            case d.By():
                return self.by(clause)
            case d.May():
                return f"you {self.may(clause)}"
            case d.ChooseAmong():
                return f"choose {self.options(clause)}"
            case d.If():
                otherwise = f"; otherwise, {self.body(clause.otherwise)}" if clause.otherwise else ""
                return f"if {self.condition(clause.condition)}, {self.body(clause.then)}{otherwise}"
            case d.ForEach():
                return f"for each {self.over(clause.over)}, {self.body(clause.do)}"
            case d.Lasts():
                return f"{self.until(clause.until)}, {self.clause(clause.statement)}"

    def by(self, clause: d.By) -> str:
        """What other players do, or may do."""
        who = self.target(clause.who)
        if isinstance(clause.do, d.May):
            return f"{who} {self.may(clause.do, 'they')}"
        if isinstance(clause.do, d.ChooseAmong):
            return f"{who} {'choose' if plural(clause.who) else 'chooses'} {self.options(clause.do)}"
        verb = self.words.verbs[clause.do.verb]
        return f"{who} {self.act(verb if plural(clause.who) else in_third_person(verb), clause.do)}"

    def act(self, verb: Verb, act: d.Act) -> str:
        """A verb, with what is said of it again."""
        tail = Phrase(name=verb.name, template=verb.template, parts=verb.tail)
        return " and ".join([self.phrase(verb, act.args), *(self.phrase(tail, again) for again in act.more)])

    def options(self, clause: d.ChooseAmong) -> str:
        """How many are chosen, and among what; where options have titles, what they do is printed only on the card."""
        said = (
            [self.body(option) for option in clause.options]
            if self.whole or not clause.titles
            else [""] * len(clause.options)
        )
        titled = [f'"{title}"{": " if text else ""}{text}' for title, text in zip(clause.titles, said, strict=False)]
        return f"{self.quantity(clause.amount).removesuffix(' of')}: {', or '.join(titled or said)}"

    def may(self, clause: d.May, who: str = "you") -> str:
        """What may be done, and what happens if it is not."""
        otherwise = f"; if {who} do not, {self.body(clause.otherwise)}" if clause.otherwise else ""
        return f"may {self.body(clause.do)}{otherwise}"

    def over(self, over: d.Group | d.Reading) -> str:
        """What "for each" goes over."""
        if isinstance(over, d.Reading):
            return self.words.tallies[over.name].plain()
        return self.part(over)

    def until(self, until: d.Until) -> str:
        """A duration."""
        if not until.scope:
            return "for the rest of the game"
        if until.times:
            return f"for {until.times} {self.words.scopes[until.scope].plain(many=until.times != 1)}"
        if until.owner:
            return f"until the end of {until.owner} next {self.words.scopes[until.scope].plain()}"
        return f"until the end of the {self.words.scopes[until.scope].plain()}"

    # Conditions.

    def condition(self, condition: d.Condition) -> str:
        """One condition."""
        match condition:
            case d.AllOf():
                return " and ".join(map(self.condition, condition.of))
            case d.AnyOf():
                return " or ".join(map(self.condition, condition.of))
            case d.Holds():
                return self.phrase(self.words.conditions[condition.name], condition.args)
            case d.Exists():
                return self.exists(condition)
            case d.Has():
                verb = "have" if plural(condition.what) else "has"
                measure = self.words.measures[condition.measure].plain(many=(condition.least, condition.most) != (1, 1))
                return f"{self.target(condition.what)} {verb} {bound(condition.least, condition.most)} {measure}"
            case d.Compares():
                return f"{self.value(condition.value)} is {bound(condition.least, condition.most, none='exactly 0')}"
            case d.Is():
                verb = "are" if plural(condition.what) else "is"
                word = self.words.adjectives[condition.adjective.name].plain()
                return f"{self.target(condition.what)} {verb} {'not ' if condition.adjective.negated else ''}{word}"

    def exists(self, condition: d.Exists) -> str:
        """There are things; one is "a", unless an owner stands between."""
        if condition.group.owner:
            level = bound(condition.least, condition.most, none="exactly 0")
            return f"there are {level} {self.part(condition.group, many=True)}"
        if (condition.least, condition.most) == (1, 1):
            return f"there is exactly 1 {self.part(condition.group)}"
        if (condition.least, condition.most) == (1, None):
            part = self.part(condition.group)
            return f"there is {'an' if part[0].lower() in 'aeiou' else 'a'} {part}"
        return f"there are {bound(condition.least, condition.most)} {self.part(condition.group, many=True)}"

    # Things.

    def target(self, target: d.Target) -> str:
        """Which things, and how many."""
        match target:
            case d.This():
                return f"this {self.words.nouns[target.noun].plain()}"
            case d.It():
                return "it"
            case d.You():
                return "you"
            case d.They():
                return "they"
            case d.The():
                return f"the {self.part(target.group)}"
            case d.Every():
                return f"each {self.part(target.group)}"
            case d.Some() | d.AtRandom():
                random = "random " if isinstance(target, d.AtRandom) else ""
                of = not isinstance(target.amount, d.AnyNumber)
                return f"{self.quantity(target.amount)} {random}{self.part(target.group, plural(target.amount), of)}"
            case d.Extreme():
                one = "one " if target.group.owner else ""
                return f"the {one}{self.part(target.group)} with the {self.extreme(target)}"

    def extreme(self, target: d.Extreme) -> str:
        """ "Most wounds", "highest speed": what is counted and what is not."""
        measure = self.words.measures[target.measure]
        counted = measure.plain() != measure.plain(many=True)
        most, fewest = ("most", "fewest") if counted else ("highest", "lowest")
        return f"{most if target.most else fewest} {measure.plain(many=True)}"

    def part(self, group: d.Group, many: bool = False, of: bool = True) -> str:
        """A group, with its owner."""
        owner = f"{'of ' if of else ''}{group.owner} " if group.owner else ""
        other = "other " if group.other else ""
        adjectives = "".join(f"{self.adjective(adjective)} " for adjective in group.adjectives)
        noun = self.words.nouns[group.noun].plain(many=many or bool(group.owner and of))
        which = "".join(f" {self.which(which)}" for which in group.which)
        return f"{owner}{other}{adjectives}{noun}{which}"

    def which(self, which: d.Which | d.With) -> str:
        """A phrase after the noun."""
        if isinstance(which, d.Which):
            return self.phrase(self.words.whiches[which.name], which.args)
        measure = self.words.measures[which.measure].plain(many=(which.least, which.most) != (1, 1))
        return f"with {bound(which.least, which.most)} {measure}"

    def adjective(self, adjective: d.Adjective) -> str:
        """A quality, or the lack of it."""
        return ("non-" if adjective.negated else "") + self.words.adjectives[adjective.name].plain()

    # Numbers.

    def quantity(self, amount: d.Quantity) -> str:
        """How many."""
        match amount:
            case d.Number():
                return str(amount.n)
            case d.X():
                return "X"
            case d.That():
                return "that many"
            case d.UpTo():
                return f"up to {amount.most}"
            case d.AnyNumber():
                return "any number of"

    def value(self, value: d.Value) -> str:
        """A number that is read, not chosen."""
        match value:
            case d.Number() | d.X() | d.That():
                return self.quantity(value)
            case d.Count():
                return f"the number of {self.part(value.group, many=True, of=False)}"
            case d.Stat():
                return f"the {self.words.measures[value.measure].plain(many=True)} of {self.target(value.of)}"
            case d.Reading():
                return self.phrase(self.words.values[value.name], value.args)
            case d.Half():
                return f"half of {self.value(value.of)}, rounded {'up' if value.up else 'down'}"
            case d.Twice():
                return f"twice {self.value(value.of)}"
            case d.Plus():
                return f"{self.value(value.of)} {'plus' if value.n >= 0 else 'minus'} {abs(value.n)}"

    # Phrases.

    def phrase(self, phrase: Phrase, args: Args) -> str:
        """A phrase of the game with its arguments; words agree in number with the argument before them."""
        said: list[str] = []
        many = False
        for part in phrase.parts:
            if isinstance(part, Slot):
                arg = args[part.name]
                said.append(self.word(arg, many) if isinstance(arg, d.Word) else self.arg(arg))
                many = plural(arg)
            else:
                said.append(part.many if many else part.one)
                many = many or part.one == "all"
        return spaced(said)

    def word(self, word: d.Word, many: bool) -> str:
        """One of a set of words, in one number."""
        spelled = self.words.sets[word.kind][word.word]
        return " ".join(part.many if many else part.one for part in spelled)

    def arg(self, arg: d.Arg) -> str:
        """An argument."""
        match arg:
            case d.Place():
                name = self.words.places[arg.name].plain()
                return f"{arg.owner} {name}" if arg.owner else name
            case d.Word():
                return self.word(arg, many=False)
            case d.Change():
                return f"{arg.by:+d}" if arg.by else "0"
            case d.Several():
                said = [self.arg(item) for item in arg.items]
                return " and ".join([", ".join(said[:-1]), said[-1]]) if len(said) > 1 else said[0]
            case d.Until():
                return self.until(arg)
            case d.UpTo() | d.AnyNumber():
                return self.quantity(arg)
            case d.Number() | d.X() | d.That() | d.Count() | d.Stat() | d.Reading() | d.Half() | d.Twice() | d.Plus():
                return self.value(arg)
            case _:
                return self.target(arg)


def in_third_person(verb: Verb) -> Verb:
    """A verb as others do it."""
    parts = (Spelling(verb.third, verb.third), *verb.parts[1:])
    return Verb(name=verb.name, template=verb.template, parts=parts, again=verb.again)


def plural(arg: d.Arg) -> bool:
    """Whether words about this are in the plural."""
    match arg:
        case d.Number():
            return arg.n != 1
        case d.Change():
            return abs(arg.by) != 1
        case d.UpTo():
            return arg.most != 1
        case d.X() | d.That() | d.AnyNumber() | d.You() | d.They():
            return True
        case d.Some() | d.AtRandom():
            return plural(arg.amount)
    return False


def bound(least: int, most: int | None, none: str = "no") -> str:
    """ "2 or more", "2 or fewer", "exactly 2", "no"."""
    if most == 0:
        return none
    if most is None:
        return f"{least} or more"
    return f"exactly {most}" if least == most else f"{most} or fewer"


def capital(text: str) -> str:
    """With a capital letter."""
    return text[:1].upper() + text[1:]
