"""The judge over whole games: every claim once, and no listener against the engine."""

import json
from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from arena.claims import Judgement
from arena.projections.judge import Judge
from arena.records.record import shown_to
from tests.arena.claims.games import Record, played
from tests.arena.claims.helpers import claims_in
from tests.arena.claims.hindsight import Hindsight
from tests.arena.records_of import record_of

GAMES = st.tuples(st.integers(0, 10**6), st.integers(3, 6), st.sampled_from(engine.rulesets()))
KEYS = [(seed, 3 + seed, each) for seed in range(4) for each in engine.rulesets()]
"""Games of each ruleset with each number of seats, by the arguments of `game`."""
EACH_GAME = pytest.mark.parametrize(
    "key",
    [pytest.param(key, id=f"{key[2]}-{key[1]}", marks=() if at % 5 == 0 else pytest.mark.slow)
     for at, key in enumerate(KEYS)],
)  # fmt: skip
"""The usual run takes one with each number of seats, and five of the rulesets."""
STEADY = settings(max_examples=30)
Key = tuple[int, int]


@cache
def game(seed: int, seats: int, ruleset: str) -> tuple[Record, ...]:
    """Return a game's records; it is played once."""
    return tuple(played(seed, seats, ruleset, truces=True))


def seated(records: tuple[Record, ...]) -> tuple[str, ...]:
    """Return who plays."""
    began = next(record for record in records if record["type"] == "game_began")
    return tuple(began["data"]["seats"])


def judged(records: tuple[Record, ...], ruleset: str, who: str = "all") -> list[Judgement]:
    """Return all judgements, in their order."""
    judge = Judge(engine.ruleset(ruleset), seated(records))
    fed = (
        each
        for record in records
        if shown_to(record["seen_by"], who)
        for each in judge.feed(record_of(record))
    )
    return [*claims_in(fed), *claims_in(judge.close())]


def claimed(records: tuple[Record, ...], who: str = "all") -> list[Key]:
    """Return every claim that was perceived."""
    return [
        (record["data"]["message"], at)
        for record in records
        if record["type"] == "said" and shown_to(record["seen_by"], who)
        for at in range(len(record["data"]["claims"]))
    ]


def keyed(judgements: list[Judgement]) -> dict[Key, Judgement]:
    """Return judgements by claim."""
    return {(each.message, each.claim): each for each in judgements}


@EACH_GAME
def test_every_claim_is_judged_exactly_once(key: tuple[int, int, str]) -> None:
    """Whatever is said when, for the engine and for every listener."""
    records = game(*key)
    for who in ("all", "public", *seated(records)):
        found = [(each.message, each.claim) for each in judged(records, key[2], who)]
        assert Counter(found) == Counter(claimed(records, who))


@pytest.mark.slow
@STEADY
@given(GAMES)
def test_no_listener_contradicts_the_engine(key: tuple[int, int, str]) -> None:
    """What a listener finds true is not false, and the other way round; nor are certain priors."""
    records = game(*key)
    whole = keyed(judged(records, key[2]))
    for who in ("public", *seated(records)):
        for at, mine in keyed(judged(records, key[2], who)).items():
            truths = {mine.truth, whole[at].truth}
            assert truths != {"true", "false"}, (who, mine, whole[at])
            priors = {mine.prior, whole[at].prior}
            assert None in priors or len(priors) == 1, (who, mine, whole[at])


@EACH_GAME
def test_hindsight_agrees(key: tuple[int, int, str]) -> None:
    """Read off the finished log by other code, every claim but accusations comes out the same."""
    assert_hindsight_agrees(key)


def test_hindsight_agrees_on_a_game_that_was_never_played(drawn_seed: int) -> None:
    """Its seed is drawn anew in each run."""
    rulesets = engine.rulesets()
    ruleset = rulesets[drawn_seed % len(rulesets)]
    assert_hindsight_agrees((drawn_seed, 3 + drawn_seed % 4, ruleset))


@pytest.mark.slow
@settings(STEADY, max_examples=90)
@given(GAMES)
def test_hindsight_agrees_in_any_game(key: tuple[int, int, str]) -> None:
    """As above, for games that are drawn."""
    assert_hindsight_agrees(key)


def assert_hindsight_agrees(key: tuple[int, int, str]) -> None:
    """Assert for each claim of a game that it is judged as the finished log has it."""
    records = list(game(*key))
    found = keyed(judged(tuple(records), key[2]))
    for place, record in enumerate(records):
        for at, made in enumerate(record["data"]["claims"] if record["type"] == "said" else ()):
            accuses = "lied" in {made["kind"], made.get("condition", made)["kind"]}
            if accuses and "said_by" not in made:
                continue
            expected = Hindsight(records, place).claim(made)
            assert found[record["data"]["message"], at].truth == expected, (record["actor"], made)


@EACH_GAME
def test_a_copy_of_the_log_gives_the_same_judgements(key: tuple[int, int, str]) -> None:
    """The judge is a function of the records, and changes none of them."""
    records = game(*key)
    before = json.dumps(records)
    copy = tuple(json.loads(before))
    assert judged(records, key[2]) == judged(copy, key[2])
    assert json.dumps(records) == before


@EACH_GAME
def test_the_whole_log_leaves_nothing_undetermined_but_lies(key: tuple[int, int, str]) -> None:
    """Only lies of those who claimed nothing can't be known."""
    records = game(*key)
    claims = {
        (record["data"]["message"], at): made
        for record in records
        if record["type"] == "said"
        for at, made in enumerate(record["data"]["claims"])
    }
    for at, found in keyed(judged(records, key[2])).items():
        if found.truth == "undetermined":
            made = claims[at]
            kinds = {made["kind"], made.get("condition", made)["kind"]}
            assert "said_by" not in made, made
            assert "lied" in kinds, made


@EACH_GAME
def test_who_knew_was_right_or_lied(key: tuple[int, int, str]) -> None:
    """A claim that the speaker's information settled has a prior of 0 or 1: its truth."""
    for found in judged(game(*key), key[2]):
        assert (found.basis == "told") == (found.told_by is not None)
        if found.basis == "seen" and found.truth in {"true", "false"}:
            assert found.prior == float(found.truth == "true")
        if found.prior is not None:
            assert 0.0 <= found.prior <= 1.0


@pytest.mark.parametrize(
    "ruleset",
    [
        each if each in {"moh", "osaczeni"} else pytest.param(each, marks=pytest.mark.slow)
        for each in engine.rulesets()
    ],
)
def test_random_talk_meets_every_outcome(ruleset: str) -> None:
    """The games are no empty test: each truth and each basis comes up many times."""
    found = [each for seed in range(20) for each in judged(game(seed, 4, ruleset), ruleset)]
    truths, bases = Counter(j.truth for j in found), Counter(j.basis for j in found)
    assert min(truths[each] for each in ("true", "false", "moot")) > 20
    assert min(truths[each] for each in ("undetermined", "both_failed")) > 3
    assert min(bases[each] for each in ("seen", "told", "neither")) > 5
