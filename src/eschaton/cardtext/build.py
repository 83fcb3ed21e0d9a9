"""From a parse tree to data, checking what a grammar should not: which words go together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from lark import Token, Tree

from eschaton.cardtext import data as d
from eschaton.cardtext.fits import span_of
from eschaton.cardtext.things import Things, Unfit, chooses

DURATION = '"Until the end of the …, " before it'
OWN_LINE = "a line of its own"
FOREVER = '"for the rest of the game"'
SECOND = {"when": ['"or" between the two', OWN_LINE]}


class Builder(Things):
    """Builds the data of one line."""

    # Powers.

    def on_bare(self, tree: Tree[Token], sentences: Any) -> d.PowerData:
        """Only an effect."""
        return self.power(tree, sentences)

    def on_paid(self, tree: Tree[Token], chain: Any, sentences: Any) -> d.PowerData:
        """Only a cost and an effect."""
        return self.power(tree, sentences, cost=self.cost(chain))

    def on_during(self, tree: Tree[Token], condition: Any, chain: Any, sentences: Any) -> d.PowerData:
        """While something is so."""
        return self.power(tree, sentences, condition=self(condition), cost=self.cost(chain))

    def on_timed(self, tree: Tree[Token], items: Any, condition: Any, chain: Any, sentences: Any) -> d.PowerData:
        """With a heading: states, timings, a limit, who, a condition, a cost."""
        found: dict[str, Any] = {"states": ()}
        for item in items.children:
            for key, value in self.item(item).items():
                if key == "states":
                    found["states"] += value
                elif key in found:
                    one = {"when": "timing", "who": '"any player"'}.get(key, key)
                    raise Unfit(item, f"is a second {one}; a power has one", SECOND.get(key, [f"one {one}"]))
                else:
                    found[key] = value
        return self.power(
            tree, sentences, condition=self(condition) if condition else None, cost=self.cost(chain), **found
        )

    def item(self, tree: Tree[Token]) -> dict[str, Any]:
        """One part of a heading, by the field of the power it fills."""
        if tree.data == "anyone":
            return {"who": "anyone"}
        if tree.data == "timings":
            return {"when": tuple(self(child) for child in tree.children)}
        made = self(tree)
        return {"limit": made} if isinstance(made, d.Limit) else {"states": (made,)}

    def cost(self, chain: Any) -> tuple[d.Clause, ...]:
        """The clauses of a cost; every verb must be one that can be paid with."""
        clauses: tuple[d.Clause, ...] = self(chain) if chain is not None else ()
        for clause, tree in zip(clauses, chain.children if chain is not None else (), strict=True):
            act = clause.do if isinstance(clause, d.Where) else clause
            if not isinstance(act, d.Act) or not self.words.verbs[act.verb].cost:
                payable = sorted(verb.shown() for verb in self.words.verbs.values() if verb.cost)
                raise Unfit(tree, "cannot be a cost", payable)
        return clauses

    def power(self, tree: Tree[Token], sentences: Tree[Token], **fields: Any) -> d.PowerData:
        """A power, whose sentences either all hold or all happen."""
        said = [(cast("Tree[Token]", sentence), self.clauses(sentence)) for sentence in sentences.children]
        power = d.PowerData(effect=tuple(clause for _, clauses in said for clause in clauses), **fields)
        for sentence, clauses in said:
            holds = str(sentence.data).startswith("statement__")
            if holds != power.standing:
                message = "belongs on another line: a power says either what is so or what happens"
                raise Unfit(sentence, message, [OWN_LINE, *([] if power.standing else [DURATION])])
            if holds and (power.when or power.cost or power.limit):
                raise Unfit(
                    sentence,
                    "is so all the time: it takes no timing, limit or cost",
                    [DURATION],
                )
            if holds:
                self.settled(sentence, clauses)
        return power

    def settled(self, tree: Tree[Token], statements: Iterable[d.Statement]) -> None:
        """What is so all the time cannot leave anything to a choice."""
        for statement in statements:
            if any(chooses(arg) for arg in statement.args.values()):
                raise Unfit(tree, "is so all the time: nothing in it can be chosen", ['"each …"', '"this …"'])

    def on_once(self, tree: Tree[Token], scope: Any) -> d.Limit:
        """Once per …."""
        return d.Limit(1, self(scope))

    def on_twice(self, tree: Tree[Token], scope: Any) -> d.Limit:
        """Twice per …."""
        return d.Limit(2, self(scope))

    def on_times(self, tree: Tree[Token], number: Token, scope: Any) -> d.Limit:
        """3 times per …."""
        times = self.whole(tree, number)
        if times < 1:
            raise Unfit(tree, "is no limit", ["once per …", "twice per …"])
        return d.Limit(times, self(scope))

    # Clauses.

    def clauses(self, tree: Any) -> tuple[Any, ...]:
        """The clauses of a sentence or of a part of one."""
        made = self(tree)
        return made if isinstance(made, tuple) else (made,)

    def on_chain(self, tree: Tree[Token], *acts: Any) -> tuple[d.Clause, ...]:
        """Acts one after the other."""
        return tuple(self(act) for act in acts)

    def on_where(self, tree: Tree[Token], verb: Any, value: Any) -> d.Where:
        """An act with its X."""
        self.x_is_named = True
        act = self(verb)
        self.x_is_named = False
        said = [arg for each in act.each() for arg in each.args.values()]
        if d.X() not in [*said, *(getattr(arg, "amount", None) for arg in said)]:
            raise Unfit(verb, 'has no "X" for ", where X is …" to explain', ['"X" for its number'])
        return d.Where(self(value), act)

    def on_by(self, tree: Tree[Token], target: Any, does: Any) -> d.By:
        """Players who do something."""
        return d.By(self.players(target), self(does))

    def on_named(self, tree: Tree[Token], ability: Any) -> d.Named:
        """A named ability."""
        return cast(d.Named, self(ability))

    def on_if(self, tree: Tree[Token], condition: Any, then: Any, otherwise: Any) -> d.If:
        """A condition with its clauses."""
        return d.If(self(condition), self.clauses(then), self.clauses(otherwise) if otherwise else ())

    def on_may(self, tree: Tree[Token], target: Any, chain: Any, otherwise: Any) -> d.May | d.By:
        """What you, or other players, may do."""
        may = d.May(self(chain), self(otherwise) if otherwise else ())
        return may if target.data == "you" else d.By(self.players(target), may)

    def on_choose(self, tree: Tree[Token], quantity: Any, *options: Any) -> d.ChooseAmong:
        """So many of the options."""
        amount = self(quantity)
        if isinstance(amount, d.Number | d.UpTo):
            many = amount.n if isinstance(amount, d.Number) else amount.most
            if not 1 <= many <= len(options):
                raise Unfit(
                    quantity, f"is not how many of {len(options)} options can be chosen", ["1", f"up to {len(options)}"]
                )
        return self.among(amount, options)

    def on_choose_any(self, tree: Tree[Token], *options: Any) -> d.ChooseAmong:
        """Any number of the options."""
        return self.among(d.AnyNumber(), options)

    def among(self, amount: d.Quantity, options: tuple[Any, ...]) -> d.ChooseAmong:
        """Options: all have a title, or none, and no two the same."""
        said = [title for option in options if (title := option.children[0]) is not None]
        titles = tuple(" ".join(str(title)[1:-1].split()) for title in said)
        if said and len(said) < len(options):
            bare = next(option for option in options if option.children[0] is None)
            raise Unfit(
                bare, "has no title, and another option has one", ["a title in quotes before each, or before none"]
            )
        for option, title in zip(options, titles, strict=False):
            if not title or titles.count(title) > 1:
                raise Unfit(option, "cannot be told from another by its title", ["a title of its own"])
        return d.ChooseAmong(amount, tuple(self(option.children[1]) for option in options), titles)

    def on_others_choose(self, tree: Tree[Token], target: Any, quantity: Any, *options: Any) -> d.By:
        """Options of which other players choose."""
        return d.By(self.players(target), self.on_choose(tree, quantity, *options))

    def on_others_choose_any(self, tree: Tree[Token], target: Any, *options: Any) -> d.By:
        """Options of which other players choose any number."""
        return d.By(self.players(target), self.on_choose_any(tree, *options))

    def on_for_each(self, tree: Tree[Token], over: Any, do: Any) -> d.ForEach:
        """Over things or a tally."""
        return d.ForEach(self(over), self.clauses(do))

    def on_lasts(self, tree: Tree[Token], until: Any, statement: Any) -> d.Lasts:
        """A statement for a while."""
        return d.Lasts(self(until), self(statement))

    def on_until(self, tree: Tree[Token], scope: Any) -> d.Until:
        """Until the end of a scope; the game's end is no scope to speak of."""
        name = self(scope)
        return d.Until("" if name == "game" else name)

    def on_until_next(self, tree: Tree[Token], owner: Any, scope: Any) -> d.Until:
        """Until the end of the next one that is somebody's."""
        name = self(scope)
        if not self.words.scopes[name].turns:
            others = [f'"{owner.data} next {other.plain()}"' for other in self.words.scopes.values() if other.turns]
            said = self.words.scopes[name].plain()
            raise Unfit(tree, "cannot be: it is nobody's", [f'"until the end of the {said}"', *others])
        return d.Until(name, owner=str(owner.data))

    def on_for_some(self, tree: Tree[Token], number: Token, scope: Any) -> d.Until:
        """For so many of a stretch of the game."""
        name, times = self(scope), self.whole(tree, number)
        if not self.words.scopes[name].turns:
            counted = [f'"for {number} {each.plain(many=True)}"' for each in self.words.scopes.values() if each.turns]
            said = f'"until the end of the {self.words.scopes[name].plain()}"' if name != "game" else ""
            raise Unfit(tree, "cannot be: these are not counted", filter(None, [said, FOREVER, *counted]))
        if not times:
            raise Unfit(tree, "lasts no time", ["1 or more"])
        return d.Until(name, times)

    def on_forever(self, tree: Tree[Token]) -> d.Until:
        """For the rest of the game."""
        return d.Until()

    # Conditions.

    def on_all_of(self, tree: Tree[Token], *facts: Any) -> d.AllOf:
        """Joined by "and"."""
        return d.AllOf(tuple(self(fact) for fact in facts))

    def on_any_of(self, tree: Tree[Token], *facts: Any) -> d.AnyOf:
        """Joined by "or"."""
        return d.AnyOf(tuple(self(fact) for fact in facts))

    def on_exists(self, tree: Tree[Token], bound: Any, part: Any) -> d.Exists:
        """There are things."""
        group: d.Group = self(part)
        return d.Exists(group, *self.bound(bound, self.words.nouns[group.noun].range))

    def on_has(self, tree: Tree[Token], target: Any, bound: Any, measure: Any) -> d.Has:
        """A thing has so much of a measure."""
        what = self.fixed(target)
        name = self.measure(measure, what, target)
        return d.Has(what, name, *self.bound(bound, self.words.measures[name].range))

    def on_compares(self, tree: Tree[Token], value: Any, level: Any) -> d.Compares:
        """A number is so high."""
        read: d.Value = self(value)
        return d.Compares(read, *self.bound(level, span_of(self.words, read)))

    def on_is(self, tree: Tree[Token], target: Any, adjective: Any) -> d.Is:
        """A thing is so."""
        what, quality = self.fixed(target), self(adjective)
        if isinstance(what, d.This):
            self.fits(adjective, self.words.adjectives, quality.name, what.noun)
        return d.Is(what, quality)

    def on_is_not(self, tree: Tree[Token], target: Any, adjective: Any) -> d.Is:
        """A thing is not so."""
        found = self.on_is(tree, target, adjective)
        return d.Is(found.what, d.Adjective(found.adjective.name, not found.adjective.negated))
