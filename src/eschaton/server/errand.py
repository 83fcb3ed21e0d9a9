"""What must be fetched or worked out, off the event loop, before a message can be carried out."""

from __future__ import annotations

import asyncio

import msgspec

from eschaton.kernel.campaign import Campaign
from eschaton.kernel.errors import EschatonError
from eschaton.server import protocol as said
from eschaton.server import shelf
from eschaton.server.lobby import Lobby, Refusal
from eschaton.server.settings import House
from eschaton.server.shelf import Laid
from eschaton.server.tokens import hashed


class Errand(msgspec.Struct):
    """What was fetched for one message."""

    hashed: str = ""
    """The password that it brings."""
    laid: Laid | None = None
    """The game with the packs that it names."""
    campaign: Campaign | None = None
    """The campaign that it names, or that is played on, as it stands now."""
    host_away: bool = False
    """Whether the host has been away for a while."""


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
        case said.Start() | said.Rematch() if lobby.campaign:
            found.campaign = await asyncio.to_thread(house.store.campaign, lobby.campaign)
    return found


def with_packs(house: House, lobby: Lobby, packs: list[str]) -> Laid:
    """The game with packs of the table, unless they do not fit together."""
    try:
        return shelf.chosen(house.store, lobby, packs)
    except EschatonError as error:
        raise Refusal("illegal", "packs", str(error)) from None
