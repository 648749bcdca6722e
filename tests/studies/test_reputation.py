"""What a false report costs in elections: how it is counted, and what it is at whole tables."""

from collections.abc import Sequence

import pytest

import engine
from arena.forms import JsonRecord
from tests.arena.records_of import records_of
from tests.studies.reputation import Candidacy, candidacies, shares

SEATS = ("A", "B", "C")
DICE = [1, 1, 2, 3]


def record(
    kind: str, data: dict[str, object], actor: str | None = None, round_: int = 1
) -> JsonRecord:
    """Return a record that everybody perceives."""
    return {
        "type": kind, "round": round_, "phase": "chief", "actor": actor, "seen_by": "all",
        "data": data,
    }  # fmt: skip


def report(
    message: int, speaker: str, truth: str, round_: int, basis: str = "seen"
) -> list[JsonRecord]:
    """Return a report of dice with what became of it."""
    claim = {"kind": "dice", "dice": DICE}
    said = {
        "turn": f"{speaker}.t{message}", "floor": "dice", "wave": message, "message": message,
        "messages": 1, "text": "Dice.", "to": [], "whisper": False, "claims": [claim], "deals": [],
    }  # fmt: skip
    judged = {
        "message": message, "claim": 0, "speaker": speaker, "truth": truth, "prior": 1.0,
        "basis": basis, "told_by": None, "at": None, "ballot": None, "condition": None,
        "condition_at": None, "occasions": [],
    }  # fmt: skip
    return [record("said", said, speaker, round_), record("claim_judged", judged, speaker, round_)]


def election(round_: int, winner: str, **votes: int) -> list[JsonRecord]:
    """Return the first ballot of an election for Chief, and who has the badge after it."""
    ballot = {
        "kind": "chief", "place": 5, "number": 1, "ballots": dict.fromkeys(votes, winner),
        "weights": votes, "totals": dict.fromkeys(votes, 0), "leaders": [winner],
    }  # fmt: skip
    taken = {"player": winner, "elected": True, "cause": "vote"}
    return [
        record("votes_revealed", ballot, round_=round_),
        record("badge_taken", taken, round_=round_),
    ]


def found(*parts: Sequence[JsonRecord]) -> list[Candidacy]:
    """Return the candidacies in these records."""
    records = records_of([each for part in parts for each in part])
    return list(candidacies(records, engine.ruleset("moh"), SEATS))


def test_a_candidate_stands_by_the_reports_of_the_two_rounds_before() -> None:
    """One false report is enough; one of this round, or of three rounds ago, is none."""
    lied, told = report(1, "A", "false", 1), report(2, "B", "true", 1)
    assert found(lied, told, election(2, "B", A=2, B=1, C=1)) == [
        Candidacy(truthful=False, votes=(2, 1, 1), won=False),
        Candidacy(truthful=True, votes=(1, 2, 1), won=True),
    ]
    again = report(3, "A", "true", 2)
    assert [each.truthful for each in found(lied, again, election(3, "A", A=1, B=1))] == [False]
    assert [each.truthful for each in found(lied, again, election(4, "A", A=1, B=1))] == [True]
    assert found(lied, election(4, "A", A=1, B=1)) == found(lied, election(1, "A", A=1, B=1)) == []


def test_a_report_is_that_of_somebody_who_had_seen_the_dice() -> None:
    """A guess that is wrong makes no liar."""
    assert found(report(1, "A", "false", 1, "neither"), election(2, "A", A=1, B=1)) == []


def test_an_election_that_one_player_decides_alone_is_left_out() -> None:
    """More than half of the votes; half of them may end in a tie."""
    told = report(1, "A", "true", 1)
    assert found(told, election(2, "A", A=3, B=1, C=1)) == []
    assert len(found(told, election(2, "A", A=2, B=1, C=1))) == 1


def test_only_candidacies_with_the_same_votes_are_compared() -> None:
    """By hand: of (1, 1) one of two against none of one; what has no counterpart is left out."""
    alike = [
        Candidacy(truthful=True, votes=(1, 1), won=True),
        Candidacy(truthful=True, votes=(1, 1), won=False),
        Candidacy(truthful=False, votes=(1, 1), won=False),
    ]
    stronger = Candidacy(truthful=False, votes=(2, 1, 1), won=True)
    assert shares([*alike, stronger]) == (0.5, 0.0)
    assert shares([stronger]) == (0.0, 0.0)


def test_strata_weigh_by_how_much_there_is_to_compare() -> None:
    """By hand: weights 2/3 for two against one, and 1/2 for one against one."""
    first = [Candidacy(truthful=True, votes=(1, 1), won=True)] * 2
    second = [Candidacy(truthful=True, votes=(2, 2), won=False)]
    lied = [Candidacy(truthful=False, votes=votes, won=False) for votes in ((1, 1), (2, 2))]
    assert shares([*first, *second, *lied]) == pytest.approx((4 / 7, 0.0))
