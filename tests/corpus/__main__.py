"""`python -m tests.corpus [NAME ...]` plays recorded games anew, all of them without names."""

import logging
import sys

import structlog

from tests.corpus.making import GAMES
from tests.corpus.writing import write

structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
for name in write(sys.argv[1:] or GAMES):
    sys.stdout.write(f"{name} was written\n")
