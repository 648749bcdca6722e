"""What a model can call, and how what it called with is read.

`toolbox` makes the tools of a table; `decided`, `spoken`, `bidden` and `summarized` read the
arguments of a call, `in_words` finds a call in an answer without one. Whatever a model writes comes
out as a result or as `NotTaken`. What a model is shown is not here but in `arena.prompting`.
"""

from arena.tools.breaking import broken_rule
from arena.tools.deciding import decided
from arena.tools.taken import Bidden, Decided, NotTaken, Spoken
from arena.tools.talking import bidden, spoken, summarized
from arena.tools.toolbox import toolbox, toolbox_for
from arena.tools.wording import in_words

__all__ = [
    "Bidden",
    "Decided",
    "NotTaken",
    "Spoken",
    "bidden",
    "broken_rule",
    "decided",
    "in_words",
    "spoken",
    "summarized",
    "toolbox",
    "toolbox_for",
]
