"""The lie track tells what the game's records say, round by round."""

from collections import Counter

import pytest

from arena.lab.betrayals import stakes
from arena.lab.report import track
from arena.lab.report.track import HOW, Played, rows_by_game
from arena.lab.tables import Tables
from tests.arena.lab.report.folders import GAMES
from tests.arena.lab.simulated import read


@pytest.fixture(scope="module")
def told(whole: Tables) -> dict[str, Played]:
    """Return all games by id."""
    return {each.id: each for each in map(track.told, rows_by_game(whole, list(GAMES)))}


def test_all_games_are_told_in_order(told: dict[str, Played]) -> None:
    """Once each, by their names."""
    assert list(told) == sorted(GAMES)


@pytest.mark.parametrize("id_", GAMES)
def test_dice_looks_deaths_and_destinations_are_those_of_the_game(
    told: dict[str, Played], id_: str
) -> None:
    """Round by round; dice in ascending order, as reports have them."""
    game = read(*GAMES[id_])
    for one in told[id_].rounds:
        round_ = game.rounds[one.number]
        assert one.dice == tuple(sorted(round_.dice or ()))
        assert [seat for seat, _ in one.looks] == [each.seat for each in round_.looks]
        owners = [each.owner for each in game.losses if each.round == one.number]
        assert [owner for owner, *_ in one.eaten] == owners
        assert [how for *_, how in one.eaten] == [
            HOW[vote.by] for vote in game.votes if vote.round == one.number and game.loss_of(vote)
        ]
        betrayals = [each for each in stakes(game) if each["round"] == one.number]
        assert sorted(one.betrayed) == sorted(
            (each["at"], each["actor"], each["betrayed"], each["other_lost"]) for each in betrayals
        )
        went = {seat: int(place.split()[0]) for place, seats in one.went for seat in seats}
        assert went == round_.destinations
    assert {each.number for each in told[id_].rounds} == {each for each in game.rounds if each > 0}


@pytest.mark.parametrize("id_", GAMES)
def test_reports_say_who_told_whom_what_they_knew_and_whether_it_was_true(
    told: dict[str, Played], id_: str
) -> None:
    """Each report of the game, and no other."""
    found = [each for one in told[id_].rounds for each in one.reports]
    wanted = {each.message.at: each for each in read(*GAMES[id_]).reports}
    assert {each.at for each in found} == set(wanted)
    assert len(found) == len(wanted)
    for each in found:
        report = wanted[each.at]
        assert (each.speaker, each.to) == (report.message.speaker, report.message.to)
        assert (each.false, each.whisper) == (report.false, report.message.whisper)
        assert (each.known == "saw") == report.saw
        assert each.said
    assert told[id_].reported == sum(each.saw for each in wanted.values())
    assert told[id_].lies == sum(each.saw and each.false for each in wanted.values())


def test_a_whole_roll_is_told_by_its_numbers(told: dict[str, Played]) -> None:
    """Other claims are told in words."""
    said = [each.said for game in told.values() for one in game.rounds for each in one.reports]
    rolls = [each for each in said if all(one.isdigit() for one in each.split())]
    assert rolls
    assert all(len(each.split()) >= 2 for each in rolls)
    assert any("show" in each for each in said)


@pytest.mark.parametrize("id_", GAMES)
def test_ballots_are_those_of_the_game(told: dict[str, Played], id_: str) -> None:
    """With weights, and how each ballot came out."""
    wanted = {each.at: each for vote in read(*GAMES[id_]).votes for each in vote.ballots}
    found = [each for one in told[id_].rounds for each in one.votes]
    assert {each.at for each in found} == set(wanted)
    for each in found:
        ballot = wanted[each.at]
        assert {voter: target for voter, target, _ in each.cast} == dict(ballot.cast)
        assert {voter: votes for voter, _, votes in each.cast} == {
            voter: ballot.weights[voter] for voter in ballot.cast
        }
        if len(ballot.leaders) == 1:
            assert each.result == ballot.leaders[0]
        else:
            assert each.result.startswith("tie")


@pytest.mark.parametrize("id_", GAMES)
def test_ties_count_ballots_for_and_against_others(told: dict[str, Played], id_: str) -> None:
    """For whom one votes for itself is no tie."""
    ballots = [
        (voter, target, vote.kind != "attack")
        for vote in read(*GAMES[id_]).votes for each in vote.ballots
        for voter, target in each.cast.items() if voter != target
    ]  # fmt: skip
    assert told[id_].ties.total() == len(ballots)
    assert all(told[id_].ties[each] == ballots.count(each) for each in ballots)


@pytest.mark.parametrize("id_", GAMES)
def test_words_are_promises_and_sides_of_accepted_deals(told: dict[str, Played], id_: str) -> None:
    """Each with what became of it; kept is good and broken bad, the others are neither."""
    deals = [
        side for each in read(*GAMES[id_]).offers
        if each.ending == "accepted" for side in each.sides.values()
    ]  # fmt: skip
    found = [each for one in told[id_].rounds for each in one.words]
    assert sum(each.deal for each in found) == len(deals)
    outcomes = {each.outcome: each.mark for each in found}
    assert outcomes.pop("kept", "good") == "good"
    assert outcomes.pop("broken", "bad") == "bad"
    assert set(outcomes.values()) <= {""}
    assert told[id_].kept == sum(each.outcome == "kept" for each in found)
    assert told[id_].broken == sum(each.outcome == "broken" for each in found)
    begun = {each.said.partition(" ")[0] for each in found if not each.deal}
    assert begun <= {"promised", "announced"}
    announced = [each for each in found if each.said.startswith("announced ")]
    wanted = read(*GAMES[id_]).announcements
    went = Counter(each.claim.made.said.location == each.destination for each in wanted)
    assert Counter(each.outcome == "kept to it" for each in announced) == went


def test_seats_say_who_sat_there_and_how_it_ended(told: dict[str, Played]) -> None:
    """Each with a symbol of its own."""
    for id_, game in told.items():
        source = read(*GAMES[id_])
        assert [each.name for each in game.seats] == list(source.seats)
        assert {each.name for each in game.seats if each.out} == set(source.eliminated)
        assert len({each.symbol for each in game.seats}) == len(game.seats)
        assert {each.entrant for each in game.seats} == set(source.entrants.values())
