"""How a game goes on: the loop over the stack, and the windows in which players speak."""
