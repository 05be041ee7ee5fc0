"""The rules kernel: plain-data state, one stack of frames, options listed by the engine.

No clock, no I/O, no global randomness, no card names and no third-party imports.
"""
