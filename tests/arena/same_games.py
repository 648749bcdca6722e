"""What whole games write, tell and send, as digests that show whether a change changed any of it.

    python -m tests.arena.same_games      plays everything and writes golden/same_games.json again

Clocks, hashes, versions and the port of the loopback provider are left out. The digests are those
of games, of their frames, of the lab and of tournaments, the parts of `tests/arena/whole_games`.
"""

import json
import os
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import engine
from tests.arena.whole_games import games
from tests.arena.whole_games.frames import frames
from tests.arena.whole_games.killed import of_models
from tests.arena.whole_games.lab import lab
from tests.arena.whole_games.plain import as_bytes, plain
from tests.arena.whole_games.tournaments import of_bots

FILE = Path(__file__).with_name("golden") / "same_games.json"
WHOLE, KILLED = "tournament of models", "tournament of models, killed"
GAMES = (
    *games.GAMES,
    *(f"frames {ruleset}" for ruleset in engine.rulesets()),
    "frames with calls", "lab", "tournament of bots", WHOLE, KILLED,
)  # fmt: skip


def digests(game: str) -> dict[str, str]:
    """Play a game, or several; return the SHA-256 of each thing that comes of it, by name."""
    with tempfile.TemporaryDirectory() as folder:
        given = _given(game, Path(folder))
    return {name: sha256(as_bytes(each)).hexdigest() for name, each in given.items()}


def _given(game: str, out: Path) -> dict[str, Any]:
    match game.split():
        case "bots", ruleset, seats:
            return games.bots(ruleset, int(seats), out)
        case "models", ruleset, protocol:
            return games.models(ruleset, protocol, out, {})
        case "variant", name:
            return games.models("moh", "openai-compatible", out, games.VARIANTS[name])
        case ("texts",):
            return games.texts()
        case _:
            given = _more(game, out)
            return {name: plain(_read(each), out) for name, each in given.items()}


def _more(game: str, out: Path) -> dict[str, Any]:
    match game.split():
        case ("lab",):
            return lab(out)
        case "frames", "with", "calls":
            return frames(games.played_by_model("osaczeni", "openai", out, {}).folder)
        case "frames", ruleset:
            return frames(games.played_by_bots(ruleset, 3, out))
        case "tournament", "of", "bots":
            return of_bots(out)
        case _:
            return of_models(out, killed=game == KILLED)


def _read(given: object) -> object:
    """Return what is given, read where it is a text of JSON."""
    return json.loads(given) if isinstance(given, str) and given.startswith("{") else given


if __name__ == "__main__":
    os.environ["COLUMNS"] = "100"
    FILE.parent.mkdir(exist_ok=True)
    found = {game: digests(game) for game in GAMES}
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
