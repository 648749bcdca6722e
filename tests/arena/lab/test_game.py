"""What a game says: dice, destinations, deaths, who plays for whom, and that reading is safe."""

from dataclasses import fields, replace

import pytest

from arena.errors import TranscriptError
from arena.lab.filling import rows_of
from arena.lab.game import Game
from arena.lab.measures import opportunities
from arena.lab.reading import game_of
from arena.projections.rounds import Look, Round
from tests.arena.claims.helpers import Story
from tests.arena.lab.simulated import SPECS, played, read
from tests.arena.lab.stories import header, told
from tests.arena.records_of import plain_of, records_of
from tests.breadth import EACH_RULESET

KINDS = ("moh", "osaczeni")


def of_type(game: Game, *types: str) -> list[tuple[int, str, int]]:
    """Return number, player and round of the records of some types."""
    return [
        (each["i"], each["data"].get("player"), each["round"])
        for each in plain_of(game.records)
        if each["type"] in types
    ]


def fresh(ruleset: str) -> Game:
    """Return a game that nobody has read anything of."""
    game = played(ruleset)
    return game_of(game.header, game.records, game="g")


def plain(game: Game) -> dict[str, object]:
    """Return what a game says as text, and the tables that it keeps as their moves."""
    said = {
        each.name: repr(getattr(game, each.name)) for each in fields(Game) if each.name != "records"
    }
    moments = [each.moment for each in game.choices] + [
        ballot.moment for vote in game.votes for ballot in vote.ballots
    ]
    kept = [None if each is None else each.table.save() for each in moments]
    choices = [[repr(each) for each in (one.options, one.args)] for one in game.choices]
    return {**said, "tables": kept, "options": choices}


# --- reading ---


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_a_game_read_twice_says_the_same(ruleset: str) -> None:
    """From the same records."""
    assert plain(fresh(ruleset)) == plain(read(ruleset))


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_nothing_of_a_game_changes_when_it_is_used(ruleset: str) -> None:
    """All measures are counted and all rows filled, twice; it says what it said before."""
    game = fresh(ruleset)
    before = plain(game)
    first = rows_of(game), list(opportunities(game))
    assert (rows_of(game), list(opportunities(game))) == first
    assert (game.claims, game.points) == (game.claims, game.points)
    assert plain(game) == before


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_a_game_knows_who_played_each_seat(ruleset: str) -> None:
    """By SPEC, where no tournament names entrants; by its last hash it is known."""
    game = read(ruleset)
    assert game.entrants == SPECS
    assert set(game.seats) == set(SPECS)
    assert game.digest == game.records[-1].hash
    assert len(game.digest) == 64


def test_games_that_were_dealt_alike_are_one_cluster() -> None:
    """By rules, seed and line-up, whoever sits where, whatever their arm; not by names or talk."""
    game = read("moh")
    alike = replace(game, id="other", header=game.header.model_copy(update={"talk": None}))
    assert alike.cluster == game.cluster
    turned = dict(zip(game.entrants, list(game.entrants.values())[::-1], strict=True))
    assert replace(game, entrants=turned).cluster == game.cluster
    for key, value in {"seed": "6", "ruleset": "moh-pl"}.items():
        other = game.header.model_copy(update={key: value})
        assert replace(game, header=other).cluster != game.cluster
    entrants = {**game.entrants, "Ada": "another"}
    assert replace(game, entrants=entrants).cluster != game.cluster


def test_a_copy_is_the_same_game_with_the_same_entrants_where_they_sat() -> None:
    """Whatever its arm; another word makes it another game."""
    game = read("moh")
    alike = replace(game, id="other", header=game.header.model_copy(update={"talk": None}))
    assert alike.course == game.course
    entrants = {**game.entrants, "Ada": "another"}
    assert replace(game, entrants=entrants).course != game.course
    assert replace(game, records=[*game.records[:-2], game.records[-1]]).course != game.course


def test_records_that_begin_no_game_are_refused() -> None:
    """Nothing is said of nobody."""
    with pytest.raises(TranscriptError, match="no game begins"):
        game_of(header("moh"), records_of(Story().records), game="g")


