"""Many games at once: simulation and measurement."""

from kickdoor.sim.runner import Plan, Report, run

__all__ = ["Plan", "Report", "run"]
