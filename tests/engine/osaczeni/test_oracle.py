"""The engine against Osaczeni's oracle: same position, same choices, same outcome."""

from collections import Counter
from collections.abc import Mapping
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engine
from tests.engine.helpers import where, zombies
from tests.engine.oracle_script import Choice, RulesBroken, Script
from tests.engine.osaczeni import oracle
from tests.engine.osaczeni.boards import draw_osa

Position = dict[str, Any]
COPIES = {
    "walkie_talkie": 3, "energy_drink": 3, "gun": 3, "tin_can": 3, "baseball_bat": 3,
    "chainsaw": 3, "molotov": 1, "rotten_meat": 3, "truck_keys": 1,
}  # fmt: skip
RNG = st.randoms(use_true_random=False, note_method_calls=False)
LEAN = settings(max_examples=25, suppress_health_check=list(HealthCheck))


def random_position(rng: Random, seats: int, phase: str) -> Position:
    """Return a legal position in the scenario format, crowded enough to be eventful."""
    names = list("ABCDEF"[:seats])
    closed = sorted(rng.sample(range(1, 6), rng.choice([0, 0, 1, 2])))
    there = _places(rng, names, closed, {"truck": 6, "badge": 3}.get(phase))
    alive = [who for group in there.values() for who in group]
    cards = sorted(card for card, count in COPIES.items() for _ in range(count))
    rng.shuffle(cards)
    hidden = rng.sample(alive, rng.choice([0, 0, 1, 2])) if phase == "attack" else []
    for _ in hidden:
        cards.remove("rotten_meat")
    monsters = {n: rng.choice([0, 1, 2, 3, 4, 5, 6]) for n in range(1, 7) if n not in closed}
    while sum(monsters.values()) > 25:
        monsters[rng.choice([n for n in monsters if monsters[n]])] -= 1
    dead = seats * (4 if seats == 3 else 3) - len(alive)
    position: Position = {
        "scenario": 1, "ruleset": "osaczeni", "seats": names, "seed": rng.randint(0, 10**6),
        "phase": phase, "closed": closed, "hidden": hidden,
        "badge": rng.choice(sorted({who[0] for who in alive})),
        "victim_token": rng.choice(names), "cold_room": rng.randint(0, dead),
        "locations": {str(n): group for n, group in there.items()},
        "monsters": {str(n): count for n, count in monsters.items()},
        "hands": {seat: [cards.pop() for _ in range(rng.randint(0, 2))] for seat in names},
    }  # fmt: skip
    return position


def _places(
    rng: Random, names: list[str], closed: list[int], liked: int | None
) -> dict[int, list[str]]:
    kinds = list(oracle.POINTS)[: 4 if len(names) == 3 else 3]
    crowd = [f"{seat}.{kind}" for seat in names for kind in kinds]
    rng.shuffle(crowd)
    areas = [n for n in range(1, 7) if n not in closed]
    areas += [liked] * 4 if liked in areas else []
    there: dict[int, list[str]] = {}
    for who in crowd[: rng.randint(3, len(crowd))]:
        area = rng.choice(areas)
        full = len(there.get(area, [])) >= oracle.SPACES.get(area, 99)
        there.setdefault(6 if full else area, []).append(who)
    return there


def play(table: engine.Table, rng: Random, phases: set[str]) -> list[Choice]:
    """Answer at random while these phases ask, in the first round; return what was chosen."""
    choices: list[Choice] = []
    while table.pending():
        question = table.pending()[0]
        if question.phase not in phases or question.round > 1:
            break
        if question.kind in {"distribute_truck", "use_walkie_talkie"}:
            break
        ids = [option.id for option in question.options]
        took = rng.choice(ids)
        choices.append(
            Choice(seat=question.seat, kind=question.kind, took=took, options=frozenset(ids))
        )
        table.answer(question.seat, took, question.id)
    return choices


def first_round(table: engine.Table) -> list[Mapping[str, Any]]:
    """Return what happened in the first round, as records with `type`."""
    records: list[Mapping[str, Any]] = []
    for event in table.events:
        records.append({"type": event.type, **event.data()})
        if event.type == "round_ended":
            break
    return records


def chosen(records: list[Mapping[str, Any]]) -> list[tuple[str, int, str | None]]:
    """Return the votes as the oracle notes them."""
    return [
        (each["kind"], each["place"], each["player"])
        for each in records
        if each["type"] == "player_chosen"
    ]


