"""Tokens and commitments: unguessable, stored as hashes, compared in constant time."""

from __future__ import annotations

import hashlib
import hmac
import secrets


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(24)


def new_seed() -> str:
    """A seed for dice and shuffles that nobody can guess."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """The id of a table: short enough for a link, too long to try out."""
    return secrets.token_urlsafe(9).replace("-", "x").replace("_", "y")


def hash_of(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def fits(token: str, stored: str) -> bool:
    """Whether a token is the one whose hash is stored; takes as long either way."""
    return bool(stored) and hmac.compare_digest(hash_of(token), stored)
