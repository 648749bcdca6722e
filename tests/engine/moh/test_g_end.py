"""Elimination, the Chief's succession, and the end of the game (MOH-66 to MOH-69)."""

import pytest

import engine
from tests.engine.helpers import answer, asked, draw, events, options, until, vote, where, zombies

DOOMED = {
    1: "D.pin_up",
    3: "A.gunman B.gunman C.gunman",
    6: "A.tough_guy B.tough_guy C.tough_guy",
}
"""D's last character, alone, with a zombie at the door; the others stand three and three."""


def attack(
    locations: dict[int, str], zombies: dict[int, int], *, seats: int = 4, **keys: object
) -> engine.Table:
    """Draw an attack to which nobody more is attracted."""
    return draw("attack", locations, seats=seats, zombies=zombies, extras_placed=True, **keys)


def result(table: engine.Table) -> engine.Result:
    """Return the result of a game that is over."""
    ended = table.result
    assert ended is not None, "the game goes on"
    return ended


def types(table: engine.Table) -> list[str]:
    """Return the types of all events, in order."""
    return [event.type for event in table.events]


def choose(table: engine.Table, **goals: str) -> None:
    """Choose destinations for exactly those who are asked."""
    assert {seat for seat, _ in asked(table)} == set(goals)
    for seat, goal in goals.items():
        answer(table, seat, goal)


def test_moh_66_who_has_nobody_left_is_eliminated_at_the_end_of_the_attack() -> None:
    """D's last is eaten in 1; D is eliminated after location 6 was resolved."""
    table = attack(DOOMED, {1: 1, 6: 4})
    assert table.view(None).eliminated == ()
    vote(table, A="A", B="A", C="A")
    assert table.view(None).eliminated == ("D",)
    order = [kind for kind in types(table) if kind in {"attack_ended", "player_eliminated"}]
    assert order == ["attack_ended", "attack_ended", "player_eliminated"]


def test_moh_66_the_eliminated_neither_plays_nor_moves() -> None:
    """D holds a Camera and a Sprint: only A, B and C choose, and D is never asked to move."""
    table = attack(DOOMED, {1: 1}, hands={"D": ["camera", "sprint"]})
    answer(table, "D", "pass")
    assert asked(table) == [(seat, "choose_destination") for seat in "ABC"]
    choose(table, A="5", B="5", C="5")
    answer(table, "D", "pass")
    assert asked(table) == [("A", "move")]
    until(table, "choose_destination")
    assert {event.data()["player"] for event in events(table, "character_moved")} == set("ABC")


def test_moh_66_the_eliminated_has_one_vote_in_every_revote() -> None:
    """D lives no more, and weighs one in the re-vote for the Chief, even with cards in hand."""
    board = {5: "A.pin_up B.pin_up", 6: "C.tough_guy C.gunman A.tough_guy"}
    table = draw("chief", board, hands={"D": ["threat"]})
    vote(table, A="A", B="B")
    assert table.pending()[0].context["weights"] == {"A": 1, "B": 1, "C": 1, "D": 1}


def test_moh_66_one_zombie_in_the_next_round_only() -> None:
    """D places one at the parking lot in round 2, and is asked no more in round 3."""
    table = attack(DOOMED, {1: 1}, chance={"dice": [[2, 2, 2, 2]]})
    choose(table, A="5", B="5", C="1")
    assert asked(table) == [("D", "place_revenge_zombie")]
    answer(table, "D", "6")
    assert zombies(table) == {6: 1}
    voters = until(table, "choose_destination")
    assert table.view(None).round == 3
    for seat in voters:
        answer(table, seat, options(table, seat)[0])
    assert "place_revenge_zombie" not in {kind for _, kind in asked(table)}
    assert table.view(None).phase != "destinations"


@pytest.mark.parametrize(
    ("chief", "dead", "heir"), [("A", "", "B"), ("A", "B", "C"), ("D", "", "A"), ("C", "D", "A")]
)
def test_moh_67_the_next_living_player_clockwise_is_chief(chief: str, dead: str, heir: str) -> None:
    """The Chief's last is eaten: the badge goes clockwise, past the eliminated, unelected."""
    living = [seat for seat in "ABCD" if seat not in (chief, dead)]
    board = {
        1: f"{chief}.pin_up",
        3: " ".join(f"{seat}.gunman" for seat in living),
        6: " ".join(f"{seat}.tough_guy" for seat in living),
    }
    board[3] += f" {living[0]}.pin_up"
    table = attack(board, {1: 1}, chief=chief, chief_elected=True)
    assert (table.view(None).chief, table.view(None).chief_elected) == (heir, False)


def test_moh_67_a_chief_who_loses_one_of_two_stays() -> None:
    """Only the last character counts."""
    table = attack(DOOMED | {5: "D.gunman"}, {1: 1}, chief="D")
    assert table.view(None).chief == "D"


