"""The lab's tables of the game: what a row of each says, column by column, with its unit.

The sentence under a column stands in the data card and in `docs/lab.md`. In every table
`game` is the folder's name of the game, which is the key; `at` is the number of a record in its
`log.jsonl`; players are seats by their names at the table.
"""

from typing_extensions import TypedDict

from arena.forms import closed

__all__ = [
    "BetrayalRow",
    "DestinationRow",
    "GameRow",
    "GiftRow",
    "LookRow",
    "LossRow",
    "OpportunityRow",
    "RoundRow",
    "SeatRow",
    "Stakes",
    "VoteRow",
]


@closed
class GameRow(TypedDict):
    """A game."""

    game: str
    """Its id: the name of its folder."""
    digest: str
    """Hash of the last record of its log."""
    ruleset: str
    """Id of the ruleset."""
    revision: int
    """Revision of the ruleset."""
    seats: int
    """How many sat there."""
    seed: str
    """Seed of dice, deck and lots."""
    protocol: str
    """How the table talked: `off`, `simultaneous`, `round_robin`, `bidding`."""
    whispers: bool
    """Whether players could whisper."""
    arm: str
    """The condition that it was played under; `control` where there are no arms."""
    epoch: str
    """What makes games of a tournament comparable, as a digest; empty: of none."""
    rounds: int
    """The round in which it ended."""
    ended: str
    """Why it ended: `few_left`, `together`."""
    course: str
    """A digest of all that happened and who sat where: of games that share it one counts."""
    played: str | None
    """The day on which it began, `YYYY-MM-DD` in UTC; null: no clock was kept."""


@closed
class SeatRow(TypedDict):
    """A seat of a game."""

    game: str
    """The game."""
    seat: str
    """The name at the table."""
    position: int
    """Where it sat, clockwise from 0."""
    entrant: str
    """Who played it: the entrant of a tournament, else the SPEC."""
    spec: str
    """The SPEC, for example `house:liar`."""
    talks: bool
    """Whether it could speak."""
    place: int
    """1 is best; those who tie share the better place (1, 1, 3)."""
    points: int
    """Points at the end."""
    eliminated_at: int | None
    """The record in which its last character was eaten; null: it survived."""
    replaced_at: int | None
    """From which record on a bot played for it; null: never."""


@closed
class RoundRow(TypedDict):
    """A round with its dice."""

    game: str
    """The game."""
    round: int
    """Number of the round; 0: the set-up."""
    dice: list[int]
    """The dice under the box; empty: none were rolled."""
    rolled_at: int | None
    """When they were rolled."""
    closed_at: int | None
    """When the first destination was chosen in secret."""
    revealed_at: int | None
    """When all saw the dice."""
    deaths: int
    """Characters that were eaten."""


@closed
class LookRow(TypedDict):
    """A look under the box."""

    game: str
    """The game."""
    at: int
    """The record that all perceived."""
    round: int
    """Number of the round."""
    seat: str
    """Who looked."""
    by: str
    """`badge`, or the card."""


@closed
class DestinationRow(TypedDict):
    """Where a seat sent a character, or moved it: its choice of a round."""

    game: str
    """The game."""
    round: int
    """Number of the round."""
    seat: str
    """Who chose."""
    place: int
    """Number of the location."""
    binding: bool
    """Whether it was announced before others chose, as who has the badge must."""


@closed
class LossRow(TypedDict):
    """A character that was eaten."""

    game: str
    """The game."""
    at: int
    """The record that told of it."""
    round: int
    """Number of the round."""
    owner: str
    """Whose it was."""
    character: str
    """Id of its kind."""
    place: int
    """Number of the location."""
    points: int
    """What it was worth."""
    by: str
    """How the vote found its owner: `only_candidate` (nobody else was in danger there), `vote`,
    `revote`, `lot`, `token` (a tie was decided); empty: there was none."""


@closed
class VoteRow(TypedDict):
    """A voter's ballot."""

    game: str
    """The game."""
    at: int
    """The record that revealed it."""
    round: int
    """Number of the round."""
    vote_at: int
    """The record of the vote's call, which all its ballots share."""
    kind: str
    """`truck`, `chief` or `attack`."""
    place: int
    """Number of the location."""
    number: int
    """1, or 2 for the re-vote."""
    voter: str
    """Who voted."""
    target: str
    """For whom."""
    weight: int
    """Votes that the ballot counts."""
    options: list[str]
    """For whom one could vote."""
    leaders: list[str]
    """Those with the most votes; several are a tie."""
    chosen: str | None
    """Whom the vote found in the end; null: nobody."""
    by: str
    """How: `vote`, `revote`, `lot`, `second_tie`, ..."""
    defaulted: bool
    """Whether the ballot stood in for a seat that failed."""


@closed
class GiftRow(TypedDict):
    """A card that whoever searched the truck gave away; the card is not told."""

    game: str
    """The game."""
    at: int
    """The record that all perceived."""
    round: int
    """Number of the round."""
    giver: str
    """Who gave."""
    recipient: str
    """Who was given the card."""
    recipients: list[str]
    """Who could have been."""


@closed
class BetrayalRow(TypedDict):
    """The first hostile act against somebody with whom a tie was live (W = 3), with its stakes."""

    game: str
    """The game."""
    at: int
    """The record that revealed the ballot."""
    round: int
    """Number of the round."""
    actor: str
    """Who voted against the other in an attack."""
    betrayed: str
    """The other."""
    given: int
    """Acts of cooperation of the actor towards the other in the three rounds before."""
    received: int
    """Those of the other towards the actor."""
    left: int
    """Characters that the actor had at the first vote of the round."""
    other_lost: int
    """Points that the other lost by the attack; 0: none."""
    actor_lost: int
    """Points that the actor lost by it."""
    word_broken: bool
    """Whether the actor broke a promise to the other, or its side of a deal with it, in the round.
    """


class Stakes(TypedDict):
    """A `BetrayalRow` without its game."""

    at: int
    round: int
    actor: str
    betrayed: str
    given: int
    received: int
    left: int
    other_lost: int
    actor_lost: int
    word_broken: bool


@closed
class OpportunityRow(TypedDict):
    """A moment at which a seat could do what a measure counts: what every rate is a query on."""

    measure: str
    """Id of the measure."""
    game: str
    """The game."""
    cluster: str
    """A digest of rules, seed and line-up: games that share it are one in intervals."""
    entrant: str
    """Who played the seat."""
    round: int
    """Number of the round."""
    at: int
    """The record."""
    actor: str
    """The seat."""
    others: list[str]
    """The other seats concerned."""
    eligible: bool
    """Whether it counts."""
    excluded: str | None
    """Why it does not; null: it counts."""
    outcome: float | None
    """What came of it, mostly 1 or 0; null where it does not count."""
    weight: float
    """How much it counts."""
    group: str
    """What it is compared with others by; of a difference `yes` or `no`."""
