"""What each seat of a game did with its word, counted while its entrant played for it.

The unit of what is claimed is the statement (`Assertion.statement`): all that one message says of
dice is one report. It counts once, as the worst of what its claims were.
"""

from collections.abc import Mapping
from typing import TypedDict

from arena.claims.verdict import Verdict
from arena.lab.game import Game
from arena.lab.promises import promises

__all__ = ["Conduct", "conduct_of"]

WORST_FIRST = (Verdict.LIE, Verdict.BLUFF)


class Conduct(TypedDict):
    """What one seat did, by the names that it has in `SeatResult`."""

    speeches: int
    characters: int
    statements: int
    lies: int
    """Statements of which a claim was a lie."""
    bluffs: int
    """Statements of which a claim was a bluff, and none a lie."""
    reports: int
    false_reports: int
    """Those of which a claim was not true."""
    kept: int
    broken: int
    deals_kept: int
    deals_broken: int


def conduct_of(game: Game) -> Mapping[str, Conduct]:
    """Count the conduct of each seat of a finished game."""
    found = {
        seat: Conduct(
            speeches=0, characters=0, statements=0, lies=0, bluffs=0, reports=0, false_reports=0,
            kept=0, broken=0, deals_kept=0, deals_broken=0,
        )
        for seat in game.seats
    }  # fmt: skip
    _count_words(game, found)
    for report in game.reports:
        said, own = report.message, found[report.message.speaker]
        if report.saw and game.plays(said.speaker, said.at):
            own["reports"] += 1
            own["false_reports"] += any(each.truth != "true" for each in report.claims)
    for promise in promises(game):
        own = found[promise.claim.made.speaker]
        own["kept"] += promise.kept is True
        own["broken"] += promise.kept is False
    for offer in game.offers:
        for party, side in offer.sides.items():
            found[party]["deals_kept"] += side.outcome == "kept"
            found[party]["deals_broken"] += side.outcome == "broken"
    return found


def _count_words(game: Game, found: Mapping[str, Conduct]) -> None:
    for message in game.messages:
        if not game.plays(message.speaker, message.at):
            continue
        own = found[message.speaker]
        own["speeches"] += 1
        own["characters"] += len(message.text)
        verdicts: dict[tuple[int, int | str], set[Verdict | None]] = {}
        for claim in message.claims:
            verdicts.setdefault(claim.made.statement, set()).add(claim.verdict)
        own["statements"] += len(verdicts)
        worst = [
            next((each for each in WORST_FIRST if each in of), None) for of in verdicts.values()
        ]
        own["lies"] += worst.count(Verdict.LIE)
        own["bluffs"] += worst.count(Verdict.BLUFF)
