"""Many games at once: simulation, measurement, and how the cards fare."""

from kickdoor.sim.runner import Plan, Report, run

__all__ = ["Plan", "Report", "run"]
