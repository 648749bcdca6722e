"""The board as data: verdicts are those of the rules, and dice are seen by who looked."""

from collections.abc import Iterator

import pytest

import engine
from arena.events import (
    AttackBegan,
    DiceSeen,
    GameEnded,
    HandsRevealed,
    PlaceHeld,
    PlayerEliminated,
    VotesRevealed,
    ZombiesCame,
)
from arena.faces.scene.board_data import board_data
from arena.faces.scene.data import BoardData
from arena.narration.dialects import words_of
from arena.projections.position import Position
from arena.records.record import Record, of_type, visible
from tests.arena.faces.scene.scenes import Game, clockwise, frames, played
from tests.arena.narration.games import random_game, scenario
from tests.breadth import EACH_RULESET

EACH = pytest.mark.parametrize("ruleset", EACH_RULESET)
SEATS = list("ABCDE")


def boards(records: list[Record], who: str, ruleset: str) -> Iterator[tuple[Record, BoardData]]:
    """Yield each record that somebody perceived, with the board before it."""
    facts, seats = engine.ruleset(ruleset), clockwise(records)
    position, words = Position(facts, seats, who), words_of(facts, seats)
    for record in visible(records, who):
        yield record, board_data(position, words)
        position.apply(record)


@pytest.mark.parametrize("who", ["all", "public", "Ana"])
@pytest.mark.parametrize("kind", ["moh", "osaczeni"])
def test_a_fact_that_may_not_change_it_leaves_it_as_it_was(kind: str, who: str) -> None:
    """So a scene draws it only after one that may."""
    header, records = played(kind)
    facts, seats = header.facts(), clockwise(records)
    position, words = Position(facts, seats, who), words_of(facts, seats)
    before, kept = board_data(position, words), 0
    for record in visible(records, who):
        position.apply(record)
        may = position.changed
        board = board_data(position, words)
        assert may or board == before, record
        kept += not may
        before = board
    assert kept > 100


@EACH
def test_verdicts_are_those_of_the_rules(ruleset: str) -> None:
    """A place that holds was said to hold, one that is attacked to break, or to eat."""
    counts = {"place_held": 0, "attack_began": 0}
    parking = engine.ruleset(ruleset).parking
    for seed in range(6):
        for record, board in boards(random_game(seed, SEATS, ruleset), "public", ruleset):
            data = record.data
            if not isinstance(data, PlaceHeld | AttackBegan):
                continue
            room = board["rooms"][str(data.place)]
            wanted = "holds" if isinstance(data, PlaceHeld) else "breaks"
            if data.place == parking:
                wanted = "eats"
                assert room["eats"] >= 1
            assert room["verdict"] == wanted, record
            assert room["zombies"] == data.zombies
            assert room["strength"] in {None, data.strength}
            counts[data.type] += 1
    assert min(counts.values()) > 5


@EACH
def test_nobody_is_attacked_where_it_is_quiet_empty_or_closed(ruleset: str) -> None:
    """An empty location has nobody in it, a quiet one no attackers."""
    for _, board in boards(random_game(2, SEATS, ruleset), "public", ruleset):
        for room in board["rooms"].values():
            assert (room["verdict"] == "empty") == (not room["figures"] and not room["closed"])
            hidden = any(figure["hidden"] for figure in room["figures"])
            assert room["verdict"] != "quiet" or room["closed"] or not room["zombies"] or hidden
            assert room["taken"] == len(room["figures"])


@EACH
def test_dice_under_their_cover_are_seen_by_who_looked(ruleset: str) -> None:
    """Others know that they lie there, and who looked; in the end all see them."""
    records = random_game(4, SEATS, ruleset)
    looked = covered = lifted = 0
    for who in ("A", "B", "public"):
        for record, board in boards(records, who, ruleset):
            dice = board["dice"]
            if dice is None or record.round == 0:
                continue
            knows = dice["open"] or who in dice["looked"]
            assert (dice["values"] is not None) == knows or isinstance(record.data, DiceSeen)
            if not knows:
                assert all("coming" not in room for room in board["rooms"].values())
            looked += who in dice["looked"]
            covered += not dice["open"]
            lifted += dice["open"]
    assert min(looked, covered, lifted) > 5


