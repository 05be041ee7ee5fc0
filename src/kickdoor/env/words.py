"""A state in a few hundred words: the table as a seat may know it, what is asked, and the numbered answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from kickdoor.env.table import Table
from kickdoor.packs.loader import Listed, marks_of, mix
from kickdoor.play.game import Game
from kickdoor.play.view import CardView, DealView, FightView, PlayerView, View
from kickdoor.text import listed_words
from kickdoor.text.asking import option_words, question_words
from kickdoor.text.teller import log_messages

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
"""What the seats are called where nobody has a name."""

TRAITS = frozenset({"race", "class", "race_enhancer", "class_enhancer", "power"})

PLEDGED = {
    "": "nothing",
    "no_interference": "not interfering",
    "no_help": "not helping against them",
    "favour": "a favour later",
}


class Facts(msgspec.Struct, frozen=True):
    """What is told of a card."""

    name: str
    kind: str
    bonus: int
    words: str


@lru_cache(maxsize=16)
def facts_of(packs: tuple[str, ...]) -> dict[str, Facts]:
    """The cards of a mix, and their Marks, by their full id."""
    cards = [entry for entry, _ in mix(packs)]
    entries: list[Listed] = [*cards, *(mark for card in cards for mark in marks_of(card).values())]
    return {
        entry.id: Facts(entry.card.name, entry.card.kind, entry.card.bonus, " ".join(listed_words(entry)))
        for entry in entries
    }


class Words:
    """Tells a view in words. `facts` are the cards by id, `cards` their names by number."""

    def __init__(self, view: View, names: Sequence[str], facts: Mapping[str, Facts], cards: Sequence[str]) -> None:
        self.view = view
        self.names = names
        self._facts = facts
        self._cards = cards

    @classmethod
    def of_game(cls, game: Game, seat: int, names: Sequence[str] = NAMES) -> Words:
        """What a seat of a game sees (-1: the gallery)."""
        rules = game.state.rules
        return cls(game.view(seat), names, facts_of(rules.packs), [d.name for d in rules.defs])

    def situation(self) -> str:
        """The table, the fight and the hand."""
        view = self.view
        lines = [self._heading(), *(self._player(at, player) for at, player in enumerate(view.players))]
        if view.dungeons:
            lines.append("Dungeons: " + "; ".join(self._told(each.id) for each in view.dungeons))
        if view.fight is not None:
            lines += self._fight(view.fight)
        lines += [f"Offer: {self.deal(deal)}" for deal in view.offers]
        if view.seat >= 0:
            player = view.players[view.seat]
            lines.append(f"Your hand ({len(player.hand)} of {player.hand_limit}):")
            lines += [f"- {self._told(card.id)}" for card in player.hand]
        return "\n".join(lines)

    def who(self, seat: int) -> str:
        """The name of a player."""
        return "you" if seat == self.view.seat else self.names[seat]

    def card(self, number: int) -> str:
        """The name of a card, or of a monster without one."""
        if 0 <= number < len(self._cards):
            return self._cards[number]
        fight = self.view.fight
        found = [each.id for each in fight.monsters if each.monster == number] if fight is not None else []
        return self._name_of(found[0]) if found else "a card"

    def deal(self, deal: DealView) -> str:
        """An offer."""
        by, to = self.who(deal.by), self.who(deal.to)
        parts = []
        if deal.kind == "help":
            order = deal.order.replace("_", " ")
            parts.append(f"help for {f'{deal.treasures} Treasures, picked {order}' if deal.treasures else 'nothing'}")
        if deal.gives:
            parts.append(f"{by} gives {self._listed(deal.gives)}")
        if deal.takes:
            parts.append(f"{to} gives {self._listed(deal.takes)}")
        if deal.promises:
            parts.append(f"{self._listed(deal.promises)} will be played on the helper")
        if deal.kind == "bribe":
            parts.append(f"for {PLEDGED[deal.pledge]}")
        return f"from {by} to {to}: {'; '.join(parts)}."

    def _listed(self, cards: Sequence[int]) -> str:
        return ", ".join(self.card(card) for card in cards)

    def _heading(self) -> str:
        view = self.view
        if view.winners:
            return f"The game is over. {' and '.join(self.names[seat] for seat in view.winners)} won."
        phase = log_messages().get(f"phase.{view.moment}")
        if not view.turns:
            return f"{phase[:1].upper()}{phase[1:]}."
        whose = "your" if view.turn == view.seat else f"{self.names[view.turn]}'s"
        return f"Turn {view.turns}, {whose} turn: {phase}."

    def _name_of(self, id: str) -> str:
        return self._facts[id].name if id in self._facts else id

    def _told(self, id: str) -> str:
        return f"{self._facts[id].name}: {self._facts[id].words}" if id in self._facts else id

    def _name(self, card: CardView) -> str:
        facts = self._facts.get(card.id)
        if facts is None:
            return card.id
        bonus = facts.bonus + card.note if facts.bonus else 0
        return f"{facts.name} {bonus:+d}" if bonus else facts.name

    def _player(self, seat: int, player: PlayerView) -> str:
        who = self.who(seat)
        who = who[:1].upper() + who[1:]
        if player.dead:
            return f"{who}: dead, Level {player.level}."
        kinds = {card.card: self._facts[card.id].kind if card.id in self._facts else "" for card in player.table}
        traits = [self._name(card) for card in player.table if kinds[card.card] in TRAITS]
        rest = [card for card in player.table if kinds[card.card] not in TRAITS]
        used = [self._name(card) for card in rest if not card.carried and not card.idle]
        idle = [self._name(card) for card in rest if card.carried or card.idle]
        parts = [f"{who}: Level {player.level} of {player.winning_level}, {' '.join([player.sex, *traits])}"]
        if used:
            parts.append(f"in use {', '.join(used)}")
        if idle:
            parts.append(f"not in use {', '.join(idle)}")
        if seat != self.view.seat:
            known = f", among them {', '.join(self._name(card) for card in player.hand)}" if player.hand else ""
            parts.append(f"holds {player.doors} Doors and {player.treasures} Treasures{known}")
        return "; ".join(parts) + "."

    def _fight(self, fight: FightView) -> list[str]:
        party = " and ".join(self.who(seat) for seat in (fight.fighter, fight.helper) if seat is not None)
        monsters = ", ".join(self._name_of(monster.id) for monster in fight.monsters) or "no monster"
        lines = [f"{self.card(line.source) if line.source >= 0 else 'Level'} {line.amount:+d}" for line in fight.lines]
        treasures = sum(monster.treasures for monster in fight.monsters)
        state = "would be won now" if fight.winning else f"{fight.lacking} more needed to win"
        told = (
            f"Fight: {party} {fight.party} against {monsters} {fight.against} ({', '.join(lines)}); "
            f"{state}; {treasures} Treasures at stake."
        )
        return [told, *(f"- {self._told(id)}" for id in dict.fromkeys(monster.id for monster in fight.monsters))]


def options_of(game: Game, seat: int, names: Sequence[str] = NAMES) -> list[str]:
    """The options of a seat in words, in their order."""
    decision = game.decision(seat)
    found = [] if decision is None else decision.options
    return [option_words(option.code, game.state, seat, names) for option in found]


def words_of_seat(table: Table, seat: int, names: Sequence[str] = NAMES) -> str:
    """All that a seat may know, what it is asked, and its answers with the numbers of their actions."""
    lines = [Words.of_game(table.game, seat, names).situation()]
    if seat in table.waiting and not table.over:
        lines.append(question_words(table.game.state, seat, names))
        actions = table.lawful(seat)
        told = options_of(table.game, seat, names) if table.draft is None else []
        told += [_word(action, table, seat, names) for action in actions[len(told) :]]
        lines += [f"{action}. {each}" for action, each in zip(actions, told, strict=True)]
    return "\n".join(lines)


KINDS = ("help", "a trade", "a bribe")
CARD_WORDS = {"draft_give": "giving", "draft_take": "taking", "draft_promise": "promising to play"}
ORDERS = ("fighter first", "helper first", "in turn")


def _word(action: int, table: Table, seat: int, names: Sequence[str]) -> str:
    """A word of an offer."""
    meant = table.actions.meaning(action)
    field = meant.first or 0
    if meant.verb == "draft":
        return f"Begin an offer of {KINDS[field]} to {names[(seat + (meant.second or 0)) % table.seats]}"
    if meant.verb in CARD_WORDS:
        return f"… {CARD_WORDS[meant.verb]} {table.game.card_name(field)}"
    if meant.verb == "draft_treasures":
        return f"… {field} of the Treasures"
    if meant.verb == "draft_order":
        return f"… picked {ORDERS[field]}"
    if meant.verb == "draft_pledge":
        return f"… for {tuple(PLEDGED.values())[field]}"
    return "Make the offer" if meant.verb == "draft_speak" else "Make no offer after all"
