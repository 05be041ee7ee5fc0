"""The table as all can see it: in words for a terminal, and as a picture."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from kickdoor.env.table import Table
from kickdoor.env.words import NAMES, Words

WIDTH, HEIGHT = 800, 480
PAPER, INK, FAINT, BAR, WON = (250, 244, 228), (52, 38, 28), (190, 176, 150), (150, 60, 40), (70, 120, 60)
MARGIN = 20
LINE_LENGTH = 104


def words_of_table(table: Table) -> str:
    """The table as the gallery sees it."""
    return Words.of_game(table.game, -1).situation()


@lru_cache(maxsize=1)
def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(14)


def draw(table: Table) -> NDArray[np.uint8]:
    """The table as a picture: a bar of Levels for each player, and below it the words."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(image)
    view = table.game.view(-1)
    top = MARGIN
    for seat, player in enumerate(view.players):
        pen.text((MARGIN, top), NAMES[seat], INK, _font())
        full = WIDTH - 4 * MARGIN - 60
        pen.rectangle((100, top + 2, 100 + full, top + 16), outline=FAINT)
        reached = full * min(player.level, player.winning_level) // player.winning_level
        pen.rectangle((100, top + 2, 100 + reached, top + 16), fill=WON if seat in view.winners else BAR)
        pen.text((WIDTH - 2 * MARGIN, top), str(player.level), INK, _font())
        top += 24
    top += MARGIN
    for line in words_of_table(table).splitlines():
        for start in range(0, max(1, len(line)), LINE_LENGTH):
            if top < HEIGHT - MARGIN:
                pen.text((MARGIN, top), line[start : start + LINE_LENGTH], INK, _font())
                top += 18
    return np.asarray(image, np.uint8)
