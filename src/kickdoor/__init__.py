"""The card game Munchkin as software; an unofficial fan project."""