@pytest.mark.parametrize(
    ("seats", "living", "over"),
    [
        (3, 4, True), (3, 5, False), (4, 4, True), (4, 5, False), (5, 4, True), (5, 5, False),
        (6, 6, True), (6, 7, False),
    ],
)  # fmt: skip
def test_moh_68_few_are_left(seats: int, living: int, *, over: bool) -> None:
    """Four living characters end the game, with six players six; one more, and it goes on."""
    crowd = [f"{seat}.{kind}" for kind in ("pin_up", "gunman") for seat in "ABCDEF"[:seats]]
    board = {4: " ".join(crowd[: living - 1]), 3: crowd[living - 1]}
    table = attack(board, {}, seats=seats)
    assert table.is_over is over
    if over:
        assert result(table).end_reason == "few_left"


@pytest.mark.parametrize(("place", "over"), [(6, True), (4, False)])
def test_moh_68_all_are_together(place: int, *, over: bool) -> None:
    """Six in the supermarket end the game, six on the parking lot don't."""
    table = attack({place: "A.pin_up A.gunman B.pin_up B.gunman C.pin_up D.pin_up"}, {})
    assert table.is_over is over
    if over:
        assert result(table).end_reason == "together"


def test_moh_68_one_who_stands_elsewhere_keeps_the_game_going() -> None:
    """Five in the supermarket and one in 5: no end."""
    board = {6: "A.pin_up A.gunman B.pin_up B.gunman C.pin_up", 5: "D.pin_up"}
    assert not attack(board, {}).is_over


def test_moh_68_the_attack_is_played_to_its_end() -> None:
    """Five live; one dies in 1, and still another is eaten in 3 before the end."""
    board = {1: "A.pin_up", 3: "B.pin_up", 6: "C.pin_up D.pin_up D.gunman"}
    table = attack(board, {1: 1, 3: 1})
    assert (where(table, "A.pin_up"), where(table, "B.pin_up")) == (None, None)
    assert sum(result(table).scores.values()) == 17


@pytest.mark.parametrize("board", [{6: "A.pin_up B.pin_up C.pin_up D.pin_up C.gunman"},
                                   {6: "A.pin_up B.pin_up", 3: "C.pin_up"}])  # fmt: skip
def test_moh_68_is_looked_at_after_the_attack_only(board: dict[int, str]) -> None:
    """A condition holds at the start of a round: the round is played all the same."""
    table = draw("truck", board)
    assert not table.is_over
    assert {kind for _, kind in asked(table)} == {"choose_destination"}


def test_moh_69_points_of_the_living_count() -> None:
    """7 + 3, 5, 7 and nothing; with three players the Little Girl is one point."""
    table = attack({6: "A.pin_up A.gunman B.tough_guy", 3: "C.pin_up"}, {})
    assert result(table).scores == {"A": 10, "B": 5, "C": 7, "D": 0}
    assert result(table).placements == {"A": 1, "B": 3, "C": 2, "D": 4}
    assert result(table).winners == ("A",)
    table = attack({6: "A.little_girl B.tough_guy", 3: "C.gunman A.gunman"}, {}, seats=3)
    assert result(table).scores == {"A": 4, "B": 5, "C": 3}


def test_moh_69_cards_break_ties_at_every_place() -> None:
    """7 : 7 and 5 : 5; more cards go first in both."""
    board = {6: "A.pin_up B.pin_up C.tough_guy", 3: "D.tough_guy"}
    table = attack(board, {}, hands={"B": ["threat"], "C": ["camera", "sprint"], "D": ["hidden"]})
    assert result(table).placements == {"A": 2, "B": 1, "C": 3, "D": 4}
    assert result(table).winners == ("B",)


def test_moh_69_cards_don_t_beat_points() -> None:
    """Three cards are worth nothing against two points more."""
    board = {6: "A.pin_up B.tough_guy", 3: "C.gunman D.gunman"}
    table = attack(board, {}, hands={"B": ["threat", "threat", "threat"]})
    assert result(table).winners == ("A",)


def test_gap_m_25_the_badge_passes_after_the_last_attack() -> None:
    """Chief A dies in 1; in 3 the lap still goes B, C, D, and only then B has the badge."""
    board = {1: "A.pin_up", 3: "B.pin_up C.pin_up D.pin_up", 6: "B.gunman C.gunman D.gunman"}
    hands = {seat: ["threat"] for seat in "BCD"}
    table = attack(board, {1: 1, 3: 3}, hands=hands)
    assert asked(table) == [("B", "play_attack_card")]
    assert table.view(None).chief == "A"
    for seat in "BCD":
        assert asked(table) == [(seat, "play_attack_card")]
        answer(table, seat, "pass")
    vote(table, B="C", C="C", D="C")
    assert table.view(None).chief == "B"


