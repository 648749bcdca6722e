"""`arena bench`: how fast the engine is, what a table costs, and how peers compare.

Rates are per second of processor time unless a line says otherwise, since other programs may run
beside it. What is compared is measured in turns (A B A B ...), and medians are printed.
"""

from arena.bench.run import Plan, bench, measured

__all__ = ["Plan", "bench", "measured"]
