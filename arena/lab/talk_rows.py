"""The lab's tables of the talk: what a row of each says, column by column, as in `rows`."""

from typing_extensions import TypedDict

from arena.forms import closed

__all__ = [
    "AnnouncementRow",
    "ClaimRow",
    "DealRow",
    "HeardRow",
    "MessageRow",
    "PlanRow",
    "PledgeRow",
    "ReportRow",
]


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
