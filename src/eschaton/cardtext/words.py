"""What one file of a game's words declares: each phrase with its template and the function that stands behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from eschaton.cardtext.errors import BadVocabulary
from eschaton.cardtext.phrase import (
    COUNTED,
    Cause,
    Claim,
    Noun,
    Number,
    Phrase,
    Quality,
    Range,
    Scope,
    Spelling,
    State,
    Verb,
    When,
    Where,
    fit,
    parts_of,
    spellings_of,
    third_person,
)

if TYPE_CHECKING:
    from eschaton.cardtext.card import Card
    from eschaton.cardtext.perform import Perform

F = TypeVar("F", bound=Callable[..., Any])
PerformT = TypeVar("PerformT", bound="type[Perform]")
PhraseT = TypeVar("PhraseT", bound=Phrase)

ANY_WORD = ""


class Words:
    """Some of what the cards of a game can say: what one file declares."""

    def __init__(self) -> None:
        self.kinds: dict[str, type[Card]] = {}
        self.defaults: dict[str, str] = {}
        self.this: dict[str, tuple[str, ...] | None] = {}
        self.passing: set[str] = set()
        self.nouns: dict[str, Noun] = {}
        self.adjectives: dict[str, Quality] = {}
        self.measures: dict[str, Quality] = {}
        self.whiches: dict[str, Quality] = {}
        self.places: dict[str, Where] = {}
        self.sets: dict[str, dict[str, tuple[Spelling, ...]]] = {}
        self.set_docs: dict[str, str] = {}
        self.set_nouns: dict[str, dict[str, tuple[str, ...]]] = {}  # the nouns that a word of a set goes with
        self.settings: dict[str, str] = {}
        self.brief: set[str] = set()
        self.scopes: dict[str, Scope] = {}
        self.states: dict[str, State] = {}
        self.timings: dict[str, When] = {}
        self.values: dict[str, Number] = {}
        self.tallies: dict[str, Phrase] = {}
        self.conditions: dict[str, Phrase] = {}
        self.verbs: dict[str, Verb] = {}
        self.statements: dict[str, Claim] = {}
        self.named_powers: dict[str, Phrase] = {}
        self.otherwise: dict[str, str] = {}  # words that people write, and what cards of this game say instead
        self.step: type[Perform] | None = None

    # Things.

    def kind(
        self,
        name: str,
        struct: type[Card],
        default: str = "",
        *,
        this: Iterable[str] | None = None,
        passing: bool = False,
    ) -> None:
        """Cards of one kind: `[[name]]` in a pack, with the facts of this structure, and their own default timing.

        `this` are the nouns such a card can call itself ("this crew"; None: any). A `passing` card never lies in play,
        so nothing can be so while it does.
        """
        self.kinds[name] = struct
        self.defaults[name] = default
        self.this[name] = None if this is None else tuple(this)
        if passing:
            self.passing.add(name)

    def noun(
        self,
        template: str,
        *,
        name: str = "",
        rule: str = "",
        owner: Callable[..., Any] | None = None,
        hidden: bool = False,
        example: str = "",
        needs: Iterable[str] = (),
        also: Iterable[str] = (),
        range: Range = COUNTED,
    ) -> Callable[[F], F]:
        """Things; the function (table, context) lists their keys.

        There are none without the settings that they need. `also` are nouns that all of them have besides.
        """
        more = {"owner": owner, "hidden": hidden, "needs": tuple(needs), "also": tuple(also), "range": range}
        return self.declare(self.nouns, Noun, template, 2, name, rule, example, **more)

    def adjective(
        self,
        template: str,
        *,
        of: Iterable[str] = (),
        rule: str = "",
        example: str = "",
        excludes: Iterable[str] = (),
        unowned: bool = False,
        hidden: bool = False,
    ) -> Callable[[F], F]:
        """A quality before the noun; the function (table, context, thing) says whether it has it.

        Nothing has it and one that it `excludes`; what is `unowned` is nobody's. Of this and of every other phrase the
        game says that it is `hidden` if it depends on what not everybody sees.
        """
        more = {"of": tuple(of), "excludes": tuple(excludes), "unowned": unowned, "hidden": hidden}
        return self.declare(self.adjectives, Quality, template, 3, "", rule, example, **more)

    def measure(
        self,
        template: str,
        *,
        of: Iterable[str] = (),
        rule: str = "",
        example: str = "",
        range: Range = COUNTED,
        hidden: bool = False,
    ) -> Callable[[F], F]:
        """A number that every thing of a noun has; the function (table, context, thing) counts it."""
        more = {"of": tuple(of), "range": range, "hidden": hidden}
        return self.declare(self.measures, Quality, template, 3, "", rule, example, **more)

    def which(
        self, template: str, *, of: Iterable[str] = (), rule: str = "", example: str = "", hidden: bool = False
    ) -> Callable[[F], F]:
        """A phrase after the noun; the function (table, context, thing, slots) says whether it is so."""
        return self.declare(self.whiches, Quality, template, 3, "", rule, example, of=tuple(of), hidden=hidden)

    def place(self, template: str, *, owned: bool = False, rule: str = "", example: str = "") -> Callable[[F], F]:
        """A place; the function (table, context, owner) finds it. Not owned, it is written whole: "the deck"."""
        return self.declare(self.places, Where, template, 3, "", rule, example, owned=owned)

    def words(
        self, kind: str, listed: Iterable[str], about: str = "", *, of: Mapping[str, Iterable[str]] | None = None
    ) -> None:
        """A set of words that a slot of this kind takes, known by their singular: "Study Token(s)".

        `of` are words that go with things of some nouns only.
        """
        self.sets[kind] = {" ".join(word.one for word in spelled): spelled for spelled in map(spellings_of, listed)}
        self.set_docs[kind] = about
        self.set_nouns[kind] = {word: tuple(nouns) for word, nouns in (of or {}).items()}

    # Time.

    def setting(self, name: str, about: str, *, brief: bool = False) -> None:
        """Something that is there only at some timings, or after some verbs: "a team on a mission".

        Timings and verbs say that they give it, nouns and other phrases that they need it. What is `brief` is gone once
        anything else is done; only a verb that can always be done leaves it, if it does so to "that many".
        """
        self.settings[name] = about
        self.brief |= {name} if brief else set()

    def scope(
        self,
        template: str,
        *,
        step: str = "",
        rule: str = "",
        about: str = "",
        needs: Iterable[str] = (),
        turns: bool = False,
    ) -> None:
        """A stretch of the game: "once per turn", "until the end of the turn"; it ends with the step of this name.

        If it is one of the `turns` whose end the game tells by `Table.turn_over(seat)`, it is counted: "for 2 turns"
        (it has a plural), "until the end of your next turn".
        """
        parts = parts_of(template)
        name = identifier(" ".join(part.one for part in parts if isinstance(part, Spelling)))
        more: dict[str, Any] = {"rule": rule, "about": about, "needs": tuple(needs), "turns": turns}
        self.scopes[name] = Scope(name=name, template=template, parts=parts, step=step, **more)

    def timing(
        self,
        template: str,
        *,
        key: str = "",
        mandatory: bool = False,
        rule: str = "",
        example: str = "",
        about: str = "",
        test: Callable[..., bool] | None = None,
        on: Iterable[str] = (),
        brings: str = "",
        endless: bool = False,
        gives: Iterable[str] | Mapping[str, Iterable[str]] = (),
        only: Iterable[str] = (),
        open: bool = True,
        anywhere: bool = False,
        state: str = "",
        due_to: Cause | None = None,
    ) -> None:
        """A timing; with slots, `test` (table, context, slots) says whether what happens fits them.

        `on` are the kinds of card that speak at it (none: all); a thing of the noun that it `brings` is "it" to begin
        with; if it is `endless`, its powers must say how often or at what price. It `gives` settings, to all cards or
        by their kind ("": the others). Where the game does not ask all players it is not `open` to "any player".
        Texts that speak `anywhere` do so wherever their card is; cards that can be in the `state` are in it then. It
        comes only on cards that do what it is `due_to`.
        """
        given = gives if isinstance(gives, Mapping) else {"": gives}
        name = identifier(key or template)
        made = When(
            name=name,
            template=template,
            parts=parts_of(template),
            run=test,
            rule=rule,
            example=example,
            about=about,
            key=key or name,
            mandatory=mandatory,
            on=tuple(on),
            brings=brings,
            endless=endless,
            gives={kind: tuple(settings) for kind, settings in given.items()},
            only=tuple(only),
            open=open,
            anywhere=anywhere,
            state=state,
            due_to=due_to,
        )
        self.add(self.timings, made, 2)

    def state(
        self,
        template: str,
        *,
        rule: str = "",
        example: str = "",
        on: Iterable[str] = (),
        means: str = "",
        silent: Iterable[str] = (),
        without: Iterable[str] = (),
    ) -> Callable[[F], F]:
        """A state of the card in which a power counts; the function (table, context) says whether it is in it.

        `on` are the kinds of card that can be in it (none: all), `means` is an adjective that cards in it have, and
        `silent` are the keys of timings at which such cards never speak. Where texts that do not name the state are off
        in it, a card has none of the adjectives `without` while they are on.
        """
        off = {"silent": tuple(map(identifier, silent)), "without": tuple(without)}
        more = {"on": tuple(on), "means": means, **off}
        return self.declare(self.states, State, template, 2, "", rule, example, **more)

    # Numbers and conditions.

    def value(
        self,
        template: str,
        *,
        rule: str = "",
        example: str = "",
        needs: Iterable[str] = (),
        range: Range = COUNTED,
        hidden: bool = False,
    ) -> Callable[[F], F]:
        """A number; the function (table, context, slots) reads it."""
        more = {"needs": tuple(needs), "range": range, "hidden": hidden}
        return self.declare(self.values, Number, template, 2, "", rule, example, **more)

    def tally(self, template: str, *, rule: str = "", example: str = "", needs: Iterable[str] = ()) -> Callable[[F], F]:
        """What "for each" can count besides things; the function (table, context) counts."""
        return self.declare(self.tallies, Phrase, template, 2, "", rule, example, needs=tuple(needs))

    def condition(
        self, template: str, *, rule: str = "", example: str = "", needs: Iterable[str] = (), hidden: bool = False
    ) -> Callable[[F], F]:
        """What can be asked after "if"; the function (table, context, slots) answers."""
        more = {"needs": tuple(needs), "hidden": hidden}
        return self.declare(self.conditions, Phrase, template, 2, "", rule, example, **more)

    # What happens, and what is so.

    def verb(
        self,
        template: str,
        *,
        rule: str,
        example: str,
        third: str = "",
        cost: bool = True,
        able: Callable[..., bool] | None = None,
        together: Callable[..., bool] | None = None,
        needs: Iterable[str] = (),
        gives: Iterable[str] = (),
        only: Iterable[str] = (),
        makes: str = "",
        hidden: bool = False,
        again: str = "",
    ) -> Callable[[F], F]:
        """A verb; the function (table, context, slots) does it and returns what follows, or how much was done.

        It does nothing without the settings that it needs, and `only` something to things with one of these adjectives.
        It `gives` settings to the clauses after it, and its things have the noun that it `makes` of them. Whether it
        can be done says `able`, and of several such in one breath `together` (table, context, slots of each). What
        stands from the slot `again` on can be said again: "gain 2 Gold and 1 Rum".
        """
        made = third or third_person(template.split()[0])
        more: dict[str, Any] = {"needs": tuple(needs), "gives": tuple(gives), "only": tuple(only), "makes": makes}
        more |= {"third": made, "cost": cost, "able": able, "together": together, "hidden": hidden, "again": again}
        return self.declare(self.verbs, Verb, template, 2, "", rule, example, **more)

    def statement(
        self,
        template: str,
        *,
        rule: str,
        example: str,
        needs: Iterable[str] = (),
        only: Iterable[str] = (),
        changes: Iterable[str] | Mapping[str, str] = (),
    ) -> Callable[[F], F]:
        """What is so while a card or a duration says it; the function (table, context, slots) gives Lasting effects.

        `changes` are the ratings that it can change, so that its cards are asked for no others (none: for all); where a
        word in it decides, the rating by that word. A rating is the first word of a `Lasting`'s name: "threat" of
        "threat:ana".
        """
        by_word = changes.items() if isinstance(changes, Mapping) else [(ANY_WORD, tuple(changes))]
        said = {word: (rating,) if isinstance(rating, str) else rating for word, rating in by_word}
        more: dict[str, Any] = {"needs": tuple(needs), "only": tuple(only), "changes": said}
        return self.declare(self.statements, Claim, template, 2, "", rule, example, **more)

    def named(self, title: str, *, rule: str = "", needs: Iterable[str] = ()) -> Callable[[F], F]:
        """An ability that no sentence can say, called "Do: <title>."; the function (table, context) does it."""
        return self.declare(self.named_powers, Phrase, title, 2, "", rule, f"Do: {title}.", needs=tuple(needs))

    def performing(self, step: PerformT) -> PerformT:
        """The game's own `Perform` step, which stands in the game's package so that saved games can be read."""
        self.step = step
        return step

    # Machinery.

    def declare(
        self,
        shelf: dict[str, PhraseT],
        kind: type[PhraseT],
        template: str,
        fixed: int,
        name: str,
        rule: str,
        example: str,
        **more: Any,
    ) -> Callable[[F], F]:
        """A decorator that adds a phrase whose function is the decorated one."""

        def add(run: F) -> F:
            about = first_line(run.__doc__)
            made = kind(
                name=name or run.__name__.strip("_"),
                template=template,
                parts=parts_of(template),
                run=run,
                rule=rule,
                example=example,
                about=about,
                **more,
            )
            self.add(shelf, made, fixed)
            return run

        return add

    def add(self, shelf: dict[str, PhraseT], phrase: PhraseT, fixed: int) -> None:
        """Put a phrase on its shelf; two may not share a name."""
        if phrase.name in shelf:
            raise BadVocabulary(f"{phrase.name}: declared twice")
        fit(phrase, fixed)
        shelf[phrase.name] = phrase


def identifier(text: str) -> str:
    """A phrase as a Python name: "Start of Turn" is start_of_turn."""
    return "_".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


def first_line(doc: str | None) -> str:
    """The first line of a docstring."""
    return (doc or "").strip().partition("\n")[0]
