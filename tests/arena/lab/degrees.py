"""Degrees of freedom by the matrix of a form: slow, and by other code than intervals have."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def freedom(weights: Floats) -> float:
    """Return Satterthwaite's degrees of freedom of the jackknife, by the matrix of its form.

    Games vary as their weights do, and each is left out with its factor.
    """
    whole = weights.sum()
    off = np.eye(len(weights)) - np.outer(weights, np.ones(len(weights))) / whole
    form = off.T @ np.diag((whole - weights) ** -2.0) @ off @ np.diag(weights)
    return float(np.trace(form) ** 2 / np.trace(form @ form))
