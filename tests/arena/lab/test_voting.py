"""Votes and gifts: each ballot with the table at which it was cast, each vote to its end."""

from typing import TYPE_CHECKING, Any

import pytest

from arena.lab.earlier import Earlier
from arena.lab.game import Ballot, Choice, Vote
from arena.lab.voting import Voting
from engine import Decision, Option
from tests.arena.lab.simulated import RULESETS, played, read
from tests.arena.lab.stories import header
from tests.arena.records_of import plain_of, record_of
from tests.breadth import breadth

if TYPE_CHECKING:
    from collections.abc import Mapping

SEEDS = ("5", "6")
USUAL = [("moh", "5"), ("osaczeni", "5")]
GAMES = breadth([(ruleset, seed) for ruleset in RULESETS for seed in SEEDS], USUAL)


def ballots(ruleset: str, seed: str) -> list[tuple[Vote, Ballot]]:
    """Return the ballots of a game, each with its vote."""
    return [(vote, ballot) for vote in read(ruleset, seed).votes for ballot in vote.ballots]


# --- whole games ---


@pytest.mark.parametrize(("ruleset", "seed"), GAMES)
def test_every_ballot_that_was_revealed_is_found(ruleset: str, seed: str) -> None:
    """With what the record tells of it, in the order of the log."""
    records = [
        each for each in plain_of(played(ruleset, seed).records) if each["type"] == "votes_revealed"
    ]
    found = sorted(ballots(ruleset, seed), key=lambda each: each[1].at)
    assert len(found) == len(records) > 0
    for (vote, ballot), record in zip(found, records, strict=True):
        data = record["data"]
        assert (vote.kind, vote.place, vote.round) == (data["kind"], data["place"], record["round"])
        assert (ballot.at, ballot.number) == (record["i"], data["number"])
        assert (ballot.cast, ballot.weights) == (data["ballots"], data["weights"])
        assert set(ballot.candidates) == set(data["totals"])
        assert ballot.leaders == tuple(data["leaders"])


@pytest.mark.parametrize(("ruleset", "seed"), GAMES)
def test_before_a_ballot_all_its_voters_are_asked(ruleset: str, seed: str) -> None:
    """And nobody else: for the candidates, in this vote, with nobody's ballot given."""
    for vote, ballot in ballots(ruleset, seed):
        assert ballot.moment is not None
        asked = ballot.moment.table.pending()
        assert {each.seat for each in asked} == set(ballot.cast)
        for each in asked:
            assert tuple(one.id for one in each.options) == ballot.candidates
            assert (each.place, each.context["kind"]) == (vote.place, vote.kind)
            assert each.context["weights"] == ballot.weights


@pytest.mark.parametrize(("ruleset", "seed"), GAMES)
def test_the_same_ballots_cast_again_reveal_the_same(ruleset: str, seed: str) -> None:
    """On a fork of the table: who is counterfactually asked stands where the voters stood."""
    for vote, ballot in ballots(ruleset, seed):
        assert ballot.moment is not None
        fork = ballot.moment.table.fork()
        told = len(fork.events)
        for seat, candidate in ballot.cast.items():
            fork.answer(seat, candidate)
        data = fork.events_since(told)[0].data()
        assert (data["kind"], data["place"]) == (vote.kind, vote.place)
        assert data["ballots"] == ballot.cast
        assert tuple(data["leaders"]) == ballot.leaders  # type: ignore[arg-type]


@pytest.mark.parametrize(("ruleset", "seed"), GAMES)
def test_every_vote_that_was_called_is_found_with_its_end(ruleset: str, seed: str) -> None:
    """One without an end is that of an attack which cards ended before anybody voted."""
    records = plain_of(played(ruleset, seed).records)
    called = [each["i"] for each in records if each["type"] == "vote_called"]
    votes = read(ruleset, seed).votes
    assert [each.at for each in votes] == called
    for each in votes:
        end = next(
            one
            for one in records[each.at :]
            if one["type"] in {"player_chosen", "attack_ended"}
            and one["data"]["place"] == each.place
        )
        if end["type"] == "attack_ended":
            assert (each.chosen_at, each.chosen, each.by) == (None, None, "")
            assert each.ballots == []
        else:
            data = end["data"]
            assert (each.chosen_at, each.chosen, each.by) == (end["i"], data["player"], data["by"])


