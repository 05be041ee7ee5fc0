"""The library: packs that do not come with kickdoor. A folder's are offered to all; others are brought along.

A pack that is brought along is stored by its hash, with the tables that have it, and deleted when none does any more.
In memory it is held by whoever needs it: a table, or a finished game that is looked at.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections.abc import Iterable
from pathlib import Path

import msgspec

from kickdoor.packs.guests import guest
from kickdoor.packs.loader import GUEST, PackError, Source, available, card_texts, load, read_text, welcome
from kickdoor.packs.report import PackInfo, pack_info
from kickdoor.press.errand import PrintErrand
from kickdoor.probe.errand import ProbeErrand
from kickdoor.probe.probing import Limits
from kickdoor.server import keys
from kickdoor.server.clock import Clock
from kickdoor.server.craft import CheckOrder, TryOrder
from kickdoor.server.errors import BadRequest, Forbidden, NotThere, TooMuch
from kickdoor.server.kitchen import Kitchen
from kickdoor.server.laboratory import Laboratory
from kickdoor.server.limits import Rates
from kickdoor.server.printing import PrintRoom
from kickdoor.server.protocol import (
    CardProbe,
    CardTry,
    PackCheck,
    PackDraft,
    PackPrint,
    PackSource,
    ProbeInfo,
    SharedPack,
)
from kickdoor.server.settings import Settings
from kickdoor.server.store import Store, forget_packs, pack_room, pack_text, stored_share
from kickdoor.server.stored import Change, StoredPack, StoredShare
from kickdoor.server.workshop import Workshop

log = logging.getLogger("kickdoor.library")

DAY = 86400.0

COST_BYTES = 32 * 1024
"""A draft of so many bytes costs as much as two small ones."""

BREATH_SECONDS = 0.05


class Library:
    """The packs of a server that do not come with kickdoor."""

    def __init__(self, settings: Settings, store: Store, clock: Clock, kitchen: Kitchen) -> None:
        self.settings = settings
        self.store = store
        self.clock = clock
        self.kitchen = kitchen
        self.workshop = Workshop()
        self.laboratory = Laboratory(clock.now)
        self.print_room = PrintRoom()
        self.offered = offered(settings.packs) if settings.packs else {}
        self._rates = Rates(settings.drafts_per_second, settings.draft_burst, clock.now)
        self._storing = asyncio.Lock()

    async def close(self) -> None:
        """End the processes that work on drafts."""
        await self.workshop.close()
        await self.laboratory.close()

    # At tables

    def infos(self) -> list[PackInfo]:
        """The packs that are offered to all."""
        return [pack_info(source, ref) for ref, source in self.offered.items()]

    def known(self, names: Iterable[str]) -> tuple[str, ...]:
        """Packs that come with kickdoor or are offered to all; raises BadRequest for others."""
        found = tuple(names)
        for name in found:
            if name not in available() and name not in self.offered:
                raise BadRequest("table.no_such_pack", about=(name[:40],))
        return found

    async def at_hand(self, packs: Iterable[str]) -> tuple[Source, ...]:
        """The packs among these that do not come with kickdoor: as long as somebody holds them they can be loaded."""
        return tuple([await self._source(ref) for ref in packs if ref not in available()])

    async def _source(self, ref: str) -> Source:
        if ref in self.offered:
            return self.offered[ref]
        if not GUEST.fullmatch(ref):
            raise BadRequest("table.no_such_pack", about=(ref[:40],))
        stored = await self.store.read(pack_text, ref)
        if stored is None:
            raise NotThere("table.pack_gone", about=(ref.partition("@")[0],))
        return await asyncio.to_thread(taken_in, stored, ref)

    async def guests_of(self, packs: Iterable[str]) -> list[Source]:
        """The guests among the packs of a new table; raises Forbidden where this server wants none."""
        packs = list(packs)
        brought = [ref for ref in packs if ref not in available() and ref not in self.offered]
        if brought and not self.settings.guests:
            raise Forbidden("table.no_guests")
        return list(await self.at_hand(packs))

    async def stored(self, refs: Iterable[str], address: str) -> tuple[str, ...]:
        """See to it that the packs of a table are stored, those of the folder too: it may be another tomorrow."""
        guests = tuple(dict.fromkeys(ref for ref in refs if ref not in available()))
        for ref in guests:
            await self._store(ref, (await self._source(ref)).text, None if ref in self.offered else address)
        return guests

    # What people bring along

    async def check(self, draft: PackDraft, address: str, language: str = "en") -> bytes:
        """All that is wrong with a draft, and its cards, as JSON."""
        self._admit(draft.text, address)
        return await self.workshop.order(CheckOrder(draft, await self._texts(draft.packs), language))

    async def try_card(self, wanted: CardTry, address: str, language: str) -> bytes:
        """What comes of trying a card of a draft, as JSON."""
        self._admit(wanted.text, address)
        return await self.workshop.order(TryOrder(wanted, await self._texts(wanted.packs), language))

    async def probe(self, wanted: CardProbe, address: str) -> ProbeInfo:
        """Begin to probe a card of a draft; raises Forbidden where this server does not."""
        if not self.settings.probes:
            raise Forbidden("table.no_probes")
        self._admit(wanted.text, address)
        limits = Limits(seconds=self.settings.probe_seconds)
        texts = await self._texts(wanted.packs)
        return self.laboratory.order(ProbeErrand(wanted.text, wanted.card, wanted.packs, texts, limits), address)

    async def print_pack(self, wanted: PackPrint, address: str, language: str) -> bytes:
        """The sheets of a draft, as a PDF; raises BadRequest for cards that are not the visitor's own."""
        self._admit(wanted.text, address)
        return await self.print_room.order(PrintErrand(wanted.text, wanted.paper, language))

    async def bring(self, text: str, address: str) -> PackInfo:
        """Store a pack that somebody wants a table with; raises BadRequest where something is wrong with it."""
        checked = msgspec.json.decode(await self.check(PackDraft(text=text), address), type=PackCheck)
        if checked.pack is None:
            fault = next(fault for fault in checked.faults if fault.weight == "error")
            where = f"{fault.line}:{fault.column}: {f'{fault.card}: ' if fault.card else ''}"
            raise BadRequest("table.bad_pack", details=f"{where}{fault.problem}. {fault.remedy}")
        await self._store(checked.pack.ref, text, address)
        return checked.pack

    async def share(self, text: str, address: str) -> SharedPack:
        """Store a pack and make a link to it."""
        pack = await self.bring(text, address)
        id, key = keys.new_id(), keys.new_token()
        until = self.clock.now() + self.settings.share_days * DAY
        share = StoredShare(id=id, ref=pack.ref, key=keys.hash_of(key), until=until)
        await self.store.write(Change(table="", share=share))
        return SharedPack(share=id, key=key, until=int(until), pack=pack)

    async def shared(self, id: str) -> PackSource:
        """A pack that is shared by a link."""
        return await self._written((await self._share(id)).ref)

    async def unshare(self, id: str, key: str) -> None:
        """Take a link back; raises Forbidden without its key."""
        share = await self._share(id)
        if not keys.fits(key, share.key):
            raise Forbidden("table.wrong_token")
        await self.store.write(Change(table="", unshare=id))

    async def written(self, ref: str, packs: Iterable[str]) -> PackSource:
        """A pack of these as it was written."""
        if ref not in packs or ref in available():
            raise NotThere("table.no_such_pack", about=(ref[:40],))
        return await self._written(ref)

    async def card_text(self, pack: str, card: str) -> str:
        """A card of a pack that all know as it is written there, by the ids of both; raises NotThere."""
        sources = {source.pack.id: source for source in self.offered.values()}
        source = load(pack) if pack in available() else sources.get(pack)
        texts = {} if source is None else await self.kitchen.make(card_texts, source.text)
        if card not in texts:
            raise NotThere("table.not_here")
        return str(texts[card])

    async def sweep(self) -> None:
        """Throw away what nobody needs any more."""
        while await self.store.read(forget_packs, self.clock.now()):
            await asyncio.sleep(BREATH_SECONDS)

    def _admit(self, text: str, address: str) -> None:
        """The gate for everything that somebody brings along."""
        if not self.settings.guests:
            raise Forbidden("table.no_guests")
        size = len(text.encode())
        if size > self.settings.largest_pack:
            raise BadRequest("table.large_pack", about=(f"{self.settings.largest_pack // 1024} KB",))
        if not self._rates.allow(address, 1 + size / COST_BYTES):
            raise TooMuch("table.many_requests")

    async def _texts(self, packs: Iterable[str]) -> dict[str, str]:
        """The texts of packs that do not come with kickdoor, for the process that knows none of them."""
        found = [ref for ref in packs if ref not in available()]
        return {ref: (await self._source(ref)).text for ref in found}

    async def _share(self, id: str) -> StoredShare:
        found = await self.store.read(stored_share, id) if len(id) <= 32 and "\0" not in id else None
        if found is None or found.until < self.clock.now():
            raise NotThere("table.no_such_share")
        assert isinstance(found, StoredShare)
        return found

    async def _written(self, ref: str) -> PackSource:
        source = await self._source(ref)
        return PackSource(pack=await self.kitchen.make(pack_info, source, ref), text=source.text)

    async def _store(self, ref: str, text: str, address: str | None) -> None:
        """Store a pack, or keep one that is there a while longer; raises TooMuch where somebody has no room."""
        plain = text.encode()
        maker = "" if address is None else keys.hash_of(address)
        async with self._storing:
            there, own, all_bytes = await self.store.read(pack_room, ref, maker)
            bounded = not there and address is not None
            if bounded and own + len(plain) > self.settings.most_pack_bytes_of_address:
                raise TooMuch("table.many_packs")
            if bounded and all_bytes + len(plain) > self.settings.most_pack_bytes:
                raise TooMuch("table.packs_full")
            kept = self.clock.now() + self.settings.keep_pack_days * DAY
            packed = await asyncio.to_thread(zlib.compress, plain)
            await self.store.write(
                Change(table="", pack=StoredPack(ref=ref, text=packed, size=len(plain), maker=maker, kept=kept))
            )


def taken_in(stored: bytes, ref: str) -> Source:
    """A stored pack, ready to be loaded by its name as long as somebody holds it."""
    name = welcome(guest(zlib.decompress(stored).decode(), f"{ref.partition('@')[0]}.yaml"))
    if name != ref:
        raise PackError(ref, 0, "", "its text has another hash", "Bring it along anew")
    return load(name)


def offered(folder: str) -> dict[str, Source]:
    """The packs of a folder by their refs; what is wrong with one is logged, and the others are offered."""
    found = {}
    for path in sorted(Path(folder).glob("*.y*ml")):
        try:
            source = guest(read_text(str(path))[0], path.name)
            ref = welcome(source)
            pack_info(source)
        except PackError as error:
            log.error("a pack of the folder cannot be offered", extra={"file": path.name, "reason": str(error)})
            continue
        found[ref] = load(ref)
    return found
