"""What a server needs and can have before it is forked: all modules, the routes' signatures, the cards.

Whoever is forked from here leaves it as it is: what is looked through for garbage, or counted, is copied page by page.
"""

import gc

import anyio

import kickdoor.cli.app
import kickdoor.cli.serve  # noqa: F401
from kickdoor.server.app import make_app
from kickdoor.server.running import serve_app, warm_up
from kickdoor.server.schema import Script, make_engine
from kickdoor.server.settings import Settings

settings = Settings(database="sqlite://")
serve_app(make_app(settings), settings).config.load()
Script(make_engine("postgresql://127.0.0.1/none").dialect)
anyio.run(anyio.sleep, 0)
warm_up()
gc.collect()
gc.freeze()
