"""How far reports of dice move the gullible, and how far the honest: forks of the same moments.

Whenever a seat of a table is to say where it goes, a house bot of each set of dials is asked the
same, twice: as the seat heard it, and with all that others claimed of this round's dice withheld.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.claims.kinds import DICE
from arena.config import TableConfig
from arena.records.record import Shown
from arena.records.talk import Said
from arena.seats.house import DIALS, House
from arena.seats.seat import Question
from arena.table import play
from engine.view_data import ViewData
from tests.studies.talk import NAMES

SPECS = ("honest", "gullible")
TABLE = ("house", "house:liar", "house:honest", "house:greedy", "house:gullible")
ASKED = frozenset({"choose_destination", "announce_destination"})


@dataclass(slots=True)
class Moved:
    """What reports did to one set of dials."""

    moments: int = 0
    """Questions where to go, before which another had reported dice to who was asked."""
    expected: float = 0.0
    """By how many attackers a location was expected otherwise, summed over all locations."""
    destinations: int = 0
    """How often another destination was chosen."""


def moved_by_reports(out: Path, games: int, ruleset: str = "moh") -> dict[str, Moved]:
    """Play games of different house bots; return what reports moved, by set of dials."""
    found = {spec: Moved() for spec in SPECS}
    for seed in range(games):
        specs = dict(zip(NAMES, TABLE, strict=True))
        config = TableConfig(ruleset=ruleset, seats=specs, seed=f"credulity {seed}")
        seats = {
            name: _Forking(f"{seed}|{name}", spec.partition(":")[2], found)
            for name, spec in specs.items()
        }
        asyncio.run(play(config, out, seats=seats))
    return found


class _Forking(House):
    """Answers by its own dials; twins of other dials answer with and without reports."""

    def __init__(self, seed: str, dials: str, found: Mapping[str, Moved]) -> None:
        super().__init__(seed, DIALS[dials]) if dials else super().__init__(seed)
        self._found = found
        self._twins = {spec: (House(seed, DIALS[spec]), House(seed, DIALS[spec])) for spec in found}

    async def answer(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str:
        """Answer, and ask the twins where a report was heard."""
        if question.kind in ASKED:
            withheld = [each for each in heard if not _reports(each, question)]
            if len(withheld) < len(heard):
                await self._fork(question, view, heard, withheld)
        return await super().answer(question, view, heard)

    async def _fork(
        self,
        question: Question,
        view: ViewData,
        heard: Sequence[Shown],
        withheld: Sequence[Shown],
    ) -> None:
        for spec, (hearing, deaf) in self._twins.items():
            moved = self._found[spec]
            moved.moments += 1
            first = await hearing.answer(question, view, heard)
            moved.destinations += first != await deaf.answer(question, view, withheld)
            now, else_ = hearing.beliefs(view, heard), deaf.beliefs(view, withheld)
            moved.expected += sum(abs(n - else_.zombies[at]) for at, n in now.zombies.items())


def _reports(record: Shown, question: Question) -> bool:
    """Tell whether somebody else claims something of this round's dice."""
    said = record.data
    if not isinstance(said, Said) or record.round != question.round:
        return False
    return record.actor != question.seat and any(
        claim.proposition.kind in DICE for claim in said.claims
    )
