"""The families that planted bots are tested in."""

import pytest

__all__ = ["EACH_FAMILY"]

EACH_FAMILY = ["moh", pytest.param("osaczeni", marks=pytest.mark.slow)]
"""The usual run takes one, CI both; `test_plant.py` plays a game of each plant in both."""
