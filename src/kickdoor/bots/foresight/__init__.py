"""How likely each player is to win, as a small network sees it: what it looks at, and how it is run."""