@pytest.mark.parametrize(("ruleset", "seed"), GAMES)
def test_whom_a_vote_found_follows_from_its_ballots(ruleset: str, seed: str) -> None:
    """The one leader of the last, somebody between whom it was tied, or nobody after a tie."""
    for each in read(ruleset, seed).votes:
        leaders = each.ballots[-1].leaders if each.ballots else ()
        assert all(each.at < one.at < (each.chosen_at or 0) for one in each.ballots)
        assert [one.number for one in each.ballots] == [1, 2][: len(each.ballots)]
        match each.by:
            case "vote" | "revote":
                assert (leaders, len(each.ballots)) == (
                    (each.chosen,),
                    1 + (each.by == "revote"),
                )
            case "lot" | "token":
                assert each.chosen in each.tied
                assert each.tied == leaders
            case "second_tie":
                assert each.chosen is None
                assert len(each.tied) > 1
            case _:
                assert each.ballots == []


def test_revotes_and_ties_occur() -> None:
    """So that what is checked above of each is checked of some."""
    ends = {
        (read(*each).header.ruleset == "osaczeni", vote.by)
        for each in USUAL
        for vote in read(*each).votes
    }
    assert {(False, "vote"), (False, "revote"), (True, "vote"), (True, "token")} <= ends


@pytest.mark.parametrize("seed", SEEDS)
def test_who_decided_a_tie_is_told(seed: str) -> None:
    """With the record; for nobody else than whom the vote found."""
    broken = [
        each for each in plain_of(played("osaczeni", seed).records) if each["type"] == "tie_broken"
    ]
    ties = [each for each in read("osaczeni", seed).votes if each.tie is not None]
    assert [each.tie for each in ties] == [
        (each["i"], each["data"]["player"], each["data"]["chosen"]) for each in broken
    ]
    assert [each.chosen for each in ties] == [each["data"]["chosen"] for each in broken]


@pytest.mark.parametrize(("ruleset", "seed"), GAMES)
def test_gifts_name_all_who_could_have_been_given_to(ruleset: str, seed: str) -> None:
    """Everybody else, the eliminated as well (GAP-M-27, GAP-O-18), each once."""
    game = read(ruleset, seed)
    given = [
        each for each in plain_of(played(ruleset, seed).records) if each["type"] == "card_given"
    ]
    assert [each["i"] for each in given] == [each.at for each in game.gifts]
    for each, record in zip(game.gifts, given, strict=True):
        assert (each.giver, each.recipient) == (
            record["data"]["player"],
            record["data"]["recipient"],
        )
        others = [one for one in game.seats if one != each.giver]
        assert sorted(each.recipients) == sorted(others)


# --- by hand ---


class Log:
    """Votes that are fed record by record."""

    def __init__(self) -> None:
        """Begin in round 1."""
        self.voting, self.at, self.round = Voting(), 0, 1

    def add(self, name: str, **data: Any) -> "Log":  # noqa: ANN401 - any payload
        """Feed a record."""
        record = {"type": name, "i": self.at, "round": self.round, "data": data}
        self.voting.feed(record_of(record))
        self.at += 1
        return self

    def called(self, place: int) -> "Log":
        """Call a vote in an attack."""
        return self.add("vote_called", kind="attack", place=place, present=["A", "B", "C"])

    def revealed(self, place: int, *leaders: str, number: int = 1, **cast: str) -> "Log":
        """Reveal ballots."""
        totals = {each: list(cast.values()).count(each) for each in "ABC"}
        return self.add(
            "votes_revealed", kind="attack", place=place, number=number, ballots=cast,
            weights=dict.fromkeys(cast, 1), totals=totals, leaders=list(leaders),
        )  # fmt: skip

    def found(self, place: int, player: str | None, by: str) -> "Log":
        """End a vote."""
        return self.add("player_chosen", kind="attack", place=place, player=player, by=by)

    def votes(self) -> list[Vote]:
        """Return what was read."""
        return self.voting.votes

    def answered(self, seat: str, kind: str, *, defaulted: bool = False, **more: Any) -> "Log":  # noqa: ANN401 - any field
        """Let a seat choose."""
        arguments = more.get("args", ({}, {}))
        options = tuple(
            Option(id_, id_, each) for id_, each in zip("ABCD", arguments, strict=False)
        )
        asked = Decision(
            f"{seat}.{self.at}", seat, kind, options, True, False, "attack", self.round, 2, {},  # noqa: FBT003 - a tuple
            lambda it: it.options[0],
        )  # fmt: skip
        moment = more.get("moment", Earlier(header("moh").saved()).now())
        self.voting.chose(
            Choice(at=self.at, asked=asked, chosen="A", defaulted=defaulted, moment=moment)
        )
        self.at += 1
        return self


