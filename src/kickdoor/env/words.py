"""A state in a few hundred words: the table as a seat may know it, what is asked, and the numbered answers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kickdoor.env.table import Table
from kickdoor.packs.loader import Listed, marks_of, mix
from kickdoor.play.choices import Offer
from kickdoor.play.game import Game
from kickdoor.play.view import CardView, FightView, PlayerView, View
from kickdoor.text import listed_words
from kickdoor.text.asking import option_words, phase_words, question_words
from kickdoor.text.teller import Teller

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
"""What the seats are called where nobody has a name."""

TRAITS = frozenset({"race", "class", "race_enhancer", "class_enhancer", "power"})


@lru_cache(maxsize=16)
def cards_of(packs: tuple[str, ...]) -> dict[str, Listed]:
    """The cards of a mix, and their Marks, by their full id."""
    cards = [entry for entry, _ in mix(packs)]
    return {entry.id: entry for entry in [*cards, *(mark for card in cards for mark in marks_of(card).values())]}


class Words:
    """Tells a game to one seat (-1: the gallery)."""

    def __init__(self, game: Game, seat: int, names: Sequence[str]) -> None:
        self.game = game
        self.seat = seat
        self.names = names
        self._cards = cards_of(game.state.rules.packs)
        self._teller = Teller(game.state, names, seat)

    def situation(self) -> str:
        """The table, the fight and the hand."""
        view = self.game.view(self.seat)
        lines = [self._heading(view), *(self._player(at, player) for at, player in enumerate(view.players))]
        if view.dungeons:
            lines.append("Dungeons: " + ", ".join(self.game.card_name(each.card) for each in view.dungeons))
        if view.fight is not None:
            lines.append(self._fight(view.fight))
        lines += [f"Offer: {self._teller.sentence(self._teller.deal(deal))}" for deal in self.game.state.offers]
        if self.seat >= 0:
            lines += self._hand(view.players[self.seat])
        return "\n".join(lines)

    def question(self) -> str:
        """What is asked of the seat."""
        return question_words(self.game.state, self.seat, self.names)

    def options(self) -> list[str]:
        """The options of the seat, in their order."""
        decision = self.game.decision(self.seat)
        found = [] if decision is None else decision.options
        return [option_words(option.code, self.game.state, self.seat, self.names) for option in found]

    def card(self, id: str) -> str:
        """The words of a card."""
        entry = self._cards[id]
        return " ".join([f"{entry.card.name}:", *listed_words(entry)])

    def offer(self, offer: Offer) -> str:
        """The words of an offer."""
        return self._teller.deal(offer.deal(self.seat, self.game.state.fights[-1].id if self.game.state.fights else -1))

    def _heading(self, view: View) -> str:
        phase = phase_words(self.game.state, self.names)
        if view.winners:
            return f"The game is over. {self._teller.listed([self.names[seat] for seat in view.winners])} won."
        if not view.turns:
            return self._teller.sentence(f"{phase}.")
        return f"Turn {view.turns}, {self._teller.whose(view.turn)} turn: {phase}."

    def _name(self, card: CardView) -> str:
        model = self._cards[card.id].card
        bonus = model.bonus + card.note if model.bonus else 0
        return f"{model.name} {bonus:+d}" if bonus else model.name

    def _player(self, seat: int, player: PlayerView) -> str:
        who = self._teller.sentence(self._teller.player(seat))
        if player.dead:
            return f"{who}: dead, Level {player.level}."
        traits = [self._name(card) for card in player.table if self._cards[card.id].card.kind in TRAITS]
        rest = [card for card in player.table if self._cards[card.id].card.kind not in TRAITS]
        used = [self._name(card) for card in rest if not card.carried and not card.idle]
        idle = [self._name(card) for card in rest if card.carried or card.idle]
        parts = [f"{who}: Level {player.level} of {player.winning_level}, {' '.join([player.sex, *traits])}"]
        if used:
            parts.append(f"in use {', '.join(used)}")
        if idle:
            parts.append(f"not in use {', '.join(idle)}")
        if seat != self.seat:
            known = f", among them {', '.join(self._name(card) for card in player.hand)}" if player.hand else ""
            parts.append(f"holds {player.doors} Doors and {player.treasures} Treasures{known}")
        return "; ".join(parts) + "."

    def _fight(self, fight: FightView) -> str:
        teller = self._teller
        party = [teller.player(seat) for seat in (fight.fighter, fight.helper) if seat is not None]
        monsters = [teller.monster(monster.monster) for monster in fight.monsters] or ["no monster"]
        lines = [
            f"{teller.monster(line.source) if line.source >= 0 else 'Level'} {line.amount:+d}" for line in fight.lines
        ]
        treasures = sum(monster.treasures for monster in fight.monsters)
        state = "would be won now" if fight.winning else f"{fight.lacking} more are needed to win"
        told = (
            f"Fight: {teller.listed(party)} {fight.party} against {', '.join(monsters)} {fight.against} "
            f"({', '.join(lines)}); {state}; {treasures} Treasures at stake."
        )
        words = [self.card(id) for id in dict.fromkeys(monster.id for monster in fight.monsters)]
        return teller.sentence("\n".join([told, *words]))

    def _hand(self, player: PlayerView) -> list[str]:
        held = [self.card(card.id) for card in player.hand]
        return [f"Your hand ({len(held)} of {player.hand_limit}):", *(f"- {words}" for words in held)]


def words_of_seat(table: Table, seat: int, names: Sequence[str] = NAMES) -> str:
    """All that a seat may know, what it is asked, and its answers with the numbers of their actions."""
    words = Words(table.game, seat, names)
    lines = [words.situation()]
    if seat in table.waiting and not table.over:
        lines.append(words.question())
        actions = table.lawful(seat)
        told = words.options() if table.draft is None else []
        told += [words_of_word(action, table, seat, names) for action in actions[len(told) :]]
        lines += [f"{action}. {each}" for action, each in zip(actions, told, strict=True)]
    return "\n".join(lines)


def words_of_word(action: int, table: Table, seat: int, names: Sequence[str]) -> str:
    """A word of an offer."""
    meant = table.actions.meaning(action)
    field = meant.first if meant.first is not None else -1
    if meant.verb == "draft":
        return f"Begin to spell an offer ({_KINDS[field]}) to {names[(seat + (meant.second or 0)) % table.seats]}"
    if meant.verb in ("draft_give", "draft_take", "draft_promise"):
        return f"… {_CARD_WORDS[meant.verb]} {table.game.card_name(field)}"
    if meant.verb == "draft_treasures":
        return f"… {field} of the Treasures"
    if meant.verb == "draft_order":
        return f"… picked {('fighter first', 'helper first', 'in turn')[field]}"
    if meant.verb == "draft_pledge":
        return f"… for {('', 'not interfering', 'not helping', 'a favour')[field]}"
    return "Make the offer" if meant.verb == "draft_speak" else "Make no offer after all"


_KINDS = ("help", "trade", "bribe")
_CARD_WORDS = {"draft_give": "giving", "draft_take": "taking", "draft_promise": "promising to play"}
