"""A game that is told round by round says what its records say, and so do the ties."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from arena.claims.verdict import Verdict
from arena.faces.web import round_data
from arena.faces.web.replay_data import view
from arena.faces.web.round_data import RoundData, WordData, betrayals_in, rounds_of, ties_of, told
from arena.lab import reading as reading_of_lab
from arena.lab.measures.betraying import stakes
from arena.lab.promises import promises
from arena.records.lines import decoded
from tests.arena.lab.simulated import played, read
from tests.corpus import reading

GAMES = {"moh-1": ("moh", "5"), "moh-2": ("moh", "6"), "osaczeni-1": ("osaczeni", "5")}


def rounds(id_: str) -> list[RoundData]:
    """Return what is told of a game."""
    game = read(*GAMES[id_])
    return rounds_of(game, betrayals_in(game))


def words(id_: str) -> list[WordData]:
    """Return its promises, announcements and sides of deals."""
    return [each for one in rounds(id_) for each in one["words"]]


def test_it_is_told_to_who_sees_all_secrets_alone() -> None:
    """As plain data; a game that broke off is told as far as it came."""
    game = played("moh")
    whole = view(game, game.seats, "all")
    assert told(game) == {key: whole[key] for key in ("rounds", "ties")}
    assert json.loads(json.dumps(told(game))) == told(game)
    assert set(view(game, game.seats, "public")) == {"head", "frames"}
    assert set(view(game, game.seats, game.seats[0])) == {"head", "frames"}
    cut = told(replace(game, records=game.records[:150]))["rounds"]
    assert 0 < len(cut) < len(told(game)["rounds"])


@pytest.mark.parametrize("id_", GAMES)
def test_with_what_the_lab_counted_it_is_told_the_same_without_playing_it_again(
    id_: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From its records alone."""
    game = played(*GAMES[id_])
    whole, counted = told(game), betrayals_in(read(*GAMES[id_]))
    monkeypatch.delattr(reading_of_lab, "Replay")
    assert told(game) == {}
    assert told(game, counted) == whole


def test_a_game_that_does_not_follow_from_the_rules_is_shown_without() -> None:
    """Its moments are there, and nothing is counted."""
    game = played("moh")
    kept = [at for at, each in enumerate(game.records) if each.type != "votes_revealed"]
    records, lines = ([each[at] for at in kept] for each in (game.records, game.lines))
    forged = replace(game, records=records, lines=lines)
    assert told(forged) == {}
    assert len(view(forged, game.seats, "all")["frames"]) > 100


@pytest.mark.parametrize("id_", GAMES)
def test_dice_looks_deaths_and_destinations_are_those_of_the_game(id_: str) -> None:
    """Round by round; dice in ascending order, as reports have them."""
    game = read(*GAMES[id_])
    for one in rounds(id_):
        number, round_ = one["round"], game.rounds[one["round"]]
        assert one["dice"] == sorted(round_.dice or ())
        called = [each.at for each in game.votes if each.round == number]
        assert one["at"] == (called[0] if round_.rolled_at is None else round_.rolled_at)
        assert [(each["at"], each["seat"], each["by"]) for each in one["looks"]] == [
            (each.at, each.seat, each.by) for each in round_.looks
        ]
        losses = [each for each in game.losses if each.round == number]
        assert [(each["at"], each["seat"], each["place"]) for each in one["eaten"]] == [
            (each.at, each.owner, each.place) for each in losses
        ]
        assert [each["by"] for each in one["eaten"]] == [
            vote.by for vote in game.votes if vote.round == number and game.loss_of(vote)
        ]
        betrayals = [each for each in stakes(game) if each["round"] == number]
        assert [tuple(each.values()) for each in one["betrayed"]] == [
            (each["at"], each["actor"], each["betrayed"], each["other_lost"]) for each in betrayals
        ]
        went = {seat: each["place"] for each in one["ways"] for seat in each["seats"]}
        assert went == round_.destinations
        for each in one["ways"]:
            records = [game.records[at] for at in (each["at"],) if at is not None]
            assert all(record.actor in each["seats"] for record in records)
    assert [each["round"] for each in rounds(id_)] == [each for each in game.rounds if each > 0]


