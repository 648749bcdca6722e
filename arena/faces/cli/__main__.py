"""Entry point of `python -m arena.faces.cli`."""

import sys

from arena.faces.cli import main

if __name__ == "__main__":
    sys.exit(main())
