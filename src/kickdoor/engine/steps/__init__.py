"""The steps that cards are made of, a family a module."""
