"""What a card is worth: the same deals with it and without it, played by veterans."""

from kickdoor.probe.probing import Limits, Probe, probe
from kickdoor.probe.trial import ProbePlan

__all__ = ["Limits", "Probe", "ProbePlan", "probe"]
