"""What matches at a table are dealt from: the game with the packs that lie on it, and the campaign they belong to."""

from __future__ import annotations

from eschaton.cardtext.carried import PackFile
from eschaton.kernel.campaign import Campaign, come_back
from eschaton.kernel.game import Game
from eschaton.kernel.match import Match
from eschaton.server import news
from eschaton.server import protocol as said
from eschaton.server.effects import Effects
from eschaton.server.errand import Errand
from eschaton.server.lobby import Lobby, Refusal, checked
from eschaton.server.play import Play, begin
from eschaton.server.shelf import Laid
from eschaton.server.storage import Job, write_campaign, write_lobby, write_pack, write_return


class Box:
    """As the next match will be dealt, or the running one was: neither packs nor campaign change while one is on."""

    def __init__(self, laid: Laid, campaign: Campaign | None = None) -> None:
        self.laid = laid
        self.campaign = campaign

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
        if self.campaign is None:
            return []
        self.campaign = come_back(self.campaign, match)
        return [write_return(lobby.campaign, match)]

    # Dealing.

    def deal(self, lobby: Lobby, errand: Errand) -> Play:
        """A new match, of the campaign as it stands by now."""
        self.campaign = errand.campaign
        return begin(lobby, self.laid.rules, self.campaign.state if self.campaign is not None else None)


def state_of(campaign: Campaign, game: Game) -> news.CampaignState:
    """What may be told of a campaign: only what its game tells in words."""
    told = game.campaign(campaign.state) if game.campaign is not None else []
    return news.CampaignState(name=campaign.name, matches=len(campaign.patches), told=told)
