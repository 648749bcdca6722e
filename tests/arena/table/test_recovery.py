"""Which replies a log's records rest on, as a table that goes on takes them."""

from dataclasses import asdict

from arena.records.game import REPLACEMENT
from arena.records.record import Record
from arena.table.recorded_replies import recorded_replies
from arena.table.replies import Spoke
from arena.talk.plan import Plan
from arena.talk.speech import Unread
from tests.arena.records_of import record_of


def record(type_: str, actor: str = "Anna", **data: object) -> Record:
    """Return a record of this seat's."""
    return record_of({"type": type_, "actor": actor, "data": data})


def said(turn: str, text: str) -> Record:
    """Return a message of a turn to talk."""
    return record("said", turn=turn, text=text, to=[], whisper=False, claims=[], deals=[])


def test_a_speech_of_several_messages_is_one_reply_of_the_bot_that_gave_it() -> None:
    """A bot took over at this turn: that stays so with each message and turn, until one is back."""
    log = [
        record("seat_replaced", **REPLACEMENT.data()),
        said("Anna.t1", "One."),
        said("Anna.t1", "Two."),
        said("Anna.t4", "Three."),
        record("seat_replaced", by="human", reason="back"),
        said("Anna.t5", "Four."),
    ]
    first, second, later = recorded_replies(log, []).values()
    assert first.replaced == second.replaced == REPLACEMENT
    assert isinstance(first, Spoke)
    assert first.speech is not None
    assert [each.text for each in first.speech.messages] == ["One.", "Two."]
    assert later.replaced is None


def test_what_could_not_be_read_and_what_was_planned_stay_with_their_message_and_turn() -> None:
    """Unread lines stand before their message, a plan before the first of its turn."""
    unread = Unread(line="I fly", why="Nobody can.")
    plan = Plan(unread=(Unread(line="x", why="It is nothing."),))
    log = [
        record("planned", asked="Anna.t1", **plan.data()),
        said("Anna.t1", "One."),
        record("claims_unread", lines=[asdict(unread)]),
        said("Anna.t1", "Two."),
        record("silent", turn="Anna.t4"),
    ]
    first, later = recorded_replies(log, []).values()
    assert isinstance(first, Spoke)
    assert first.speech is not None
    assert [each.unread for each in first.speech.messages] == [(), (unread,)]
    assert first.plan == plan
    assert later == Spoke(id="Anna.t4", speech=None)
