"""Laws: statements that hold for every card and position, tried by machine.

Most laws say that two positions come to the same: an Item with an enhancer and one Item with both bonuses, a dead
helper and none. Positions are scenarios, so a violation is a scenario file that fails until the law holds.
"""

from kickdoor.laws.law import Case, Law, Violation
from kickdoor.laws.running import LAWS, try_laws

__all__ = ["LAWS", "Case", "Law", "Violation", "try_laws"]
