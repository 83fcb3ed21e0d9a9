"""Verbs about cards in play: tokens on them, and where Characters go."""

from __future__ import annotations

from eschaton.cardtext.context import Context
from eschaton.cardtext.perform import Done
from eschaton.cardtext.vocabulary import Words
from eschaton.games.apollyon.box.components import COG, GARRISON, TEAMS, VACATION, WOUND
from eschaton.games.apollyon.language.kinds import MISSION
from eschaton.games.apollyon.language.steps import FreePromotion
from eschaton.games.apollyon.language.things import CREATURES, PEOPLE, TOKEN_WORDS, encounter, holder_of_tokens
from eschaton.games.apollyon.rules.capture import Capture
from eschaton.games.apollyon.rules.damage import Destroy
from eschaton.games.apollyon.rules.engagement import Engagement
from eschaton.games.apollyon.rules.lost import Recover
from eschaton.games.apollyon.rules.placing import harm
from eschaton.games.apollyon.rules.resolve import Resolve
from eschaton.games.apollyon.rules.scouting import Met
from eschaton.games.apollyon.rules.zones import discard_anomaly, lose_character, move_character
from eschaton.games.apollyon.state import Apollyon, Character
from eschaton.kernel.phase import touch
from eschaton.kernel.step import Step

words = Words()

WHO = "|".join(PEOPLE)
CARDS = "|".join((*PEOPLE, *CREATURES, "lost_character"))
HARM = {"wounds": WOUND, "cogs": COG}
"""The tokens that can Destroy a Character: they are placed by the rules of damage."""

COMMON_MINION = (1, 1)  # SA-32.21


@words.verb(
    f"place {{n:amount}} {{kind:token}} on {{what:{CARDS}}}",
    rule="SA-32",
    example="Place 1 Wound on 1 random member.",
)
def place(table: Apollyon, context: Context, n: int, kind: str, what: list[str]) -> Done:
    """Put so many tokens on each."""
    token = TOKEN_WORDS[kind]
    steps: list[Step] = []
    for piece in what:
        if token in HARM and piece in table.characters:
            steps += harm(table, HARM[token], n, piece, context.source)
        else:
            add_tokens(table, piece, token, n)
    return Done(n * len(what), steps)


def add_tokens(table: Apollyon, piece: str, token: str, many: int) -> None:
    """Put harmless tokens on a card, or Wounds on an anomaly; anomalies take neither cogs nor Medals."""
    holder = holder_of_tokens(table, piece)
    if token == "minions":
        holder.minions = [*holder.minions, *[COMMON_MINION] * many]
    elif hasattr(holder, token):
        setattr(holder, token, getattr(holder, token) + many)
        table.kept.unhurt = False
    else:
        return
    touch(table, holder.seat)
    table.say("SA-32.29", "tokens", kind=token, many=many, on=piece)


@words.verb(
    f"remove {{n:amount}} {{kind:token}} from {{what:{CARDS}}}",
    rule="SA-32",
    example="Remove 1 Cognitohazard from 1 of your characters.",
    able=lambda table, context, n, kind, what: any(how_many(table, piece, TOKEN_WORDS[kind]) >= n for piece in what),
)
def remove(table: Apollyon, context: Context, n: int, kind: str, what: list[str]) -> int:
    """Take so many tokens off each."""
    return sum(take_tokens(table, piece, TOKEN_WORDS[kind], n) for piece in what)


@words.verb(
    f"remove all {{kind:token}} from {{what:{CARDS}}}",
    rule="SA-32",
    example="Remove all Counters from this anomaly.",
    able=lambda table, context, kind, what: any(how_many(table, piece, TOKEN_WORDS[kind]) for piece in what),
)
def clear(table: Apollyon, context: Context, kind: str, what: list[str]) -> int:
    """Take all tokens of a kind off each."""
    token = TOKEN_WORDS[kind]
    return sum(take_tokens(table, piece, token, how_many(table, piece, token)) for piece in what)


def how_many(table: Apollyon, piece: str, token: str) -> int:
    """How many tokens of a kind lie on a card."""
    found = getattr(holder_of_tokens(table, piece), token, 0)
    return len(found) if isinstance(found, list) else int(found)


def take_tokens(table: Apollyon, piece: str, token: str, many: int) -> int:
    """Take tokens off a card; how many there were to take."""
    holder = holder_of_tokens(table, piece)
    taken = min(many, how_many(table, piece, token))
    if taken and token == "minions":
        holder.minions = holder.minions[:-taken]
    elif taken:
        setattr(holder, token, getattr(holder, token) - taken)
        if isinstance(holder, Character):
            holder.lost_wounds = min(holder.lost_wounds, holder.wounds)
            holder.lost_cogs = min(holder.lost_cogs, holder.cogs)
    if taken:
        touch(table, holder.seat)
        table.forget_texts(piece)  # without a cog its texts are on again (SA-32.3)
        table.say("SA-32.29", "tokens removed", kind=token, many=taken, on=piece)
    return taken


def is_marked(table: Apollyon, context: Context, piece: str) -> bool:
    """Whether this card's own Anomaly Token lies on a card."""
    return context.source in holder_of_tokens(table, piece).marks


