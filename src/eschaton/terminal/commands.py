"""What can be typed at a question besides an answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from eschaton.bots import Sight, make_bot
from eschaton.kernel import undo
from eschaton.kernel.ask import CHANCE, Ask, Seat
from eschaton.kernel.errors import Illegal
from eschaton.kernel.film import scene_of
from eschaton.kernel.forced import is_forced
from eschaton.kernel.game import Advice
from eschaton.kernel.record import Entry
from eschaton.kernel.seen import seen
from eschaton.kernel.view import Asked
from eschaton.kernel.window import PASS
from eschaton.ledger import LedgerError, every_entry
from eschaton.ledger.commands import entry_text, show
from eschaton.terminal.answers import answer_words, labels
from eschaton.terminal.asides import odds_lines, read_wish, why_not_lines, wish_lines
from eschaton.terminal.chart import path_lines
from eschaton.terminal.console import Quit
from eschaton.terminal.draw import look
from eschaton.terminal.keep import misplaced

if TYPE_CHECKING:
    from eschaton.terminal.client import Client

HELP = """\
Answer with a number, a key, or the beginning of an option's name. Several: 1 3 4, or none.
Where the same is asked again and again, several numbers answer in that order; rest, in the order shown.
  ?                   this help
  table               the whole table
  look NAME           what a card says, or what lies in a place that is folded away; a place of a map by its number
  path NAME           the way to a place of a map; between two: path 3 to 25
  why                 the rule behind the question, and behind what happened last
  why CARD            why you cannot use a card now
  odds [CARD]         the exact chances of what you may choose, where the game knows them
  why bots            why the bots answered as they did last, where nobody has secrets
  hint                what a sensible player would do, and why
  hint hard           what a bot would do that thinks ahead (easy, medium, hard, search:400)
  follow              answer as the hint says
  log [N]             the last N things that happened
  rules WORD...       search the rules
  free                what you may do unasked, each with its letter
  undo                take back your last decision
  pass phase          pass every response for the rest of this phase, where a turn has phases
  pass turn           pass every response for the rest of this turn
  pass until touched  the same, until something touches you
  pass off            be asked again
  wish                when you wish to be asked, and how to say so
  wait                pass only for now, where a plain pass holds until something unforeseen happens
  next                let another person at this terminal go first
  save FILE           save the game; go on with: eschaton play --load FILE
  quit                leave
An empty line repeats the question; where nothing is asked of you, it goes on."""


CHANGING = ("follow", "undo", "pass", "next", "wait", "wish")  # commands after which something else may be asked


def taken_in_words(taken: Sequence[Entry], seat: Seat) -> str:
    """How many of this seat's answers were taken back, and whether chance's were; how many others gave is hidden."""
    mine = sum(entry.seat == seat for entry in taken)
    answers = f"{mine} answer{'s' if mine != 1 else ''} of yours"
    return f"{answers}, and what chance answered" if any(entry.seat == CHANCE for entry in taken) else answers


def hint_text(answer: str, reason: str) -> str:
    """What to do, and why; a card's words end with a stop of their own."""
    return f"Hint: {answer.removesuffix('.')}. {reason}".rstrip()