def test_a_later_vote_at_the_same_location_is_another() -> None:
    """Ballots and ends belong to the one that was called last."""
    log = Log().called(2).revealed(2, "B", A="B", B="A", C="B").found(2, "B", "vote")
    log.called(2).revealed(2, "A", A="B", B="A", C="A").found(2, "A", "vote")
    assert [(each.chosen, len(each.ballots)) for each in log.votes()] == [("B", 1), ("A", 1)]


def test_what_is_not_about_the_last_vote_finds_its_own() -> None:
    """By kind and location."""
    log = Log().called(2).called(5).revealed(2, "B", A="B", B="A", C="B").found(2, "B", "vote")
    assert [(each.place, each.chosen) for each in log.votes()] == [(2, "B"), (5, None)]


def test_a_lot_was_drawn_between_the_leaders_of_the_last_ballot() -> None:
    """Not between those of the first, who may have been more."""
    log = Log().called(2).revealed(2, "A", "B", "C", A="B", B="C", C="A")
    log.revealed(2, "A", "B", number=2, A="B", B="A").found(2, "A", "lot")
    (vote,) = log.votes()
    assert ([each.number for each in vote.ballots], vote.tied) == ([1, 2], ("A", "B"))


def test_a_tie_that_somebody_decided_has_its_own_candidates() -> None:
    """Who decided it, where, and for whom."""
    log = Log().called(2).revealed(2, "A", "B", A="B", B="A")
    log.add("tie_broken", kind="attack", place=2, player="C", chosen="A", candidates=["B", "A"])
    (vote,) = log.found(2, "A", "token").votes()
    assert (vote.tie, vote.tied, vote.chosen, vote.by) == ((2, "C", "A"), ("B", "A"), "A", "token")


def test_a_vote_that_broke_off_has_no_end() -> None:
    """It found nobody, in no way; that is another thing than to find nobody by a second tie."""
    (vote,) = Log().called(2).revealed(2, "B", A="B", B="A", C="B").votes()
    assert (vote.chosen, vote.by, vote.chosen_at) == (None, "", None)
    (vote,) = (
        Log().called(2).revealed(2, "A", "B", A="B", B="A").found(2, None, "second_tie").votes()
    )
    assert (vote.chosen, vote.by, vote.chosen_at) == (None, "second_tie", 2)


def test_only_ballots_that_a_default_cast_are_marked() -> None:
    """A seat that failed at another question before has voted itself."""
    log = Log().answered("A", "play_attack_card", defaulted=True)
    log.answered("A", "cast_vote").answered("B", "cast_vote", defaulted=True)
    log.called(2).revealed(2, "B", A="B", B="A")
    (vote,) = log.votes()
    assert vote.ballots[0].defaulted == {"B"}


def test_a_gift_counts_each_possible_recipient_once() -> None:
    """With three cards there are several options for each, and some that give nothing."""
    args: tuple[Mapping[str, Any], ...] = (
        {"keep": "x", "give": "y", "recipient": "B"}, {"keep": "y", "give": "x", "recipient": "B"},
        {"keep": "x", "give": "y", "recipient": "C"}, {"keep": "x"},
    )  # fmt: skip
    log = Log().answered("A", "distribute_truck", args=args)
    log.add("card_given", player="A", recipient="C")
    (gift,) = log.voting.gifts
    assert (gift.at, gift.giver, gift.recipient, gift.recipients) == (1, "A", "C", ("B", "C"))


def test_a_ballot_of_an_unknown_vote_is_refused() -> None:
    """A log that never called it is none."""
    with pytest.raises(LookupError, match="no vote on attack at 2"):
        Log().revealed(2, "B", A="B", B="A")
