"""The rules kernel: plain-data state, one stack of frames, options listed by the engine.

Its rooms: `data` is what there is, `questions` what is so, `actions` what players and cards do, `steps` what cards are
made of, `flow` the course of a turn, a fight, a death, `running` the loop and its windows.

No clock, no I/O, no global randomness, no card names and no third-party imports.
"""
