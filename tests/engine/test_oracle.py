"""The engine against the oracle: same position, same choices, same lots, same outcome."""

from collections.abc import Mapping
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engine
from tests.engine import oracle
from tests.engine.helpers import draw, events, where, zombies
from tests.engine.oracle_script import Choice, RulesBroken, Script
from tests.engine.random_boards import Position, play_phase, random_position

TABLES = [(ruleset, seats) for ruleset in oracle.BOOKS for seats in (3, 4, 5, 6)]
RNG = st.randoms(use_true_random=False, note_method_calls=False)
LEAN = settings(max_examples=60, suppress_health_check=list(HealthCheck))


def first_round(table: engine.Table) -> list[Mapping[str, Any]]:
    """Return what happened in the round that the scenario begins in, as records with `type`."""
    records: list[Mapping[str, Any]] = []
    for event in table.events:
        records.append({"type": event.type, **event.data()})
        if event.type == "round_ended":
            break
    return records


def chosen(records: list[Mapping[str, Any]]) -> list[oracle.Vote]:
    """Return the votes as the oracle notes them."""
    names = {"only_candidate": "sole", "vote": "ballot", "revote": "revote", "lot": "lot"}
    return [
        oracle.Vote(
            kind=each["kind"],
            place=each["place"],
            chosen=each["player"],
            by=names.get(each["by"], "nobody"),
        )
        for each in records
        if each["type"] == "player_chosen"
    ]


def lots(records: list[Mapping[str, Any]], *, characters: bool) -> list[str]:
    """Return what the lots showed: players, or characters, who are then eaten."""
    shown: list[str] = []
    for at, each in enumerate(records):
        if each["type"] == "player_chosen" and each["by"] == "lot":
            eaten = next(e for e in records[at:] if e["type"] == "character_eaten")
            name = f"{eaten['player']}.{eaten['character']}"
            shown.append(name if characters else each["player"])
    return shown


def badge(position: Position, records: list[Mapping[str, Any]]) -> str:
    """Return who has the badge after these events."""
    taken = [each["player"] for each in records if each["type"] == "badge_taken"]
    return taken[-1] if taken else position["chief"]


def compare_end(table: engine.Table, board: oracle.Board) -> None:
    """Compare whether and how the game ended."""
    reasons = oracle.end_reasons(board)
    assert table.is_over == bool(reasons)
    result = table.result
    if result is None:
        return
    places = oracle.placements(board)
    assert result.end_reason in reasons
    assert dict(result.scores) == oracle.scores(board)
    assert dict(result.placements) == places
    assert set(result.winners) == {seat for seat in places if places[seat] == 1}


def compare_attack(position: Position, choices: list[Choice], table: engine.Table) -> oracle.Board:
    """Play the attack again by the rules and compare everything that can be seen of it."""
    records = first_round(table)
    book = oracle.BOOKS[position["ruleset"]]
    script = Script.of(choices, lots(records, characters=book.draws_character))
    board = oracle.attack(position, script)
    assert script.left() == []
    assert script.lots == []
    assert chosen(records) == board.votes
    assert board.eaten == [
        (each["place"], f"{each['player']}.{each['character']}")
        for each in records
        if each["type"] == "character_eaten"
    ]
    assert zombies(table) == {place: count for place, count in board.zombies.items() if count}
    for who, place in board.at.items():
        assert where(table, who) == place
    out = {each["player"] for each in records if each["type"] == "player_eliminated"}
    assert out == oracle.newly_eliminated(board)
    assert badge(position, records) == board.chief
    hidden = any(c.hidden for place in table.view(None).places for c in place.characters)
    assert not hidden or board.over
    compare_end(table, board)
    return board


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
def test_attacks_end_as_the_rules_say(ruleset: str, seats: int) -> None:
    """A whole phase F with random cards and ballots: eaten, zombies, votes, badge, end, scores."""

    @LEAN
    @given(rng=RNG)
    def play(rng: Random) -> None:
        position = random_position(rng, ruleset, seats, "attack")
        table = engine.load_scenario(position)
        choices = play_phase(table, rng, "attack")
        compare_attack(position, choices, table)

    play()


@pytest.mark.slow
@pytest.mark.parametrize("phase", ["truck", "chief"])
@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
def test_elections_end_as_the_rules_say(ruleset: str, seats: int, phase: str) -> None:
    """A truck or Chief vote with its card lap: who is asked what, who is chosen, the badge."""

    @settings(LEAN, max_examples=25)
    @given(rng=RNG)
    def play(rng: Random) -> None:
        position = random_position(rng, ruleset, seats, phase)
        table = engine.load_scenario(position)
        choices = play_phase(table, rng, phase)
        script = Script.of(choices)
        board = oracle.election(position, script, phase)
        votes = [vote for vote in chosen(first_round(table)) if vote.kind == phase]
        assert script.left() == []
        assert votes == board.votes
        if phase == "truck":
            searcher = [q.seat for q in table.pending() if q.kind == "distribute_truck"]
            assert searcher == [vote.chosen for vote in votes if vote.chosen]
        else:
            view = table.view(None)
            assert (view.chief, view.chief_elected) == (board.chief, board.chief_elected)

    play()


