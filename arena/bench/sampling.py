"""Measuring in turns: every sampler runs for a slice, round after round; medians stand."""

from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import process_time

__all__ = ["Count", "Sampler", "in_turns", "rate"]

Count = Mapping[str, int]
"""What was done in one run, by unit: `{"decisions": 131, "games": 1}`."""
Sampler = Callable[[int], Count]
"""Does the run of a number and returns what was done."""


def rate(sampler: Sampler, seconds: float, first: int) -> tuple[dict[str, float], int]:
    """Run until `seconds` of processor time are over; return rates by unit and the next number."""
    done: dict[str, int] = {}
    number, began = first, process_time()
    while True:
        for unit, count in sampler(number).items():
            done[unit] = done.get(unit, 0) + count
        number += 1
        spent = process_time() - began
        if spent >= seconds:
            return {unit: count / spent for unit, count in done.items()}, number


def in_turns(
    samplers: Mapping[str, Sampler], *, rounds: int, seconds: float
) -> dict[str, dict[str, float]]:
    """Return each sampler's median rates by unit; a slice is `seconds` long, each has `rounds`."""
    slices: dict[str, list[dict[str, float]]] = {name: [] for name in samplers}
    numbers = dict.fromkeys(samplers, 0)
    for _ in range(rounds):
        for name, sampler in samplers.items():
            rates, numbers[name] = rate(sampler, seconds, numbers[name])
            slices[name].append(rates)
    return {name: _medians(each) for name, each in slices.items()}


def _medians(slices: Sequence[Mapping[str, float]]) -> dict[str, float]:
    return {unit: median(each[unit] for each in slices) for unit in slices[0]}
