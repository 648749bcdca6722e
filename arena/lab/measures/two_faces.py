"""Audience inconsistency: whether a speaker told different listeners contradictory dice.

An audience is the set of all listeners of a message. Everything that an audience heard in a round
is combined. A contradiction within one audience does not count as one between audiences.
"""

from collections.abc import Iterator
from itertools import combinations

from arena.lab.game import Game, Report
from arena.lab.measure import Opportunity


def two_faces(game: Game) -> Iterator[Opportunity]:
    """Yield each round and speaker with reports: 1 if two audiences heard contradictions."""
    reports: dict[tuple[int, str], list[Report]] = {}
    for each in game.reports:
        reports.setdefault((each.message.round, each.message.speaker), []).append(each)
    for (round_, speaker), own in reports.items():
        masks = _masks(game, own)
        why = None
        if len(masks) < 2:  # noqa: PLR2004 - two audiences
            why = "one audience" if game.header.talk.whispers else "whispers are off"
        said = [each for each in masks.values() if each]
        contradicts = any(not one & other for one, other in combinations(said, 2))
        yield Opportunity(
            round=round_, at=own[0].message.at, actor=speaker,
            others=tuple(each for each in game.seats if any(each in one for one in masks)),
            outcome=contradicts, excluded=why,
        )  # fmt: skip


def _masks(game: Game, reports: list[Report]) -> dict[frozenset[str], int]:
    """Return for each audience the bit set of rolls that fit everything it heard."""
    meanings, masks = game.meanings(reports[0].message.round), dict[frozenset[str], int]()
    for report in reports:
        audience = frozenset(report.message.hearers)
        for claim in report.claims:
            masks[audience] = masks.get(audience, -1) & meanings.of(claim.made.said).mask
    return masks
