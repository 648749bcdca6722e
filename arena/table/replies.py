"""What a seat's node gives back to the referee: one record for each thing that it can be."""

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
    """Whose provider is down, at an outage."""


@fact
class _Reply:
    id: str
    """Of the question, or the turn to talk."""
    replaced: SeatReplaced | None = None
    """The bot that answered for the seat, where one did."""
    plan: Plan | None = None
    """What the seat means to do, where it says so."""


@fact
class Answered(_Reply):
    """A question was answered."""

    option: str
    """Id of the option."""


@fact
class Spoke(_Reply):
    """A turn to speak was taken."""

    speech: Speech | None
    """None: silence."""


@fact
class BidMade(_Reply):
    """A turn to bid was taken."""

    bid: int


@fact
class Failed(_Reply):
    """The seat failed, and a default stands in."""

    reason: Reason
    why: str
    """The same in words."""
    halt: Halt | None = None
    """Where the game stops for it."""


@fact
class Halted(_Reply):
    """The game stops, and the question stays open."""

    halt: Halt


Given = Answered | Spoke | BidMade
"""What a seat gave itself."""
SeatReply = Given | Failed | Halted


def halt_of(reply: SeatReply) -> Halt | None:
    """Return why the game stops for a reply; None: it does not."""
    return reply.halt if isinstance(reply, Failed | Halted) else None


def act_of(turn: TalkTurn, reply: SeatReply) -> Act:
    """Return what a seat did with its turn to talk."""
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
    """Return what a reply does to the log; the words of a failure may be others."""
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
