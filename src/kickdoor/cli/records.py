"""Commands about records of games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from kickdoor.cli.arguments import NAMES, AsJson
from kickdoor.cli.errors import BadUsage, Failed
from kickdoor.cli.output import console, print_json
from kickdoor.cli.screen import Screen
from kickdoor.engine.data.events import Event, card_of, redact
from kickdoor.engine.data.state import State
from kickdoor.play.record import Record, RecordError
from kickdoor.text.log import event_words, log_lines


def read_record(path: Path) -> Record:
    """A record from its file; what is wrong with it names the file."""
    try:
        return Record.parse(path.read_bytes())
    except OSError as error:
        raise BadUsage(f"{path}: cannot be read ({error.strerror}). Give the path of a record") from error
    except RecordError as error:
        raise Failed(f"{path}: {error}. Only an unchanged record can be played again") from error


def replay(
    file: Annotated[Path, typer.Argument(help="A record, as `kickdoor play --record` writes it.")],
    seat: Annotated[
        int | None, typer.Option("--seat", help="Tell it as this seat saw it (0: the first); default: all of it.")
    ] = None,
    to: Annotated[int | None, typer.Option("--to", min=0, help="Stop after so many answers.")] = None,
    as_json: AsJson = False,
) -> None:
    """Tell a recorded game in words."""
    record = read_record(file)
    if seat is not None and not 0 <= seat < record.seats:
        raise BadUsage(f"--seat {seat}: the seats of this game are 0 to {record.seats - 1}")
    names = NAMES[: record.seats]
    reports: list[dict[str, object]] = []
    out = console()
    game = None
    try:
        for number, game, events in record.replay():
            by = record.answers[number - 1][0] if number else None
            if as_json:
                reports.append({"answer": number, "seat": by, "events": event_reports(events, game.state, seat, names)})
            else:
                for words, times in log_lines(events, game.state, seat, names):
                    out.print(f"{number:>5}  {words}{f' (x{times})' if times > 1 else ''}", markup=False)
            if to is not None and number >= to:
                break
    except RecordError as error:
        raise Failed(f"{file}: {error}. Only an unchanged record can be played again") from error
    if as_json:
        print_json(reports)
    elif to is not None and game is not None and not game.over:
        screen = Screen(game, names, out)
        out.print(screen.table(game.view(-1 if seat is None else seat)))


def verify(
    file: Annotated[Path, typer.Argument(help="A record, as a finished game's page offers it.")],
    promised: Annotated[
        str | None, typer.Option("--commitment", help="The fingerprint that the table showed before the first card.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a record: its dice are those promised at the start, and all that happened follows from them."""
    record = read_record(file)
    try:
        if promised is not None and promised.strip().lower() != record.commitment:
            raise RecordError("this is not the fingerprint that the table showed")
        if record.commitment:
            record.check_commitment()
        *_, (answers, game, _) = record.replay()
    except RecordError as error:
        raise Failed(f"{file}: {error}") from error
    if as_json:
        print_json({"committed": bool(record.commitment), "answers": answers, "winners": game.winners})
        return
    out = console()
    if record.commitment:
        out.print(f"The seed is the one promised at the start: {record.commitment}", markup=False)
    else:
        out.print("No fingerprint was told before this game.", markup=False)
    seats = ", ".join(str(seat) for seat in game.winners)
    end = f"won by seat {seats}" if game.over else "not over"
    out.print(f"All {answers} answers are lawful, and what they lead to is the same: {end}.", markup=False)


def event_reports(
    events: Sequence[Event], state: State, seat: int | None, names: Sequence[str]
) -> list[dict[str, object]]:
    """Events for programs, as a seat may know them."""
    found: list[dict[str, object]] = []
    for event in events:
        shown = event if seat is None else redact(event, seat)
        card = card_of(shown)
        found.append(
            {
                "what": shown.what,
                **shown.fields(),
                "id": state.rules.defs[card].id if 0 <= card < len(state.rules.defs) else None,
                "words": event_words(event, state, seat, names),
            }
        )
    return found