def test_gap_m_26_revenge_is_optional_and_has_every_open_location() -> None:
    """The parking lot is possible, closed 2 and 5 are not, and D may pass."""
    table = attack(DOOMED, {1: 1}, closed=[2, 5])
    choose(table, A="1", B="1", C="1")
    assert options(table, "D") == ["1", "3", "4", "6", "pass"]
    answer(table, "D", "pass")
    assert "revenge" not in [event.data()["cause"] for event in events(table, "zombies_came")]


def test_gap_m_26_revenge_in_chief_order_public_and_before_the_reveal() -> None:
    """Chief C: D places before A; all see it; destinations and dice are revealed after."""
    board = {1: "A.pin_up", 5: "D.pin_up", 3: "B.gunman C.gunman", 6: "B.tough_guy C.tough_guy"}
    table = attack(board | {4: "B.pin_up"}, {1: 1, 5: 1}, chief="C")
    until(table, "choose_destination")
    choose(table, B="1", C="1")
    assert asked(table) == [("D", "place_revenge_zombie")]
    answer(table, "D", "4")
    assert asked(table) == [("A", "place_revenge_zombie")]
    came = events(table, "zombies_came")[-1]
    assert (came.seen_by, came.data()["player"], came.data()["places"]) == ("all", "D", [4])
    assert "destinations_revealed" not in types(table)


def test_gap_m_26_every_round_if_the_table_says_so() -> None:
    """With `zombie_player = every_round` D is asked again in round 3."""
    table = attack(
        DOOMED, {1: 1}, options={"zombie_player": "every_round"}, chance={"dice": [[2, 2, 2, 2]]}
    )
    assert until(table, "place_revenge_zombie") == ["D"]
    answer(table, "D", "pass")
    assert until(table, "place_revenge_zombie") == ["D"]
    assert table.view(None).round == 3


def test_gap_m_27_the_eliminated_keeps_cards_and_may_be_given_more() -> None:
    """D keeps a Camera; the searcher may name D, and D then holds two."""
    board = {4: "A.pin_up", 6: "B.pin_up C.pin_up A.gunman"}
    deck = ["threat", "sprint", "hidden"]
    table = draw("truck", board, hands={"D": ["camera"]}, deck=deck)
    answer(table, "A", "threat-sprint-D")
    assert table.view("D").hand == ("camera", "sprint")


def test_gap_m_27_not_if_the_table_says_so() -> None:
    """With `give_to_dead = false` only the living can be named."""
    board = {4: "A.pin_up", 6: "B.pin_up C.pin_up A.gunman"}
    table = draw("truck", board, options={"give_to_dead": False})
    recipients = {option.args["recipient"] for option in table.pending()[0].options}
    assert recipients == {"B", "C"}


def test_gap_m_32_still_tied_after_cards_is_a_shared_victory() -> None:
    """7 points and one card each: both win, the next is third."""
    board = {6: "A.pin_up B.pin_up C.tough_guy", 3: "D.gunman"}
    table = attack(board, {}, hands={"A": ["threat"], "B": ["camera"]})
    assert result(table).winners == ("A", "B")
    assert result(table).placements == {"A": 1, "B": 1, "C": 3, "D": 4}


@pytest.mark.parametrize(
    ("hands", "winners"), [({"C": ["threat"]}, ("C",)), ({}, ("A", "B", "C", "D"))]
)
def test_gap_m_33_everybody_is_dead(hands: dict[str, list[str]], winners: tuple[str, ...]) -> None:
    """Nought points for all: cards decide, and without cards all share; the badge stays."""
    table = attack({1: "A.pin_up", 3: "B.pin_up"}, {1: 1, 3: 1}, hands=hands)
    assert set(result(table).scores.values()) == {0}
    assert result(table).winners == winners
    assert result(table).end_reason == "few_left"
    assert table.view(None).chief == "A"


def test_gap_m_34_without_a_pin_up_there_is_no_noise() -> None:
    """Nobody screams, nobody comes."""
    board = {3: "A.gunman B.gunman C.gunman", 6: "A.tough_guy B.tough_guy C.tough_guy"}
    table = draw("attack", board)
    assert events(table, "zombies_came") == []


def test_gap_m_39_both_conditions_end_the_game_once() -> None:
    """Three characters, all in 3: one end, and the points are the same whatever the reason."""
    table = attack({3: "A.pin_up B.gunman C.tough_guy"}, {})
    assert len(events(table, "game_ended")) == 1
    assert result(table).scores == {"A": 7, "B": 3, "C": 5, "D": 0}


@pytest.mark.parametrize(("place", "over"), [(4, True), (1, False)])
def test_moh_68_in_the_russian_numbers_1_is_the_parking_lot(place: int, *, over: bool) -> None:
    """There 4 is the supermarket, where all can be saved together."""
    board = {place: "A.pin_up A.gunman B.pin_up B.gunman C.pin_up"}
    assert attack(board, {}, ruleset="moh-ru").is_over is over
