"""Benchmarks of engine, tables, models, servers, tournaments and lab, and a comparison with peers.

Rates are per second of processor time unless stated otherwise, so that other load on the machine
matters little. Alternatives are measured alternately (A B A B ...), and medians are reported.
Figures are returned; printing them is the task of `arena.faces.cli.bench`.
"""

from arena.bench.figures import Plan, measure

__all__ = ["Plan", "measure"]
