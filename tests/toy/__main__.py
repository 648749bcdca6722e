"""`python -m tests.toy ...` is `arena ...` where the toy is a ruleset as well."""

import sys

from arena.faces.cli import main
from tests.toy.registration import register

register()
sys.exit(main(sys.argv[1:]))