def test_a_position_in_mid_round_has_dice_and_those_who_are_out() -> None:
    """Though nobody saw them rolled, and nobody was told of eliminated players."""
    records = scenario(
        phase="movement",
        destinations={"A": 3, "B": 3, "C": 1},
        locations={1: ["A.pin_up"], 4: ["C.gunman", "B.gunman"]},
        seats=list("ABCD"),
    )
    shown = [board for _, board in boards(records, "public", "moh")]
    assert {"D"} <= set(shown[-1]["out"])
    opened = [
        board["dice"] for board in shown if board["dice"] is not None and board["dice"]["open"]
    ]
    assert opened
    assert all(dice["values"] for dice in opened)


@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
def test_attackers_that_were_seen_come(ruleset: str) -> None:
    """Where the dice were known, as many came as they showed, or went where there was room."""
    for record, board in boards(random_game(1, SEATS, ruleset), "all", ruleset):
        if isinstance(record.data, ZombiesCame) and record.data.cause == "dice":
            coming = {int(at): each.get("coming", 0) for at, each in board["rooms"].items()}
            dice = board["dice"]
            assert dice is not None
            assert sum(coming.values()) == len(dice["values"] or ())


@pytest.fixture(scope="module", params=["moh", "osaczeni"])
def game(request: pytest.FixtureRequest) -> Game:
    """Return a whole game with talk."""
    return played(request.param)


def test_the_end_has_scores_and_places(game: Game) -> None:
    """Until then points are those of the living."""
    ended = next(of_type(GameEnded, game[1])).data()
    boards = [frame["board"] for frame in frames(game, "public") if "board" in frame]
    assert boards[-1]["points"] == ended["scores"]
    assert boards[-1].get("placements") == ended["placements"]
    assert all("placements" not in each for each in boards[:-1])
    out = [each.player for each in of_type(PlayerEliminated, game[1])]
    assert boards[-1]["out"] == out
    kinds = {each.id: each.points for each in game[0].facts().characters}
    for each in boards[:-1]:
        standing = [f for room in each["rooms"].values() for f in room["figures"]]
        assert sum(each["points"].values()) == sum(kinds[f["character"]] for f in standing)


def test_a_vote_is_shown_with_weights_and_then_its_ballots(game: Game) -> None:
    """While it is told, and no longer."""
    shown = [frame for frame in frames(game, "public") if "board" in frame]
    open_ = [frame["board"]["ballot"] for frame in shown if "ballot" in frame["board"]]
    votes = [frame for frame in shown if "votes" in frame["board"]]
    assert open_
    assert votes
    revealed = [each.data() for each in of_type(VotesRevealed, game[1])]
    for frame in votes:
        vote = frame["board"]["votes"]
        assert any(
            (vote["ballots"], vote["weights"], vote["totals"])
            == (each["ballots"], each["weights"], each["totals"])
            for each in revealed
        )
        assert "ballot" not in frame["board"]
    assert "votes" not in shown[-1]["board"]


@pytest.mark.parametrize("who", ["Ana", "public", "all"])
def test_hands_are_those_that_the_viewpoint_knows(game: Game, who: str) -> None:
    """One's own; nobody's for the public, unless all hands are shown at the end."""
    wanted = {"Ana": {"Ana"}, "public": set(), "all": set(game[0].names)}[who]
    boards = [frame["board"] for frame in frames(game, who) if "board" in frame]
    shown = any(of_type(HandsRevealed, game[1]))
    for each in boards[:-2] if shown else boards:
        assert set(each["hands"]) == wanted
        for seat, hand in each["hands"].items():
            assert each["sizes"] is None or len(hand) >= each["sizes"][seat] - 1


def test_a_figure_moves_with_the_line_that_says_so(game: Game) -> None:
    """A card that moves or hides it, and the attack that eats it: in one frame."""
    told = 0
    for frame in frames(game, "public"):
        facts = [line for line in frame["told"] if line["as"] == "fact"]
        words = "".join(span[0] for line in facts for span in line["spans"])
        if any(each in words for each in (" runs from ", " is eaten at ", " can't be eaten ")):
            assert "board" in frame, words
            told += 1
    assert told
