"""Changes of a suite as a whole: its regions, conditions, factors, and what is said of it.

Each takes the document of a suite, finished or not, and gives a new one with what hangs together changed together: a
region that moves takes its texts along in every sentence, and the formulas of the predictions follow. Keys that this
package does not know stay. The document that was given is never changed; what is the same in both may be shared.
"""

from .about import set_join, set_meta
from .conditions import (
    add_condition,
    delete_condition,
    move_condition,
    rename_condition,
    set_levels,
    with_conditions,
)
from .crossing import Crossed, Crossing, cross_factors, crossing_of, levels_in_names
from .documents import Edited, named_in
from .regions import add_region, delete_region, move_region, rename_region

__all__ = [
    "Crossed",
    "Crossing",
    "Edited",
    "add_condition",
    "add_region",
    "cross_factors",
    "crossing_of",
    "delete_condition",
    "delete_region",
    "levels_in_names",
    "move_condition",
    "move_region",
    "named_in",
    "rename_condition",
    "rename_region",
    "set_join",
    "set_levels",
    "set_meta",
    "with_conditions",
]
