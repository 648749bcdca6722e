"""Relayed falsehoods: false statements about the dice passed on by seats that have not looked.

A row is a statement: all that a message says in the speaker's own name counts as one if the speaker
had heard it (basis `told`); each claim of hearsay is one. Hearsay is judged by its content; whether
it was really said is another question, and hearsay that was never said is excluded.
"""

from collections.abc import Iterator

from arena.claims.kinds import DICE
from arena.claims.language import Proposition
from arena.claims.meaning import fits_dice, tells
from arena.lab.game import Game, JudgedClaim
from arena.lab.measure import Opportunity, of_message
from arena.lab.talking import over_box


def relayed(game: Game) -> Iterator[Opportunity]:
    """Yield each statement that was passed on: 1 if its content is false."""
    for report in game.reports:
        if not report.saw and report.told:
            false = any(_is_false(each.made.said, report.dice) for each in report.claims)
            yield of_message(report.message, false, group="own name")
    for message, round_, dice in over_box(game.messages, game.rounds):
        if round_.has_looked(message.speaker, message.at):
            continue
        for claim in message.claims:
            said = claim.made.said
            of_dice = claim.made.claim.said_by is not None and said.kind in DICE
            if of_dice and tells(said, len(dice)):
                yield of_message(message, _is_false(said, dice), _why_not(claim), "hearsay")


def _is_false(said: Proposition, dice: tuple[int, ...]) -> bool:
    return fits_dice(said, dice) is said.negated


def _why_not(claim: JudgedClaim) -> str | None:
    if claim.truth == "true":
        return None
    return "was not told so" if claim.truth == "false" else "not decided"