def test_betrayals_are_told_where_they_can_be_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some are; without the extra `analysis` all else is the same."""
    assert any(each["betrayed"] for id_ in GAMES for each in rounds(id_))
    monkeypatch.setattr(round_data, "find_spec", lambda _: None)
    without = [each for id_ in GAMES for each in rounds(id_)]
    assert not any(each["betrayed"] for each in without)
    monkeypatch.undo()
    whole = [each for id_ in GAMES for each in rounds(id_)]
    assert without == [{**each, "betrayed": []} for each in whole]


@pytest.mark.parametrize("id_", GAMES)
def test_reports_say_who_told_whom_what_they_knew_and_whether_it_was_true(id_: str) -> None:
    """Each report of the game, and no other."""
    found = [(one["round"], each) for one in rounds(id_) for each in one["reports"]]
    wanted = {each.message.at: each for each in read(*GAMES[id_]).reports}
    assert sorted(each["at"] for _, each in found) == sorted(wanted)
    for round_, each in found:
        report = wanted[each["at"]]
        message = report.message
        assert (each["by"], each["to"], round_) == (
            message.speaker, list(message.to), message.round,
        )  # fmt: skip
        assert (each["false"], each["whisper"]) == (report.false, message.whisper)
        assert (each["known"] == "saw") == report.saw
        assert (each["known"] == "told") == (report.told and not report.saw)
        assert each["said"]


def test_a_whole_roll_is_told_by_its_numbers() -> None:
    """Other claims are told in words."""
    said = [each["said"] for id_ in GAMES for one in rounds(id_) for each in one["reports"]]
    rolls = [each for each in said if all(one.isdigit() for one in each.split())]
    assert rolls
    assert all(len(each.split()) >= 2 for each in rolls)
    assert any("show" in each for each in said)


@pytest.mark.parametrize("id_", GAMES)
def test_ballots_are_those_of_the_game(id_: str) -> None:
    """With weights, and how each ballot came out."""
    votes = {each.at: (vote, each) for vote in read(*GAMES[id_]).votes for each in vote.ballots}
    found = [each for one in rounds(id_) for each in one["votes"]]
    assert {each["at"] for each in found} == set(votes)
    assert len(found) == len(votes)
    for each in found:
        vote, ballot = votes[each["at"]]
        assert (each["kind"], each["place"], each["number"]) == (
            vote.kind, vote.place, ballot.number,
        )  # fmt: skip
        assert {one["seat"]: one["target"] for one in each["cast"]} == dict(ballot.cast)
        assert {one["seat"]: one["votes"] for one in each["cast"]} == {
            voter: ballot.weights[voter] for voter in ballot.cast
        }
        assert (each["leaders"], each["chosen"]) == (list(ballot.leaders), vote.chosen)


@pytest.mark.parametrize("id_", GAMES)
def test_ties_count_ballots_for_and_against_others(id_: str) -> None:
    """For whom one votes for itself is no tie; votes in attacks are against, all others for."""
    game = read(*GAMES[id_])
    ballots = Counter(
        (voter, target, vote.kind != "attack")
        for vote in game.votes for each in vote.ballots
        for voter, target in each.cast.items() if voter != target
    )  # fmt: skip
    ties = ties_of(game)
    found = {(each["voter"], each["target"], True): each["supported"] for each in ties}
    found |= {(each["voter"], each["target"], False): each["opposed"] for each in ties}
    assert Counter(found) == ballots
    assert len({(each["voter"], each["target"]) for each in ties}) == len(ties)
    assert all(each["supported"] + each["opposed"] > 0 for each in ties)


@pytest.mark.parametrize("id_", GAMES)
def test_words_are_promises_announcements_and_sides_of_accepted_deals(id_: str) -> None:
    """Each with what became of it, in the order of its moments."""
    game = read(*GAMES[id_])
    deals = Counter(
        (each.at, side.party, side.other, side.outcome.replace("_", " "))
        for each in game.offers if each.ending == "accepted" for side in each.sides.values()
    )  # fmt: skip
    found = words(id_)
    assert deals == Counter(
        (each["at"], each["by"], *each["to"], each["outcome"])
        for each in found if each["kind"] == "deal"
    )  # fmt: skip
    went = Counter(each.claim.made.said.location == each.destination for each in game.announcements)
    announced = [each for each in found if each["kind"] == "announced"]
    assert went == Counter(each["outcome"] == "kept to it" for each in announced)
    assert {each["outcome"] for each in announced} <= {"kept to it", "went elsewhere"}
    made = [each.claim for each in promises(game) if each.claim.made.said.kind != "go"]
    promised = [each for each in found if each["kind"] == "promise"]
    assert sorted(each["at"] for each in promised) == sorted(each.at for each in made)
    for outcome, verdict in (
        ("kept", Verdict.PROMISE_KEPT), ("broken", Verdict.PROMISE_BROKEN),
        ("taken back", Verdict.TAKEN_BACK),
    ):  # fmt: skip
        assert sum(each["outcome"] == outcome for each in promised) == sum(
            each.verdict is verdict for each in made
        )
    assert all(each["said"] and each["outcome"] for each in found)
    for one in rounds(id_):
        moments = [each["at"] for each in one["words"]]
        assert moments == sorted(moments)


def test_promises_and_deals_are_told_in_words() -> None:
    """As after `promised`, and after who does it."""
    game = reading.transcript("moh-bargaining-4-web")
    deals = [each for one in told(game)["rounds"] for each in one["words"]]
    assert any(each["said"].startswith("votes for ") for each in deals)
    said = [each["said"] for id_ in GAMES for each in words(id_) if each["kind"] == "promise"]
    assert said
    assert all(each.startswith(("to ", "not to ")) for each in said)


def test_what_cannot_be_seen_is_written_out() -> None:
    """In frames; a line that has it escaped is as good as one that has it as it is."""
    game = played("moh")
    said = next(at for at, each in enumerate(game.records) if each.type == "said")
    before = game.lines[said].decode()
    for unseen in ("\u202e", "\\u202e"):
        line = before.replace('"text":"', f'"text":"{unseen}')
        records, lines = list(game.records), list(game.lines)
        records[said], lines[said] = decoded(json.loads(line)), line.encode()
        forged = replace(game, records=tuple(records), lines=tuple(lines))
        shown = view(forged, game.seats, "all")
        frames = json.dumps(shown["frames"], ensure_ascii=False)
        assert "\u202e" not in frames
        was = json.dumps(view(game, game.seats, "all")["frames"], ensure_ascii=False)
        assert frames.replace("\\\\u202e", "") == was
