"""Who is spoken to, and what players, cards and bargains are called to them."""

from __future__ import annotations

from collections.abc import Sequence

from kickdoor.engine.data import ids
from kickdoor.engine.data.deals import BRIBE, HELP, ORDERS, PLEDGES, Deal
from kickdoor.engine.data.state import State
from kickdoor.engine.questions.table import face
from kickdoor.text.messages import Messages, messages


def log_messages(language: str = "en") -> Messages:
    """Give the messages about a game under way."""
    return messages(language, "log")


class Teller:
    """Names players and cards of a game to a viewer: a seat, -1 for the gallery, None for who sees all."""

    def __init__(self, state: State, names: Sequence[str], viewer: int | None = None, language: str = "en") -> None:
        self.state = state
        self.names = names
        self.viewer = viewer
        self.messages = log_messages(language)
        self._players: dict[int, str] = {}  # named again and again
        self._whose: dict[int, str] = {}

    def get(self, key: str, /, **values: object) -> str:
        """Give a message."""
        return self.messages.get(key, **values)

    def person(self, seat: int) -> str:
        """Give the form of the verb that goes with a player."""
        return "you" if seat == self.viewer and seat >= 0 else "he"

    def player(self, seat: int) -> str:
        """Name a player."""
        found = self._players.get(seat)
        if found is None:
            found = self._players[seat] = self._player(seat)
        return found

    def _player(self, seat: int) -> str:
        if not 0 <= seat < len(self.names):
            return self.get("who.somebody")
        return self.get("who.you") if seat == self.viewer else self.names[seat]

    def whose(self, seat: int) -> str:
        """Name a player before what is theirs."""
        found = self._whose.get(seat)
        if found is None:
            own = seat == self.viewer and seat >= 0
            found = self.get("who.your") if own else self.get("who.whose", name=self.player(seat))
            self._whose[seat] = found
        return found

    def of(self, key: str, seat: int, /, **values: object) -> str:
        """Give a message in the form that goes with a player, who may be named in it."""
        form = f"{key}.{self.person(seat)}"
        return self.messages.first(form, key, who=self.player(seat), whose=self.whose(seat), **values)

    def card(self, card: int, deck: str = "card") -> str:
        """Name a card, or the back of one that is not known."""
        if card < 0:
            return self.get(f"unseen.{deck}")
        return face(self.state, ids.Card(card)).name if card < len(self.state.rules.defs) else self.monster(card)

    def monster(self, id: int) -> str:
        """Name a monster of a fight: a twin bears its sibling's name, whatever card is its body."""
        for fight in reversed(self.state.fights):
            for monster in fight.monsters:
                if monster.id == id:
                    return self.state.rules.faces[monster.face].name
        return self.card(id if id < len(self.state.rules.defs) else -1)

    def named(self, family: str, name: str) -> str:
        """Give the word for a name that packs make up: an ability's, or one of the things to choose between."""
        return messages(self.messages.language).word(family, name)

    def cards(self, cards: Sequence[int]) -> str:
        """Name several cards."""
        return self.listed([self.card(card) for card in cards])

    def listed(self, parts: Sequence[str]) -> str:
        """Join parts as a list."""
        return self.messages.listed(parts, "grammar.and")

    def sentence(self, text: str) -> str:
        """Give a sentence its capital letter, and no full stop after a card's own mark."""
        text = self.messages.mended(text)
        return (text[:1].upper() + text[1:]).replace("!.", "!")

    def deal(self, deal: Deal) -> str:
        """Tell what a bargain holds."""
        parts = []
        if deal.kind == HELP:
            parts.append(self._help(deal))
        if deal.gives:
            parts.append(self.of("deal.gives", deal.by, other=self.player(deal.to), items=self.cards(deal.gives)))
        if deal.takes:
            parts.append(self.of("deal.gives", deal.to, other=self.player(deal.by), items=self.cards(deal.takes)))
        if deal.promises:
            fighter, helper = self.fighter_and_helper(deal)
            parts.append(self.of("deal.promises", fighter, other=self.player(helper), items=self.cards(deal.promises)))
        if deal.kind == BRIBE:
            parts.append(self.of(f"deal.pledge.{PLEDGES[deal.pledge]}", deal.to))
        joined = parts[0] if parts else self.get("deal.nothing")
        for part in parts[1:]:
            joined = self.get("grammar.next", a=joined, b=part)
        return joined

    def fighter_and_helper(self, deal: Deal) -> tuple[int, int]:
        """Tell who fights and who helps in a bargain about help, whoever offers it."""
        fight = self.state.fight_by_id(deal.fight)
        fighter = deal.by if fight is None else fight.fighter
        return fighter, deal.to if deal.by == fighter else deal.by

    def _help(self, deal: Deal) -> str:
        fighter, helper = self.fighter_and_helper(deal)
        return self.of("deal.help", helper, other=self.player(fighter), pay=self.pay(deal))

    def pay(self, deal: Deal) -> str:
        """Tell what a helper gets of the Treasures, and who picks first."""
        if not deal.treasures:
            return self.get("deal.nothing")
        fighter, helper = self.fighter_and_helper(deal)
        order = ORDERS[deal.order]
        if order == "in_turn":
            first = self.get("deal.order.in_turn")
        else:
            first = self.of("deal.order.first", helper if order == "helper_first" else fighter)
        return self.get("grammar.next", a=self.get("deal.treasures", n=deal.treasures), b=first)
