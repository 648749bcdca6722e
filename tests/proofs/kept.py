"""What is kept of a proof: its figures, and digests of what decides them.

A proof is stale where a module, a file or a library is no longer the one that it was proven with.
Nothing else has to be looked at: what a proof does can change only where something changed that it
used, and all that it used is kept.
"""

import json
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tests.mutation.mutate import TESTS, lists
from tests.proofs.modules import ROOT, digest_of_file, digest_of_module

FOLDER = Path(__file__).parent
Figures = dict[str, Any]
"""Of one test, by what they are."""
LIBRARIES = ("duckdb", "numpy", "openskill", "scipy")
"""Whose numbers may differ from one version to the next."""
LOCK = ROOT / "requirements.lock"


def proofs() -> list[str]:
    """Return the names of all proofs: files `prove_NAME.py` here, and lists of mutations."""
    files = (path.stem.removeprefix("prove_") for path in FOLDER.glob("prove_*.py"))
    return sorted([*files, *mutated()])


def mutated() -> dict[str, Path]:
    """Return the lists of mutations by their proofs' names: `mutations_arena_claims_deals`."""
    named = {}
    for path in lists():
        prefix, *room = path.stem.split("_")
        named["_".join([prefix, *path.parent.relative_to(TESTS).parts, *room])] = path
    return named


def command(*names: str) -> str:
    """Return what proves these proofs anew."""
    return " ".join(["python -m tests.proofs", *names])


def keep(
    name: str,
    figures: Mapping[str, Any],
    modules: Collection[str],
    files: Collection[Path],
    libraries: Collection[str] = LIBRARIES,
) -> None:
    """Write down what a proof found, and what decided it."""
    names = sorted(str(each.relative_to(ROOT)) for each in files if each.is_file())
    data = {
        "command": command(name),
        "figures": figures,
        "libraries": {each: _pinned().get(each, "") for each in libraries if each in sys.modules},
        "files": {each: digest_of_file(each) for each in names},
        "modules": {each: digest_of_module(each) for each in sorted(modules)},
    }
    text = json.dumps(data, indent=1, default=lambda each: each.item())  # a number of numpy's
    _file(name).write_text(text + "\n", encoding="utf-8")


def kept(name: str) -> Mapping[str, Any]:
    """Return what is kept of a proof; nothing where it was never proven."""
    file = _file(name)
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


def changes(name: str) -> list[str]:
    """Return the names of what is not as it was when a proof was proven."""
    found = kept(name)
    return [*changes_since(found)] if found else ["it was never proven"]


def changes_since(found: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of what is not as it is kept."""
    for kind, now in (
        ("modules", digest_of_module),
        ("files", digest_of_file),
        ("libraries", lambda each: _pinned().get(each, "")),
    ):
        yield from (each for each, before in found[kind].items() if now(each) != before)


@cache
def _pinned() -> Mapping[str, str]:
    return dict(re.findall(r"^([\w-]+)==(\S+)", LOCK.read_text(encoding="utf-8"), re.MULTILINE))


def _file(name: str) -> Path:
    return FOLDER / f"{name}.json"
