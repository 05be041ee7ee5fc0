"""Playing in the terminal: what people see, what they can type, and how they leave."""

import io
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from rich.console import Console
from typer.testing import Result

from kickdoor.cli.screen import Screen
from kickdoor.cli.session import FREE, Quit, Session, listed_options
from kickdoor.engine.data.options import code
from kickdoor.engine.data.question import Question, QuestionKind
from kickdoor.engine.data.terms import OFFER, PASS, PLAY, VERBS
from kickdoor.engine.running import kernel
from kickdoor.play.choices import Decision, Option
from kickdoor.play.game import Game
from kickdoor.play.record import Record
from kickdoor.testing import table

Run = Callable[..., Result]

NAMES = ("Ann", "Bo", "Cy", "Dee")


class Keyboard:
    """Types what it is told to, and then leaves; keeps what it was asked."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.asked: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.asked.append(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


def seated(game: Game, keyboard: Callable[[str], str], people: int = 1) -> tuple[Session, io.StringIO]:
    out = io.StringIO()
    screen = Screen(game, NAMES[: game.seats], Console(file=out, width=100, highlight=False))
    return Session(game, range(people), NAMES[: game.seats], screen, Random(1), keyboard), out


def played(game: Game, *lines: str, people: int = 1) -> tuple[str, Keyboard]:
    """What is shown while these lines are typed."""
    keyboard = Keyboard(*lines)
    session, out = seated(game, keyboard, people)
    with pytest.raises(Quit):
        session.run()
    return out.getvalue(), keyboard


def new_game(seed: int = 5, seats: int = 4) -> Game:
    return Game.new(seats=seats, seed=seed, options={"first_seat": 0})


# The command


def test_the_end_of_input_ends_the_game_well(run: Run):
    result = run("play", "--seed", 5)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "You leave the game." in result.stdout


def test_bots_can_be_chosen(run: Run, tmp_path: Path):
    winners = []
    for number in range(5):
        path = tmp_path / f"{number}.json"
        words = ("--people", 0, "--option", "winning_level=4", "--seed", number, "--record", path)
        assert run("play", "--bots", "random,random,rookie,random", *words).exit_code == 0
        winners += Record.parse(path.read_bytes()).winners
    assert winners.count(2) >= 3


def test_a_game_is_recorded(run: Run, tmp_path: Path):
    path = tmp_path / "game.json"
    assert run("play", "--seed", 5, "--record", path, input="\n\n1\n1\nq\n").exit_code == 0
    record = Record.parse(path.read_bytes())
    assert record.answers
    assert list(record.replay())
    assert run("replay", path).exit_code == 0


def test_a_record_that_cannot_be_written_is_told_at_once(run: Run, tmp_path: Path):
    result = run("play", "--record", tmp_path / "none" / "game.json")
    assert result.exit_code == 2
    assert "cannot be written (No such file or directory)" in result.stderr
    assert "Your hand" not in result.stdout


def test_bots_play_among_themselves(run: Run):
    result = run("play", "--people", 0, "--seed", 3, "--option", "winning_level=3")
    assert result.exit_code == 0
    assert "wins the game!" in result.stdout
    assert "Your hand" not in result.stdout


def test_more_people_than_seats(run: Run):
    result = run("play", "--people", 5)
    assert (result.exit_code, result.stderr) == (2, "kickdoor: --people 5: there are only 4 seats\n")


# What is seen


def test_a_newcomer_sees_everything():
    game = new_game()
    shown, _ = played(game)
    assert "Before the first turn" in shown
    for name in ("You", "Bo", "Cy", "Dee"):
        assert name in shown
    for card in game.state.players[0].hand:
        assert game.card_name(card) in shown
    assert "Lay down a Race, a Class and Items" in shown
    assert " 1  " in shown


def to_a_fight_of_mine(seed: int = 5) -> Game:
    """A game in which seat 0 is asked in a fight of its own."""
    rng = Random(seed)
    for number in range(200):
        game = new_game(seed + number)
        while not game.over and game.turns < 5:
            view, fight = game.view(0), game.view(0).fight
            mine = fight is not None and fight.monsters and fight.fighter == 0 and not fight.winning
            if mine and view.moment == "fight" and game.waiting == [0] and game.decisions[0].passable:
                return game
            seat = rng.choice(game.waiting)
            options = [o for o in kernel.options(game.state, seat) if Option(o).verb not in ("offer", "drop")]
            game.apply(seat, rng.choice(options))
    raise AssertionError("no fight")


def test_a_fight_is_shown_with_both_sums():
    game = to_a_fight_of_mine()
    shown, _ = played(game)
    fight = game.view(0).fight
    assert fight is not None
    assert "your turn, combat" in shown
    assert f"Your Level +{game.state.players[0].level}" in " ".join(shown.split())
    assert str(fight.party) in shown
    assert str(fight.against) in shown
    gap = fight.party - fight.against
    assert ("Even, and a tie is" if gap == 0 else f"by {abs(gap)}.") in shown
    assert "at stake" in shown


def test_nobody_sees_anothers_hand():
    game = new_game(seats=3)
    shown, keyboard = played(game, "", "h", people=2)
    assert keyboard.asked[0].startswith("Ann, it is your move. Press Enter")
    mine = {game.card_name(card) for card in game.state.players[0].hand}
    theirs = {game.card_name(card) for seat in (1, 2) for card in game.state.players[seat].hand}
    assert any(name in shown for name in mine)
    assert not any(name in shown for name in theirs - mine)


def test_people_take_turns_at_the_keyboard():
    _, keyboard = played(new_game(seats=3), "", "", "", "", people=2)
    handed = [prompt for prompt in keyboard.asked if "it is your move" in prompt]
    assert [prompt.split(",")[0] for prompt in handed[:2]] == ["Ann", "Bo"]


def test_the_screen_fits_the_terminal():
    game = to_a_fight_of_mine()
    out = io.StringIO()
    console = Console(file=out, width=100, height=35, highlight=False, force_terminal=True, no_color=True)
    screen = Screen(game, NAMES, console)
    news = [(f"Something happens, number {n}.", 1) for n in range(40)]
    screen.ask(0, news, -1, "What now?", ["One", "Two"])
    assert len(out.getvalue().splitlines()) <= 33
    assert "number 39." in out.getvalue()
    assert "lines before this; l shows them" in out.getvalue()


def crowded() -> Game:
    """A fight in two Dungeons, with Steeds, Hirelings, a Mark and many Items."""
    items = [
        "Huge Rock",
        "Broad Sword",
        "Buckler of Swashing",
        "Pike",
        "Stepladder",
        "Horny Helmet",
        "Bow with Ribbons",
    ]
    laid_out = table(
        packs=["munchkin", "munchkin-4", "munchkin-5", "munchkin-6"],
        players={
            "Ann": {
                "level": 5,
                "races": ["Elf"],
                "classes": ["Ranger"],
                "table": ["Dwarf Hireling", "Budget Hireling"],
                "equipped": ["Dragon Steed", "Leather Armor", "Bear Feet", "Short Sword"],
                "carried": items,
                "curses": ["Plushy Skull: unsettled"],
                "attached": {"Fire-Breathing Bridle": "Dragon Steed"},
                "hand": ["Wolf Steed", "Elf Hireling", "Saber-Toothed", "Teleport!", "Press-On Wings"],
            },
            "Bo": {"level": 4, "table": ["Warrior Hireling"], "equipped": ["Eagle Steed"]},
            "Cy": {"level": 3, "equipped": ["Chicken Steed"]},
            "Dee": {},
        },
        turn="Ann",
        phase="combat",
        dungeons=["Dungeon of Even More Rampant Cheating Than Usual", "The Monkey House"],
        combat={
            "fighter": "Ann",
            "helper": "Bo",
            "monsters": [{"card": "Ninja Giant", "enhancers": ["... With Bagpipes"]}],
        },
    )
    return laid_out.game


def test_a_crowded_table_fits_the_terminal_and_is_shown_whole_when_asked_for():
    out = io.StringIO()
    console = Console(file=out, width=100, height=35, highlight=False, force_terminal=True, no_color=True)
    screen = Screen(crowded(), NAMES, console)
    news = [(f"Something happens, number {n}.", 1) for n in range(40)]
    asked = (0, news, -1, "What now?", [f"Do this, number {n}" for n in range(9)])
    screen.ask(*asked)
    brief = out.getvalue()
    assert len(brief.splitlines()) <= 33
    for word in ("number 39.", "Dragon Steed +5", "The Monkey House", "Ninja Giant", "Press-On Wings", "number 8"):
        assert word in brief
    assert "Stepladder" not in brief
    screen.ask(*asked, whole=True)
    for word in ("Stepladder", "Fire-Breathing", "unsettled"):
        assert word in out.getvalue()


# What is typed


def test_help_and_nonsense():
    shown, _ = played(new_game(), "h", "xyzzy", "99", "0")
    assert "make an offer" in shown
    assert shown.count("or h for help.") == 3


def test_quitting():
    _, keyboard = played(new_game(), "q", "1")
    assert keyboard.lines == ["1"]


def test_why_not_gives_reason_and_rule():
    game = new_game()
    monster = next(c for c in game.state.players[0].hand if game.state.rules.defs[c].level)
    shown, _ = played(game, "?")
    told = next(line for line in shown.splitlines() if line.startswith(f"  {game.card_name(monster)}: "))
    assert told.endswith("[CMB-12]")


def test_cards_are_shown_by_name():
    shown, _ = played(new_game(), "c potted plant", "c bullr", "c boots", "c boots of butt kicking", "c", "c qqqq")
    assert "Potted Plant\n  Level 1. Plant. 1 Treasure." in shown
    assert "Bullrog\n  Level 18." in shown
    assert "Which one? Boots of Butt-Kicking, Boots of Running Really Fast" in shown
    assert "Boots of Butt-Kicking\n  +2." in shown
    assert "Which card? For example: c " in shown
    assert "There is no card 'qqqq' in this game." in shown


def test_cards_of_one_name_are_all_shown_in_the_words_of_their_packs():
    game = Game.new(["munchkin", "star", "bites"], 3, seed=1)
    shown, _ = played(game, "c half-breed", "c genetic regression")
    assert shown.count("Half-Breed\n  Race enhancer.") == 2
    assert "Genetic Regression\n  Trap." in shown


def test_the_table_and_the_news_are_shown_again():
    shown, _ = played(new_game(), "t", "l")
    assert shown.count("Before the first turn") == 2


def test_a_number_is_an_answer():
    game = new_game()
    before = len(game.state.players[0].table)
    laid = next(n for n, o in enumerate(game.decisions[0].options, 1) if o.verb == "lay")
    played(game, str(laid))
    assert len(game.state.players[0].table) == before + 1


def test_enter_passes_where_one_can_pass():
    game = new_game()
    shown, _ = played(game, "")
    assert game.turns == 1
    assert "Turn 1: your turn, before the door" in shown
    again, _ = played(new_game(), "", "", "s")
    assert "Type a number from 1 to" in again, "the turn is not gone on with by accident"
    assert "you cannot be silent now" in again


def offering(game: Game, *lines: str) -> str:
    return played(game, "o", *lines)[0]


def test_help_is_asked_for():
    game = to_a_fight_of_mine()
    shown = offering(game, "1", "1", "9", "1", "2", "", "")
    assert "An offer about what?" in shown
    assert "Whom do you ask for help?" in shown
    assert "Who picks first?" in shown
    answers = [answer for seat, answer in game.record.answers if seat == 0]
    offer = next(answer for answer in reversed(answers) if isinstance(answer, dict))
    assert (offer["kind"], offer["to"], offer["treasures"], offer["order"]) == ("help", 1, 1, "helper_first")


def test_an_offer_is_given_up():
    game = to_a_fight_of_mine()
    assert "No offer made." in offering(game, "1", "")
    assert "No offer made." in offering(game, "2", "1", "", "")
    assert "Type a number from 1 to 2." in offering(game, "7", "")


def test_no_offer_is_made_in_the_middle_of_something():
    game = to_a_fight_of_mine()
    session, out = seated(game, Keyboard())
    choice = decision("choose", code(PLAY, 0), code(PLAY, 1), passable=False)
    assert session._heard(0, choice, choice.options, "o") is None
    assert "Answer this first" in out.getvalue()


def test_an_unlawful_offer_is_refused_with_its_rule():
    game = new_game()
    for card in list(game.state.players[0].hand):
        if game.state.rules.defs[card].is_item:
            options = [o for o in game.decisions[0].options if o.verb == "lay" and o.first == card]
            for option in options:
                game.apply(0, option)
    shown = offering(game, "1", "1", "")
    assert "That cannot be offered: " in shown


# What people are not asked


def decision(about: QuestionKind, *options: int, passable: bool = True) -> Decision:
    return Decision(seat=0, question=Question(about, passable=passable), options=[Option(o) for o in options])


def test_what_goes_without_saying_is_not_asked():
    session, _ = seated(new_game(), Keyboard())
    arrange = [code(verb) for verb in range(len(VERBS)) if Option(code(verb)).verb in FREE - {"proceed"}]
    unasked = session._unasked(0, decision("fight", *arrange))
    assert unasked is not None
    assert unasked.verb == "pass"
    assert session._unasked(0, decision("fight", *arrange, code(PLAY, 0, 0))) is None
    assert session._unasked(0, decision("setup", code(PASS))) is None
    only = session._unasked(0, decision("choose", code(PLAY, 0), passable=False))
    assert only is not None


def test_silence_lasts_until_the_next_turn_of_ones_own():
    game = new_game()
    session, _ = seated(game, Keyboard())
    game.apply(0, Option(code(PASS)))
    for seat in (1, 2, 3):
        game.apply(seat, Option(code(PASS)))
    asked = decision("arrange", code(PLAY, 0, 0), code(PASS))
    game.state.turn = 1
    assert session._unasked(0, asked) is None
    session.silent.add(0)
    assert session._unasked(0, asked) is not None
    game.state.turn = 0
    assert session._unasked(0, asked) is None


def test_trades_are_left_to_those_who_think_of_one():
    listed = listed_options(decision("arrange", code(PASS), code(OFFER, 64, 1), code(OFFER, 1, 1), code(PLAY, 0)))
    assert [option.verb for option in listed] == ["play", "offer", "pass"]


# Whole games


@pytest.mark.parametrize(("people", "seed"), [(1, 1), (3, 2)])
def test_whole_games_at_the_keyboard(people: int, seed: int):
    rng = Random(seed)
    typed = ["?", "t", "l", "c elf", "s", "", "o"]

    def monkey(prompt: str) -> str:
        if rng.random() < 0.05:
            return rng.choice(typed)
        return str(rng.randint(1, 9))

    game = Game.new(seats=3, seed=seed, options={"winning_level": 2})
    session, out = seated(game, monkey, people)
    session.run()
    session.tell_end()
    assert game.over
    assert "wins the game!" in out.getvalue() or "You win the game!" in out.getvalue()
    assert not {"Traceback", "{", "}"} & set(out.getvalue().split())


def test_dungeons_are_shown_with_their_words():
    game = Game.new(packs=["munchkin", "munchkin-6"], seats=3, seed=5, options={"first_seat": 0})
    shown, _ = played(game)
    (dungeon,) = game.view(0).dungeons
    name = game.card_name(dungeon.card)
    assert name in shown
    assert "When it is entered, each player here changes sex" in " ".join(shown.split())


def test_a_fight_shows_what_the_monster_does():
    position = {"players": {"A": {"level": 3}, "B": {}, "C": {}}, "phase": "combat"}
    game = table(**position, combat={"fighter": "A", "monsters": ["Snails on Speed"]}).game
    shown, _ = played(game)
    assert "-2 to Run Away" in shown
    assert "Bad Stuff: Roll a die." in shown


def test_who_names_no_bots_plays_against_rookies(run: Run, monkeypatch: pytest.MonkeyPatch):
    met = []
    monkeypatch.setattr("kickdoor.cli.play.Session", lambda *given: met.append(given[-1]) or Stub())
    assert run("play", "--seed", "1").exit_code == 0
    assert met == [("rookie", "rookie", "rookie")]


class Stub:
    """A session that is over at once."""

    def run(self) -> None:
        """Nothing."""

    def tell_end(self) -> None:
        """Nothing."""


FOREVER = "[{repeat: {times: 1000000, do: [{lose_levels: 1}]}}]"
MILL = "{id: mill, name: Mill, deck: treasure, kind: special, copies: 60, when: any_time, play: " + FOREVER + "}"
RAT = "{id: rat, name: Rat, deck: door, kind: monster, level: 1, copies: 60}"
MAZE = "{id: maze, name: Maze, deck: door, kind: monster, level: 1, copies: 60, on_meet: " + FOREVER + "}"
COIN = "{id: coin, name: Coin, deck: treasure, kind: item, gold: 100, copies: 60}"


def own_pack(folder: Path, *cards: str) -> str:
    path = folder / "own.yaml"
    path.write_text("id: own\nname: Own\ncards:\n" + "".join(f"- {card}\n" for card in cards))
    return str(path)


def test_what_never_ends_is_said_to_whoever_tries_it_and_not_offered_again(tmp_path: Path):
    game = Game.new([own_pack(tmp_path, MILL, RAT)], 3, "mill", options={"first_seat": 0})
    shown, keyboard = played(game, "", "1", "h")
    assert shown.count("Mill does would never end") == 1
    assert len(keyboard.asked) == 4


def test_a_game_that_can_only_go_on_without_end_stops_with_the_reason(tmp_path: Path, run: Run):
    pack = own_pack(tmp_path, MAZE, COIN)
    result = run("play", "--packs", pack, "--people", "0", "--seats", "3", "--seed", "1")
    assert result.exit_code == 1
    assert "What Maze does would never end" in result.stderr
