"""Saves, copies and pickles of a table; what is no save is refused in one way."""

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.testing import random_game
from tests.breadth import examples
from tests.engine.helpers import board

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**6) | st.floats() | st.text(max_size=5)
    | st.sampled_from(["A", "moh", "osaczeni", "floor", "threat", "pass"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)  # fmt: skip


def saves() -> list[dict[str, Any]]:
    """Return saved games of every kind: of a family each, from a scenario, imagined."""
    half = random_game("moh", 4, 2, floors=True).save()
    half["moves"] = half["moves"][:60]  # type: ignore[index]
    keys: dict[str, Any] = {"dice": [1, 2, 3, 4], "hands": {"A": ["threat"]}, "deck": ["camera"]}
    scenario = engine.load_scenario(board("destinations", {4: "A.gunman B.pin_up"}, **keys))
    imagined = engine.restore(half).imagine("A", 1)
    games = [half, random_game("osaczeni", 3, 1).save(), scenario.save(), imagined.save()]
    return [dict(each) for each in games]


SAVES = saves()


def paths(value: object, so_far: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the way to everything in a save; of long lists to the first and last few."""
    found = [so_far] if so_far else []
    if isinstance(value, dict):
        for key, each in value.items():
            found += paths(each, (*so_far, key))
    elif isinstance(value, list):
        for at in sorted({*range(min(3, len(value))), *range(max(0, len(value) - 2), len(value))}):
            found += paths(value[at], (*so_far, at))
    return found


@examples(250)
@given(data=st.data())
def test_what_is_no_save_is_refused_by_one_error(data: st.DataObject) -> None:
    """Something replaced or left out: it is a game after all, or `SaveError`."""
    saved = copy.deepcopy(data.draw(st.sampled_from(SAVES)))
    *way, last = data.draw(st.sampled_from(paths(saved)))
    inner: Any = saved
    for key in way:
        inner = inner[key]
    if data.draw(st.booleans()):
        del inner[last]
    else:
        inner[last] = data.draw(JUNK)
    try:
        table = engine.restore(saved)
    except engine.SaveError:
        return
    assert engine.restore(table.save()).events == table.events


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"save": 2}, "save version 2 can't be read"),
        ({"seats": "ABC"}, "seats of the save is 'ABC'. Possible: a list of names"),
        ({"moves": [["A.1"]]}, "Possible: a list of (question, answer) pairs"),
        ({"moves": [["A.1", "nowhere"]]}, "'A' answered 'A.1', which is not open"),
        ({"forced": {"dice": [[7]], "lots": [], "deck": None}}, "faces from 1 to 6"),
        ({"forced": {"dice": [], "lots": [], "deck": ["threat"]}}, "the ruleset's cards"),
        ({"forced": {"dice": [], "lots": [], "deck": None, "lot": 1}}, "Did you mean 'lots'?"),
        ({"options": {"zombie_suply": 3}}, "Did you mean 'zombie_supply'?"),
        ({"revision": 0}, "saved under revision 0"),
        ({"start": {"scenario": 1}}, "missing ruleset"),
    ],
)
def test_the_error_says_what_is_wrong(change: dict[str, Any], told: str) -> None:
    """The key, what was given, and what is possible."""
    saved = engine.new_table("moh", 3, 1).save()
    with pytest.raises(engine.SaveError) as caught:
        engine.restore({**saved, **change})
    assert told in str(caught.value)


def test_a_save_of_another_scenario_is_refused() -> None:
    """A scenario's seats are those of its save."""
    saved = SAVES[2]
    with pytest.raises(engine.SaveError, match="another ruleset, seats or options"):
        engine.restore({**saved, "seats": ["A", "B", "C", "E"]})


@pytest.mark.parametrize("save", SAVES)
def test_a_table_is_copied_and_pickled(save: dict[str, Any]) -> None:
    """Each copy stands in the same position and goes its own way."""
    table = engine.restore(save)
    for twin in (copy.deepcopy(table), copy.copy(table), pickle.loads(pickle.dumps(table))):  # noqa: S301
        assert twin.events == table.events
        assert twin.pending() == table.pending()
        if twin.floor is not None:
            twin.close_floor()
        elif twin.pending():
            question = twin.pending()[0]
            twin.answer(question.seat, question.options[0].id)
        assert table.save() == save


class Number:
    """A whole number of another library, as numpy's are."""

    def __index__(self) -> int:
        return 7


def test_a_seed_may_be_whatever_is_a_whole_number() -> None:
    """It is that of the number; what only looks like one is refused."""
    one, two = (engine.new_table("moh", 3, seed) for seed in (Number(), 7))
    assert one.save() == two.save()
    assert one.imagine("A", Number()).save() == one.imagine("A", "7").save()
    for seed in (True, 1.0, None, "a\nb"):
        with pytest.raises(engine.RulesetError, match="a whole number or a printable text"):
            engine.new_table("moh", 3, seed)  # type: ignore[arg-type]
        with pytest.raises(engine.RulesetError, match="a whole number or a printable text"):
            one.imagine("A", seed)  # type: ignore[arg-type]


def test_a_table_shows_what_is_public() -> None:
    """Ruleset, seats, round, phase and what is pending: no card, no die, no answer."""
    table = engine.load_scenario(board("chief", {5: "A.gunman B.gunman"}, seats=3))
    table.answer("A", "B")
    at = "<Table moh: A B C; round 1, chief; A cast_vote, B cast_vote>"
    assert repr(table) == at
    assert repr(table.imagine("B", 1)) == at
    floor = engine.new_table("osaczeni", 3, 1, floors=True)
    while floor.floor is None:
        floor.answer(floor.pending()[0].seat, floor.pending()[0].options[0].id)
    kind = floor.floor.kind
    assert (
        repr(floor) == f"<Table osaczeni: A B C; round 1, {floor.view(None).phase}; {kind} floor>"
    )
    assert repr(random_game("moh", 3, 1)).endswith("; over>")


def test_the_public_heard_what_all_heard() -> None:
    """`heard_by(None)` has nothing that was for some only; every seat heard it all."""
    table = random_game("moh", 4, 3)
    public = table.heard_by(None)
    assert public == tuple(event for event in table.events if event.seen_by == "all")
    assert set(map(id, public)) < set(map(id, table.heard_by("A")))
