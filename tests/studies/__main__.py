"""Plays the games of a study and prints its figures as JSON.

    python -m tests.studies NAME [GAMES]

They say how house bots play and talk, and how long that lasts; how fast anything is, `arena bench`.
"""

import json
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from arena.seats.house import DIALS
from tests.studies.bargains import bargain_figures
from tests.studies.credulity import moved_by_reports
from tests.studies.evenings import evening_figures
from tests.studies.reputation import reputation_figures
from tests.studies.strength import win_shares
from tests.studies.talk import talk_figures


def strengths(_: Path, games: int) -> list[dict[str, Any]]:
    """Return how often a house bot of each kind comes first against three random seats."""
    specs = ("house", *(f"house:{name}" for name in DIALS))
    shares = (win_shares("moh", (spec, *("random",) * 3), games, "bench")[0] for spec in specs)
    return [{**asdict(each), "share": each.share} for each in shares]


STUDIES: Mapping[str, tuple[Callable[[Path, int], object], int]] = {
    "bargains": (bargain_figures, 200),
    "credulity": (
        lambda out, games: {k: asdict(v) for k, v in moved_by_reports(out, games).items()},
        40,
    ),
    "evenings": (evening_figures, 10),
    "reputation": (reputation_figures, 200),
    "strength": (strengths, 100),
    "talk": (talk_figures, 20),
}
"""Each with as many games as tell something: some minutes."""


def main(name: str, games: str = "") -> None:
    """Play a study's games in a folder that is removed."""
    if name not in STUDIES:
        sys.exit(f"No study is called {name}. Possible: {', '.join(STUDIES)}")
    study, usual = STUDIES[name]
    with tempfile.TemporaryDirectory() as out:
        figures = study(Path(out), int(games or usual))
    sys.stdout.write(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
