"""Records of a game's course other than events: answers, defaults, replacements, the seal."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import TypedDict

from arena.errors import Reason
from arena.forms import Hash, closed
from arena.hash_chain import digest
from arena.records.payload import Payload
from arena.settings import HUMAN
from engine import Result
from engine.fact import fact

LINE_DIGITS = 8
"""Number of hash digits that identify a changed line."""


@fact
class OpenedToAll(Payload):
    """Record 0 without what `game.json` was, as it is shown."""

    type: ClassVar[str] = "opened"


@fact
class Opened(Payload):
    """Record 0: what `game.json` was when the game began."""

    type: ClassVar[str] = "opened"

    digest: Hash
    """SHA-256 of the file."""
    lines: tuple[Annotated[str, Field(pattern=f"^[0-9a-f]{{{LINE_DIGITS}}}$")], ...]
    """The first 8 digits of each line's SHA-256, which find the line that was changed."""


@fact
class Answer(Payload):
    """An answer, logged before it is applied; sealed ones in the order of the questions."""

    type: ClassVar[str] = "answer"

    decision: str
    """`SEAT.n`, n counting this seat's own questions from 1."""
    kind: str
    """What was asked, for example `cast_vote`."""
    option: str
    """The id of the option that was chosen."""


@fact
class AnswerDefaulted(Answer):
    """The option that stood in where a seat failed to answer."""

    type: ClassVar[str] = "answer_defaulted"

    reason: Reason
    """What went wrong; `calls.jsonl` has the details."""


@fact
class SeatReplaced(Payload):
    """From here on somebody else answers for a seat.

    For a person all perceive it: it stands at the first question whose being put is no secret.
    """

    type: ClassVar[str] = "seat_replaced"

    by: str
    """The bot's SPEC; `human`: the person again."""
    reason: Literal["budget", "outage", "left", "timeouts", "back"]
    """Why: no call of the model fitted into the budget any more; its provider is down; the person
    left; did not answer twice in a row; took over again."""


@closed
class CallsCounted(TypedDict):
    """What `calls.jsonl` was when the game was sealed."""

    records: int
    """Its lines."""
    digest: Hash
    """Its SHA-256."""


@closed
class ResultData(TypedDict):
    """How the game ended."""

    scores: dict[str, int]
    """Points by seat."""
    placements: dict[str, int]
    """1 is best; equal seats share the better place (1, 1, 3)."""
    winners: list[str]
    """The seats at place 1."""
    end_reason: str
    """`few_left` or `together`."""
    epilogue: int | None
    """Osaczeni: the number reached, else null."""


@fact
class SealedToAll(Payload):
    """The footer without counts and digests, as it is shown."""

    type: ClassVar[str] = "sealed"

    result: ResultData
    """How the game ended."""


@fact
class Sealed(Payload):
    """The footer: nothing can be added after it."""

    type: ClassVar[str] = "sealed"

    records: int
    """Lines of `log.jsonl`, this one included."""
    result: ResultData
    """How the game ended; all perceive this much."""
    calls: CallsCounted
    """Ties `calls.jsonl` to the game."""


REPLACEMENT = SeatReplaced(by="house", reason="budget")
"""The bot that replaces a model without money; no seat is shown it."""
STAND_IN = SeatReplaced(by="house", reason="outage")
"""The bot that replaces a model whose provider is down; public, as for a person."""
BACK = SeatReplaced(by=HUMAN, reason="back")
"""A person who answers again."""


def opened_of(header: bytes) -> Opened:
    """Return record 0 for the bytes of `game.json`: its digest, and one for each line."""
    lines = header.splitlines(keepends=True)
    digits = tuple(digest(line)[:LINE_DIGITS] for line in lines)
    return Opened(digest=digest(header), lines=digits)


def result_data(result: Result) -> ResultData:
    """Return a result as plain JSON data."""
    return ResultData(
        scores=dict(result.scores),
        placements=dict(result.placements),
        winners=list(result.winners),
        end_reason=result.end_reason,
        epilogue=result.epilogue,
    )