# --- rounds ---


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_rounds_have_their_dice_looks_and_destinations(ruleset: str) -> None:
    """As the log tells them, record by record."""
    game = read(ruleset)
    rounds = game.rounds.values()
    assert [each.rolled_at for each in rounds if each.rolled_at] == [
        at for at, _, _ in of_type(game, "dice_rolled")
    ]
    assert [each.revealed_at for each in rounds if each.revealed_at] == [
        at for at, _, _ in of_type(game, "dice_revealed")
    ]
    assert [(each.at, each.seat, each.round) for one in rounds for each in one.looks] == of_type(
        game, "dice_peeked"
    )
    for one in rounds:
        chosen = {seat: at for at, seat, number in of_type(game, "destination_chosen")
                  if number == one.number}  # fmt: skip
        assert one.chosen == chosen
        assert one.closed_at == min(chosen.values(), default=None)
        assert set(one.bound) & set(one.chosen) == set()
    assert any(one.looks for one in rounds)


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_dice_are_the_same_under_the_box_and_lifted(ruleset: str) -> None:
    """Whoever looked saw those that all were shown."""
    game = read(ruleset)
    seen = [
        each for each in plain_of(game.records) if each["type"] in {"dice_seen", "dice_revealed"}
    ]
    assert seen
    for each in seen:
        assert game.rounds[each["round"]].dice == tuple(each["data"]["dice"])


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_destinations_are_those_that_all_were_shown(ruleset: str) -> None:
    """Chosen in secret or announced."""
    game = read(ruleset)
    for each in plain_of(game.records):
        if each["type"] == "destinations_revealed":
            shown = each["data"]["destinations"]
            assert shown.items() <= game.rounds[each["round"]].destinations.items()


def test_dice_lie_open_to_report_between_roll_and_reveal() -> None:
    """At neither record itself."""
    one = Round(number=1, dice=(1, 2, 3, 4), rolled_at=5, revealed_at=9)
    assert [at for at in range(12) if one.is_open(at)] == [6, 7, 8]
    one.revealed_at = None
    assert [at for at in range(12) if one.is_open(at)] == list(range(6, 12))
    assert not any(Round(number=1).is_open(at) for at in range(12))


def test_a_look_counts_from_the_record_after() -> None:
    """For who looked only."""
    one = Round(number=1, looks=[Look(at=5, round=1, seat="Anna", by="badge")])
    assert [one.has_looked("Anna", at) for at in (4, 5, 6)] == [False, False, True]
    assert not one.has_looked("Bruno", 9)


def test_a_round_closes_with_the_first_secret_choice() -> None:
    """An announcement that binds does not close it."""
    game = told(Story().announces("Clara", 5).chooses("Anna", 3).chooses("Bruno", 2))
    one = game.rounds[1]
    assert one.destinations == {"Clara": 5, "Anna": 3, "Bruno": 2}
    assert one.closed_at == one.chosen["Anna"] < one.chosen["Bruno"]
    assert set(one.bound) == {"Clara"}


# --- players ---


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_losses_are_those_of_the_log_with_their_points(ruleset: str) -> None:
    """By owner and character."""
    game = read(ruleset)
    eaten = [each for each in plain_of(game.records) if each["type"] == "character_eaten"]
    assert len(game.losses) == len(eaten) > 0
    for loss, record in zip(game.losses, eaten, strict=True):
        data = record["data"]
        assert (loss.at, loss.owner, loss.character, loss.place) == (
            record["i"], data["player"], data["character"], data["place"],
        )  # fmt: skip
        assert loss.points == game.points[loss.character] > 0


def test_who_lost_all_is_out_from_the_record_after() -> None:
    """Nobody else is."""
    game = told(Story().loses("Bruno").says("Anna"))
    at = game.eliminated["Bruno"]
    assert [game.is_out("Bruno", each) for each in (at - 1, at, at + 1)] == [False, False, True]
    assert not game.is_out("Anna", at + 1)


def test_from_where_a_bot_plays_for_a_seat_its_entrant_does_not() -> None:
    """The first replacement counts; who never was replaced plays to the end."""
    story = Story().says("Anna")
    for by in ("random", "house"):
        story.add("seat_replaced", {"by": by, "reason": "budget"})
        story.records[-1]["actor"] = "Anna"
    game = told(story)
    at = game.replaced["Anna"]
    assert [game.plays("Anna", each) for each in (at - 1, at, at + 1)] == [True, False, False]
    assert game.plays("Bruno", 10**6)


@pytest.mark.parametrize("ruleset", KINDS)
def test_what_propositions_mean_goes_by_the_dice_of_a_round(ruleset: str) -> None:
    """As many as were rolled in it."""
    game = read(ruleset)
    for each in game.rounds.values():
        if each.dice is not None:
            assert game.meanings(each.number).dice == len(each.dice)
    assert game.meanings(99).dice == game.vocabulary.dice
