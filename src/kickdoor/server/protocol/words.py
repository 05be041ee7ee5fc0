"""Words and bounds that messages share."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta

PROTOCOL = 1
"""Grows when a client must be changed."""

Speed = Literal["fast", "normal", "relaxed", "none", "correspondence"]
Phase = Literal["lobby", "playing", "over"]
Reaction = Literal["laugh", "cheer", "gasp", "cry", "angry", "clap", "think", "hurry"]
Sex = Literal["male", "female"]
Outcome = Literal["won", "lost", "ended"]
Unless = Literal["concerns_me", "would_win", "can_play"]
Tempo = Literal["slow", "normal", "fast", "at_once"]
Stops = Literal["fights", "act", "never"]
Stop = Literal["", "act", "fight", "offer", "struck"]
Scope = Literal["window", "fight", "turn"]

SPEEDS: tuple[Speed, ...] = get_args(Speed)
REACTIONS: tuple[Reaction, ...] = get_args(Reaction)

Name = Annotated[str, Meta(min_length=1, max_length=24)]
Token = Annotated[str, Meta(max_length=64)]
Language = Annotated[str, Meta(max_length=8)]
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
FaceNumber = Annotated[int, Meta(ge=0, le=999)]
