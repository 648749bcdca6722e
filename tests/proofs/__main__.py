"""Proves anew what is stale: what takes minutes to prove, and is kept beside this file.

    python -m tests.proofs [--all] [NAME ...]

Without names all that is stale is proven, two proofs at a time; with names these, and with `--all`
everything.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from tests.proofs.kept import changes, proofs
from tests.proofs.modules import ROOT


def main(arguments: Sequence[str]) -> int:
    """Prove; return how many proofs failed."""
    named = [each for each in arguments if each != "--all"]
    unknown = {*named} - {*proofs()}
    if unknown:
        sys.exit(
            f"No proof is called {', '.join(sorted(unknown))}. Possible: {', '.join(proofs())}"
        )
    wanted = named or [each for each in proofs() if "--all" in arguments or changes(each)]
    for each in wanted:
        sys.stdout.write(f"{each}: {', '.join(changes(each)) or 'proven anew'}\n")
    sys.stdout.flush()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return sum(code != 0 for code in pool.map(_play, wanted))


def _play(name: str) -> int:
    done = subprocess.run(
        [sys.executable, "-m", "tests.proofs.play", name],
        cwd=ROOT, check=False, capture_output=True, text=True,
    )  # fmt: skip
    sys.stdout.write(f"--- {name}\n{done.stdout}{done.stderr}")
    sys.stdout.flush()
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