def compare(table: engine.Table, mall: oracle.Mall) -> None:
    """Compare everything that can be seen of an attack and the dawn after it."""
    records = first_round(table)
    assert chosen(records) == mall.chosen
    assert mall.eaten == [
        (each["place"], f"{each['player']}.{each['character']}")
        for each in records
        if each["type"] == "character_eaten"
    ]
    scores = oracle.dawn(mall)
    view = table.view(None)
    assert zombies(table) == {place: count for place, count in mall.monsters.items() if count}
    assert {place.number for place in view.places if place.closed} == mall.closed
    assert {who: where(table, who) for who in mall.at} == mall.at
    assert (view.victim_token, view.cold_room) == (mall.token, mall.cold)
    assert set(view.eliminated) == {seat for seat in mall.seats if not mall.lives(seat)}
    taken = [e["player"] for e in records if e["type"] == "badge_taken"]
    assert taken[-1:] in ([], [mall.badge])
    assert table.is_over == (scores is not None)
    if table.result is not None:
        assert dict(table.result.scores) == scores


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_attacks_end_as_the_rules_say(seats: int) -> None:
    """Phase 6 with random items and pointings, and dawn: all that can be seen is the same."""

    @LEAN
    @given(rng=RNG)
    def run(rng: Random) -> None:
        position = random_position(rng, seats, "attack")
        table = engine.load_scenario(position)
        script = Script.of(play(table, rng, {"attack"}))
        mall = oracle.Mall.of(position)
        oracle.attack(mall, script)
        assert script.left() == []
        compare(table, mall)

    run()


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_monsters_come_as_the_rules_say(seats: int) -> None:
    """Phase 5 with closed and full areas, a full parking lot and an empty pool, then phase 6."""

    @LEAN
    @given(rng=RNG)
    def run(rng: Random) -> None:
        position = random_position(rng, seats, "arrival")
        count = 4 + sum(position["cold_room"] >= full for full in (4, 6))
        position["dice"] = [rng.randint(1, 6) for _ in range(count)]
        table = engine.load_scenario(position)
        script = Script.of(play(table, rng, {"attack"}))
        mall = oracle.Mall.of(position)
        oracle.arrival(mall, position["dice"])
        stand = Counter(
            place
            for record in first_round(table)
            if record["type"] == "zombies_came"
            for place in record["places"]
        )
        before = Counter({int(n): k for n, k in position["monsters"].items()})
        assert before + stand == +mall.monsters
        oracle.attack(mall, script)
        assert script.left() == []
        compare(table, mall)

    run()


@pytest.mark.parametrize("phase", ["truck", "badge"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_elections_end_as_the_rules_say(seats: int, phase: str) -> None:
    """A vote for truck or badge with its discussion: who is asked what, and who is chosen."""

    @settings(LEAN, max_examples=12)
    @given(rng=RNG)
    def run(rng: Random) -> None:
        position = random_position(rng, seats, phase)
        table = engine.load_scenario(position)
        script = Script.of(play(table, rng, {phase}))
        mall = oracle.Mall.of(position)
        winner = oracle.election(mall, script, "truck" if phase == "truck" else "chief")
        assert script.left() == []
        name = "truck" if phase == "truck" else "chief"
        assert [each for each in chosen(first_round(table)) if each[0] == name] == mall.chosen
        if phase == "badge" and winner is not None:
            assert (table.view(None).chief, table.view(None).chief_elected) == (winner, True)

    run()


TIES = [
    # (board, ties, counted by hand)
    # weights 1 1 1: all different 6 of 27
    pytest.param(
        {3: "A.protector B.protector C.protector", 5: "D.leader D.protector"}, 6, id="111"
    ),
    # weights 2 1 1: two against one and one together: A for X, B and C both for Y: 3 x 2 of 27
    pytest.param({3: "A.leader B.protector C.crybaby", 5: "D.leader D.protector"}, 6, id="211"),
    # weights 2 2: crosswise or each for oneself, 2 of 4
    pytest.param({3: "A.leader B.leader", 5: "C.leader D.leader C.protector"}, 2, id="22"),
]


@pytest.mark.parametrize(("locations", "ties"), TIES)
def test_every_pointing_counts_as_the_rules_say(locations: dict[int, str], ties: int) -> None:
    """All pointings of a small table and all decisions of their ties, enumerated."""
    start = draw_osa("badge", locations, victim_token="D")
    position = {
        "seats": list("ABCD"), "badge": "A", "victim_token": "D", "monsters": {}, "hands": {},
        "closed": [], "cold_room": 0,
        "locations": {area: who.split() for area, who in locations.items()},
    }  # fmt: skip
    questions = start.pending()
    offered = [[option.id for option in question.options] for question in questions]
    tied = 0
    for hands in product(*offered):
        table = start.fork()
        choices = [
            Choice(seat=question.seat, kind="point_at", took=took)
            for question, took in zip(questions, hands, strict=True)
        ]
        for choice in choices:
            table.answer(choice.seat, choice.took)
        asked = [q for q in table.pending() if q.kind == "break_tie"]
        tied += bool(asked)
        for option in [option.id for q in asked for option in q.options] or [""]:
            twin, said = table.fork(), list(choices)
            if option:
                twin.answer("D", option)
                ids = frozenset(each.id for each in asked[0].options)
                said.append(Choice(seat="D", kind="break_tie", took=option, options=ids))
            script = Script.of(said)
            winner = oracle.election(oracle.Mall.of(position), script, "chief")
            assert script.left() == []
            assert twin.view(None).chief == winner
    assert tied == ties


def test_the_oracle_refuses_a_question_that_the_rules_do_not_ask() -> None:
    """It notices options that are too many: it doesn't just follow the engine."""
    position = {
        "seats": list("ABC"), "badge": "A", "victim_token": "B", "monsters": {}, "closed": [],
        "cold_room": 0, "locations": {3: ["A.leader"]}, "hands": {"A": ["molotov"]},
    }  # fmt: skip
    wrong = Choice(seat="A", kind="play_item", took="pass", options=frozenset({"molotov", "pass"}))
    with pytest.raises(RulesBroken, match="where the rules allow"):
        oracle.election(oracle.Mall.of(position), Script.of([wrong]), "chief")


def test_the_scenario_format_is_all_that_oracle_and_engine_share() -> None:
    """The oracle's module imports nothing of the engine."""
    modules = [getattr(value, "__module__", "") for value in vars(oracle).values()]
    assert not any(str(module).startswith("engine.") for module in modules)
    assert not hasattr(oracle, "engine")
