"""Work on packs of strangers, done in a process of its own: checking a draft, trying one of its cards.

The server (`workshop.py`) starts it as `python -m kickdoor.server.craft`, gives it one order after the other and ends
it where one takes too long or too much memory. An order and its answer are JSON after four bytes with their length.
"""

from __future__ import annotations

import math
import sys
from functools import lru_cache
from typing import BinaryIO

import msgspec

from kickdoor.bots.lore import hurt
from kickdoor.packs.checking import check_text
from kickdoor.packs.guests import guest
from kickdoor.packs.language import Card, Pack
from kickdoor.packs.loader import Listed, PackError, Source, available, lines_of, plain, welcome
from kickdoor.packs.report import PackInfo, pack_info
from kickdoor.packs.sound import readable
from kickdoor.server import processes
from kickdoor.server.protocol.http import CardInfo
from kickdoor.server.protocol.workshop import CardTry, DraftCard, FaultInfo, PackCheck, PackDraft
from kickdoor.server.reference import card_info
from kickdoor.server.trying import try_card
from kickdoor.text.faults import in_language
from kickdoor.text.messages import languages

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

FILE = "pack.yaml"
MOST_MEMORY = 1 << 30
"""Bytes of addresses; what is really used is a fraction of them."""

MOST_SECONDS = 8
"""Of the processor, for one order; a large pack takes about one."""


class CheckOrder(msgspec.Struct, frozen=True, tag="check"):
    """Check a draft, in a mix with packs whose texts are given where they do not come with kickdoor."""

    draft: PackDraft
    texts: dict[str, str]
    language: str = "en"


class TryOrder(msgspec.Struct, frozen=True, tag="try"):
    """Try a card of a draft."""

    wanted: CardTry
    texts: dict[str, str]
    language: str


Order = CheckOrder | TryOrder


def carry_out(order: Order) -> msgspec.Struct:
    """What comes of an order; raises PackError where a pack of the mix cannot be read."""
    given = order.draft if isinstance(order, CheckOrder) else order.wanted
    packs = tuple(_named(name, order.texts) for name in given.packs)
    if isinstance(order, CheckOrder):
        return check(order.draft.text, packs, order.language)
    return try_card(order.wanted, packs, order.language)


def _named(name: str, texts: dict[str, str]) -> str:
    return name if name in available() else welcome(guest(texts[name], FILE))


def check(text: str, packs: tuple[str, ...] = (), language: str = "en") -> PackCheck:
    """All faults of a draft, its facts where it can be played, and its cards as far as they can be read."""
    faults = [
        FaultInfo(
            line=fault.line,
            column=fault.column,
            card=fault.card,
            problem=fault.problem,
            remedy=fault.remedy,
            weight=fault.weight,
        )
        for fault in check_text(text, FILE, packs)
    ]
    cards = cards_of_draft(text)
    faults += _wordless(
        text, {card.index for card in cards}, {fault.card for fault in faults if fault.weight == "error"}
    )
    return PackCheck(faults=[_in(fault, language) for fault in faults], pack=facts(text, faults), cards=cards)


def _in(fault: FaultInfo, language: str) -> FaultInfo:
    problem, remedy = in_language(fault.problem, language), in_language(fault.remedy, language)
    return msgspec.structs.replace(fault, problem=problem, remedy=remedy)


def _wordless(text: str, worded: set[int], wrong: set[str]) -> list[FaultInfo]:
    """Cards without an error that could not be told: nobody would know what they do."""
    cards = _readable(text)[1]
    lines = lines_of(text, "cards") if cards.keys() - worded else []
    return [
        FaultInfo(
            line=lines[index],
            column=1,
            card=card.id,
            problem="there are no words for what it does",
            remedy="Write it in another way",
            weight="error",
        )
        for index, card in cards.items()
        if index not in worded and card.id not in wrong
    ]


def facts(text: str, faults: list[FaultInfo]) -> PackInfo | None:
    """The facts of a pack that has no error."""
    if any(fault.weight == "error" for fault in faults):
        return None
    source = guest(text, FILE)
    return pack_info(source, welcome(source))


def _readable(text: str) -> tuple[Pack, dict[int, Card]]:
    try:
        return readable(plain(text, FILE))
    except PackError:
        return readable(None)


def cards_of_draft(text: str) -> list[DraftCard]:
    """The cards of a draft that can be read by themselves, whatever is wrong with the others."""
    head, cards = _readable(text)
    found = []
    lines = lines_of(text, "cards") if cards else []
    for index, card in cards.items():
        shown = _shown(msgspec.json.encode(card), head.id, msgspec.json.encode(head.words))
        if shown:
            hurts = hurt(card.bad_stuff) if card.kind == "monster" else 0.0
            found.append(DraftCard(index=index, line=lines[index], hurt=hurts, shown=shown))
    return found


@lru_cache(maxsize=4096)
def _shown(encoded: bytes, pack: str, words: bytes) -> dict[str, CardInfo]:
    """A card in every language; nothing where it has no words yet."""
    card = msgspec.json.decode(encoded, type=Card)
    own = Pack(id=pack, name=pack, words=msgspec.json.decode(words), cards=[card])
    entry = Listed(f"{pack}/{card.id}", card, card.copies, Source(own, FILE, "", ""))
    try:
        return {language: card_info(entry, card.copies, language) for language in languages()}
    except Exception:  # a card that is half written may have no words in any way
        return {}


# The process


def limit_memory() -> None:
    """Let the system refuse more memory than any pack needs, where it can."""
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limit_time() -> None:
    """Let the system end the process where the next order takes too long, however busy the machine is."""
    if resource is not None:
        used = resource.getrusage(resource.RUSAGE_SELF)
        end = math.ceil(used.ru_utime + used.ru_stime) + MOST_SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (end, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def serve(orders: BinaryIO, answers: BinaryIO) -> None:
    """Carry out orders until there are no more."""
    read = msgspec.json.Decoder(Order)
    for given in processes.orders(orders):
        order = read.decode(given)
        limit_time()
        try:
            answer = msgspec.json.encode(carry_out(order))
        except PackError as error:
            answer = msgspec.json.encode({"refused": str(error)})
        processes.answer(answers, answer)


if __name__ == "__main__":
    limit_memory()
    serve(sys.stdin.buffer, sys.stdout.buffer)