SMALL = [
    # (board, seats, second ties), the last counted by hand:
    # weights 1 1 1 and 1 absent: 6 first ties (all different) x 18 re-votes that end 2-2-0
    pytest.param({5: "A.pin_up B.pin_up C.pin_up", 1: "D.pin_up D.gunman"}, 4, 108, id="even"),
    # weights 2 1 1 and 1 absent: five votes between two never tie
    pytest.param({5: "A.gunman B.pin_up C.tough_guy", 4: "D.pin_up A.pin_up"}, 4, 0, id="odd"),
    # weights 2 1: no first tie either
    pytest.param({5: "A.gunman B.pin_up", 6: "C.pin_up D.pin_up C.tough_guy"}, 4, 0, id="pair"),
    # weights 1 2 1, nobody absent: 6 first ties of B against A and C, 2 re-votes of each again
    pytest.param(
        {5: "A.pin_up B.gunman C.pin_up", 6: "A.gunman B.pin_up C.tough_guy"}, 3, 12, id="full"
    ),
]


def cast(table: engine.Table, ballots: Mapping[str, str]) -> None:
    """Cast these ballots."""
    for seat, player in ballots.items():
        table.answer(seat, player)


def every_ballot(table: engine.Table) -> list[dict[str, str]]:
    """Return every way in which those who are asked now can vote."""
    questions = table.pending()
    offered = [[option.id for option in question.options] for question in questions]
    seats = [question.seat for question in questions]
    return [dict(zip(seats, ballots, strict=True)) for ballots in product(*offered)]


@pytest.mark.parametrize(("locations", "seats", "ties"), SMALL)
@pytest.mark.parametrize("phase", ["chief", "attack"])
def test_every_ballot_and_revote_counts_as_the_rules_say(
    locations: dict[int, str], seats: int, ties: int, phase: str
) -> None:
    """All first ballots and all re-votes of a small table, enumerated."""
    keys: dict[str, object] = {"extras_placed": True} if phase == "attack" else {}
    start = draw(phase, locations, seats=seats, zombies={5: 6}, **keys)
    board_at = {int(n): names.split() for n, names in locations.items()}
    position = {"ruleset": "moh", "seats": list("ABCD"[:seats]), "locations": board_at}
    tied_twice = 0
    for first in every_ballot(start):
        table = start.fork()
        cast(table, first)
        asked = [q.kind for q in table.pending()]
        again = every_ballot(table) if "cast_revote" in asked else [{}]
        for second in again:
            played = table.fork()
            cast(played, second)
            tied_twice += _compare_vote(position, phase, first, second, played)
    assert tied_twice == ties


def _compare_vote(
    position: Position,
    phase: str,
    first: Mapping[str, str],
    second: Mapping[str, str],
    table: engine.Table,
) -> bool:
    votes = [vote for vote in chosen(first_round(table)) if vote.place == 5]
    cast_now = [Choice(seat=s, kind="cast_vote", took=p) for s, p in first.items()]
    cast_now += [Choice(seat=s, kind="cast_revote", took=p) for s, p in second.items()]
    script = Script.of(
        cast_now, [vote.chosen for vote in votes if vote.by == "lot" and vote.chosen]
    )
    board = oracle.Board.of(position)
    oracle.vote(board, script, phase, 5, oracle.Lap().threats)
    assert script.left() == []
    assert votes == board.votes
    return votes[0].by in {"lot", "nobody"}


def test_the_oracle_refuses_a_question_that_the_rules_do_not_ask() -> None:
    """The oracle notices options that are too many: it doesn't just follow the engine."""
    position = {"ruleset": "moh", "seats": ["A", "B", "C"], "locations": {5: ["A.pin_up"]}}
    options = frozenset({"threat", "pass"})
    passes = [Choice(seat="A", kind="play_vote_card", took="pass", options=options)]
    position["hands"] = {"A": ["hardware"]}
    with pytest.raises(RulesBroken, match="where the rules allow"):
        oracle.election(position, Script.of(passes), "chief")


def test_the_scenario_format_is_all_that_oracle_and_engine_share() -> None:
    """The oracle's module imports nothing of the engine."""
    assert not any(
        getattr(value, "__module__", "").startswith("engine.") for value in vars(oracle).values()
    )
    assert not hasattr(oracle, "engine")


def test_a_known_attack_comes_out_by_hand() -> None:
    """One attack worked out on paper keeps oracle and engine from being wrong together."""
    position = {
        "scenario": 1, "ruleset": "moh", "seats": ["A", "B", "C"], "phase": "attack",
        "extras_placed": True, "seed": 1, "zombies": {"3": 3},
        "locations": {
            "3": ["A.pin_up", "B.tough_guy"],
            "6": ["A.gunman", "B.gunman", "C.pin_up", "C.gunman"],
        },
    }  # fmt: skip
    table = engine.load_scenario(position)
    cast(table, {"A": "A", "B": "B"})
    cast(table, {"A": "A", "B": "B", "C": "B"})
    votes = [{"A": "A", "B": "B"}, {"A": "A", "B": "B", "C": "B"}]
    kinds = ["cast_vote", "cast_revote"]
    choices = [
        Choice(seat=s, kind=kind, took=p)
        for kind, ballots in zip(kinds, votes, strict=True)
        for s, p in ballots.items()
    ]
    position["chief"] = "A"
    board = compare_attack(position, choices, table)
    assert board.eaten == [(3, "B.tough_guy")]
    assert zombies(table) == {}
    assert events(table, "player_eliminated") == []
