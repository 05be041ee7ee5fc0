"""Words in the order of deeds: a choice is told before whatever is done after it and does not speak of it."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from kickdoor.engine.steps.choosing import Choose
from kickdoor.packs import loader
from kickdoor.packs.expressions import Names
from kickdoor.packs.language import Card, Step
from kickdoor.packs.scripts import Writer
from kickdoor.text import choices, steps
from kickdoor.text.structure import names_in, verb_of
from kickdoor.text.words import card_words

Log = list[str]


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Log:
    """What is told, in order: choices by the names of their picks, deeds by their verbs."""
    told: Log = []
    told_of_choice = choices._told

    def choice(speech: Any, choose: Any, sort: str) -> str:
        told.append(choose.into)
        return told_of_choice(speech, choose, sort)

    def deed(verb: str, make: Any) -> Any:
        def made(speech: Any, value: Any) -> Any:
            told.append(verb)
            return make(speech, value)

        return made

    monkeypatch.setattr(choices, "_told", choice)
    for verb, make in list(steps.VERBS.items()):
        monkeypatch.setitem(steps.VERBS, verb, deed(verb, make))
    return told


def plain(script: Sequence[Step]) -> bool:
    """Whether a script is steps in a row, each done once; what keeps some of the cards seen puts all others away."""
    stored = [step.choose.into for step in script if step.choose is not UNSET]
    return (
        len(set(stored)) == len(stored)
        and bool(stored)
        and all(verb_of(step) == "choose" or verb_of(step) in steps.VERBS for step in script)
        and all(step.choose is UNSET or step.choose.options is UNSET for step in script)
        and not (any(step.peek is not UNSET for step in script) and any(step.to_deck is not UNSET for step in script))
    )


def spoken_in(script: Sequence[Step], at: int) -> set[str]:
    """The names that a step speaks of, and those that their choices speak of; two takes in a row are a swap."""
    is_swap = at + 1 < len(script) and script[at].take is not UNSET and script[at + 1].take is not UNSET
    found = set(names_in(script[at : at + 2] if is_swap else [script[at]]))
    by_name = {step.choose.into: step.choose for step in script[:at] if step.choose is not UNSET}
    while more := {name for one in found & by_name.keys() for name in names_in(by_name[one])} - found:
        found |= more
    return found


def out_of_order(script: Sequence[Step], told: Log) -> list[str]:
    """Choices that are told after a deed that comes after them and does not speak of them."""
    wrong = []
    deeds = [at for at, word in enumerate(told) if not word.startswith("$")]
    done = [at for at, step in enumerate(script) if step.choose is UNSET]
    for at, step in enumerate(script):
        if step.choose is UNSET or step.choose.into not in told:
            continue
        for number, later in enumerate(done):
            if later < at or step.choose.into in spoken_in(script, later):
                continue
            if number < len(deeds) and told.index(step.choose.into) > deeds[number]:
                wrong.append(f"{step.choose.into} after {verb_of(script[later])}")
            break
    return wrong


def asked(script: Sequence[Step]) -> list[str]:
    """The choices of a script in the order in which the engine asks them."""
    names = Names()
    writer = Writer(names)
    writer.write(list(script))
    by_register = {register: name for name, register in names.numbers.items()}
    return [by_register[step.into] for step in writer.steps if isinstance(step, Choose)]


def scripts_of(card: Card) -> Iterator[list[Step]]:
    """The scripts of a card that cost nothing: what is paid for is told with its price first."""
    yield card.bad_stuff
    if not card.cost:
        yield [*card.target, *card.play]
    for ability in card.abilities.values():
        if not ability.cost:
            yield [*ability.target, *ability.do]
    for reaction in card.reactions:
        if not reaction.cost:
            yield reaction.do


def worded(script: Sequence[Step], log: Log, kind: str = "special") -> Log:
    log.clear()
    card_words(Card(id="made", name="Made", deck="door", kind=kind, when="any_combat", play=list(script)))  # type: ignore[arg-type]
    return log.copy()


def test_every_card_tells_its_choices_in_the_order_of_deeds(log: Log):
    seen = 0
    wrong = {}
    for pack in loader.available():
        for entry in loader.cards_of(loader.load(pack)):
            for script in scripts_of(entry.card):
                if plain(script):
                    seen += 1
                    found = out_of_order(script, worded(script, log))
                    if found:
                        wrong[entry.id] = found
    assert wrong == {}
    assert seen > 200


CHOICES: tuple[dict[str, Any], ...] = (
    {"cards": {"from": "items"}},
    {"cards": {"from": "hand"}, "count": 2},
    {"cards": {"from": "items", "of": "left"}},
    {"who": "left", "cards": {"from": "hand"}},
    {"players": "others"},
    {"players": "all"},
    {"monsters": True},
)


def deed_of(rng: random.Random, cards: list[str], players: list[str], monsters: list[str]) -> dict[str, Any]:
    """A deed with some of what was chosen, or with nothing of it."""
    made: list[dict[str, Any]] = [
        {"lose_levels": rng.randint(1, 3)},
        {"draw": {"deck": "door", "count": rng.randint(1, 3)}},
        {"gain_levels": {"who": "left"}},
        {"roll": {}},
        {"gain_turn": "you"},
    ]
    for card in cards:
        made += [{"lose": card}, {"discard": card}, {"take": {"cards": card, "to": "right"}}]
    for player in players:
        made += [{"lose_levels": {"who": player}}, {"draw": {"deck": "treasure", "who": player}}, {"lose_turn": player}]
    for monster in monsters:
        made += [{"remove_monster": {"monster": monster}}, {"add_strength": {"count": 3, "monster": monster}}]
    return rng.choice(made)


def made_up(rng: random.Random) -> list[Step]:
    """A script of the language: choices, and deeds with them and without."""
    script: list[dict[str, Any]] = []
    cards: list[str] = []
    players: list[str] = []
    monsters: list[str] = []
    for number in range(rng.randint(2, 7)):
        if number == 0 or rng.random() < 0.4:
            choice = rng.choice(CHOICES)
            name = f"$pick{number}"
            script.append({"choose": {**choice, "into": name}})
            (cards if "cards" in choice else players if "players" in choice else monsters).append(name)
        else:
            script.append(deed_of(rng, cards, players, monsters))
    return msgspec.convert(script, list[Step])


def test_made_up_cards_tell_their_choices_in_the_order_of_deeds(log: Log):
    rng = random.Random(17)
    for _ in range(1000):
        script = made_up(rng)
        told = worded(script, log)
        assert out_of_order(script, told) == [], script
        assert sorted(asked(script)) == sorted(name for name in told if name.startswith("$")), script
        verbs = [verb_of(step) for step in script if step.choose is UNSET]
        assert [word for word in told if not word.startswith("$")] == verbs, script


def test_a_choice_told_late_is_found(log: Log):
    script = msgspec.convert(
        [{"choose": {"players": "others", "into": "$rival"}}, {"roll": {}}, {"lose_turn": "$rival"}], list[Step]
    )
    assert out_of_order(script, ["$rival", "roll", "lose_turn"]) == []
    assert out_of_order(script, ["roll", "lose_turn", "$rival"]) == ["$rival after roll"]
    assert worded(script, log) == ["$rival", "roll", "lose_turn"]
