"""What there is: cards, rules, the state of a game with its stack of frames, options, events, refusals."""
