"""What a server needs and can have before it is forked: all modules, the routes' signatures, the cards."""

import kickdoor.cli.app
import kickdoor.cli.serve  # noqa: F401
from kickdoor.play.game import Game
from kickdoor.server.app import make_app
from kickdoor.server.settings import Settings

make_app(Settings(database="sqlite://"))
Game.before(Game.header(("munchkin",), 4))
