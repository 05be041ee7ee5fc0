"""What would come of a card in a fight, as far as whoever could play it knows: tried on a copy, told as two sums."""

from __future__ import annotations

from kickdoor.engine.actions.bargains import offer_by_id
from kickdoor.engine.data import ids
from kickdoor.engine.data.deals import HELP
from kickdoor.engine.data.options import first_of, second_of
from kickdoor.engine.data.refusals import IllegalMove
from kickdoor.engine.data.state import Fight
from kickdoor.engine.questions.strength import is_winning, sums
from kickdoor.engine.questions.suppose import with_helper
from kickdoor.engine.questions.table import current_fight
from kickdoor.engine.running.asking import question
from kickdoor.play.checks import hidden_from
from kickdoor.play.choices import Decision, Option
from kickdoor.play.game import Game
from kickdoor.play.worlds import without_secrets

TOLD = frozenset({"play", "join", "equip"})
PICKED = frozenset({"pick_side", "pick_monster"})
"""What is told of where a card asks whom it is meant for."""

MOST_OPTIONS = 10
MOST_STEPS = 4
"""A card that asks for more than this is not foretold."""


def foretold(game: Game, decision: Decision) -> dict[int, tuple[int, int, bool]]:
    """For each option that changes a fight: both sums after it, and whether the players would win; for help too."""
    fight = current_fight(game.state)
    told = TOLD if decision.passable else PICKED
    options = [option for option in decision.options if option.verb in told]
    if fight is None or len(options) > MOST_OPTIONS:
        return {}
    now = (*sums(game.state, fight), is_winning(game.state, fight))
    found = {}
    rehearsal = Rehearsal(game, decision.seat) if options else None
    for option in options:
        after = rehearsal.outcome(option) if rehearsal is not None else None
        if after is not None and after != now:
            found[option.code] = after
    return found | _with_helpers(game, decision, fight)


def _with_helpers(game: Game, decision: Decision, fight: Fight) -> dict[int, tuple[int, int, bool]]:
    """For each offer of help, to be made by the fighter or to be accepted: how it would stand with that helper."""
    if fight.helper >= 0:
        return {}
    fights = fight.fighter == decision.seat
    by_option = {option.code: _helper(game, option, fight, fights) for option in decision.options}
    helpers = {code: helper for code, helper in by_option.items() if helper is not None}
    sums_with = {seat: with_helper(game.state, fight.id, seat) for seat in set(helpers.values())}
    return {code: sums_with[seat] for code, seat in helpers.items()}


def _helper(game: Game, option: Option, fight: Fight, fights: bool) -> ids.Seat | None:
    """Who would help in a fight by an option of its fighter, or of somebody else."""
    if option.verb == "offer" and fights:
        return ids.Seat(second_of(option.code))
    deal = offer_by_id(game.state, first_of(option.code)) if option.verb == "accept" else None
    if deal is None or deal.kind != HELP:
        return None
    return deal.to if deal.by == fight.fighter else deal.by


class Rehearsal:
    """Answers of a seat tried out on copies in which others hold nothing that it cannot know: they tell no secret."""

    def __init__(self, game: Game, seat: int) -> None:
        known = without_secrets(game.state, seat)
        self._game = None if known is None else game.at(known)
        self._hidden = [] if known is None else hidden_from(known, seat)
        self._seat = seat

    def outcome(self, option: Option) -> tuple[int, int, bool] | None:
        """Both sums after it, with what it asks for answered as its player would; None where chance has a say."""
        if self._game is None:
            return None
        copy, seat = self._game.clone(), self._seat
        fight = current_fight(copy.state)
        assert fight is not None
        ours = seat in (fight.fighter, fight.helper)
        draws = copy.state.draws
        try:
            copy.apply(seat, option)
            for _ in range(MOST_STEPS):
                asks = question(copy.state, seat) if copy.waiting == [seat] else None
                if asks is None or asks.passable or (asked := copy.decision(seat)) is None:
                    break
                copy.apply(seat, _choice(asked, fight.fighter, ours))
        except IllegalMove:
            return None
        after = current_fight(copy.state)
        if copy.over or after is None or after.id != fight.id:
            return None
        if copy.state.draws != draws or hidden_from(copy.state, seat) != self._hidden:
            return None
        return (*sums(copy.state, after), is_winning(copy.state, after))


def _choice(decision: Decision, fighter: int, ours: bool) -> Option:
    """What somebody would pick: their own side, or against the fighter; else what comes first."""
    side = 0 if ours else 1
    sides = [option for option in decision.options if option.verb == "pick_side" and option.first == side]
    aims = [option for option in decision.options if option.verb == "pick_player" and option.first == fighter]
    return (sides or ([] if ours else aims) or decision.options)[0]