@words.verb(
    f"mark {{what:{CARDS}}}",
    rule="SA-32.36",
    example="Mark each member.",
    able=lambda table, context, what: not all(is_marked(table, context, piece) for piece in what),
)
def mark(table: Apollyon, context: Context, what: list[str]) -> int:
    """Put this card's own Anomaly Token on each that has none yet."""
    bare = [piece for piece in what if not is_marked(table, context, piece)]
    for piece in bare:
        holder_of_tokens(table, piece).marks[context.source] = 1
        table.say("SA-32.35", "marked", piece=piece, by=context.source)
    return len(bare)


@words.verb(
    f"unmark {{what:{CARDS}}}",
    rule="SA-32.36",
    example="Unmark each character.",
    able=lambda table, context, what: any(is_marked(table, context, piece) for piece in what),
)
def unmark(table: Apollyon, context: Context, what: list[str]) -> int:
    """Take this card's own Anomaly Token off each."""
    return sum(holder_of_tokens(table, piece).marks.pop(context.source, 0) for piece in what)


@words.verb(f"make {{what:{WHO}}} Lost", rule="SA-32.8", example="Make the first member Lost.", makes="lost_character")
def make_lost(table: Apollyon, context: Context, what: list[str]) -> int:
    """Characters are Lost in this card, which is their Source."""
    for piece in what:
        lose_character(table, piece, context.source)
    return len(what)


@words.verb("recover {what:lost_character}", rule="SA-32.15", example="Recover 1 Lost character.", makes="character")
def recover(table: Apollyon, context: Context, what: list[str]) -> Done:
    """Lost characters return to their Garrisons; what they gathered meanwhile applies (SA-32.19)."""
    return Done(len(what), [Recover(piece) for piece in what])


@words.verb(f"destroy {{what:{'|'.join((*PEOPLE, *CREATURES))}}}", rule="SA-18.9", example="Destroy 1 character.")
def destroy(table: Apollyon, context: Context, what: list[str]) -> Done:
    """Characters and anomalies go to their discards."""
    steps: list[Step] = []
    for piece in what:
        if piece in table.characters:
            steps.append(Destroy(piece, "SA-18.9"))
        else:
            discard_anomaly(table, piece, "SA-25.8")
    return Done(len(what), steps)


@words.verb(f"send {{what:{WHO}}} on vacation", rule="SA-14.5", example="Send 1 character on vacation.")
def send_on_vacation(table: Apollyon, context: Context, what: list[str]) -> int:
    """Characters leave for the Public Zone until the Recovery Phase, and lose a Cognitohazard."""
    for piece in what:
        move_character(table, piece, VACATION)
    return len(what)


@words.verb(
    f"send {{what:{WHO}}} home",
    rule="SA-14.4",
    example="Send the last member home.",
    able=lambda table, context, what: any(can_go_home(table, piece) for piece in what),
)
def send_home(table: Apollyon, context: Context, what: list[str]) -> int:
    """Characters leave their team for their Garrison; who is there already only leaves the team that fights."""
    going = [piece for piece in what if can_go_home(table, piece)]
    for piece in going:
        for fight in fights_of(table, piece):
            fight.team.remove(piece)
        if table.characters[piece].zone != GARRISON:
            move_character(table, piece, GARRISON)
    return len(going)


def can_go_home(table: Apollyon, piece: str) -> bool:
    """Whether a Character is away, or fights at home: in a breach, or against the Apollyon (SA-23.10, SA-26.1)."""
    return table.characters[piece].zone != GARRISON or bool(fights_of(table, piece))


def fights_of(table: Apollyon, piece: str) -> list[Engagement]:
    """The engagements under way in which a Character takes part."""
    return [step for step in table.stack if isinstance(step, Engagement) and piece in step.team]


@words.verb(
    "add {what:character} to the team",
    rule="SA-15.8",
    example="Each player may add 1 of their Garrisoned characters to the team.",
    needs=[MISSION],
)
def reinforce(table: Apollyon, context: Context, what: list[str]) -> int:
    """Characters join the mission in an MTF of their site that is on it, or has nobody and no mission."""
    mission = encounter(table)
    missions = Resolve | Capture | Met  # a breach, and the Apollyon's engagement, have everybody who can be there
    return sum(joins(table, mission, piece) for piece in what) if isinstance(mission, missions) else 0


def joins(table: Apollyon, mission: Resolve | Capture | Met, piece: str) -> bool:
    """Whether there is an MTF in which a Character can join a mission; if so, it does, and an open fight as well."""
    seat = table.characters[piece].seat
    ours = [mtf for mtf in mission.mtfs if TEAMS[mtf][0] == seat]
    free = [
        mtf
        for mtf, (owner, zone) in TEAMS.items()
        if owner == seat and not table.in_zone(seat, zone) and not table.mission_of(mtf)  # SA-14.13
    ]
    if not ours and not free:
        return False
    mtf = (ours or free)[0]
    if mtf not in mission.mtfs:
        mission.mtfs.append(mtf)
    move_character(table, piece, TEAMS[mtf][1])
    for step in table.stack:
        if isinstance(step, Engagement) and step.to == mission.serial:
            step.team.append(piece)
    return True


@words.verb(f"promote {{what:{WHO}}}", rule="SA-20.5", example="Promote 1 of your characters.")
def promote(table: Apollyon, context: Context, what: list[str]) -> Done:
    """Characters get a Promotion of their player's choice at no cost."""
    return Done(len(what), [FreePromotion(piece) for piece in what])
