"""Lies about dice: reports by seats that have looked, compared with what they saw.

The unit is the report: all unqualified claims of one message about this round's dice count as one,
however many numbers it states (metrics.md V1). Claims that are true of every roll, or made on a
condition, are no reports, and hearsay is judged separately (`relay`).
"""

from collections.abc import Iterator

from arena.claims.kinds import DICE
from arena.lab.game import Game, JudgedClaim, Report
from arena.lab.measure import Opportunity, of_message
from arena.lab.talking import over_box


def _seen(game: Game) -> Iterator[Report]:
    return (each for each in game.reports if each.saw)


def _row(report: Report, outcome: float | None, excluded: str | None = None) -> Opportunity:
    decided = all(each.truth in {"true", "false"} for each in report.claims)
    group = "whisper" if report.message.whisper else "open"
    return of_message(
        report.message, outcome, excluded if excluded or decided else "not decided", group
    )


def lies(game: Game) -> Iterator[Opportunity]:
    """Yield each report of dice that its speaker had seen: 1 if a claim of it is false.

    Other statements of such a speaker about the dice are listed as excluded.
    """
    for each in _seen(game):
        yield _row(each, each.false)
    for message, round_, dice in over_box(game.messages, game.rounds):
        if round_.has_looked(message.speaker, message.at):
            for claim in message.claims:
                if claim.made.said.kind in DICE and not claim.made.is_report(len(dice)):
                    yield of_message(message, None, _why(claim))


def _why(claim: JudgedClaim) -> str:
    if claim.made.claim.said_by is not None:
        return "hearsay"
    return "on a condition" if claim.made.claim.condition is not None else "says nothing"


def wrong_numbers(game: Game) -> Iterator[Opportunity]:
    """Yield each of these reports: the share of its numbers that are wrong."""
    for each in _seen(game):
        yield _row(each, each.wrong / each.numbers)


def at_own(game: Game) -> Iterator[Opportunity]:
    """Yield reports on the speaker's own destination: the error in its number of dice."""
    for each in _seen(game):
        there = game.rounds[each.message.round].destinations.get(each.message.speaker)
        said = None if there is None else _told_of(each, there)
        if there is None:
            yield _row(each, None, "went nowhere")
        elif said is None:
            yield _row(each, None, "tells no number there")
        else:
            yield of_message(
                each.message, said - each.dice.count(there),
                group="whisper" if each.message.whisper else "open",
            )  # fmt: skip


def _told_of(report: Report, place: int) -> int | None:
    """Return the number of dice that a report says show a location; None if it does not say."""
    for claim in report.claims:
        said = claim.made.said
        if said.negated:
            continue
        if said.kind == "dice":
            return (said.dice or ()).count(place)
        if said.location == place and said.relation == "=":
            return said.count
    return None
