"""What matches at a table are dealt from: the game with the packs that lie on it, and the campaign they belong to."""

from __future__ import annotations

from eschaton.cardtext.carried import PackFile
from eschaton.kernel.ask import Seat
from eschaton.kernel.campaign import Campaign, Place, come_back, come_home, taken
from eschaton.kernel.game import Game, find_game
from eschaton.kernel.match import Match
from eschaton.server import news
from eschaton.server import protocol as said
from eschaton.server.characters import write_home, write_taken
from eschaton.server.effects import Effects
from eschaton.server.errand import Errand
from eschaton.server.lobby import Chair, Lobby, Refusal, checked
from eschaton.server.play import Play, begin
from eschaton.server.shelf import Laid
from eschaton.server.storage import Job, write_campaign, write_lobby, write_pack, write_return


class Box:
    """As the next match will be dealt, or the running one was: neither packs nor campaign change while one is on."""

    def __init__(
        self, laid: Laid, campaign: Campaign | None = None, characters: dict[str, Campaign] | None = None
    ) -> None:
        self.laid = laid
        self.campaign = campaign
        self.characters = characters or {}  # by owner

    # Packs.

    def configure(self, lobby: Lobby, message: said.Configure, errand: Errand) -> None:
        """Change how the table plays; other packs must go with its players and options."""
        laid = errand.laid or self.laid
        if message.packs is not None:
            lobby.need_phase("lobby", "over")
            checked(laid.rules, lobby.players, lobby.options)
            lobby.packs = [pack for digest in message.packs for pack in lobby.packs if pack.hash == digest]
        lobby.configure(laid.rules, message.players, message.options, message.settings)
        if message.password is not None:
            lobby.password = errand.hashed
        self.laid = laid

    def bring(self, lobby: Lobby, person: int, laid: Laid, packs: list[news.PackState], fresh: PackFile) -> Effects:
        """Lay packs on the game, of which one is new here."""
        lobby.need_host(person)
        lobby.need_phase("lobby", "over")
        checked(laid.rules, lobby.players, lobby.options)
        lobby.packs, self.laid = packs, laid
        digest = next(pack.hash for pack in packs if pack.file == fresh.name)
        return Effects(jobs=[write_pack(lobby.id, digest, fresh), write_lobby(lobby)], seated=True)

    # Campaigns.

    def play_campaign(self, lobby: Lobby, campaign: str, name: str, errand: Errand) -> list[Job]:
        """Play a campaign on, or begin one, or leave it."""
        game, found, jobs = lobby.rules(), errand.campaign, []
        lobby.need_phase("lobby", "over")
        if game.campaign is None:
            raise Refusal("forbidden", "type", f"{game.title} has no campaigns")
        if campaign and (found is None or found.game != game.id):
            raise Refusal("not-found", "id", f"there is no such campaign of {game.title}")
        if not campaign and name:
            campaign, found = errand.campaign_id, Campaign(name=name, game=game.id)
            jobs = [write_campaign(campaign, found), *errand.booked()]
        lobby.campaign, self.campaign = campaign, found
        return jobs

    def campaign_state(self, lobby: Lobby) -> news.CampaignState | None:
        """The campaign as everybody may know it."""
        return state_of(self.campaign, lobby.rules()) if self.campaign is not None else None

    def came_back(self, lobby: Lobby, match: Match) -> list[Job]:
        """A match has ended: what it changes for those after it."""
        jobs = [write_home(match)] if match.record.setup.characters else []
        for owner, character in self.characters.items():
            self.characters[owner] = next(iter(come_home([character], match)), character)
        if self.campaign is None:
            return jobs
        self.campaign = come_back(self.campaign, match)
        return [*jobs, write_return(lobby.campaign, match)]

    # Characters.

    def bring_character(self, lobby: Lobby, person: int, seat: Seat, link: str, errand: Errand) -> None:
        """Bring a character to a seat, or leave it at home."""
        chair, game, found = lobby.need_seat(person, seat), lobby.rules(), errand.character
        lobby.need_phase("lobby", "over")
        if not link:
            chair.character = ""
            return
        if game.characters is None:
            raise Refusal("forbidden", "type", f"nobody brings a character to {game.title}")
        if found is None or found.game != game.id:
            raise Refusal("not-found", "link", f"there is no such character of {game.title}")
        if found.at is not None:
            raise Refusal("conflict", "link", f"{found.name} is in another match")
        if any(other.character == errand.owner for other in lobby.chairs if other is not chair):
            raise Refusal("conflict", "link", f"{found.name} sits elsewhere at this table")
        chair.character, self.characters[errand.owner] = errand.owner, found

    def character_state(self, chair: Chair) -> news.CharacterState | None:
        """A character as everybody may know it."""
        found = self.characters.get(chair.character)
        return character_told(found) if found is not None else None

    # Dealing.

    def deal(self, lobby: Lobby, errand: Errand) -> Play:
        """A new match, of the campaign and with the characters as they stand by now."""
        self.campaign = errand.campaign
        states = {seat: character.state for seat, character in errand.characters.items()}
        play = begin(lobby, self.laid.rules, self.campaign.state if self.campaign is not None else None, states)
        for seat, character in errand.characters.items():
            self.characters[lobby.chairs[seat].character] = taken(character, Place(play.match.record.id, seat))
        return play

    def take_along(self, lobby: Lobby, match: Match) -> list[Job]:
        """Let the characters that a match begins with be in no other."""
        owners = {seat: lobby.chairs[seat].character for seat in match.record.setup.characters}
        return [write_taken(owners, match.record.id)] if owners else []


def character_told(character: Campaign) -> news.CharacterState:
    """What may be told of a character: only what its game tells in words."""
    words = find_game(character.game).characters
    told = words(character.state) if words is not None else []
    return news.CharacterState(name=character.name, matches=len(character.patches), told=told)


def state_of(campaign: Campaign, game: Game) -> news.CampaignState:
    """What may be told of a campaign: only what its game tells in words."""
    told = game.campaign(campaign.state) if game.campaign is not None else []
    return news.CampaignState(name=campaign.name, matches=len(campaign.patches), told=told)
