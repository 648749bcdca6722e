"""The replies of a seat's node to the referee, one type for each outcome."""

from typing import TypedDict

from arena.errors import Reason
from arena.records.game import SeatReplaced
from arena.talk.discussion import Act
from arena.talk.plan import Plan
from arena.talk.speech import Speech, TalkTurn
from engine.fact import fact


class _Halt(TypedDict):
    reason: str
    """`outage` or `budget`."""
    why: str
    """The same in words."""


class Halt(_Halt, total=False):
    """Why a game stops by itself."""

    spec: str
    """SPEC of the model whose provider is down, at an outage."""


@fact
class _Reply:
    id: str
    """Id of the question, or of the turn to talk."""
    replaced: SeatReplaced | None = None
    """The bot that answered for the seat, if any."""
    plan: Plan | None = None
    """The seat's plan, if it gave one."""


@fact
class Answered(_Reply):
    """An answer to a question."""

    option: str
    """Id of the option."""


@fact
class Spoke(_Reply):
    """A speech, or silence, on a turn to talk."""

    speech: Speech | None
    """None: silence."""


@fact
class BidMade(_Reply):
    """A bid on a turn to bid."""

    bid: int


@fact
class Failed(_Reply):
    """A failure of the seat; the default is used."""

    reason: Reason
    why: str
    """The reason in words."""
    halt: Halt | None = None
    """Set if the game stops for it."""


@fact
class Halted(_Reply):
    """A stop of the game; the question stays open."""

    halt: Halt


Given = Answered | Spoke | BidMade
"""A reply of the seat itself."""
SeatReply = Given | Failed | Halted


def halt_of(reply: SeatReply) -> Halt | None:
    """Return the stop of the game that a reply asks for; None if it asks for none."""
    return reply.halt if isinstance(reply, Failed | Halted) else None


def act_of(turn: TalkTurn, reply: SeatReply) -> Act:
    """Convert a reply to the result of a turn to talk."""
    match reply:
        case Failed():
            return Act(turn=turn, failed=reply.reason)
        case BidMade():
            return Act(turn=turn, bid=reply.bid)
        case Spoke():
            return Act(turn=turn, speech=reply.speech)
        case Answered() | Halted():
            raise TypeError(f"a turn to talk got {reply!r:.80}")


def effect_of(reply: SeatReply) -> object:
    """Return a reply's effect on the log, for comparison; a failure's message may differ."""
    return _answer_of(reply), reply.plan


def _answer_of(reply: SeatReply) -> object:
    match reply:
        case Failed():
            return reply.reason
        case Answered():
            return reply.option
        case BidMade():
            return reply.bid
        case Spoke():
            return reply.speech
        case Halted():
            return None
