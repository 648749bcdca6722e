"""The benchmark: how fast the engine is, what a table costs, and how peers compare.

Rates are per second of processor time unless a line says otherwise, since other programs may run
beside it. What is compared is measured in turns (A B A B ...), and medians stand.
It returns figures and prints nothing: that is `arena.faces.cli.bench`.
"""

from arena.bench.figures import Plan, measure

__all__ = ["Plan", "measure"]
