"""The lab's tables: what a row of each says, column by column, with its unit.

The sentence under a column stands in the data card and in `docs/lab.md`. In every table
`game` is the folder's name of the game, which is the key; `at` is the number of a record in its
`log.jsonl`; players are seats by their names at the table.
"""

from typing_extensions import TypedDict

from arena.records import closed

__all__ = [
    "AnnouncementRow",
    "ClaimRow",
    "DealRow",
    "DestinationRow",
    "GameRow",
    "GiftRow",
    "HeardRow",
    "LookRow",
    "LossRow",
    "MessageRow",
    "OpportunityRow",
    "PlanRow",
    "PledgeRow",
    "ReportRow",
    "RoundRow",
    "SeatRow",
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


@closed
class MessageRow(TypedDict):
    """A message."""

    game: str
    """The game."""
    at: int
    """The record of its words."""
    round: int
    """Number of the round."""
    phase: str | None
    """Phase of the round."""
    message: int
    """Its number in the game, from 1."""
    turn: str
    """Id of the turn to talk; a turn has one message or more."""
    floor: str
    """Why the table talked."""
    wave: int
    """Number of the turns that were open together: none of them heard another."""
    speaker: str
    """The seat that spoke."""
    to: list[str]
    """Who was addressed; empty: the whole table."""
    whisper: bool
    """Whether only those addressed heard it."""
    words: int
    """Words, as white space parts them."""
    characters: int
    """Length of the text."""
    text: str | None
    """The text; null where it was left out of an export."""
    claims: int
    """Claims that its speaker tagged."""
    labels: list[str]
    """What each claim was: `lie`, `bluff`, `false_report`, `promise_kept`, ...; `unsettled`."""
    deals: int
    """Offers of deals, and answers to them."""
    plan_at: int | None
    """The record of what its speaker meant to do, told with the same turn; null: none."""
    request: str | None
    """SHA-256 of the request that it answers; null where no model was asked."""


@closed
class HeardRow(TypedDict):
    """A message and one who heard it."""

    game: str
    """The game."""
    at: int
    """The record of the message."""
    message: int
    """Number of the message."""
    wave: int
    """Of the message: who spoke in the same wave had not heard it yet."""
    speaker: str
    """Who spoke."""
    listener: str
    """Who heard it."""
    addressed: bool
    """Whether it was said to this listener by name."""


@closed
class ClaimRow(TypedDict):
    """A claim that a speaker tagged."""

    game: str
    """The game."""
    at: int
    """The record of the message."""
    round: int
    """Number of the round."""
    message: int
    """Number of the message."""
    claim: int
    """Which of its claims, from 0."""
    speaker: str
    """Who made it."""
    kind: str
    """Kind of the proposition, for example `zombies`."""
    said: str
    """The claim as JSON, as in the log."""
    confidence: str
    """`sure`, `think` or `guess`."""
    pledge: bool
    """Whether the speaker says what they themselves will do."""
    truth: str | None
    """`true`, `false`, `undetermined`, `moot`, `both_failed`; null: not settled."""
    label: str
    """What it was: `lie`, `bluff`, `promise_kept`, ...; `unsettled`."""
    basis: str | None
    """What its speaker's information was: `seen`, `told`, `neither`."""
    prior: float | None
    """Its probability under the speaker's own information, from 0 to 1; null: none."""
    told_by: str | None
    """Who had told the speaker so."""
    settled_at: int | None
    """The record that settled it."""


@closed
class ReportRow(TypedDict):
    """All that one message says flatly of this round's dice while they lie under the box."""

    game: str
    """The game."""
    at: int
    """The record of the message."""
    round: int
    """Number of the round."""
    message: int
    """Number of the message."""
    speaker: str
    """Who made it."""
    saw: bool
    """Whether the speaker had looked."""
    told: bool
    """Whether another had told the speaker all of it."""
    whisper: bool
    """Whether only some heard it."""
    claims: int
    """Claims in it."""
    numbers: int
    """Numbers that it tells."""
    wrong: int
    """How many of them are false."""
    false: bool
    """Whether a claim of it is false."""
    before_choice: bool
    """Whether it came before the first destination was chosen in secret."""


@closed
class DealRow(TypedDict):
    """An offer of a deal to one player, and what a party made of it: two rows once it is settled.

    An offer that was not accepted, or not settled, is one row of the offerer.
    """

    game: str
    """The game."""
    at: int
    """The record of the offer."""
    round: int
    """The round in which it was offered."""
    deal: int
    """Its number: that of the message."""
    floor: str
    """Where it was offered."""
    offerer: str
    """Who offered it."""
    to: str
    """To whom."""
    ending: str | None
    """`accepted`, `declined`, `countered`, `withdrawn`, `lapsed`; null: left open."""
    ended_at: int | None
    """The record that ended the offer."""
    party: str
    """Whose side of it this row is."""
    terms: str
    """What the party was to do, as JSON."""
    outcome: str | None
    """`kept`, `broken`, `no_occasion`, `other_failed_first`, `both_at_once`, `void`; null: none."""
    settled_round: int | None
    """The round in which the side was settled."""
    double_sold: int
    """Other deals in which the party gave the same away."""


@closed
class PledgeRow(TypedDict):
    """A pledge: a claim in which the speaker says what they themselves will do."""

    game: str
    """The game."""
    at: int
    """The record of the message."""
    round: int
    """Number of the round."""
    message: int
    """Number of the message."""
    claim: int
    """Which of its claims, from 0."""
    speaker: str
    """Who gave it."""
    to: list[str]
    """Who was addressed; empty: the whole table."""
    kind: str
    """`go`, `vote`, `give`, `ally`, `tell`, `play`, `move`."""
    promise: bool
    """Whether it was a promise, to somebody or for something; else an announcement."""
    outcome: str
    """`kept`, `broken`, `taken_back`, `both_at_once`, `no_occasion`, `not_known`, `settled_before`.
    """
    settled_at: int | None
    """The record that settled it."""


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
class AnnouncementRow(TypedDict):
    """A destination that a seat announced, which stood when it chose in secret."""

    game: str
    """The game."""
    at: int
    """The record of the message."""
    round: int
    """Number of the round."""
    seat: str
    """Who announced it."""
    announced: int
    """The location."""
    destination: int | None
    """Where it went."""
    news: list[int]
    """Records that told it of the dice between announcement and choice."""


@closed
class PlanRow(TypedDict):
    """One thing that a seat meant to do, told to nobody."""

    game: str
    """The game."""
    at: int
    """The record of the plan."""
    round: int
    """Number of the round."""
    seat: str
    """Whose plan it is."""
    asked: str
    """The question or turn that it was told with."""
    act: str
    """`do` or `report`."""
    said: str
    """What, as JSON."""
    outcome: str | None
    """`done`, `not_done`, `no_occasion`; null: left open."""
    settled_at: int | None
    """The record that showed it."""
    instead: int | None
    """The record in which other dice were reported."""


@closed
class OpportunityRow(TypedDict):
    """A moment at which a seat could do what a measure counts: what every rate is a query on."""

    measure: str
    """Id of the measure."""
    game: str
    """The game."""
    cluster: str
    """A digest of rules, seed and who sits where: games that share it are one in intervals."""
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
