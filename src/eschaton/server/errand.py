"""What must be fetched or worked out, off the event loop, before a message can be carried out."""

from __future__ import annotations

import asyncio
import secrets
import time

import msgspec

from eschaton.kernel.ask import Seat
from eschaton.kernel.campaign import Campaign
from eschaton.kernel.errors import EschatonError
from eschaton.kernel.plain import cleaned
from eschaton.server import protocol as said
from eschaton.server import shelf
from eschaton.server.characters import character_of, owner_of
from eschaton.server.keeping import CAMPAIGN_BYTES, MATCH_BYTES, Holding, write_holding
from eschaton.server.lobby import Lobby, Refusal
from eschaton.server.settings import House
from eschaton.server.shelf import Laid
from eschaton.server.storage import CAMPAIGN_KEPT_SECONDS, Job
from eschaton.server.tokens import hashed


class Errand(msgspec.Struct):
    """What was fetched for one message."""

    hashed: str = ""
    """The password that it brings."""
    laid: Laid | None = None
    """The game with the packs that it names."""
    campaign_id: str = ""
    """What a campaign that it begins will be known by."""
    campaign: Campaign | None = None
    """The campaign that it names, or that is played on, as it stands now."""
    owner: str = ""
    """Whose character is brought, as the server knows them."""
    character: Campaign | None = None
    """The character that it brings."""
    characters: dict[Seat, Campaign] = {}
    """The characters that a match begins with, as they stand now."""
    holding: Holding | None = None
    """What the books say of the match or campaign that it begins."""
    host_away: bool = False
    """Whether the host has been away for a while."""

    def booked(self) -> list[Job]:
        """What must be written into the books."""
        return [write_holding(self.holding)] if self.holding is not None else []


async def fetched(house: House, lobby: Lobby, message: said.ClientMessage) -> Errand:
    """Everything that a message needs; a refusal if it names what there is not."""
    found = Errand()
    match message:
        case said.Configure(password=password, packs=packs):
            if password is not None:
                found.hashed = await asyncio.to_thread(hashed, password)
            if packs is not None:
                found.laid = await asyncio.to_thread(with_packs, house, lobby, packs)
        case said.PlayCampaign(id=campaign) if campaign:
            found.campaign = await asyncio.to_thread(house.store.campaign, campaign)
        case said.PlayCampaign(name=name) if cleaned(name):
            found.campaign_id, until = secrets.token_urlsafe(9), time.time() + CAMPAIGN_KEPT_SECONDS
            books = house.keeping
            found.holding = await books.room_at(lobby.id, "campaign", found.campaign_id, CAMPAIGN_BYTES, until)
        case said.Start() | said.Rematch():
            found.holding = await house.keeping.room_at(lobby.id, "match", secrets.token_hex(8), MATCH_BYTES)
            if lobby.campaign:
                found.campaign = await asyncio.to_thread(house.store.campaign, lobby.campaign)
            found.characters = await asyncio.to_thread(along, house, lobby)
        case said.BringCharacter(link=link) if link:
            found.owner = owner_of(link)
            found.character = await asyncio.to_thread(character_of, house.store, found.owner)
    return found


def along(house: House, lobby: Lobby) -> dict[Seat, Campaign]:
    """The characters that people at a table have brought, if all of them are free. Blocks."""
    found: dict[Seat, Campaign] = {}
    for seat, chair in enumerate(lobby.chairs):
        if chair.character:
            character = character_of(house.store, chair.character)
            if character is None:
                raise Refusal("not-found", f"seats.{seat}", "the character that was brought there is no more")
            if character.at is not None:
                raise Refusal("conflict", f"seats.{seat}", f"{character.name} is in another match")
            found[seat] = character
    return found


def with_packs(house: House, lobby: Lobby, packs: list[str]) -> Laid:
    """The game with packs of the table, unless they do not fit together."""
    try:
        return shelf.chosen(house.store, lobby, packs)
    except EschatonError as error:
        raise Refusal("illegal", "packs", str(error)) from None