class Commands:
    """The commands of one client."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.say = client.console.say
        self.hinted: tuple[str, Advice | None] = ("", None)  # the question for which the last hint was given
        self.words = {
            "?": self.help,
            "help": self.help,
            "table": self.table,
            "look": self.look,
            "path": self.path,
            "why": self.why,
            "odds": self.odds,
            "wish": self.wish,
            "hint": self.hint,
            "follow": self.follow,
            "log": self.log,
            "rules": self.rules,
            "free": self.free,
            "undo": self.undo,
            "pass": self.stand,
            "next": self.make_way,
            "wait": self.wait,
            "save": self.save,
            "quit": self.quit,
            "exit": self.quit,
        }

    def knows(self, line: str) -> bool:
        """Whether a line begins with a command."""
        return line.split()[0].lower() in self.words

    def changes(self, line: str) -> bool:
        """Whether a line is a command that may change the game."""
        return line.split()[0].lower() in CHANGING

    def run(self, seat: Seat, ask: Ask, shown: Asked, line: str) -> bool:
        """Carry out a command; whether the game has changed."""
        word, _, rest = line.partition(" ")
        return self.words[word.lower()](seat, ask, shown, rest.strip())

    def help(self, seat: Seat, ask: Ask, shown: Asked, rest: str) -> bool:
        """What can be typed."""
        self.say(HELP)
        return False

    def table(self, seat: Seat, ask: Ask, shown: Asked, rest: str) -> bool:
        """The whole table again."""
        self.client.show_whole_table(seat)
        return False

    def look(self, seat: Seat, ask: Ask, shown: Asked, rest: str) -> bool:
        """Cards and places by name, with everything they say."""
        scene = scene_of(self.client.match.game, self.client.match.table, seat)
        found = look(scene, rest) if rest else []
        for line in found:
            self.say(line, indent="  ")
        if not found:
            self.say(f"Nothing you can see is called {rest!r}." if rest else "Type: look NAME.")
        return False

    def path(self, seat: Seat, ask: Ask, shown: Asked, rest: str) -> bool:
        """The way to a place of a map, from where this seat's figure stands or from another place."""
        scene = scene_of(self.client.match.game, self.client.match.table, seat)
        for line in path_lines(scene, seat, rest) if rest else ["Type: path NAME, or: path START to END."]:
            self.say(line, indent="  ")
        return False

    def why(self, seat: Seat, ask: Ask, shown: Asked, rest: str) -> bool:
        """The rule of the question and of the last things that happened; why not a card; or the reasons of bots."""
        match = self.client.match
        if rest.lower() == "bots":
            self.why_bots()
            return False
        if rest:
            self.tell(why_not_lines(match, seat, rest))
            return False
        assert match.question is not None
        recent = [line.rule for line in self.client.events(seat)[-5:]]
        gist = (type(match.question.step).__doc__ or "").splitlines()[:1]
        for rule in dict.fromkeys([shown.rule, *reversed(recent)]):
            entry = every_entry().get(rule)
            if entry is not None:
                self.say(entry_text(entry, self.client.console.width))
            elif rule and rule == shown.rule:
                self.say(f"  {rule}  {''.join(gist).removeprefix(f'{rule}:').strip()}")
        if not shown.rule:
            self.say("  " + ("".join(gist) or "No rule is named."))
        return False

    def odds(self, seat: Seat, ask: Ask, shown: Asked, rest: str) -> bool:
        """The exact chances of the options, or of cards."""
        self.tell(odds_lines(self.client.match, seat, shown, rest) or ["No chances are known of what you may choose."])
        return False

    def wish(self, seat: Seat, ask: Ask, shown: Asked, rest: str) -> bool:
        """From when on to be asked at a timing."""
        match = self.client.match
        if rest:
            match.wish(seat, *read_wish(match, rest))
        self.tell(wish_lines(match, seat))
        return bool(rest)

    def tell(self, lines: Sequence[str]) -> None:
        """Say some lines, each by itself."""
        for line in lines:
            self.say(line, indent="  ")

    def why_bots(self) -> None:
        """Why bots answered as they did last. A reason tells what a seat knows, so it is told where all know all."""
        game, reasons = self.client.match.game, self.client.reasons
        if not game.shared:
            self.say("In this game players have secrets, and bots keep theirs.")
        elif not any(reasons.values()):
            self.say("No bot has answered yet, or none can say why.")
        else:
            for seat, reason in sorted(reasons.items()):
                self.say(f"{game.name('seat', seat)}: {reason or 'cannot say why.'}", indent="- ")

    def hint(self, seat: Seat, ask: Ask, shown: Asked, rest: str) -> bool:
        """The game's advice, or a bot's, from what this seat sees."""
        advice = self.thought(seat, ask, rest) if rest else self.advice(seat, ask)
        if advice is not None:
            self.hinted = (shown.id, advice)
            self.say(hint_text(answer_words(advice.answer, labels(shown.options)), advice.reason))
        return False

    def thought(self, seat: Seat, ask: Ask, name: str) -> Advice:
        """What a bot would answer here; BadSetup if there is none of this name."""
        match = self.client.match
        bot = make_bot(name, match.game)
        given = match.given.get(seat, 0)
        answer = bot.answer(Sight(match.game, match.table, seat, given), ask, Random(f"hint/{given}"))
        return Advice(answer, bot.reason)

    def follow(self, seat: Seat, ask: Ask, shown: Asked, rest: str) -> bool:
        """Answer as the hint says."""
        asked, hinted = self.hinted
        advice = hinted if asked == shown.id else self.advice(seat, ask)
        if advice is None:
            return False
        self.client.answer(seat, advice.answer, shown)
        return True

    def advice(self, seat: Seat, ask: Ask) -> Advice | None:
        """What the game advises this seat; None, and it is said, when it gives no hints."""
        match = self.client.match
        if match.game.advice is None:
            self.say("This game gives no hints.")
            return None
        return match.game.advice(seen(match.table, seat), ask, Random(f"hint/{match.given.get(seat, 0)}"))

    def log(self, seat: Seat, ask: Ask, shown: Asked, rest: str) -> bool:
        """The last things that happened, as this seat may know them."""
        many = int(rest) if re.fullmatch(r"[0-9]{1,9}", rest) else 20
        for line in self.client.events(seat)[-many:] if many else []:
            self.say(f"{line.text}  [{line.rule}]" if line.rule else line.text, indent="- ")
        return False

    def rules(self, seat: Seat, ask: Ask, shown: Asked, rest: str) -> bool:
        """Search the ledger of this game."""
        try:
            self.say(show(self.client.match.game.id, rest.split(), width=self.client.console.width))
        except LedgerError as error:
            self.say(str(error))
        return False

    def free(self, seat: Seat, ask: Ask, shown: Asked, rest: str) -> bool:
        """What may be done unasked."""
        found = self.client.free(seat, shown)
        self.client.show_free(found)
        if not found:
            self.say("There is nothing you may do unasked now.")
        return False

    def undo(self, seat: Seat, ask: Ask, shown: Asked, rest: str) -> bool:
        """Take back this seat's last decision; bots agree, other people are asked."""
        client = self.client
        before = client.match.record.entries
        if not any(entry.seat == seat for entry in before[client.match.floor :]):
            self.say("You have nothing to take back.")
            return False
        while True:
            needs = undo.plan(client.match, seat).needs
            for other in sorted(needs):
                self.consent(other)
            undo.undo(client.match, seat, needs)
            open_ask = client.match.asks().get(seat)
            if open_ask is None or not (is_forced(open_ask) and len(client.people) == 1):
                break
        taken = before[len(client.match.record.entries) :]
        client.told = {viewer: min(at, len(client.match.log)) for viewer, at in client.told.items()}
        client.acting_in = 0
        client.ahead.forget()
        client.ahead.last = None
        client.passing.held.clear()
        agreed = ", ".join(client.match.game.name("seat", other) for other in sorted(needs))
        agree = f"; {agreed} {'agrees' if len(needs) == 1 else 'agree'}" if agreed else ""
        self.say(f"Taken back: {taken_in_words(taken, seat)}{agree}.")
        return True

    def consent(self, seat: Seat) -> None:
        """Ask a person whether an undo is all right; bots always agree."""
        if self.client.chairs.get(seat) is None and seat in self.client.people:
            name = self.client.match.game.name("seat", seat)
            said = self.client.console.ask(f"{name} has learnt something since. {name}, do you agree? (yes or no)")
            if not said.lower().startswith("y"):
                raise Illegal(f"undo: {name} does not agree")

    def stand(self, seat: Seat, ask: Ask, shown: Asked, rest: str) -> bool:
        """Set or end a standing pass."""
        match = self.client.match
        table, stepped, rest = match.table, self.client.phase(), rest.lower()
        if rest not in ("phase", "turn", "until touched", "off") or (rest == "phase" and stepped is None):
            self.say(f"Type: {'pass phase, ' if stepped else ''}pass turn, pass until touched, or pass off.")
            return False
        if rest == "off":
            match.stand(seat, None)
            self.say("You are asked again from now on.")
            return True
        if stepped is not None and rest == "phase":
            match.stand(seat, stepped.step_name)
            self.say(f"You pass until the end of: {stepped.title().lower()}.")
            return True
        names = [step.step_name for step in table.stack]
        touched = rest == "until touched"
        if touched and table.tells_touch():
            match.stand(seat, names[0], touched)
        else:  # between two turns for what is going on there, not for the whole game
            match.stand(seat, "Turn" if "Turn" in names else names[:2][-1], touched)
        self.say("You pass every response for now." if rest == "turn" else "You pass until something touches you.")
        return True

    def wait(self, seat: Seat, ask: Ask, shown: Asked, rest: str) -> bool:
        """Pass for this moment only."""
        if all(option.key != PASS for option in shown.options):
            self.say("There is nothing to pass here.")
            return False
        self.client.answer(seat, PASS, shown)
        self.client.passing.held.pop(seat, None)
        return True

    def make_way(self, seat: Seat, ask: Ask, shown: Asked, rest: str) -> bool:
        """Let another person go first, if one is asked as well."""
        client = self.client
        others = [other for other in client.people if other != seat and other in client.match.asks()]
        if not others:
            self.say("Nobody else here is asked anything now.")
            return False
        client.makes_way = True
        client.acted[seat] = max(client.acted.values(), default=0) + 1
        return True

    def save(self, seat: Seat, ask: Ask, shown: Asked, rest: str) -> bool:
        """Save the game, but never over a file that is something else."""
        if not rest:
            self.say("Type: save FILE.")
            return False
        path = Path(rest).expanduser()
        wrong = misplaced(path)
        if wrong:
            self.client.console.note(f"Not saved: {path}: {wrong}.")
            return False
        self.client.save(path)
        self.client.console.note(f"Saved. Go on with: eschaton play --load {path}")
        return False

    def quit(self, seat: Seat, ask: Ask, shown: Asked, rest: str) -> bool:
        """Leave."""
        raise Quit
