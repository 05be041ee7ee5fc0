"""How commands end: errors that a user can mend are told in a line."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

from kickdoor.cli.errors import BAD_USAGE, FAILED, BadUsage, Failed, complain
from kickdoor.engine.data.refusals import IllegalMove
from kickdoor.packs.loader import PackError
from kickdoor.play.game import SaveError
from kickdoor.play.record import RecordError
from kickdoor.play.scenario_files import ScenarioError
from kickdoor.rules.books import UnknownOption


class Commands(TyperGroup):
    """The commands. Errors that a user can mend are told in a line; others are bugs and keep their trace."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except (BadUsage, UnknownOption) as error:
            complain(str(error))
            raise typer.Exit(BAD_USAGE) from error
        except (Failed, PackError, RecordError, SaveError, ScenarioError, IllegalMove) as error:
            complain(str(error))
            raise typer.Exit(FAILED) from error
