"""An environment for research: PettingZoo, Gymnasium, OpenSpiel, language models, metrics and positions to judge by.

Everything here needs the extra `kickdoor[env]`. docs/environment.md says how to use it.
"""
