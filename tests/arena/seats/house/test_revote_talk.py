"""What house bots say before a re-vote: what they then vote, or nothing where they have no vote."""

from collections.abc import Mapping
from dataclasses import replace

import engine
from arena.seats.house import DIALS, Beliefs
from arena.seats.house.memory import Memory
from arena.seats.house.position import Position
from arena.seats.house.speaking import Idea, TalkSituation
from arena.seats.house.thoughts import FLOORS
from arena.talk.speech import TalkTurn
from tests.engine.helpers import draw

NAMES = ("A", "B", "C", "D")


def level(phase: str, places: Mapping[int, str], **keys: object) -> engine.Table:
    """Return a table where A and B are level, and all may speak before the re-vote."""
    table = draw(phase, places, seats=4, floors=True, **keys)
    while table.floor is None or table.floor.kind != "revote":
        if table.floor is not None:
            table.close_floor()
            continue
        (asked, *_) = table.pending()
        other = {"A": "B", "B": "A"}.get(asked.seat, "A") if phase == "attack" else asked.seat
        table.answer(asked.seat, other if asked.kind == "cast_vote" else asked.options[0].id)
    return table


def ideas(table: engine.Table, seat: str, trust: Mapping[str, float]) -> dict[str, Idea]:
    """Return what a seat that trusts the others so could say, by intent."""
    view, floor = table.view_data(seat), table.floor
    assert floor is not None
    position, memory = Position(view), Memory(seat, "moh", NAMES)
    memory.facts.leaders = ("A", "B")
    turn = TalkTurn(
        id=f"{seat}.t1", seat=seat, task="speak", floor="revote", place=floor.place,
        present=floor.present, phase=str(view["phase"]), round=1, wave=1, turn=1, turns=1,
        reply=0, replies=1, messages=2, whispers=True, characters=400,
    )  # fmt: skip
    beliefs = Beliefs.from_view(view, position)
    beliefs = replace(beliefs, trust={**beliefs.trust, **trust})
    talk = TalkSituation(turn, position, beliefs, memory, DIALS["honest"], b"key")
    return {idea.intent: idea for idea in FLOORS["revote"](talk)}


def test_who_would_rather_see_the_other_elected_does_not_ask_for_it() -> None:
    """A trusts B's eyes more than it wants the badge."""
    table = level("chief", {5: "A.pin_up B.pin_up", 3: "A.tough_guy C.gunman D.gunman"})
    assert "revote_ask" in ideas(table, "A", {"B": 0.5})
    friendly = ideas(table, "A", {"B": 1.0})
    assert friendly["revote_back"].slots["who"] == "B"
    assert "revote_ask" not in friendly


def test_who_has_no_vote_announces_none() -> None:
    """C is there, but hides; D is elsewhere."""
    places = {4: "A.pin_up B.pin_up C.tough_guy", 3: "C.gunman D.gunman A.gunman B.gunman"}
    table = level("attack", places, zombies={4: 1}, hands={"C": ["hidden"]})
    hidden = [each for each in Position(table.view_data("C")).own if each.hidden]
    assert [each.place for each in hidden] == [4]
    assert ideas(table, "C", {}) == {}
    assert ideas(table, "D", {})
