"""What a seat's node gives back to the referee: plain JSON, one form for each thing it can be."""

from typing import Any, NotRequired, TypedDict, final

from arena.errors import Reason
from arena.records.game import SeatReplaced
from arena.talk.discussion import Act
from arena.talk.speech import Speech, TalkTurn

__all__ = [
    "Answered", "BidMade", "Failed", "Halt", "Halted", "SeatReply", "Spoke",
    "act_of", "effect_of",
]  # fmt: skip


class Halt(TypedDict):
    """Why a game stops by itself."""

    reason: str
    """`outage` or `budget`."""
    why: str
    """The same in words."""
    spec: NotRequired[str]
    """Whose provider is down, at an outage."""


class _Reply(TypedDict):
    id: str
    """Of the question, or the turn to talk."""
    replaced: NotRequired[SeatReplaced]
    """The bot that answered for the seat, where one did."""
    plan: NotRequired[dict[str, Any]]
    """What the seat means to do, as `Plan.data` gives it, where it says so."""


@final
class Answered(_Reply):
    """A question was answered."""

    option: str
    """Id of the option."""


@final
class Spoke(_Reply):
    """A turn to speak was taken."""

    speech: list[dict[str, Any]] | None
    """As `Speech.data` gives it; None: silence."""


@final
class BidMade(_Reply):
    """A turn to bid was taken."""

    bid: int


@final
class Failed(_Reply):
    """The seat failed, and a default stands in."""

    reason: Reason
    why: str
    """The same in words."""
    halt: NotRequired[Halt]
    """Where the game stops for it."""


@final
class Halted(_Reply):
    """The game stops, and the question stays open."""

    halt: Halt


SeatReply = Answered | Spoke | BidMade | Failed | Halted


def act_of(turn: TalkTurn, reply: SeatReply) -> Act:
    """Return what a seat did with its turn to talk."""
    if "reason" in reply:
        return Act(turn=turn, failed=reply["reason"])
    if "bid" in reply:
        return Act(turn=turn, bid=reply["bid"])
    if "speech" in reply:
        speech = reply["speech"]
        return Act(turn=turn, speech=None if speech is None else Speech.read(speech))
    raise TypeError(f"a turn to talk got {reply!r:.80}")


def effect_of(reply: SeatReply) -> object:
    """Return what a reply does to the log; the words of a failure may be others."""
    return _answer_of(reply), reply.get("plan")


def _answer_of(reply: SeatReply) -> object:
    if "reason" in reply:
        return reply["reason"]
    if "option" in reply:
        return reply["option"]
    if "bid" in reply:
        return reply["bid"]
    if "speech" in reply and reply["speech"] is not None:
        return Speech.read(reply["speech"])
    return None
